// Which transfer a PE posts next, and how much is in flight. Knows nothing of PEs and memory.
#pragma once

#include <ark/gradients.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <tuple>

namespace ark::gradients {

/// A chunk to send: to its owner, or as the result to all other PEs.
struct transfer {
  std::size_t chunk = 0;
  bool is_result = false;
};

/// The transfers that wait, in the order of the policy, and the credit.
class send_order {
 public:
  send_order(policy order, std::uint64_t credit) : order_(order), credit_(credit) {}

  /// `tensor` of the chunk became ready as the `turn`-th.
  void add(const transfer& what, std::size_t tensor, std::uint64_t turn) {
    waiting_.insert({order_ == policy::fifo ? turn : tensor, what.chunk, what.is_result});
  }
  /// Take the next transfer, of bytes_of(transfer) bytes, if the credit allows. A transfer of more
  /// than the credit is sent alone.
  template <class Bytes>
  std::optional<transfer> next(const Bytes& bytes_of) {
    if (waiting_.empty()) return std::nullopt;
    const auto first = waiting_.begin();
    const transfer what{std::get<1>(*first), std::get<2>(*first)};
    const std::uint64_t bytes = bytes_of(what);
    if (in_flight() != 0 && in_flight() + bytes > credit_) return std::nullopt;
    waiting_.erase(first);
    posted_ += bytes;
    return what;
  }
  /// In all: the bytes that have arrived.
  void arrived(std::uint64_t bytes) { arrived_ = bytes; }
  [[nodiscard]] std::uint64_t in_flight() const { return posted_ - arrived_; }
  [[nodiscard]] bool idle() const { return waiting_.empty() && in_flight() == 0; }

 private:
  policy order_;
  std::uint64_t credit_, posted_ = 0, arrived_ = 0;
  std::set<std::tuple<std::uint64_t, std::size_t, bool>> waiting_;
};

}  // namespace ark::gradients
