// cuda::barrier for the CPU executor. Callable: kernels.
#pragma once

#include <ark/cuda_for_cpu/cuda_atomics.hpp>
#include <ark/detail/platform/clock.hpp>
#include <ark/device/state/context.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <new>

namespace cuda {

namespace detail {

struct no_completion {
  void operator()() const noexcept {}
};

}  // namespace detail

/// Phases that end when all expected arrivals have come; the last one calls Completion. In shared
/// memory: not initialised by its declaration, but by init(), as CUDA's.
///
/// Errors: a wait longer than ARK_TIMEOUT is recorded as a failure of the kernel.
template <thread_scope Scope = thread_scope_system, class Completion = detail::no_completion>
class barrier {
 public:
  struct arrival_token {
    ::std::uint64_t phase;
  };

  barrier() = default;
  explicit barrier(::std::ptrdiff_t expected, Completion completion = {})
      : expected_(static_cast<::std::uint64_t>(expected)),
        missing_(expected_),
        phase_(0),
        completion_(completion) {}
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;
  friend void init(barrier* self, ::std::ptrdiff_t expected, Completion completion = {}) {
    ::new (static_cast<void*>(self)) barrier(expected, completion);
  }
  static constexpr ::std::ptrdiff_t max() noexcept { return (1 << 20) - 1; }  // CUDA's

  [[nodiscard]] arrival_token arrive(::std::ptrdiff_t count = 1) {
    const arrival_token token{ark::detail::load_acquire(&phase_)};
    const auto arrivals = static_cast<::std::uint64_t>(count);
    if (ark::detail::fetch_add(&missing_, ::std::uint64_t{0} - arrivals) == arrivals) {
      // All threads have arrived in this phase: none arrives before phase_ has changed.
      completion_();
      ark::detail::store_relaxed(&missing_, ark::detail::load_relaxed(&expected_));
      ark::detail::store_release(&phase_, token.phase + 1);
    }
    return token;
  }
  void wait(arrival_token token) const {
    if (has_ended(token)) return;
    const ark::device::word_wait what{ark::detail::op_kind::kernel, ark::detail::cmp_kind::ne};
    ark::device::await_word(ark::device::context("cuda::barrier::wait"), what, -1, &phase_,
                            token.phase);
  }
  void arrive_and_wait() { wait(arrive()); }
  void arrive_and_drop() {
    ark::detail::fetch_add(&expected_, ~::std::uint64_t{0});
    static_cast<void>(arrive());
  }
  /// parity: of the phase, 0 for the first.
  void wait_parity(bool parity) const {
    const arrival_token current{ark::detail::load_acquire(&phase_)};
    if (current.phase % 2 == parity) wait(current);
  }

  /// True if the phase ends before the time has passed. Other lanes run meanwhile.
  template <class Rep, class Period>
  [[nodiscard]] bool try_wait_for(arrival_token token,
                                  ::std::chrono::duration<Rep, Period> time) const {
    const auto ns = ::std::chrono::duration_cast<::std::chrono::nanoseconds>(time).count();
    const ::std::uint64_t begun = ark::detail::clock_ns();
    while (!has_ended(token)) {
      if (static_cast<::std::int64_t>(ark::detail::clock_ns() - begun) >= ns) return false;
      ark::detail::yield();
    }
    return true;
  }
  template <class Rep, class Period>
  [[nodiscard]] bool try_wait_parity_for(bool parity,
                                         ::std::chrono::duration<Rep, Period> time) const {
    const arrival_token current{ark::detail::load_acquire(&phase_)};
    return current.phase % 2 != parity || try_wait_for(current, time);
  }

 private:
  [[nodiscard]] bool has_ended(arrival_token token) const {
    return ark::detail::load_acquire(&phase_) != token.phase;
  }

  ::std::uint64_t expected_;
  ::std::uint64_t missing_;
  ::std::uint64_t phase_;  ///< release, by the last arrival
  [[no_unique_address]] Completion completion_;
};

namespace std {
template <class Completion = cuda::detail::no_completion>
using barrier = cuda::barrier<thread_scope_system, Completion>;
}

}  // namespace cuda
