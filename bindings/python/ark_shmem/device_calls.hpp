// The functions of C that kernels in Python call, as pointers, sizes and numbers; device.py has
// their contracts. Compiled for the CPU executor into the package's module (src/device.cpp), and
// for GPUs by NVRTC into a library that other compilers link (_device_library.py).
//
// Before this header: ARK_PYTHON_CALL(result, name, (arguments), parameters...), the head of the
// function ark_device_NAME. Elements are copied by size, whatever their type is.
#pragma once

#include <ark/amo.hpp>
#include <ark/collective.hpp>
#include <ark/order.hpp>
#include <ark/rma.hpp>
#include <ark/signal.hpp>
#include <ark/simt.hpp>
#include <complex>
#include <limits>

namespace ark::python {

namespace {

/// A PE of 64 bits; beyond int it is none, which the calls refuse.
ARK_HOST_DEVICE inline target_pe pe_of(std::int64_t pe) {
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  return pe >= 0 && pe <= most ? static_cast<int>(pe) : -1;
}

ARK_HOST_DEVICE inline bool is_in_kernel() {
#if ARK_DEVICE_PASS
  return true;
#else
  return detail::self() != nullptr;
#endif
}

#if ARK_DEVICE_PASS
/// The kernel's own check has failed: `seen` is a number of elements, or an index.
ARK_DEVICE inline void fail_elements(std::int64_t seen, std::int64_t most) {
  device::fail(device::context(),
               {errc::invalid_argument, detail::op_kind::kernel, detail::failure_reason::too_many},
               -1, detail::no_offset, static_cast<std::uint64_t>(most),
               static_cast<std::uint64_t>(seen));
}

/// One thread of the block makes the call, and all get its result; 0 if it has none.
template <class Call>
ARK_DEVICE auto by_block(Call&& call) {
  using result = decltype(call());
  const bool is_first = threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0;
  __syncthreads();
  if constexpr (std::is_void_v<result>) {
    if (is_first) call();
    __syncthreads();
    return 0;
  } else {
    __shared__ result made;
    if (is_first) made = call();
    __syncthreads();
    return made;
  }
}
#endif

}  // namespace

#define ARK_PYTHON_TRANSFERS(N, T)                                                               \
  ARK_PYTHON_CALL(void, put_##N, (dest, source, n, pe), T* dest, const T* source, std::size_t n, \
                  std::int64_t pe) {                                                             \
    put(dest, source, n, pe_of(pe));                                                             \
  }                                                                                              \
  ARK_PYTHON_CALL(void, put_nbi_##N, (dest, source, n, pe), T* dest, const T* source,            \
                  std::size_t n, std::int64_t pe) {                                              \
    put_nbi(dest, source, n, pe_of(pe));                                                         \
  }                                                                                              \
  ARK_PYTHON_CALL(void, get_##N, (dest, source, n, pe), T* dest, const T* source, std::size_t n, \
                  std::int64_t pe) {                                                             \
    get(dest, source, n, pe_of(pe));                                                             \
  }                                                                                              \
  ARK_PYTHON_CALL(void, get_nbi_##N, (dest, source, n, pe), T* dest, const T* source,            \
                  std::size_t n, std::int64_t pe) {                                              \
    get_nbi(dest, source, n, pe_of(pe));                                                         \
  }                                                                                              \
  ARK_PYTHON_CALL(void, put_signal_##N, (dest, source, n, signal, value, op, pe), T* dest,       \
                  const T* source, std::size_t n, std::uint64_t* signal, std::uint64_t value,    \
                  int op, std::int64_t pe) {                                                     \
    put_signal(dest, source, n, signal, value, op, pe_of(pe));                                   \
  }                                                                                              \
  ARK_PYTHON_CALL(void, put_signal_nbi_##N, (dest, source, n, signal, value, op, pe), T* dest,   \
                  const T* source, std::size_t n, std::uint64_t* signal, std::uint64_t value,    \
                  int op, std::int64_t pe) {                                                     \
    put_signal_nbi(dest, source, n, signal, value, op, pe_of(pe));                               \
  }
ARK_PYTHON_TRANSFERS(1, std::uint8_t)
ARK_PYTHON_TRANSFERS(2, std::uint16_t)
ARK_PYTHON_TRANSFERS(4, std::uint32_t)
ARK_PYTHON_TRANSFERS(8, std::uint64_t)
ARK_PYTHON_TRANSFERS(16, std::complex<double>)
#undef ARK_PYTHON_TRANSFERS

#define ARK_PYTHON_ELEMENTS(N, T)                                                      \
  ARK_PYTHON_CALL(void, p_##N, (dest, value, pe), T* dest, T value, std::int64_t pe) { \
    p(dest, value, pe_of(pe));                                                         \
  }                                                                                    \
  ARK_PYTHON_CALL(T, g_##N, (source, pe), const T* source, std::int64_t pe) {          \
    return g(source, pe_of(pe));                                                       \
  }
#define ARK_PYTHON_ATOMICS(N, T)                                                                   \
  ARK_PYTHON_ELEMENTS(N, T)                                                                        \
  ARK_PYTHON_CALL(void, atomic_add_##N, (dest, value, pe), T* dest, T value, std::int64_t pe) {    \
    atomic_add(dest, value, pe_of(pe));                                                            \
  }                                                                                                \
  ARK_PYTHON_CALL(T, atomic_fetch_add_##N, (dest, value, pe), T* dest, T value, std::int64_t pe) { \
    return atomic_fetch_add(dest, value, pe_of(pe));                                               \
  }                                                                                                \
  ARK_PYTHON_CALL(void, atomic_set_##N, (dest, value, pe), T* dest, T value, std::int64_t pe) {    \
    atomic_set(dest, value, pe_of(pe));                                                            \
  }                                                                                                \
  ARK_PYTHON_CALL(T, atomic_swap_##N, (dest, value, pe), T* dest, T value, std::int64_t pe) {      \
    return atomic_swap(dest, value, pe_of(pe));                                                    \
  }                                                                                                \
  ARK_PYTHON_CALL(T, atomic_compare_swap_##N, (dest, condition, value, pe), T* dest, T condition,  \
                  T value, std::int64_t pe) {                                                      \
    return atomic_compare_swap(dest, condition, value, pe_of(pe));                                 \
  }                                                                                                \
  ARK_PYTHON_CALL(T, atomic_fetch_##N, (source, pe), const T* source, std::int64_t pe) {           \
    return atomic_fetch(source, pe_of(pe));                                                        \
  }                                                                                                \
  ARK_PYTHON_CALL(void, atomic_inc_##N, (dest, pe), T* dest, std::int64_t pe) {                    \
    atomic_inc(dest, pe_of(pe));                                                                   \
  }                                                                                                \
  ARK_PYTHON_CALL(T, atomic_fetch_inc_##N, (dest, pe), T* dest, std::int64_t pe) {                 \
    return atomic_fetch_inc(dest, pe_of(pe));                                                      \
  }
ARK_PYTHON_ELEMENTS(int8, std::int8_t)
ARK_PYTHON_ELEMENTS(int16, std::int16_t)
ARK_PYTHON_ELEMENTS(uint8, std::uint8_t)
ARK_PYTHON_ELEMENTS(uint16, std::uint16_t)
ARK_PYTHON_ELEMENTS(float32, float)
ARK_PYTHON_ELEMENTS(float64, double)
ARK_PYTHON_ATOMICS(int32, std::int32_t)
ARK_PYTHON_ATOMICS(int64, std::int64_t)
ARK_PYTHON_ATOMICS(uint32, std::uint32_t)
ARK_PYTHON_ATOMICS(uint64, std::uint64_t)
#undef ARK_PYTHON_ATOMICS
#undef ARK_PYTHON_ELEMENTS

ARK_PYTHON_CALL(void, signal_update, (signal, value, op, pe), std::uint64_t* signal,
                std::uint64_t value, int op, std::int64_t pe) {
  device::signal_word(signal, value, op, pe_of(pe),
                      device::call_of<std::uint64_t>("signal_update"));
}
ARK_PYTHON_CALL(std::uint64_t, signal_wait_until, (signal, cmp, value), std::uint64_t* signal,
                int cmp, std::uint64_t value) {
  return ark_signal_wait_until(signal, cmp, value);
}
ARK_PYTHON_CALL(std::uint64_t, signal_fetch, (signal), const std::uint64_t* signal) {
  return ark_signal_fetch(signal);
}
ARK_PYTHON_CALL(std::int64_t, my_pe, ()) { return ark_my_pe(); }
ARK_PYTHON_CALL(std::int64_t, n_pes, ()) { return ark_n_pes(); }
ARK_PYTHON_CALL(void, fence, ()) { ark_fence(); }
ARK_PYTHON_CALL(void, quiet, ()) { ark_quiet(); }
ARK_PYTHON_CALL(void, barrier_all, ()) { ark_barrier_all(); }
ARK_PYTHON_CALL(void, sync_threads, ()) { __syncthreads(); }

/// x, y, z of threadIdx, blockIdx, blockDim and gridDim, in this order.
ARK_PYTHON_CALL(std::int64_t, position, (component), int component) {
  const auto one = [component](const auto& at) -> std::int64_t {
    return component % 3 == 0 ? at.x : component % 3 == 1 ? at.y : at.z;
  };
  const int which = component / 3;
  return which == 0   ? one(threadIdx)
         : which == 1 ? one(blockIdx)
         : which == 2 ? one(blockDim)
                      : one(gridDim);
}
ARK_PYTHON_CALL(std::int64_t, in_kernel, ()) { return is_in_kernel(); }

/// 0 if a kernel may not access `n` elements of arrays with so many.
ARK_PYTHON_CALL(std::int64_t, has_elements, (n, dest, source), std::int64_t n, std::int64_t dest,
                std::int64_t source) {
  const bool has_all = is_in_kernel() && n >= 0 && n <= dest && n <= source;
#if ARK_DEVICE_PASS
  if (!has_all) fail_elements(n, dest < source ? dest : source);
#endif
  return has_all;
}

/// The address of an element; 0 if there is none. The least index stands for the only element.
ARK_PYTHON_CALL(std::int64_t, element_at, (array, bytes, count, index), std::int64_t array,
                std::int64_t bytes, std::int64_t count, std::int64_t index) {
  if (index == std::numeric_limits<std::int64_t>::min()) index = count == 1 ? 0 : count;
  const std::int64_t given = index;
  if (index < 0) index += count;
  if (is_in_kernel() && index >= 0 && index < count) return array + index * bytes;
#if ARK_DEVICE_PASS
  fail_elements(given, count);
#else
  (void)given;
#endif
  return 0;
}

}  // namespace ark::python
