// How a call wants its bytes moved, and moving them by the caller's own threads.
#pragma once

#include <ark/device/address.hpp>
#include <ark/device/bulk_copy.hpp>
#include <ark/device/copy.hpp>
#include <type_traits>

namespace ark::device {

/// When a transfer may return: source reusable (put) or destination filled (get), or at once.
/// value: as local, of at most landing_bytes that the call returns to its caller by value.
enum class completion { local, deferred, value };

/// What a call says beyond what goes where.
struct manner {
  static constexpr bool lends = false;
  completion until;
  cache_policy cache = cache_policy::automatic;

  ARK_HOST_DEVICE constexpr manner(completion wanted, cache_policy policy = cache_policy::automatic)
      : until(wanted), cache(policy) {}
};

/// The caller lends shared memory: its block moves the bytes itself, whatever their size. A type of
/// its own, so that the calls that lend nothing hold no code for it.
struct lending : manner {
  static constexpr bool lends = true;
  bulk_space scratch;

  ARK_HOST_DEVICE constexpr lending(const bulk_space& lent, cache_policy policy)
      : manner(completion::local, policy), scratch(lent) {}
};

/// What the size says about the route of a call: what its caller lends memory for, counts as small.
template <class How>
ARK_HOST_DEVICE constexpr std::size_t routed_bytes(std::size_t bytes) {
  return How::lends ? 0 : bytes;
}

ARK_HOST_DEVICE inline errc check_cache(detail::device_state& state, cache_policy policy,
                                        detail::op_kind op, int pe) {
  if (detail::is_cache_policy(policy)) return errc::ok;
  return refuse(state, op, pe, ~std::uint64_t{0},
                static_cast<std::uint64_t>(static_cast<std::int64_t>(policy)),
                detail::cache_policy_count, "cache policy: ARK_CACHE_AUTOMATIC to BYPASS");
}

/// Move bytes by the calling scope's threads, without synchronising them. `pe` is the other side.
/// Not ok, on the leader alone, if a copy through lent memory came to no end in time.
template <class Scope, class How>
ARK_HOST_DEVICE inline errc move_inline([[maybe_unused]] detail::device_state& state, void* dest,
                                        const void* source, std::size_t bytes, const How& how,
                                        detail::direction way, [[maybe_unused]] int pe) {
#if ARK_BULK_COPY
  if constexpr (How::lends) {
    static_assert(std::is_same_v<Scope, block_scope>);
    const detail::copy_cut cut = detail::cut_copy(dest, source, bytes);
    if (copying::bulk_fits(dest, source, cut, how.scratch)) {
      const bool put = way == detail::direction::put;
      return copying::bulk_copy<Scope>(state, static_cast<std::byte*>(dest),
                                       static_cast<const std::byte*>(source), cut, how.scratch,
                                       detail::cache_hints_of(how.cache, way, bytes),
                                       put ? detail::op_kind::put : detail::op_kind::get, pe);
    }
  }
#endif
  copy<Scope>(dest, source, bytes, how.cache, way);
  return errc::ok;
}

/// What every thread of a scope returns, which has synchronised since the leader knew.
template <class Scope, class How>
ARK_HOST_DEVICE inline errc inline_result(const detail::device_state& state, errc leaders) {
  if constexpr (How::lends) return Scope::leader() ? leaders : status(state);
  return errc::ok;
}

}  // namespace ark::device
