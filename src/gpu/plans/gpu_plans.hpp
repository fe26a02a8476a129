// The plans of a PE whose heap is in a GPU's memory. No header of CUDA's.
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

/// Their words, which kernels and graphs of the GPU reach and the CPU does not, and their
/// engine. Members: one thread at a time. All throw ark::error.
class gpu_plans {
 public:
  /// Plans that may live at a time: each has a stream, which occupies a hardware queue, and a
  /// resident block.
  static constexpr std::uint32_t most = 8;

  /// Before there is a plan on the device: memory is allocated here, and kernels are loaded.
  /// `failed` is called, on a thread of this class, with the reason why nothing more can be carried
  /// out. `device` and `copier` outlive this.
  gpu_plans(const cuda_device& device, gpu_copier& copier, std::uint64_t timeout_ns,
            std::function<void(const std::string&)> failed);
  ~gpu_plans();
  gpu_plans(const gpu_plans&) = delete;
  gpu_plans& operator=(const gpu_plans&) = delete;

  /// [most], in the GPU's memory.
  [[nodiscard]] detail::plan_state* words() const noexcept;
  /// Kernels may start the plan of `slot` when this returns. `plan`: what the host writes of its
  /// words, but for in_use and base. `what.words` is set here. After an exception kernels may not,
  /// and the slot is free. Throws unsupported if a copy engine has to carry it out and the driver
  /// cannot (gpu::plan_obstacle).
  void add(std::uint32_t slot, detail::plan_state plan, plan_copy what);
  /// Kernels may not start it any more, and nothing of it is under way when this returns. Throws
  /// timeout if its graph does not end, or what CUDA says; the slot is lost then.
  void remove(std::uint32_t slot);
  /// Remove all that is left, warn of what does not end. Only the destructor may follow, once
  /// no plan of the process is left on the device: it frees memory, which waits for them.
  void end() noexcept;

 private:
  struct impl;
  std::unique_ptr<impl> impl_;
};

}  // namespace ark
