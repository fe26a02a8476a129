// The failure records of a proxy.
#pragma once

#include <fmt/core.h>

#include <ark/detail/state/device_state.hpp>

#include "error/log.hpp"
#include "transport/message.hpp"

namespace ark::proxy {

/// `peer` -1: none.
[[nodiscard]] inline failure_record proxy_failure(const detail::device_state& state, errc code,
                                                  int peer) {
  failure_record record;
  record.code = code;
  record.pe = state.pe;
  record.peer = peer;
  fmt::format_to_n(record.engine, sizeof record.engine - 1, "proxy");
  return record;
}

/// After a failure every waiter returns, and the stack memory for an answer may have been reused.
[[nodiscard]] inline bool has_failed(const detail::device_state& state) noexcept {
  return detail::load_acquire(&state.status) != 0;
}

/// Rejects messages of senders outside the job, and damaged ones. Logs the first few and counts the
/// others.
class reject_log {
 public:
  void reject(const message& header, const char* why) {
    constexpr std::uint64_t logged = 8;
    if (++rejected_ > logged) return;
    logger().warn("proxy: rejected a message with sender PE {}, kind {}: {}{}", header.from,
                  static_cast<unsigned>(header.kind), why,
                  rejected_ == logged ? "; further ones are not logged" : "");
  }

 private:
  std::uint64_t rejected_ = 0;
};

}  // namespace ark::proxy
