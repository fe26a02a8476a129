#include "bootstrap/local_bootstrap.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string>

#include "error/message_parts.hpp"
#include "os/stall_meter.hpp"

namespace ark {

local_group::local_group(int n_pes, std::uint64_t timeout_ns)
    : timeout_ns_(timeout_ns),
      blocks_(static_cast<std::size_t>(n_pes)),
      here_(blocks_.size()),
      gone_(blocks_.size()) {}

std::string local_group::missing() const {
  std::vector<int> late, left;
  for (std::size_t pe = 0; pe < here_.size(); ++pe) {
    if (!here_[pe]) (gone_[pe] ? left : late).push_back(static_cast<int>(pe));
  }
  return left.empty() ? as_ranges(late) : as_ranges(left) + " (left)";
}

void local_group::leave(int rank) {
  const std::lock_guard lock(mutex_);
  gone_[static_cast<std::size_t>(rank)] = true;
  changed_.notify_all();
}

void local_group::working() {
  const std::lock_guard lock(mutex_);
  worked_ = std::chrono::steady_clock::now();
}

/// Wait until is_over(), or the deadline, which is extended by a PE at work and by a stall of the
/// process.
template <class IsOver>
bool local_group::wait(std::unique_lock<std::mutex>& lock, IsOver&& is_over) {
  constexpr std::chrono::nanoseconds poll_interval = std::chrono::milliseconds(50);
  stall_meter stalls;
  const std::chrono::nanoseconds timeout(timeout_ns_);
  auto begun = std::chrono::steady_clock::now();
  while (!is_over()) {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::nanoseconds since_start = now.time_since_epoch();
    const auto stalled = stalls.stalled_ns(static_cast<std::uint64_t>(since_start.count()));
    begun = std::max(begun, worked_) + std::chrono::nanoseconds(stalled);
    if (now - begun >= timeout) return false;
    changed_.wait_for(lock, std::min(poll_interval, timeout - (now - begun)));
  }
  return true;
}

void local_group::exchange(int rank, const char* call, const void* in, std::size_t bytes,
                           void* out) {
  std::unique_lock lock(mutex_);
  const std::uint64_t mine = round_;
  auto& block = blocks_[static_cast<std::size_t>(rank)];
  block.resize(bytes);
  if (bytes > 0) std::memcpy(block.data(), in, bytes);
  here_[static_cast<std::size_t>(rank)] = true;
  if (++arrived_ == size()) {
    result_.clear();
    for (const auto& b : blocks_) result_.insert(result_.end(), b.begin(), b.end());
    arrived_ = 0;
    here_.assign(here_.size(), false);
    ++round_;
    lock.unlock();  // or each woken thread would wait for the lock first
    changed_.notify_all();
  } else {
    const auto some_pe_left = [&] {
      for (std::size_t pe = 0; pe < here_.size(); ++pe) {
        if (gone_[pe] && !here_[pe]) return true;
      }
      return false;
    };
    const bool woken = wait(lock, [&] { return round_ != mine || some_pe_left(); });
    if (round_ == mine) {
      const std::string who = missing();
      here_[static_cast<std::size_t>(rank)] = false;
      --arrived_;
      throw error(woken ? errc::aborted : errc::timeout,
                  fmt::format("local bootstrap: {} of PE {}: after {:.1f} s PE {} {}", call, rank,
                              woken ? 0.0 : static_cast<double>(timeout_ns_) * 1e-9, who,
                              woken ? "will not come" : "has not come"));
    }
  }
  // The next round cannot complete before this member enters it, so result_ is still this round's.
  if (bytes > 0) std::memcpy(out, result_.data(), result_.size());
}

void local_bootstrap::broadcast(void* data, std::size_t bytes, int root) {
  std::vector<std::byte> all(bytes * static_cast<std::size_t>(size()));
  group_.exchange(rank_, "broadcast", data, bytes, all.data());
  std::memcpy(data, all.data() + bytes * static_cast<std::size_t>(root), bytes);
}

void local_bootstrap::abort(int status) { std::_Exit(status); }

}  // namespace ark
