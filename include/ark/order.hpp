// Ordering, identity and status: the calls without data.
#pragma once

#include <ark/device/order.hpp>

namespace ark {

/// Everything this PE issued before this call, and that happens before it, reaches each PE ahead of
/// everything issued after it: puts, signals and atomics, whatever their routes. Does not wait for
/// delivery. Direct stores through ark_ptr made before it are ordered too; those made after it are
/// not held back by a queued put: use quiet for them.
///
/// Callable: kernels and host threads. Progress: may wait for a queue slot, at most ARK_TIMEOUT.
/// Errors: timeout, or the code of an earlier failure.
ARK_HOST_DEVICE inline errc fence() { return device::fence(); }

/// Wait until everything this PE issued before this call, and that happens before it, is delivered.
/// Callable: kernels and host threads. Errors: timeout after ARK_TIMEOUT (the record holds the
/// queue's state), or the code of an earlier failure.
ARK_HOST_DEVICE inline errc quiet() { return device::quiet(); }

/// The caller's PE's sticky status: ok, or the code of its first failure. Void calls record their
/// failures there.
[[nodiscard]] ARK_HOST_DEVICE inline errc status() {
  return device::status(device::context("ark_status"));
}

/// The calling PE's own object, in a launch of several PEs (launch_config::group), of what another
/// of them has at `address`: their kernel's arguments are the same for all of them, those of the PE
/// that launched, and a symmetric object has another address on each. An address in no PE's heap,
/// and any in another launch, comes back as it is.
///
/// Callable: kernels; once for each pointer is enough.
template <class T>
[[nodiscard]] ARK_DEVICE inline T* own_address(T* address) {
  if (!device::in_group()) return address;
  return reinterpret_cast<T*>(device::own_address(reinterpret_cast<std::uint64_t>(address)));
}

}  // namespace ark

ARK_HOST_DEVICE inline void ark_fence() { ark::fence(); }
ARK_HOST_DEVICE inline void ark_quiet() { ark::quiet(); }
/// As ark::status, as an integer.
ARK_HOST_DEVICE inline int ark_status() { return static_cast<int>(ark::status()); }
/// My PE and how many there are.
ARK_HOST_DEVICE inline int ark_my_pe() { return ark::device::context("ark_my_pe").pe; }
ARK_HOST_DEVICE inline int ark_n_pes() { return ark::device::context("ark_n_pes").n_pes; }

/// The address of the symmetric object `dest` of `pe`, usable by plain loads and stores of the
/// caller, or null if the caller cannot reach it so (not mapped, `pe` out of range, `dest` not
/// symmetric). Callable: kernels and host threads.
ARK_HOST_DEVICE inline void* ark_ptr(const void* dest, int pe) {
  const ark::detail::device_state& state = ark::device::context("ark_ptr");
  const std::uint64_t offset = reinterpret_cast<std::uint64_t>(dest) - state.heap_base;
  if (static_cast<unsigned>(pe) >= static_cast<unsigned>(state.n_pes)) return nullptr;
  if (offset >= ark::detail::load_relaxed(&state.heap_bytes)) return nullptr;
  const ark::detail::peer_view& peer = state.peers[pe];
  if (peer.route != ark::detail::peer_route::mapped) return nullptr;
  return reinterpret_cast<void*>(peer.heap_base + offset);
}
