// Conditions of a PE for which no thread polls: a thread sleeps until a delivery rings the PE's
// doorbell, and calls back once one holds.
#pragma once

#include <ark/detail/state/device_state.hpp>
#include <ark/detail/state/doorbell.hpp>
#include <ark/errc.hpp>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace ark {

/// A condition, and the call that it causes.
struct awaited_condition {
  static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

  const std::uint64_t* word = nullptr;  ///< of the PE's heap, aligned to 8; null: a quiet
  detail::cmp_kind cmp = detail::cmp_kind::ge;
  std::uint64_t value = 0;
  std::uint32_t context = 0;  ///< of a quiet: the created context; 0: all operations of the PE
  std::uint64_t within_ns = no_limit;
  /// Called once, by any thread, with the last value of the word: ok, timeout, the code of the PE's
  /// failure, or not_initialized after end(). It calls no member, does not wait and does not throw.
  std::function<void(errc, std::uint64_t seen)> then;
};

/// Any thread. `state`, and the heap if CPUs can access it, exist until end().
class condition_watch {
 public:
  /// `make_progress`: called by any thread when something begins to wait for what is posted.
  explicit condition_watch(detail::device_state& state, std::function<void()> make_progress = {});
  ~condition_watch() { end(); }
  condition_watch(const condition_watch&) = delete;
  condition_watch& operator=(const condition_watch&) = delete;

  /// The PE's memory can be watched: CPUs can access its heap.
  [[nodiscard]] bool possible() const noexcept { return bell_ != nullptr; }
  /// `what.then` may be called before this returns. Returns a number that detach() accepts. Throws
  /// ark::error: not_initialized after end(), system_error if no thread can be started.
  std::uint64_t attach(awaited_condition what);
  /// True if the condition is forgotten and `then` will not be called; false if it was.
  bool detach(std::uint64_t number);
  /// A signal word of the PE, and the value that a stream has to set it to: greater than each value
  /// before. Null: each word awaits its last value.
  std::pair<std::uint64_t*, std::uint64_t> take_stream_word();
  /// Until stop_listening(), each signal rings the bell, if CPUs can access it. False if the system
  /// lacks the fence, and a signal of the next instants may not. Throws not_initialized after
  /// end().
  [[nodiscard]] bool listen_to_all();
  void stop_listening() noexcept;
  /// False after end().
  [[nodiscard]] bool alive();
  /// Complete all conditions with not_initialized; accept no more.
  void end() noexcept;

 private:
  struct entry {
    std::uint64_t number;
    awaited_condition what;
    std::uint64_t deadline_ns;
    std::vector<std::uint64_t> posted;  ///< of a quiet: what each ring has to deliver
    bool is_sampled = false;            ///< a ring whose consumer does not ring the bell
  };
  /// The entries of one bit of the doorbell's filter; the last list is of the quiets.
  struct entry_list {
    std::vector<entry> all;
    unsigned futile = 0;  ///< times that the bell rang for none of them since the last attach()
  };
  static constexpr std::size_t quiets = 64;

  void main();
  void listen_for(std::size_t list);
  void check(std::size_t list);
  void check_deadlines();
  void complete_all(errc code) noexcept;
  void begin_quiet(entry& one) const;
  [[nodiscard]] bool holds(const entry& one, std::uint64_t& seen) const;
  [[nodiscard]] std::uint64_t most_sleep_ns() const;

  detail::device_state& state_;
  const std::function<void()> make_progress_;
  detail::doorbell* const bell_;
  std::mutex mutex_;
  std::array<entry_list, quiets + 1> lists_;
  std::uint64_t last_number_ = 0;
  std::array<std::uint64_t, detail::doorbell::stream_words> stream_values_{};
  std::uint64_t next_deadline_ns_ = awaited_condition::no_limit;  ///< no entry has an earlier one
  unsigned listeners_ = 0;                                        ///< to all signals
  unsigned looks_ = 0;  ///< at all words, because a deliverer may not have seen the filter in time
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace ark
