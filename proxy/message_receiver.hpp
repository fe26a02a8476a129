// Dispatches incoming messages to their handlers.
#pragma once

#include <ark/detail/state/device_state.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "answers.hpp"
#include "lost_peers.hpp"
#include "one_sided.hpp"
#include "operation_target.hpp"
#include "receives.hpp"

namespace ark::proxy {

/// Receives the transport's messages. Messages from outside the job and damaged ones are logged and
/// dropped. The references outlive it.
class message_receiver final : public receiver {
 public:
  struct parts {
    peer_links& links;
    gpu_memory& gpu;
    turn_clock& clock;
    message_sender& messages;
    open_operations& operations;
    one_sided_transfers& one_sided;
    receive_table& receives;
    operation_target& target;
    answer_receiver& answers;
    lost_peers& lost;
    reject_log& rejects;
  };
  /// `token`: the job's secret. `failure_reported`: proxy::options::failure_reported.
  message_receiver(std::uint64_t token, transport& over, const parts& of,
                   std::function<void(int pe, int reported_by, std::uint64_t how)> failure_reported)
      : token_(token), transport_(over), of_(of), failure_reported_(std::move(failure_reported)) {}

  void message_arrived(const message& header, const payload& behind) override;
  void sent(std::uint64_t cookie) override;
  void received(std::uint64_t cookie) override;
  void peer_lost(int pe, const std::string& why) override { of_.lost.connection_broke(pe, why); }

 private:
  [[nodiscard]] const char* refusal(const message& header) const;
  void accepted(peer_link& from, const message& header, const payload& behind);
  void bundle_arrived(const message& outer, const payload& behind);
  void unpack(const message& outer, std::span<const std::byte> messages);
  [[nodiscard]] const char* control_arrived(peer_link& from, const message& header);
  void reject(const message& header, const payload& behind, const char* why);

  std::uint64_t token_;
  transport& transport_;
  parts of_;
  std::function<void(int pe, int reported_by, std::uint64_t how)> failure_reported_;
};

}  // namespace ark::proxy
