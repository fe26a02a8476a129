// The plans of one PE: their state and their engine.
#pragma once

#include <ark/detail/state/device_state.hpp>
#include <ark/detail/state/plan_state.hpp>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gpu/gpu.hpp"
#include "gpu/plans/gpu_plans.hpp"
#include "pe_core.hpp"
#include "progress_entry.hpp"
#include "queue/cpu_copy_engine.hpp"

namespace ark {

/// Members: any host thread of the PE.
class plan_set {
 public:
  struct request {
    void* dest = nullptr;
    const void* source = nullptr;
    std::size_t bytes = 0;
    std::uint64_t* signal = nullptr;
    int pe = 0;
  };

  /// Collective; see progress_entry::add. `on`: the GPU whose memory the heap is in and whose
  /// kernels start the plans; null: the CPU executor's kernels. Both outlive it. Allocates
  /// everything on the GPU in advance, because an allocation or a free may wait for the running
  /// graph of a plan. Throws ark::error.
  plan_set(pe_core& core, gpu* on);

  /// Throws ark::error: invalid_argument naming argument, value and accepted form; out_of_memory if
  /// there are plan_limit plans already, on a GPU gpu_plans::most; on a GPU CUDA's error.
  detail::plan_state* create(const request& wanted);
  /// Waits for its transfers, then frees it. Throws invalid_argument if it is not one of the PE's
  /// plans; timeout, or an earlier failure's code, once it is freed.
  void destroy(detail::plan_state* which);
  /// Complete or abandon all started transfers, which write to no memory afterwards.
  /// Only the destructor may follow.
  void end() noexcept;

  /// Remove the CPU's engine from the progress sources.
  void stop_engine() noexcept { progress_.remove(); }

 private:
  void check(const request& wanted) const;
  [[nodiscard]] std::uint64_t offset_in_heap(const char* name, const void* address,
                                             std::size_t bytes) const;
  void open();
  [[nodiscard]] std::uint32_t free_slot() const;
  void publish(std::uint32_t slot);
  [[nodiscard]] std::uint32_t slot_of(const detail::plan_state* which) const;
  /// Addresses of `plan`, without its state.
  [[nodiscard]] plan_copy addresses(const detail::plan_state& plan) const;
  void remove(std::uint32_t slot);
  void carrier_failed(const std::string& why) noexcept;

  detail::device_state& state_;
  std::unique_ptr<detail::plan_state[]> words_;  ///< null before the first plan, and on a GPU
  std::vector<bool> taken_;                      ///< per slot; stays set if removing a plan failed
  std::mutex mutex_;
  cpu_copy_engine engine_;
  gpu* on_;
  std::unique_ptr<gpu_plans> on_gpu_;
  progress_entry progress_;
};

}  // namespace ark
