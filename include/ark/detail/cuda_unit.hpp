// How the kernels of a translation unit find their PE on a GPU: what libark and nvcc's code share.
//
// Every translation unit has a table of the PEs of its process in constant memory, and libark a
// list of these units: it writes the tables when a PE starts, so that a launch has nothing to set,
// is legal while a stream is being captured, and may also be CUDA's own <<<>>>.
#pragma once

#include <ark/detail/portability.hpp>
#include <ark/detail/ptx.hpp>
#include <cstddef>
#include <cstdint>

/// 1: checked mode in kernels of a GPU, if ARK_CHECK asks for it. The default is for debugging
/// (-G).
#ifndef ARK_CHECKED
#ifdef __CUDACC_DEBUG__
#define ARK_CHECKED 1
#else
#define ARK_CHECKED 0
#endif
#endif

namespace ark::detail {

struct device_state;

/// PEs of one process that can be on GPUs.
inline constexpr unsigned cuda_contexts_max = 63;

/// The PEs of this process, by their place in it; in memory of their GPUs.
struct cuda_context_table {
  device_state* of[cuda_contexts_max];
  std::uint32_t count;
};

/// Where several PEs share a process, a launch says whose it is by the size of its dynamic shared
/// memory: the multiple of this that the kernel needs, plus cuda_launcher_step times the place. One
/// place more is that of a launch of all of them, whose places are along z of the grid.
inline constexpr std::size_t cuda_launcher_unit = 1024;
inline constexpr std::size_t cuda_launcher_step = 16;
inline constexpr unsigned cuda_group_place = cuda_contexts_max;
static_assert((cuda_group_place + 1) * cuda_launcher_step <= cuda_launcher_unit);

[[nodiscard]] constexpr std::size_t cuda_launcher_bytes(std::size_t wanted, unsigned place) {
  const std::size_t whole =
      (wanted + cuda_launcher_unit - 1) / cuda_launcher_unit * cuda_launcher_unit;
  return whole + place * cuda_launcher_step;
}
/// The place in `bytes`, which may be cuda_group_place.
[[nodiscard]] ARK_HOST_DEVICE constexpr unsigned cuda_launcher_place(std::size_t bytes) {
  return static_cast<unsigned>(bytes % cuda_launcher_unit / cuda_launcher_step);
}
#if ARK_DEVICE_PASS
/// True if the launch is of all PEs of the process, `count`.
ARK_DEVICE inline bool cuda_launched_as_group(unsigned count) {
  return count != 1 && cuda_launcher_place(ptx_dynamic_shared_bytes()) == cuda_group_place;
}
/// The calling block's PE, as a place in the table; 0 for one that there is not.
ARK_DEVICE inline unsigned cuda_launcher_of(unsigned count) {
  const unsigned place = cuda_launcher_place(ptx_dynamic_shared_bytes());
  if (place < count) [[likely]]
    return place;
  return place == cuda_group_place && blockIdx.z < count ? blockIdx.z : 0;
}
#endif

/// A translation unit that nvcc has compiled. Static objects, linked while they live.
class cuda_unit {
 public:
  /// `write` writes the unit's table on the calling thread's device; returns CUDA's text of what
  /// went wrong, or null.
  using writer = const char* (*)(const cuda_context_table& table);
  /// `checked`: its kernels look at their arguments in checked mode (ARK_CHECKED).
  ARK_API cuda_unit(writer write, bool checked) noexcept;
  ARK_API ~cuda_unit();
  cuda_unit(const cuda_unit&) = delete;
  cuda_unit& operator=(const cuda_unit&) = delete;

  const writer write;
  const bool checked;
};

}  // namespace ark::detail
