// What the loads of a replica share.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <ark/ark.hpp>
#include <ark/serve/replica.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace ark::serve::replica_detail {

inline constexpr const char* class_name = "serve::replica";

template <class... Values>
[[noreturn]] void refuse(errc code, const char* call, fmt::format_string<Values...> text,
                         Values&&... values) {
  throw error(code, fmt::format("{}::{}: ", class_name, call) +
                        fmt::format(text, std::forward<Values>(values)...));
}

/// Throw the PE's failure, if there is one, after calls of ark that return without a result then.
inline void check_failure(const char* call) {
  if (const errc code = status(); code != errc::ok)
    refuse(code, call, "{}", failure_text(last_failure()));
}

/// Tries `ready` until it is true, and otherwise sleeps. False after `most_ns`.
template <class Ready>
bool wait_until_ready(std::uint64_t most_ns, Ready&& ready) {
  using clock = std::chrono::steady_clock;
  constexpr std::uint64_t shortest_ns = 1'000, longest_ns = 200'000;
  const auto start = clock::now();
  for (std::uint64_t nap_ns = shortest_ns; !ready(); nap_ns = std::min(2 * nap_ns, longest_ns)) {
    const std::chrono::nanoseconds waited = clock::now() - start;
    if (static_cast<std::uint64_t>(waited.count()) >= most_ns) return false;
    device::loop_hint();
    ark::detail::sleep(nap_ns);
  }
  return true;
}

/// Between begin() and publish(): ends the claim if the load throws.
struct load_scope {
  replica_core& of;
  std::byte* const shadow;
  bool is_published = false;

  load_scope(replica_core& core, const char* call) : of(core), shadow(core.begin(call)) {}
  ~load_scope() {
    if (!is_published) of.abandon();
  }
  load_scope(const load_scope&) = delete;
  load_scope& operator=(const load_scope&) = delete;
  std::uint64_t publish() {
    is_published = true;
    return of.publish();
  }
};

}  // namespace ark::serve::replica_detail
