#include "queue/cpu_copy_engine.hpp"

#include <algorithm>
#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/transfer/delivery.hpp>

namespace ark {

namespace {

/// The acquire pairs with the starter's release: the copy reads what the starter has written to the
/// source.
bool is_started(const plan_copy& what) {
  return detail::load_acquire(&what.words->started) > detail::load_relaxed(&what.words->done);
}

}  // namespace

void cpu_copy_engine::add(const plan_copy& what) {
  const std::lock_guard lock(mutex_);
  plans_.push_back({what, 0, false});
  any_.store(true, std::memory_order_relaxed);
}

void cpu_copy_engine::remove(const detail::plan_state* words) {
  const std::lock_guard lock(mutex_);
  std::erase_if(plans_, [words](const entry& one) { return one.what.words == words; });
  any_.store(!plans_.empty(), std::memory_order_relaxed);
}

bool cpu_copy_engine::idle() const noexcept {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return false;
  return std::none_of(plans_.begin(), plans_.end(),
                      [](const entry& one) { return is_started(one.what); });
}

bool cpu_copy_engine::progress(unsigned budget) noexcept {
  if (!any_.load(std::memory_order_relaxed)) return false;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return false;
  bool any = false;
  for (unsigned i = 0; i < budget && step(); ++i) any = true;
  return any;
}

/// A plan with more starts than completed transfers: the next in turn, or a random one.
cpu_copy_engine::entry* cpu_copy_engine::next_started() {
  if (plans_.empty()) return nullptr;  // removed since progress() read any_
  const std::size_t first =
      options_.order == engine_order::random ? random_() % plans_.size() : next_;
  for (std::size_t i = 0; i < plans_.size(); ++i) {
    const std::size_t at = (first + i) % plans_.size();
    if (!is_started(plans_[at].what)) continue;
    next_ = at + 1;
    return &plans_[at];
  }
  return nullptr;
}

bool cpu_copy_engine::step() {
  entry* one = next_started();
  if (one == nullptr) return false;
  if (options_.signal_first && !one->signalled) {
    signal(*one);
    return true;
  }
  if (one->moved < one->what.bytes) {
    move_some(*one);
    // With a seed the remaining chunks are separate steps, so that others may run between them.
    if (one->moved < one->what.bytes || options_.order == engine_order::random) return true;
  }
  if (!one->signalled) signal(*one);
  finish(*one);
  return true;
}

void cpu_copy_engine::finish(entry& one) {
  one.moved = 0;
  one.signalled = false;
  // Release: pairs with the acquire of a waiter, which may then write to the source.
  detail::store_release(&one.what.words->done, detail::load_relaxed(&one.what.words->done) + 1);
}

void cpu_copy_engine::move_some(entry& one) {
  const plan_copy& what = one.what;
  const std::uint64_t most =
      options_.order == engine_order::random ? 8 * (1 + random_() % 8) : options_.chunk_bytes;
  const std::uint64_t some = std::min(most, what.bytes - one.moved);
  delivery::copy(what.dest + one.moved, what.source + one.moved, some);
  one.moved += some;
}

void cpu_copy_engine::signal(entry& one) {
  if (one.what.signal != nullptr) {
    delivery::signal(detail::signal_op::add, one.what.signal, 1);
    detail::note_signal(one.what.bell, one.what.signal);
  }
  one.signalled = true;
}

}  // namespace ark
