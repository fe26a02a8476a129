// The plans of a PE whose heap is in a GPU's memory. Includes no header of CUDA.
#pragma once

#include <ark/detail/state/plan_state.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "queue/plan_copy.hpp"

namespace ark {

class cuda_device;
class gpu_copier;

/// The state of the plans, which kernels and graphs of the GPU access and the CPU cannot, and their
/// engine. Members: one thread at a time. All throw ark::error.
class gpu_plans {
 public:
  /// Maximum number of live plans: each has a stream, which occupies a hardware queue, and a
  /// resident block.
  static constexpr std::uint32_t most = 8;

  /// Called before there is a plan on the device: allocates memory and loads kernels. `failed` is
  /// called, on a thread of this class, with the reason why no more plans can be executed. `device`
  /// and `copier` outlive this.
  gpu_plans(const cuda_device& device, gpu_copier& copier, std::uint64_t timeout_ns,
            std::function<void(const std::string&)> failed);
  ~gpu_plans();
  gpu_plans(const gpu_plans&) = delete;
  gpu_plans& operator=(const gpu_plans&) = delete;

  /// The state of the plans, [most], in the GPU's memory.
  [[nodiscard]] detail::plan_state* words() const noexcept;
  /// Add a plan to `slot`; kernels may start it when this returns. `plan`: the host's part of its
  /// state, except in_use and base. `what.words` is set here. After an exception the slot is free.
  /// Throws unsupported if a copy engine has to execute it and the driver cannot
  /// (gpu::plan_obstacle).
  void add(std::uint32_t slot, detail::plan_state plan, plan_copy what);
  /// Remove a plan: kernels may not start it any more, and no transfer of it is in flight when this
  /// returns. Throws timeout if its graph does not end, or CUDA's error; the slot is lost then.
  void remove(std::uint32_t slot);
  /// Remove all remaining plans; logs a warning for those that do not end. Only the destructor may
  /// follow, once no plan of the process is left on the device: it frees memory, which waits for
  /// them.
  void end() noexcept;

 private:
  struct impl;
  std::unique_ptr<impl> impl_;
};

}  // namespace ark
