// The program's translation units with kernels for GPUs, and the PEs for which they run. Includes
// no header of CUDA.
#pragma once

#include <ark/detail/platform/cuda_unit.hpp>
#include <cstddef>
#include <cstdint>

namespace ark {

/// True if a part of this program, or of a library that it has loaded, was compiled by nvcc with
/// ark's headers.
[[nodiscard]] bool cuda_program() noexcept;

/// The number of its translation units with kernels that are compiled without the checks of checked
/// mode.
[[nodiscard]] std::size_t cuda_program_unchecked() noexcept;

/// Stack in bytes that a thread of its kernels needs: ark's part, and 1 KiB for the program's,
/// which is CUDA's default. 0 if cuda_program() is false.
[[nodiscard]] std::size_t cuda_program_stack() noexcept;

/// A PE on a GPU, for the program's kernels.
struct cuda_pe {
  detail::device_state* context = nullptr;  ///< null: the PE has ended
  detail::cuda_stores stores{};             ///< without the limits of bytes
  std::uint64_t inline_max_bytes = 0;       ///< from its device_state
  std::uint64_t heap_bytes = 0;             ///< committed
};

/// Set the PE at `place` among those of this process. `count`: the PEs of the process; `last_pe`:
/// the job's last PE. Throws unsupported if the process has more PEs than the tables hold.
void cuda_program_set(unsigned place, unsigned count, unsigned last_pe, const cuda_pe& pe);

/// Called when the heap of the PE with `context` has grown to `bytes`. Running kernels read the
/// size in their PE's state; the tables save later ones the load.
void cuda_program_grow(const detail::device_state* context, std::uint64_t bytes);

/// Write the tables of all units that are out of date for `device`, the calling thread's current
/// one. Throws ark::error{system_error} with CUDA's text.
void cuda_program_write(int device);

}  // namespace ark
