// Counters with one writer and any number of readers.
#pragma once

#include <algorithm>
#include <ark/trace.hpp>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>

namespace ark {

/// add(), set(): one thread at a time. read(): any thread.
class trace_counter {
 public:
  void add(std::uint64_t more) noexcept {
    value_.store(value_.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
  }
  void set(std::uint64_t value) noexcept { value_.store(value, std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t read() const noexcept {
    return value_.load(std::memory_order_relaxed);
  }

 private:
  std::atomic<std::uint64_t> value_{0};
};

/// Histogram buckets; threads as for trace_counter.
class trace_buckets {
 public:
  [[nodiscard]] static unsigned bucket_of(std::uint64_t ns) noexcept {
    return std::min(static_cast<unsigned>(std::bit_width(ns)), trace_histogram::bucket_count - 1);
  }
  void add(std::uint64_t ns) noexcept { counts_[bucket_of(ns)].add(1); }
  [[nodiscard]] trace_histogram read() const noexcept {
    trace_histogram copy;
    for (unsigned i = 0; i < copy.bucket_count; ++i) copy.buckets[i] = counts_[i].read();
    return copy;
  }

 private:
  std::array<trace_counter, trace_histogram::bucket_count> counts_;
};

}  // namespace ark
