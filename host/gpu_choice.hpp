// The choice of a PE's heap and GPU.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gpu/gpu.hpp"
#include "info/facts.hpp"
#include "pe_core.hpp"

namespace ark {

/// Outlives the heap that `device` makes.
struct gpu_choice {
  std::unique_ptr<gpu> device;  ///< null: the heap is in host memory only
  heap_choice heap;
  gpu_sharing sharing;
  /// [n_pes] the reason why the heap of a PE of this host is not mapped here, nor this PE's there;
  /// empty: it is. No elements: all heaps of the host are mapped.
  std::vector<std::string> apart;

  [[nodiscard]] bool heap_on_gpu() const noexcept { return heap_is_on_gpu(heap.kind); }
  /// True if the program's kernels run on the GPU only.
  [[nodiscard]] bool kernels_on_gpu() const noexcept;
  /// True if kernels may wait for other PEs.
  [[nodiscard]] bool kernels_wait(const config& values) const noexcept;
};

/// Collective: host or GPU, the same on every PE; a fallback is a downgrade. Throws ark::error,
/// also if another PE cannot have its heap.
[[nodiscard]] gpu_choice choose_gpu(pe_core& core);

/// Adapt the host's own state to a heap in GPU memory. Called after the state is filled.
void adapt_state(pe_core& core, const gpu_choice& choice);

}  // namespace ark
