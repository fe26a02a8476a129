// Symmetric addresses: from a pointer into the caller's heap to the same object of another PE.
#pragma once

#include <ark/device/state/check.hpp>
#include <ark/device/state/context.hpp>
#include <type_traits>

namespace ark::device {

/// The size of `count` elements of `each` bytes; too_many_bytes if 64 bits do not hold it. That is
/// more than any heap has, so locate() does not accept it.
ARK_HOST_DEVICE inline std::uint64_t bytes_of(std::uint64_t count, std::uint64_t each) {
#if ARK_DEVICE_PASS
  // Folded where `each` is a constant: a shift instead of a product of 128 bits.
  const bool is_power = __popcll(each) == 1;
  const bool fits = is_power ? (count >> 1 >> __clzll(static_cast<long long>(each))) == 0
                             : __umul64hi(count, each) == 0;
  return fits ? count * each : detail::too_many_bytes;
#else
  std::uint64_t bytes = 0;
  return __builtin_mul_overflow(count, each, &bytes) ? detail::too_many_bytes : bytes;
#endif
}

/// A PE, and a range of its heap that an operation accesses.
struct asked_range {
  const void* address;
  std::uint64_t bytes;  ///< from bytes_of(), or not a product
  int pe;
  detail::op_kind op;
  std::uint64_t count = 0;      ///< for the record
  std::uint32_t alignment = 1;  ///< the offset is a multiple of it; a power of two
};

/// What an operation needs of the caller's context and of the target PE.
struct peer_access {
  std::uint64_t heap_base;   ///< the caller's
  std::uint64_t heap_bytes;  ///< committed
  detail::peer_view peer;
  bool exists;  ///< false: `peer` is another PE's entry
#if ARK_DEVICE_PASS
  std::uint64_t inline_max_bytes;  ///< limit for stores, for the calling scope
#endif
};

/// On a GPU all fields are loaded before any is used: one latency instead of four. The size of the
/// heap may be read from the SM's cache: the heap only grows, and a thread that holds an address in
/// the new part got it, directly or not, from a thread that has seen the growth.
template <class Scope = block_scope>
ARK_HOST_DEVICE ARK_CPU_INLINE inline peer_access peer_access_of(const detail::device_state& state,
                                                                 int pe) {
#if ARK_DEVICE_PASS
  peer_access to;
  const unsigned last = detail::ptx_load_constant(&cuda_contexts.last_pe),
                 asked = static_cast<unsigned>(pe);
  to.exists = asked <= last;
  const auto* peers = reinterpret_cast<const detail::peer_view*>(&state + 1);
  std::uint64_t route;
  detail::load_pair_relaxed<detail::scope::block>(&peers[to.exists ? asked : last].heap_base,
                                                  to.peer.heap_base, route);
  to.heap_base = detail::ptx_load_here(&state.heap_base);
  to.inline_max_bytes =
      detail::ptx_load_here(std::is_same_v<Scope, thread_scope> ? &state.thread_inline_max_bytes
                                                                : &state.inline_max_bytes);
  to.heap_bytes = detail::load_relaxed<detail::scope::block>(&state.heap_bytes);
  to.peer.route = static_cast<detail::peer_route>(static_cast<std::uint32_t>(route));
  __builtin_assume(to.heap_bytes >= 64);  // ark's own words: any element fits
  return to;
#else
  const bool exists = static_cast<unsigned>(pe) < static_cast<unsigned>(state.n_pes);
  return {state.heap_base, detail::load_relaxed(&state.heap_bytes),
          exists ? state.peers[pe] : detail::peer_view{}, exists};
#endif
}

/// The target of an operation.
struct target {
  std::uint64_t offset = 0;  ///< symmetric offset
  peer_access to;
  bool accepted = true;

