// The PEs between measurements: they meet without burning the cores that the measured ones need.
#pragma once

#include <ark/order.hpp>
#include <chrono>
#include <cstdint>
#include <vector>

#include "bench_array.hpp"
#include "shared_launches.hpp"

namespace ark_perf {

/// What each PE tells the others after a measurement.
struct pe_figures {
  std::uint64_t duration_ns = 0;  ///< from the first caller's begin to the last one's end
  std::uint64_t mean_caller_ns = 0;
  std::uint64_t errors = 0;
  std::uint64_t place = 0;    ///< a number that PEs of one host, or one GPU, share
  std::uint64_t address = 0;  ///< in the PE's process
};

/// Host threads only, one per PE. Every member but abandon is collective.
class pe_group {
 public:
  /// launches: of the PEs' process; null if they are not all in one.
  explicit pe_group(shared_launches* launches);

  [[nodiscard]] int pe() const noexcept { return pe_; }
  [[nodiscard]] int size() const noexcept { return size_; }
  /// ARK_TIMEOUT, while ark is initialised.
  [[nodiscard]] static std::chrono::nanoseconds timeout();

  /// All PEs have come and what they issued is delivered. A PE that waits sleeps between two looks.
  /// Errors: throws ark::error: timeout after five times ARK_TIMEOUT (a PE that measures ends or
  /// fails well before),
  ///   peer_failed if one has called abandon, or the code of this PE's own failure.
  void barrier();

  /// True if kernels of the PEs that wait for each other are launched at once, by PE 0: the PEs
  /// share a process and a GPU.
  [[nodiscard]] bool one_launch() const noexcept { return launches_ != nullptr; }
  /// Such a launch, on PE 0, to the end of what it returns.
  [[nodiscard]] shared_launches::turn begin_launch() { return shared_launches::turn(*launches_); }
  /// The same on the others, to its end: shared_launches::wait_for.
  void wait_for_launch(const std::function<void()>& serve);

  /// Every PE's figures, by PE.
  std::vector<pe_figures> gather(const pe_figures& mine);

  /// Tell the others that this PE leaves because of a failure. Best effort.
  void abandon() noexcept;

 private:
  struct meeting_words {
    std::uint64_t released = 0, abandoned = 0;  ///< abandoned: the PE + 1
  };
  [[nodiscard]] bool on_one_gpu();
  void wait_for(const std::uint64_t* word, std::uint64_t value);
  void check_others();

  int pe_;
  int size_;
  bench_array<meeting_words> words_;
  bench_array<std::uint64_t> arrived_;  ///< PE 0's: how often each PE has come
  bench_array<pe_figures> table_;
  std::uint64_t epoch_ = 0;
  shared_launches* launches_;
  std::uint64_t launched_ = 0;
};

/// Throws the PE's recorded failure, if there is one.
void throw_recorded_failure();

}  // namespace ark_perf
