// Launches with the arguments as an array of addresses, as cudaLaunchKernel takes them.
//
// The executor needs the types of a kernel's parameters, which `const void*` has lost. The
// functions are therefore macros: they drop a cast in front of the kernel, and call a template.
#pragma once

#include <ark/cuda_for_cpu/devices.hpp>
#include <ark/cuda_for_cpu/streams.hpp>
#include <ark/detail/simt/lane.hpp>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace ark::cuda_for_cpu {

/// Replaces reinterpret_cast<const void*>(kernel) in a launch.
template <class Address, class... Parameters>
constexpr auto typed_kernel(void (*kernel)(Parameters...)) {
  return kernel;
}

/// Does not compile. Untyped: void, const or not.
template <class Untyped>
void reject_untyped() {
  static_assert(
      !std::is_void_v<Untyped>,
      "a launch on the CPU executor needs the kernel's type: write (const void*)kernel in "
      "the call itself");
}

template <class... Parameters, std::size_t... Index>
void launch_with_addresses(const launch_config& config, void (*kernel)(Parameters...),
                           void** arguments, std::index_sequence<Index...>) {
  detail::pass_launch(config, config.grid, kernel,
                      *static_cast<std::remove_cvref_t<Parameters>*>(arguments[Index])...);
}

/// Queue `kernel`, whose argument i is at arguments[i].
template <class... Parameters>
void launch_with_addresses(const launch_config& config, void (*kernel)(Parameters...),
                           void** arguments) {
  launch_with_addresses(config, kernel, arguments, std::index_sequence_for<Parameters...>());
}

/// Cooperative: all blocks are resident at once.
template <bool Cooperative, class... Parameters>
cudaError_t launch_kernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                          std::size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
  const launch_config config{grid, block, shared_bytes, stream, Cooperative};
  return as_launch(
      Cooperative ? "cudaLaunchCooperativeKernel" : "cudaLaunchKernel",
      [&] { launch_with_addresses(config, kernel, arguments); }, Cooperative);
}
template <bool Cooperative, class Untyped, class... Rest>
requires(std::is_void_v<Untyped>) cudaError_t launch_kernel(Untyped*, const Rest&...) {
  reject_untyped<Untyped>();
  return cudaErrorNotSupported;
}

// --- Output of bindings/nvshmem/cuda-to-cpu for kernel<<<grid, block, shared_bytes,
// stream>>>(arguments), for an `extern __shared__` array outside of functions, for loops that may
// wait, and for PTX.

inline launch_config shape(dim3 grid, dim3 block, std::size_t shared_bytes = 0,
                           cudaStream_t stream = nullptr) {
  return {grid, block, shared_bytes, stream};
}
/// The kernel's type decides the arguments': NULL is a pointer, and {1, 2} may be a struct.
template <class... Parameters>
void launch(const launch_config& config, void (*kernel)(Parameters...),
            std::type_identity_t<Parameters>... arguments) {
  as_launch("<<<>>>", [&] {
    detail::pass_launch(config, config.grid, kernel, std::forward<Parameters>(arguments)...);
  });
}
/// kernel: a generic lambda that calls a template or another set of kernels, whose parameters have
/// the arguments' types.
template <class Kernel, class... Arguments>
requires(std::is_class_v<Kernel>) void launch(const launch_config& config, Kernel kernel,
                                              Arguments&&... arguments) {
  cuda_for_cpu::launch(config, static_cast<void (*)(std::decay_t<Arguments>...)>(kernel),
                       std::forward<Arguments>(arguments)...);
}

/// The launch's dynamic shared memory; null on host threads.
template <class T>
T* dynamic_shared() {
  const detail::lane_view* lane = detail::self();
  return lane == nullptr ? nullptr : static_cast<T*>(lane->block->dynamic_shared);
}

/// In a loop that may wait for a word: every 32nd iteration of a lane lets other lanes run.
constexpr void count_iteration() {
  if (!std::is_constant_evaluated()) detail::spin_hint();
}

/// A call that the compiler emits is an error.
template <class... Operands>
__attribute__((
    error("inline PTX has no form for the CPU: use functions of CUDA, such as the members of "
          "cuda::atomic_ref, __ldcg, __threadfence_system"))) void
inline_ptx(Operands&&... operands);

}  // namespace ark::cuda_for_cpu

// ARK_WITH_KERNEL(arguments): the arguments, without a cast in front of the first.
#define ARK_WITHOUT_CAST(...)
#define ARK_CAST_FLAG(...) , 1,
#define ARK_FIRST_OF(first, ...) first
#define ARK_SECOND_OF(first, second, ...) second
#define ARK_EXPANDED(macro, ...) macro(__VA_ARGS__)
#define ARK_HAS_CAST(first) ARK_EXPANDED(ARK_SECOND_OF, ARK_CAST_FLAG first, 0, )
#define ARK_CAST_0(...) __VA_ARGS__
#define ARK_CAST_1(...) ARK_WITHOUT_CAST __VA_ARGS__
#define ARK_PASTED(a, b) a##b
#define ARK_WITH_KERNEL(...)                                                     \
  ARK_EXPANDED(ARK_PASTED, ARK_CAST_, ARK_HAS_CAST(ARK_FIRST_OF(__VA_ARGS__, ))) \
  (__VA_ARGS__)

// ARK_WITH_ANY_KERNEL(arguments): the same, also for reinterpret_cast. The first argument begins
// with a cast or a name: the name of the cast is found by pasting, which other tokens do not allow.
#define ARK_NAMED_CAST_reinterpret_cast , 1,
#define ARK_TYPED_reinterpret_cast ark::cuda_for_cpu::typed_kernel
#define ARK_HAS_NAMED_CAST(first) ARK_EXPANDED(ARK_SECOND_OF, ARK_NAMED_CAST_##first, 0, )
#define ARK_NAMED_0(...) __VA_ARGS__
#define ARK_NAMED_1(...) ARK_TYPED_##__VA_ARGS__
#define ARK_ANY_0(first, ...) \
  ARK_EXPANDED(ARK_PASTED, ARK_NAMED_, ARK_HAS_NAMED_CAST(first))(first, __VA_ARGS__)
#define ARK_ANY_1(...) ARK_WITHOUT_CAST __VA_ARGS__
#define ARK_WITH_ANY_KERNEL(...)                                                \
  ARK_EXPANDED(ARK_PASTED, ARK_ANY_, ARK_HAS_CAST(ARK_FIRST_OF(__VA_ARGS__, ))) \
  (__VA_ARGS__)

#define cudaLaunchKernel(...) ark::cuda_for_cpu::launch_kernel<false>(ARK_WITH_KERNEL(__VA_ARGS__))
#define cudaLaunchCooperativeKernel(...) \
  ark::cuda_for_cpu::launch_kernel<true>(ARK_WITH_KERNEL(__VA_ARGS__))
