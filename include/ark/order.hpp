// Ordering, identity and status: the functions without data.
#pragma once

#include <ark/device/transfer/order.hpp>

namespace ark {

/// Order the delivery of operations to each PE: all operations that this PE issued before the call,
/// and that happen before it, are delivered to a PE before all operations issued after it. Applies
/// to puts, signals and atomics on every route. Does not wait for operations that the proxy sends.
/// It orders direct stores through ark_ptr, too.
///
/// Callable: kernels and host threads. Progress: waits for the delivery of descriptors in engine
/// rings and of started plans, and for a slot of the proxy's queue, at most ARK_TIMEOUT.
/// Errors: timeout, or the code of an earlier failure.
ARK_HOST_DEVICE inline errc fence() { return device::fence(); }

/// Wait until all operations that this PE issued before the call, and that happen before it, are
/// delivered.
///
/// Callable: kernels and host threads. Errors: timeout after ARK_TIMEOUT (the record contains the
/// state of the queue), or the code of an earlier failure.
ARK_HOST_DEVICE inline errc quiet() { return device::quiet(); }

/// quiet by the caller's warp or block, which covers the operations of all its threads. Callable:
/// all threads of the warp or block; they are synchronised on entry and return. Either all get ok
/// or none does; their codes may differ.
ARK_HOST_DEVICE inline errc quiet_warp() { return device::quiet_by<device::warp_scope>(); }
ARK_HOST_DEVICE inline errc quiet_block() { return device::quiet_by<device::block_scope>(); }

/// The sticky status of the calling PE: ok, or the code of its first failure. Functions that return
/// void record their failures there.
[[nodiscard]] ARK_HOST_DEVICE inline errc status() {
  return device::status(device::context("ark_status"));
}

/// Translate a symmetric address in a launch of several PEs (launch_config::group): returns the
/// address, on the calling PE, of the object that has `address` on another PE of the launch. All
/// PEs of such a launch receive the arguments of the PE that launched, but a symmetric object has a
/// different address on each PE. An address outside the heaps of these PEs, and any address in
/// another launch, is returned unchanged.
///
/// Callable: kernels; one call per pointer is sufficient.
template <class T>
[[nodiscard]] ARK_DEVICE inline T* own_address(T* address) {
  if (!device::in_group()) return address;
  return reinterpret_cast<T*>(device::own_address(reinterpret_cast<std::uint64_t>(address)));
}

}  // namespace ark

ARK_HOST_DEVICE inline void ark_fence() { ark::fence(); }
ARK_HOST_DEVICE inline void ark_quiet() { ark::quiet(); }
ARK_HOST_DEVICE inline void ark_quiet_warp() { ark::quiet_warp(); }
ARK_HOST_DEVICE inline void ark_quiet_block() { ark::quiet_block(); }
/// ark::status as an integer.
ARK_HOST_DEVICE inline int ark_status() { return static_cast<int>(ark::status()); }
/// The number of the calling PE, and the number of PEs.
ARK_HOST_DEVICE inline int ark_my_pe() { return ark::device::context("ark_my_pe").pe; }
ARK_HOST_DEVICE inline int ark_n_pes() { return ark::device::context("ark_n_pes").n_pes; }

/// The address of the symmetric object `dest` on `pe` for direct loads and stores by the caller;
/// null if there is none (`pe` not mapped or out of range, `dest` not symmetric). Callable: kernels
/// and host threads.
ARK_HOST_DEVICE inline void* ark_ptr(const void* dest, int pe) {
  const ark::detail::device_state& state = ark::device::context("ark_ptr");
  const std::uint64_t offset = reinterpret_cast<std::uint64_t>(dest) - state.heap_base;
  if (static_cast<unsigned>(pe) >= static_cast<unsigned>(state.n_pes)) return nullptr;
  if (offset >= ark::detail::load_relaxed(&state.heap_bytes)) return nullptr;
  const ark::detail::peer_view& peer = state.peers[pe];
  if (peer.route != ark::detail::peer_route::mapped) return nullptr;
  return reinterpret_cast<void*>(peer.heap_base + offset);
}

/// 1 if the caller can communicate with `pe`, 0 otherwise. `pe`: any value. Callable: kernels and
/// host threads.
ARK_HOST_DEVICE inline int ark_pe_accessible(int pe) {
  const ark::detail::device_state& state = ark::device::context("ark_pe_accessible");
  if (static_cast<unsigned>(pe) >= static_cast<unsigned>(state.n_pes)) return 0;
  return state.peers[pe].route != ark::detail::peer_route::unreachable ? 1 : 0;
}

/// 1 if `address` is in the symmetric heap and the caller can communicate with `pe`, 0 otherwise.
/// Callable: kernels and host threads.
ARK_HOST_DEVICE inline int ark_addr_accessible(const void* address, int pe) {
  const ark::detail::device_state& state = ark::device::context("ark_addr_accessible");
  const std::uint64_t offset = reinterpret_cast<std::uint64_t>(address) - state.heap_base;
  return offset < ark::detail::load_relaxed(&state.heap_bytes) ? ark_pe_accessible(pe) : 0;
}
