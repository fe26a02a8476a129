#include "condition_watch.hpp"

#include <algorithm>
#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/platform/clock.hpp>
#include <ark/device/transfer/queue.hpp>
#include <atomic>
#include <bit>
#include <utility>

#include "os/futex.hpp"
#include "os/resource_limits.hpp"

namespace ark {

namespace {

/// Futile rings after which a bit leaves the filter: setting it again costs a fence of all threads.
constexpr unsigned most_futile = 8;
/// Between two checks of a condition whose fulfilment rings no bell.
constexpr std::uint64_t sample_ns = 1'000'000;

std::atomic_ref<std::uint64_t> word_of(std::uint64_t& word) { return std::atomic_ref(word); }
std::atomic_ref<std::uint32_t> word_of(std::uint32_t& word) { return std::atomic_ref(word); }

}  // namespace

condition_watch::condition_watch(detail::device_state& state, std::function<void()> make_progress)
    : state_(state),
      make_progress_(std::move(make_progress)),
      bell_(detail::doorbell_at(state, state.heap_base)) {}

std::uint64_t condition_watch::attach(awaited_condition what) {
  const std::lock_guard lock(mutex_);
  if (ended_) throw error(errc::not_initialized, "the PE has been finalized");
  const std::size_t list =
      what.word == nullptr
          ? quiets
          : static_cast<std::size_t>(std::countr_zero(detail::doorbell_bit(what.word)));
  // The number contains the list.
  entry one{++last_number_ * lists_.size() + list, std::move(what), 0, {}};
  one.deadline_ns = detail::deadline_after(one.what.within_ns);
  if (list == quiets) begin_quiet(one);
  listen_for(list);
  std::uint64_t seen = 0;
  const bool is_due = holds(one, seen);
  if (const errc code = device::status(state_); is_due || code != errc::ok) {
    one.what.then(is_due ? errc::ok : code, seen);
    return one.number;
  }
  if (!thread_.joinable())
    thread_ = thread_start("the watch of conditions", &condition_watch::main, this);
  const bool is_sooner = one.deadline_ns < next_deadline_ns_ || one.is_sampled || looks_ > 0;
  next_deadline_ns_ = std::min(next_deadline_ns_, one.deadline_ns);
  const std::uint64_t number = one.number;
  lists_[list].all.push_back(std::move(one));
  if (is_sooner) ring_doorbell(*bell_, 0);
  return number;
}

/// Afterwards each delivery for the list rings the bell, or is seen by holds().
void condition_watch::listen_for(std::size_t list) {
  lists_[list].futile = 0;
  if (list == quiets) {
    if (word_of(bell_->rings_used).exchange(1) != 0) return;
  } else {
    const std::uint64_t bit = std::uint64_t{1} << list;
    if ((word_of(bell_->filter).fetch_or(bit) & bit) != 0) return;
  }
  // Without the fence a deliverer's store may be in its core's buffer for some more nanoseconds.
  if (!fence_all_joined || !fence_all()) looks_ = 2;
}

void condition_watch::begin_quiet(entry& one) const {
  namespace queue = device::queue;
  for (unsigned i = 0; i < queue::ring_total(state_); ++i) {
    const detail::poster_ring ring = queue::ring_at(state_, i);
    const std::uint64_t posted = one.what.context == 0
                                     ? queue::of_all{}.posted(state_, i)
                                     : queue::of_context{one.what.context}.posted(state_, i);
    one.posted.push_back(posted);
    if (ring.done() >= posted) continue;
    if (queue::is_proxy_ring(state_, i)) {
      ring.await_mark(posted, queue::is_kernel_ring(state_, i));
    } else if (i >= state_.ring_count) {
      one.is_sampled = true;  // kernels deliver it
    }
  }
  if (make_progress_) make_progress_();
}

/// Acquire: pairs with the release of the delivery.
bool condition_watch::holds(const entry& one, std::uint64_t& seen) const {
  if (one.what.word != nullptr) {
    seen = detail::load_acquire(one.what.word);
    return device::compares(one.what.cmp, false, seen, one.what.value);
  }
  for (unsigned i = 0; i < one.posted.size(); ++i) {
    if (device::queue::ring_at(state_, i).done() < one.posted[i]) return false;
  }
  return true;
}

bool condition_watch::detach(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  return std::erase_if(lists_[number % lists_.size()].all,
                       [number](const entry& one) { return one.number == number; }) != 0;
}

std::pair<std::uint64_t*, std::uint64_t> condition_watch::take_stream_word() {
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < stream_values_.size(); ++i) {
    std::uint64_t* const word = bell_->of_streams + i;
    if (detail::load_acquire(word) == stream_values_[i]) return {word, ++stream_values_[i]};
  }
  return {nullptr, 0};
}

