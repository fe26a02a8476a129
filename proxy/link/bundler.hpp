// Gathers small messages to one peer and sends them as one: over a network every message costs
// microseconds.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "transport/message.hpp"

namespace ark::proxy {

/// Buffers that are being filled or sent. Only the thread that drives the proxy.
class bundler {
 public:
  /// Maximum data of a message that is bundled.
  static constexpr std::size_t small_bytes = 16 * 1024;
  /// A bundle of this size is sent.
  static constexpr std::size_t enough_bytes = 40 * 1024;
  static constexpr std::size_t most_bytes = enough_bytes + small_bytes + sizeof(message);
  static constexpr std::size_t none = ~std::size_t{0};

  struct buffer {
    std::vector<std::byte> bytes;
    std::size_t count = 0;
    std::size_t last = 0;  ///< offset of the last header
  };

  /// An empty buffer's number.
  [[nodiscard]] std::size_t acquire() {
    if (free_.empty()) {
      free_.push_back(buffers_.size());
      buffers_.push_back(std::make_unique<buffer>());
      buffers_.back()->bytes.reserve(most_bytes);
    }
    const std::size_t number = free_.back();
    free_.pop_back();
    return number;
  }
  void release(std::size_t number) {
    buffers_[number]->bytes.clear();
    buffers_[number]->count = 0;
    free_.push_back(number);
  }
  [[nodiscard]] buffer& operator[](std::size_t number) { return *buffers_[number]; }

  /// Appends header and data; true if the bundle should be sent.
  bool add(std::size_t number, const message& header, std::span<const std::byte> data) {
    buffer& into = *buffers_[number];
    const std::size_t at = into.bytes.size();
    into.last = at;
    into.bytes.resize(at + sizeof header + padded(data.size()));
    std::memcpy(into.bytes.data() + at, &header, sizeof header);
    if (!data.empty())
      std::memcpy(into.bytes.data() + at + sizeof header, data.data(), data.size());
    ++into.count;
    return into.bytes.size() >= enough_bytes;
  }

  /// Request the acknowledgement of the last message, if it is operation `sequence`.
  bool want_ack(std::size_t number, std::uint64_t sequence) {
    buffer& filled = *buffers_[number];
    message header;
    std::memcpy(&header, filled.bytes.data() + filled.last, sizeof header);
    if (!is_operation(header.kind) || header.sequence != sequence) return false;
    header.ack_wanted = 1;
    std::memcpy(filled.bytes.data() + filled.last, &header, sizeof header);
    return true;
  }

  [[nodiscard]] static constexpr std::size_t padded(std::size_t bytes) noexcept {
    return (bytes + 7) / 8 * 8;
  }

 private:
  std::vector<std::unique_ptr<buffer>> buffers_;
  std::vector<std::size_t> free_;
};

}  // namespace ark::proxy