  /// The object's address here, if the peer is mapped.
  ARK_HOST_DEVICE std::byte* mapped() const {
    return reinterpret_cast<std::byte*>(to.peer.heap_base + offset);
  }
};

/// Route of a transfer: stores or loads by the caller, or already posted.
struct direct_target {
  std::byte* at = nullptr;  ///< address for the caller's stores or loads; null: no access is left
                            ///< to the caller
  errc code = errc::ok;     ///< result, if `at` is null
};

/// 1: a GPU's calls try fast_path_to() first; every other case is in functions out of line, whose
/// names end in _slow_path. Off in checked mode.
#define ARK_HAS_FAST_PATH (ARK_DEVICE_PASS && !ARK_CHECKED)
#if ARK_DEVICE_PASS
/// Result of the fast-path test: the caller's scope moves the bytes itself, and there is at least
/// one. The test reads constant memory only.
struct fast_path {
  bool holds;     ///< false: the slow path decides, also on a refusal
  std::byte* at;  ///< the range on the PE; a multiple of `alignment`, a power of two
};
/// In the place of a scope: a transfer that its caller makes at any size.
struct any_size {};
template <class Scope>
ARK_DEVICE inline fast_path fast_path_to(const void* address, std::uint64_t bytes, int pe,
                                         std::uint32_t alignment = 1) {
  const detail::cuda_stores& all = cuda_contexts.stores;
  const unsigned index = static_cast<unsigned>(pe) - detail::ptx_load_constant(&all.first_peer);
  const std::uint64_t here = reinterpret_cast<std::uint64_t>(address),
                      heap_bytes = detail::ptx_load_constant(&all.heap_bytes),
                      most = std::is_same_v<Scope, any_size>
                                 ? heap_bytes
                                 : detail::ptx_load_constant(std::is_same_v<Scope, thread_scope>
                                                                 ? &all.thread_most_bytes
                                                                 : &all.most_bytes);
  const unsigned high =
      detail::ptx_load_constant(&all.to_first) + index * detail::ptx_load_constant(&all.to_next);
  __builtin_assume(most >= detail::cuda_stores::least_most_bytes);
  // No short-circuit branches: evaluating a comparison costs less than a branch.
  const bool is_peer = index < detail::ptx_load_constant(&all.peers), is_small = bytes - 1 < most,
             is_inside = here - detail::ptx_load_constant(&all.heap_base) <= heap_bytes - bytes,
             is_aligned = (here & (alignment - 1)) == 0;
  return {(is_peer & is_small & is_inside & is_aligned) != 0,
          reinterpret_cast<std::byte*>(here + (std::uint64_t{high} << 32))};
}
#endif

/// Record a refused argument: `seen` is not below `limit`.
ARK_HOST_DEVICE inline errc refuse(detail::device_state& state, detail::op_kind op, int pe,
                                   std::uint64_t offset, std::uint64_t seen, std::uint64_t limit,
                                   detail::failure_reason why) {
  fail(state, {errc::invalid_argument, op, detail::cmp_kind::lt, why}, pe, offset, limit, seen);
  return errc::invalid_argument;  // constant result: the compiler drops the caller's test of it
}
/// Record a range that locate() has rejected. failure_publish derives the reason.
ARK_HOST_DEVICE inline errc refuse(detail::device_state& state, const asked_range& asked,
                                   const target& found) {
  const bool too_many = asked.bytes == detail::too_many_bytes;
  return refuse(state, asked.op, asked.pe, found.offset, too_many ? asked.count : asked.alignment,
                asked.bytes, detail::failure_reason::target);
}

/// Check the PE, that the range lies in the symmetric heap, and the alignment. Always on: a
/// subtraction, and one branch of the caller. Records nothing, so that the caller can record in a
/// branch that ends the call and keeps no registers across it.
ARK_HOST_DEVICE ARK_CPU_INLINE inline target locate(const peer_access& to,
                                                    const asked_range& asked) {
  const std::uint64_t offset = reinterpret_cast<std::uint64_t>(asked.address) - to.heap_base;
  const bool inside = to.exists && asked.bytes <= to.heap_bytes &&
                      offset <= to.heap_bytes - asked.bytes &&
                      (offset & (asked.alignment - 1)) == 0;
  return {offset, to, inside};
}
template <class Scope = block_scope>
ARK_HOST_DEVICE ARK_CPU_INLINE inline target locate(const detail::device_state& state,
                                                    const asked_range& asked) {
  return locate(peer_access_of<Scope>(state, asked.pe), asked);
}

/// Like locate(), and records a range that it rejects. The operation must not be executed then.
ARK_HOST_DEVICE inline errc check_range(detail::device_state& state, const asked_range& asked) {
  const target found = locate(state, asked);
  return found.accepted ? errc::ok : refuse(state, asked, found);
}

}  // namespace ark::device
