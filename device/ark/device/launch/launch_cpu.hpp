// ark::launch for the CPU executor.
#pragma once

#include <ark/device/launch/launch_grid.hpp>
#include <ark/device/state/context.hpp>
#include <ark/device/state/membership.hpp>
#include <cstdint>
#include <tuple>
#include <utility>

namespace ark {

using stream_t = detail::cpu_stream*;
using launch_config = detail::launch_settings<stream_t>;

namespace detail {

/// Pass a bound call to the executor of the calling thread's PE, which then owns it unless this
/// throws.
ARK_API void launch_on_executor(const detail::launch_config& request, const kernel_call& call);

// --- Stream features of CUDA that ark's streams lack, for <ark/cuda_for_cpu/>. Callable:
// host. Errors: those of the stream functions in <ark/launch.hpp>.

/// Accepted for a stream: the default stream, and one that the calling thread has for itself, which
/// is blocking.
inline constexpr std::uintptr_t default_stream_handle = 1;
inline constexpr std::uintptr_t thread_stream_handle = 2;

/// Create a blocking stream: work on the default stream waits for all earlier work on it, and its
/// own work for all earlier work on the default stream.
[[nodiscard]] ARK_API cpu_stream* blocking_stream_create();
/// True for the default stream, too.
[[nodiscard]] ARK_API bool stream_is_blocking(cpu_stream* stream);
/// True if a kernel launched now would start without waiting for another one.
[[nodiscard]] ARK_API bool stream_is_ready(cpu_stream* stream);
/// stream_destroy without waiting: the stream is freed after its work. device_sync waits for that.
ARK_API void stream_release(cpu_stream* stream);

template <class... Parameters>
struct bound_kernel {
  void (*kernel)(Parameters...);
  std::tuple<Parameters...> arguments;

  static void run(void* self) {
    auto* bound = static_cast<bound_kernel*>(self);
    std::apply(bound->kernel, bound->arguments);
    // The engine would wait for this block for ever.
    if (device::block_scope::leader() && device::membership::in_engine_launch()) [[unlikely]]
      device::fail(device::context(),
                   {errc::invalid_argument, op_kind::kernel, failure_reason::worker_blocks}, -1,
                   no_offset, 0, 0);
  }
  static void destroy(void* self) { delete static_cast<bound_kernel*>(self); }
};

/// Launch a kernel with an argument for each of its parameters. grid: with engine blocks.
template <class... Parameters, class... Arguments>
void pass_launch(const ark::launch_config& config, dim3 grid, void (*kernel)(Parameters...),
                 Arguments&&... arguments) {
  using bound = bound_kernel<Parameters...>;
  const auto* address = reinterpret_cast<const void*>(kernel);
  check_kernel(address);
  const detail::launch_config request{
      {grid.x, grid.y, grid.z}, {config.block.x, config.block.y, config.block.z},
      config.shared_bytes,      config.stream,
      config.collective,        config.group};
  auto* const owned =
      new bound{kernel, std::tuple<Parameters...>(std::forward<Arguments>(arguments)...)};
  try {
    launch_on_executor(request, {&bound::run, &bound::destroy, owned, address});
  } catch (...) {
    delete owned;
    throw;
  }
}

template <class... Parameters, class... Arguments>
launch_result launch_kernel(const ark::launch_config& config, void (*kernel)(Parameters...),
                            Arguments&&... arguments) {
  check_kernel(reinterpret_cast<const void*>(kernel));
  if (config.group) check_group_grid(config.grid);
  const launch_result engine = engine_without_room<Parameters...>(config.engine_blocks)
                                   .value_or(launch_result{0, "the CPU's engine serves the queue"});
  const dim3 grid = grid_with_engine(config.grid, engine.engine_blocks);
  if constexpr (counts_engine_blocks<Parameters...>) {
    pass_launch<Parameters...>(config, grid, kernel, ark::engine_blocks{engine.engine_blocks},
                               std::forward<Arguments>(arguments)...);
  } else {
    pass_launch<Parameters...>(config, grid, kernel, std::forward<Arguments>(arguments)...);
  }
  return engine;
}

}  // namespace detail
}  // namespace ark
