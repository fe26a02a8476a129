// Several PEs in one process: a bootstrap over plain memory.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <vector>

#include "bootstrap/bootstrap.hpp"

namespace ark {

/// The state shared by the PEs of one local job. Any thread; outlives its members.
class local_group {
 public:
  local_group(int n_pes, std::uint64_t timeout_ns);

  [[nodiscard]] int size() const noexcept { return static_cast<int>(blocks_.size()); }
  /// All members call with the same `bytes`; every member receives all blocks. Throws timeout
  /// naming the missing members, and aborted once a member has left.
  void exchange(int rank, const char* call, const void* in, std::size_t bytes, void* out);
  /// Called for a member that will make no more calls: waits for it end.
  void leave(int rank);
  /// Called by a member that will be late, because it is working: the waiting members restart their
  /// deadlines.
  void working();

 private:
  template <class IsOver>
  bool wait(std::unique_lock<std::mutex>& lock, IsOver&& is_over);
  [[nodiscard]] std::string missing() const;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t timeout_ns_;
  std::vector<std::vector<std::byte>> blocks_;
  std::vector<std::byte> result_;  ///< of the last complete round
  std::vector<bool> here_, gone_;
  std::chrono::steady_clock::time_point worked_;
  int arrived_ = 0;
  std::uint64_t round_ = 0;
};

class local_bootstrap final : public bootstrap {
 public:
  local_bootstrap(local_group& group, int rank) : group_(group), rank_(rank) {}
  ~local_bootstrap() override { group_.leave(rank_); }

  [[nodiscard]] int rank() const noexcept override { return rank_; }
  [[nodiscard]] int size() const noexcept override { return group_.size(); }
  [[nodiscard]] int local_size() const noexcept override { return group_.size(); }
  [[nodiscard]] std::string name() const override { return "local (one process)"; }
  void allgather(const void* in, std::size_t bytes, void* out) override {
    group_.exchange(rank_, "allgather", in, bytes, out);
  }
  void broadcast(void* data, std::size_t bytes, int root) override;
  void barrier() override { group_.exchange(rank_, "barrier", nullptr, 0, nullptr); }
  void working() override { group_.working(); }
  [[noreturn]] void abort(int status) override;

 private:
  local_group& group_;
  int rank_;
};

}  // namespace ark
