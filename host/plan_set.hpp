// The plans of one PE: their words and their engine.
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

  /// Collective, as progress_entry::add. `on`: the GPU whose memory the heap is in and whose
  /// kernels start the plans; null: they are of the CPU executor. Both outlive it. Has all that it
  /// will need of the GPU from the beginning: what is allocated or freed while a plan's graph runs
  /// there may wait for the graph. Throws ark::error.
  plan_set(pe_core& core, gpu* on);

  /// Throws ark::error: invalid_argument naming argument, value and what is accepted; out_of_memory
  /// if there are plan_limit already, on a GPU gpu_plans::most; on a GPU what CUDA says.
  detail::plan_state* create(const request& wanted);
  /// Waits for its transfers, then frees it. Throws invalid_argument if it is none of the PE's;
  /// timeout, or an earlier failure's code, once it is freed.
  void destroy(detail::plan_state* which);
  /// What is started is carried out or given up, and writes nowhere any more.
  /// Only the destructor may follow.
  void end() noexcept;

  /// The CPU's engine gets no progress any more.
  void stop_engine() noexcept { progress_.remove(); }

 private:
  void check(const request& wanted) const;
  [[nodiscard]] std::uint64_t offset_in_heap(const char* name, const void* address,
                                             std::size_t bytes) const;
  void open();
  [[nodiscard]] std::uint32_t free_slot() const;
  void show(std::uint32_t slot);
  [[nodiscard]] std::uint32_t slot_of(const detail::plan_state* which) const;
  /// Of what `plan` describes, without its words.
  [[nodiscard]] plan_copy addresses(const detail::plan_state& plan) const;
  void remove(std::uint32_t slot);
  void carrier_failed(const std::string& why) noexcept;

  detail::device_state& state_;
  std::unique_ptr<detail::plan_state[]> words_;  ///< null until there is a plan, and on a GPU
  std::vector<bool> taken_;                      ///< of each slot; stays where removing failed
  std::mutex mutex_;
  cpu_copy_engine engine_;
  gpu* on_;
  std::unique_ptr<gpu_plans> on_gpu_;
  progress_entry progress_;
};

}  // namespace ark
