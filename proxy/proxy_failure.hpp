// How a proxy records what goes wrong.
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

/// After a failure every waiter leaves: its stack, where an answer may have been wanted, has
/// another owner.
[[nodiscard]] inline bool has_failed(const detail::device_state& state) noexcept {
  return detail::load_acquire(&state.status) != 0;
}

/// Messages of senders outside the job, or torn ones. Logs the first few, counts the others.
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
