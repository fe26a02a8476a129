// All SMs of a GPU but a few kept busy: what is measured meanwhile has only those.
#pragma once

#include <cstdint>
#include <memory>

#include "kernels.hpp"

namespace ark_perf {

class own_stream;

/// A kernel that computes, from its construction to finish: a block that leaves no room beside it
/// on every SM but `free_sms`; one thread on the CPU executor. The PE's host thread only.
class busy_sms {
 public:
  /// Returns once all of its blocks run. Throws ark::error: invalid_argument if the GPU has no more
  /// than `free_sms`, what the launch failed with, or timeout.
  explicit busy_sms(unsigned free_sms);
  /// As finish, without a word.
  ~busy_sms();
  busy_sms(const busy_sms&) = delete;
  busy_sms& operator=(const busy_sms&) = delete;
  /// End it. Throws ark::error: as stream_sync, and timeout if it had ended by itself, after half
  /// of ARK_TIMEOUT: what was measured was beside it for a part of the time, or not at all.
  void finish();

 private:
  [[nodiscard]] std::uint64_t* stop() const;
  [[nodiscard]] std::uint64_t* states() const;  ///< of each block
  void wait_until_all_run() const;

  unsigned blocks_;
  pinned_memory words_;
  std::unique_ptr<own_stream> stream_;
};

}  // namespace ark_perf
