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

namespace ark::detail {

struct device_state;

/// PEs of one process that can be on GPUs.
inline constexpr unsigned cuda_contexts_max = 64;

/// The PEs of this process, by their place in it; in memory of their GPUs.
struct cuda_context_table {
  device_state* of[cuda_contexts_max];
  std::uint32_t count;
};

/// Where several PEs share a process, a launch says whose it is by the size of its dynamic shared
/// memory: the multiple of this that the kernel needs, plus cuda_launcher_step times the place.
inline constexpr std::size_t cuda_launcher_unit = 1024;
inline constexpr std::size_t cuda_launcher_step = 16;
static_assert(cuda_contexts_max * cuda_launcher_step <= cuda_launcher_unit);

[[nodiscard]] constexpr std::size_t cuda_launcher_bytes(std::size_t wanted, unsigned place) {
  const std::size_t whole =
      (wanted + cuda_launcher_unit - 1) / cuda_launcher_unit * cuda_launcher_unit;
  return whole + place * cuda_launcher_step;
}
/// The place in `bytes`; 0 for one that there is not.
[[nodiscard]] ARK_HOST_DEVICE constexpr unsigned cuda_launcher_place(std::size_t bytes,
                                                                     unsigned count) {
  const auto place = static_cast<unsigned>(bytes % cuda_launcher_unit / cuda_launcher_step);
  return place < count ? place : 0;
}
#if ARK_DEVICE_PASS
/// The calling kernel's PE, as a place in the table.
ARK_DEVICE inline unsigned cuda_launcher_of(unsigned count) {
  return cuda_launcher_place(ptx_dynamic_shared_bytes(), count);
}
#endif

/// A translation unit that nvcc has compiled. Static objects, linked while they live.
class cuda_unit {
 public:
  /// `write` writes the unit's table on the calling thread's device; returns CUDA's text of what
  /// went wrong, or null.
  using writer = const char* (*)(const cuda_context_table& table);
  ARK_API explicit cuda_unit(writer write) noexcept;
  ARK_API ~cuda_unit();
  cuda_unit(const cuda_unit&) = delete;
  cuda_unit& operator=(const cuda_unit&) = delete;

  const writer write;
};

}  // namespace ark::detail
