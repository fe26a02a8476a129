// Plans: transfers that the host prepares once, with fixed addresses, and that kernels start any
// number of times by one atomic operation. On a GPU they are copies of the driver, which takes an
// SM for those within one GPU; on the CPU executor an engine of the host executes them.
#pragma once

#include <ark/device/transfer/plan.hpp>

#if !ARK_RTC
#include <ark/host.hpp>
#endif

/// The handle of a plan, passed to kernels by value; null: no plan.
using ark_plan_t = ark::detail::plan_state*;

/// Prepare a transfer of `bytes` from `source` to `dest` on `pe`, with a counting signal at
/// `*signal` there.
///
/// Callable: host. dest: symmetric. source: any address that kernels of the PE can read. Both must
///   stay valid until the plan is destroyed. bytes: 1 or more. pe: 0 <= pe < n_pes.
/// signal: symmetric, aligned to 8, or null. PE `pe` sets the word to zero before the first
///   transfer. The k-th transfer increments it to k: wait for a value of at least k. Only this plan
///   may update the word until the plan is destroyed.
/// Limits: 256 plans per PE at a time. With the heap in GPU memory: 8 plans, source must not be
///   pageable memory, and a PE that is mapped needs a driver of CUDA 12.4 or newer.
/// Errors: returns null, with the reason logged and in ark::last_error().
[[nodiscard]] ARK_API ark_plan_t ark_plan_create(void* dest, const void* source, std::size_t bytes,
                                                 std::uint64_t* signal, int pe);
/// Wait until all started transfers of the plan are delivered, then free it. `plan` may be null. No
/// kernel may use the plan any more.
///
/// Callable: host. Progress: waits at most ARK_TIMEOUT, with the heap in GPU memory at most three
/// times that. The plan ends also after a timeout; in GPU memory its slot is then not used again.
/// Errors: logged, and in ark::last_error().
ARK_API void ark_plan_destroy(ark_plan_t plan);

namespace ark {

/// Start one transfer of the current contents of the source. Returns without waiting for its
/// delivery. *ordinal, if not null, gets the number of this transfer, from 1.
///
/// Callable: kernels and host threads; any number of threads. With the heap in GPU memory, host
///   threads only for a PE that is mapped.
/// Ordering: data that the caller has written to the source before the call is transferred. The
///   source may be written again after plan_wait or quiet. Transfers of one plan are delivered one
///   after the other, those of different plans in any order. fence and quiet cover plans as they
///   cover puts; for a PE that is mapped, fence also waits for the delivery.
/// Progress: if the proxy executes the plan, may wait for a queue slot, at most ARK_TIMEOUT.
/// Errors: invalid_argument (not a plan, or destroyed), unsupported (a host thread, where it is not
///   callable), timeout, or the code of an earlier failure.
ARK_HOST_DEVICE inline errc plan_start(ark_plan_t plan, std::uint64_t* ordinal = nullptr) {
  std::uint64_t number = 0;
  const errc code = device::plan::start(plan, &number);
  if (ordinal != nullptr) *ordinal = number;
  return code;
}

/// Wait until transfer `ordinal` of the plan and all earlier ones are delivered, at most
/// ARK_TIMEOUT; also for a transfer that is not started yet. Callable: kernels and host threads.
/// Errors: invalid_argument, timeout, or the code of an earlier failure.
ARK_HOST_DEVICE inline errc plan_wait(ark_plan_t plan, std::uint64_t ordinal) {
  return device::plan::wait(plan, ordinal);
}

}  // namespace ark

/// ark::plan_start; returns the ordinal, 0 after a failure.
ARK_HOST_DEVICE inline std::uint64_t ark_plan_start(ark_plan_t plan) {
  std::uint64_t ordinal = 0;
  return ark::plan_start(plan, &ordinal) == ark::errc::ok ? ordinal : 0;
}
ARK_HOST_DEVICE inline void ark_plan_wait(ark_plan_t plan, std::uint64_t ordinal) {
  ark::plan_wait(plan, ordinal);
}
/// 1 if transfer `ordinal` of the plan and all earlier ones are delivered, 0 otherwise.
ARK_HOST_DEVICE inline int ark_plan_test(ark_plan_t plan, std::uint64_t ordinal) {
  return ark::device::plan::test(plan, ordinal) ? 1 : 0;
}

#if !ARK_RTC
namespace ark {

/// Owns a plan. The constructor throws ark::error if ark_plan_create returns null. After finalize,
/// which destroys all plans, the destructor does nothing, also if init was called again.
class plan {
 public:
  plan(void* dest, const void* source, std::size_t bytes, std::uint64_t* signal, int pe)
      : handle_(ark_plan_create(dest, source, bytes, signal, pe)) {
    if (handle_ == nullptr) throw error(errc::invalid_argument, last_error());
  }
  ~plan() {
    if (handle_ != nullptr && runtime_ == detail::runtime_number()) ark_plan_destroy(handle_);
  }
  plan(plan&& other) noexcept : handle_(other.handle_), runtime_(other.runtime_) {
    other.handle_ = nullptr;
  }
  plan& operator=(plan&&) = delete;
  [[nodiscard]] ark_plan_t get() const noexcept { return handle_; }

 private:
  ark_plan_t handle_;
  std::uint64_t runtime_ = detail::runtime_number();
};

}  // namespace ark
#endif
