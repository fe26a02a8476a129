// Plans: transfers whose addresses are fixed on the host, and which kernels start again and again
// at the price of one atomic. On a GPU a copy engine carries them out, without any SM; on the CPU
// executor an engine of the host does.
#pragma once

#include <ark/device/plan.hpp>
#include <ark/host.hpp>

/// A plan. Plain, passed to kernels by value; null is none.
using ark_plan_t = ark::detail::plan_state*;

/// Prepare the transfer of `bytes` from `source` to `dest` on `pe`, and of a count to `*signal`
/// there.
///
/// Callable: host. dest: symmetric. source: any address that the PE's kernels can read; it and
///   dest stay until the plan is destroyed. bytes: 1 or more. signal: symmetric, aligned to 8, or
///   null: after the k-th transfer its word has been counted up k times, so its owner, who sets it
///   to zero at first, waits for a value of at least k. It is nobody else's meanwhile. pe: 0 <= pe
///   < n_pes.
/// Limits: 256 plans of a PE at a time; with the heap in GPU memory 8, and
///   source is no pageable memory.
/// Errors: returns null, with the reason logged and in ark::last_error().
[[nodiscard]] ARK_API ark_plan_t ark_plan_create(void* dest, const void* source, std::size_t bytes,
                                                 std::uint64_t* signal, int pe);
/// Wait until everything that it was started for is delivered, then free it. Null is allowed. No
/// kernel may use it any more; dest and *signal may be written to until this returns, by transfers
/// that an engine had been prepared for.
/// Callable: host. Progress: waits at most ARK_TIMEOUT; freed all the same.
ARK_API void ark_plan_destroy(ark_plan_t plan);

namespace ark {

/// Transfer once more what is in the source now; returns at once. *ordinal, if not null, gets the
/// number of this transfer, from 1.
///
/// Callable: kernels and host threads; any number of threads; with the heap in GPU memory
///   kernels only.
///   Transfers of one plan are delivered one after the other; of different plans in any order.
/// Ordering: what the caller has written to the source before is transferred; the source may be
///   written again after plan_wait or quiet. fence and quiet cover plans as they cover puts, but
///   both wait for their delivery. After a fence it may wait for what that covers.
/// Errors: invalid_argument (not a plan, or destroyed), unsupported (the host, where it is not
///   callable), timeout, or an earlier failure's code.
ARK_HOST_DEVICE inline errc plan_start(ark_plan_t plan, std::uint64_t* ordinal = nullptr) {
  std::uint64_t number = 0;
  const errc code = device::plan::start(plan, &number);
  if (ordinal != nullptr) *ordinal = number;
  return code;
}

/// Wait until transfer `ordinal` of the plan and all before it are delivered, at most ARK_TIMEOUT.
/// Callable: kernels and host threads. Errors: as plan_start.
ARK_HOST_DEVICE inline errc plan_wait(ark_plan_t plan, std::uint64_t ordinal) {
  return device::plan::wait(plan, ordinal);
}

}  // namespace ark

/// As ark::plan_start; returns the ordinal, 0 after a failure.
ARK_HOST_DEVICE inline std::uint64_t ark_plan_start(ark_plan_t plan) {
  std::uint64_t ordinal = 0;
  return ark::plan_start(plan, &ordinal) == ark::errc::ok ? ordinal : 0;
}
ARK_HOST_DEVICE inline void ark_plan_wait(ark_plan_t plan, std::uint64_t ordinal) {
  ark::plan_wait(plan, ordinal);
}
/// 1 if transfer `ordinal` and all before it are delivered, else 0.
ARK_HOST_DEVICE inline int ark_plan_test(ark_plan_t plan, std::uint64_t ordinal) {
  return ark::device::plan::test(plan, ordinal) ? 1 : 0;
}

namespace ark {

/// Owns a plan. Throws ark::error from its constructor where ark_plan_create returns null.
class plan {
 public:
  plan(void* dest, const void* source, std::size_t bytes, std::uint64_t* signal, int pe)
      : handle_(ark_plan_create(dest, source, bytes, signal, pe)) {
    if (handle_ == nullptr) throw error(errc::invalid_argument, last_error());
  }
  ~plan() { ark_plan_destroy(handle_); }
  plan(plan&& other) noexcept : handle_(other.handle_) { other.handle_ = nullptr; }
  plan& operator=(plan&&) = delete;
  [[nodiscard]] ark_plan_t get() const noexcept { return handle_; }

 private:
  ark_plan_t handle_;
};

}  // namespace ark
