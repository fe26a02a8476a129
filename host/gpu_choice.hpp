// Where a PE's heap is, and on which GPU.
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
  std::unique_ptr<gpu> device;  ///< null: the heap is the host's alone
  heap_choice heap;
  gpu_sharing sharing;
  /// [n_pes] why the heap of a PE of this host is not mapped here, and ours not there; empty: it
  /// is. None: so are all.
  std::vector<std::string> apart;

  [[nodiscard]] bool heap_on_gpu() const noexcept { return heap_is_on_gpu(heap.kind); }
  /// True if the program's kernels cannot run anywhere else.
  [[nodiscard]] bool kernels_on_gpu() const noexcept;
  /// True if kernels may wait for other PEs.
  [[nodiscard]] bool kernels_wait(const config& values) const noexcept;
};

/// Collective: host or GPU, the same on every PE; what is given instead of what was asked for is a
/// downgrade. Throws ark::error, also if another PE cannot have its heap.
[[nodiscard]] gpu_choice choose_gpu(pe_core& core);

/// What the host's own state must be where the heap is a GPU's. After the state is filled.
void adapt_state(pe_core& core, const gpu_choice& choice);

}  // namespace ark