bool condition_watch::listen_to_all() {
  const std::lock_guard lock(mutex_);
  if (ended_) throw error(errc::not_initialized, "the PE has been finalized");
  ++listeners_;
  if (!possible()) return true;
  word_of(bell_->filter).store(~std::uint64_t{0});
  const bool is_fenced = fence_all_joined && fence_all();
  if (!is_fenced) looks_ = 2;
  return is_fenced;
}

void condition_watch::stop_listening() noexcept {
  const std::lock_guard lock(mutex_);
  if (--listeners_ > 0 || ended_ || !possible()) return;
  for (std::size_t list = 0; list < quiets; ++list) {
    if (!lists_[list].all.empty()) continue;
    word_of(bell_->filter).fetch_and(~(std::uint64_t{1} << list));
    lists_[list].futile = most_futile;
  }
}

bool condition_watch::alive() {
  const std::lock_guard lock(mutex_);
  return !ended_;
}

void condition_watch::end() noexcept {
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(ended_, true)) return;
    complete_all(errc::not_initialized);
    if (!thread_.joinable()) return;
    ring_doorbell(*bell_, 0);
  }
  thread_.join();
}

// --- The thread

void condition_watch::main() {
  for (;;) {
    // A ring after this changes the count, and the sleep ends at once.
    const std::uint32_t count = word_of(bell_->count).load(std::memory_order_seq_cst);
    std::uint64_t most_ns = 0;
    {
      const std::lock_guard lock(mutex_);
      if (ended_) return;
      std::uint64_t bits = word_of(bell_->rung).exchange(0, std::memory_order_seq_cst);
      if (looks_ > 0) {
        bits = ~std::uint64_t{0};
        most_ns = --looks_ > 0 ? sample_ns : 0;
      }
      for (; bits != 0; bits &= bits - 1) check(static_cast<std::size_t>(std::countr_zero(bits)));
      check(quiets);
      if (const errc code = device::status(state_); code != errc::ok) complete_all(code);
      check_deadlines();
      if (most_ns == 0) most_ns = most_sleep_ns();
    }
    word_of(bell_->asleep).fetch_add(1, std::memory_order_seq_cst);
    futex_wait(bell_->count, count, most_ns);
    word_of(bell_->asleep).fetch_sub(1, std::memory_order_relaxed);
  }
}

/// Complete the conditions of a list that hold.
void condition_watch::check(std::size_t list) {
  entry_list& its = lists_[list];
  if (its.all.empty()) {
    const bool is_listened_to = listeners_ > 0 && list != quiets;
    if (is_listened_to || its.futile >= most_futile || ++its.futile < most_futile) return;
    list == quiets
        ? word_of(bell_->rings_used).store(0)
        : static_cast<void>(word_of(bell_->filter).fetch_and(~(std::uint64_t{1} << list)));
    return;
  }
  std::erase_if(its.all, [this](const entry& one) {
    std::uint64_t seen = 0;
    const bool is_due = holds(one, seen);
    if (is_due) one.what.then(errc::ok, seen);
    return is_due;
  });
}

void condition_watch::check_deadlines() {
  const std::uint64_t now = detail::clock_ns();
  if (now < next_deadline_ns_) return;
  next_deadline_ns_ = awaited_condition::no_limit;
  for (entry_list& its : lists_) {
    std::erase_if(its.all, [this, now](const entry& one) {
      const bool is_late = one.deadline_ns <= now;
      if (is_late) {
        std::uint64_t seen = 0;
        const bool is_due = holds(one, seen);
        one.what.then(is_due ? errc::ok : errc::timeout, seen);
      } else {
        next_deadline_ns_ = std::min(next_deadline_ns_, one.deadline_ns);
      }
      return is_late;
    });
  }
}

void condition_watch::complete_all(errc code) noexcept {
  for (entry_list& its : lists_) {
    for (const entry& one : its.all) {
      std::uint64_t seen = 0;
      const bool is_due = holds(one, seen);
      one.what.then(is_due ? errc::ok : code, seen);
    }
    its.all.clear();
  }
}

std::uint64_t condition_watch::most_sleep_ns() const {
  constexpr std::uint64_t longest_ns = 3'600'000'000'000;
  const auto& waiting = lists_[quiets].all;
  const bool samples =
      std::any_of(waiting.begin(), waiting.end(), [](const entry& one) { return one.is_sampled; });
  if (samples) return sample_ns;
  if (next_deadline_ns_ == awaited_condition::no_limit) return longest_ns;
  const std::uint64_t now = detail::clock_ns();
  return std::min(longest_ns, next_deadline_ns_ > now ? next_deadline_ns_ - now : 1);
}

}  // namespace ark
