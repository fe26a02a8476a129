// Operations that one PE has sent to another and that have not ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "gpu/memory/pipeline.hpp"
#include "transport/message.hpp"

namespace ark::proxy {

/// One operation in flight. It ends when the peer has acknowledged it, its source has been read,
/// and the answer it requested is stored.
struct sent_operation {
  static constexpr std::size_t not_a_part = ~std::size_t{0};

  std::uint64_t ticket = 0;
  unsigned ring = 0;                             ///< ring of its ticket
  std::size_t staged = gpu_pipeline::no_buffer;  ///< staging buffer of the source, if that is in
                                                 ///< GPU memory
  std::size_t part_of = not_a_part;              ///< the chunked transfer to which it belongs
  std::size_t pack = not_a_part;                 ///< or the pack of a list
  std::byte* answer_into = nullptr;  ///< destination of a get or a fetching atomic; null
                                     ///< for a get_list
  std::uint64_t answer_bytes = 0;
  std::uint64_t bytes = 0;  ///< of the message's data and of the answer
  bool acked = false;
  bool source_read = false;
  bool answered = true;
  bool ended = false;

  [[nodiscard]] bool complete() const noexcept { return acked && source_read && answered; }
};

/// Numbers a PE's operations to one peer, and keeps them until they end. Only the thread that
/// drives the proxy.
class outbound {
 public:
  /// Maximum number of open operations at a peer.
  static constexpr std::size_t capacity = 1024;

  [[nodiscard]] bool full() const noexcept { return open_.size() >= capacity; }
  [[nodiscard]] bool empty() const noexcept { return open_.empty(); }
  [[nodiscard]] std::uint64_t last() const noexcept { return first_ + open_.size() - 1; }

  /// Begin an operation; returns its number.
  std::uint64_t begin(const sent_operation& operation) {
    open_.push_back(operation);
    return last();
  }
  /// The open operation with this number; null if it has ended or never began.
  [[nodiscard]] sent_operation* find(std::uint64_t sequence) noexcept {
    if (sequence < first_ || sequence > last()) return nullptr;
    sent_operation& found = open_[static_cast<std::size_t>(sequence - first_)];
    return found.ended ? nullptr : &found;
  }

  /// The first operation after a fence names the last one before it, and all later ones repeat
  /// that.
  void fence(std::uint64_t epoch) noexcept {
    if (epoch == epoch_) return;
    epoch_ = epoch;
    after_ = last();
  }
  [[nodiscard]] std::uint64_t after() const noexcept { return after_; }
  /// True if all operations that the last fence covers are acknowledged.
  [[nodiscard]] bool fence_reached() const noexcept { return acked_ >= after_; }

  /// Record that the peer was asked to acknowledge up to `sequence` at once.
  void ack_requested(std::uint64_t sequence) noexcept { ack_requested_ = sequence; }
  /// True if open operations exist for which no acknowledgement was requested.
  [[nodiscard]] bool needs_ack_request() const noexcept {
    return !empty() && ack_requested_ < last();
  }

  /// The peer has delivered all operations up to `sequence`; calls `end(operation)` for each that
  /// ends. False if that number was never sent.
  template <class End>
  bool acknowledge(std::uint64_t sequence, End&& end) {
    if (sequence > last()) return false;
    for (; acked_ < sequence; ++acked_) {
      if (sent_operation* operation = find(acked_ + 1)) {
        operation->acked = true;
        close_if_complete(*operation, end);
      }
    }
    trim();
    return true;
  }
  /// End `operation` if it is complete.
  template <class End>
  void settle(sent_operation& operation, End&& end) {
    close_if_complete(operation, end);
    trim();
  }
  /// End all operations, because the peer is lost.
  template <class End>
  void abandon(End&& end) {
    for (sent_operation& operation : open_) {
      if (!operation.ended) end(operation);
    }
    first_ += open_.size();
    open_.clear();
  }

 private:
  template <class End>
  static void close_if_complete(sent_operation& operation, End&& end) {
    if (!operation.complete() || operation.ended) return;
    operation.ended = true;
    end(operation);
  }
  void trim() {
    while (!open_.empty() && open_.front().ended) {
      open_.pop_front();
      ++first_;
    }
  }

  std::deque<sent_operation> open_;
  std::uint64_t first_ = 1;  ///< number of the first element
  std::uint64_t acked_ = 0;
  std::uint64_t after_ = 0;
  std::uint64_t epoch_ = 0;
  std::uint64_t ack_requested_ = 0;
};

}  // namespace ark::proxy
