// Posting in tests: the ring's own way, with a wait of the test's.
#pragma once

#include <ark/detail/queue/ring.hpp>
#include <ark/errc.hpp>
#include <cstdint>

#include "eventually.hpp"

namespace ark::testing {

/// `d` with a cache policy, which only puts and gets may have.
inline detail::descriptor with_cache(detail::descriptor d, cache_policy policy) {
  d.set(detail::field::cache, static_cast<std::uint64_t>(policy));
  return d;
}

/// Post `d`. until(ready) waits for a slot until ready() is true, and returns how that ended.
template <class Atomics, class Until>
detail::ticket post(const detail::basic_ring<Atomics>& to, const detail::descriptor& d,
                    Until&& until) {
  const auto wait = [&](const std::uint64_t* word, detail::cmp_kind cmp, std::uint64_t value) {
    std::uint64_t seen = 0;
    const auto compares = [&] {
      return cmp == detail::cmp_kind::eq ? seen == value : seen >= value;
    };
    errc code = until([&] {
      seen = Atomics::load_acquire(word);
      return compares() || to.closed() != errc::ok;
    });
    if (code == errc::ok && !compares()) code = to.closed();
    return detail::word_seen{seen, code};
  };
  const detail::taken_ticket taken =
      d.wants_reply() ? to.template take<true>() : to.template take<false>();
  detail::ticket at{taken.number};
  if (taken.has_slot == 0) {
    at.code = d.wants_reply() ? to.template await_slot<true>(at.number, wait)
                              : to.template await_slot<false>(at.number, wait);
  }
  if (at.code != errc::ok) {
    to.close(at.code);
  } else {
    to.fill(at.number, d);
  }
  return at;
}

/// The wait for a slot: for as long as anything here should take.
inline constexpr auto yield_until = [](auto&& ready) {
  return eventually(ready) ? errc::ok : errc::timeout;
};
/// The wait of a post that finds a slot, or fails: one look.
inline constexpr auto give_up = [](auto&& ready) { return ready() ? errc::ok : errc::timeout; };

}  // namespace ark::testing
