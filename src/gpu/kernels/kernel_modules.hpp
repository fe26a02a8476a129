// The program's translation units with kernels for GPUs, and the PEs they run for. No header of
// CUDA's.
#pragma once

#include <ark/detail/platform/cuda_unit.hpp>
#include <cstddef>
#include <cstdint>

namespace ark {

/// True if a part of this program, or of a library it has loaded, was compiled by nvcc with ark's
/// headers.
[[nodiscard]] bool cuda_program() noexcept;

/// How many of its translation units with kernels do not look at arguments in checked mode.
[[nodiscard]] std::size_t cuda_program_unchecked() noexcept;

/// Bytes of stack that a thread of its kernels has to have: what ark's part takes, and 1 KiB for
/// the program's, as much as CUDA gives by default. 0 if it is no cuda_program().
[[nodiscard]] std::size_t cuda_program_stack() noexcept;

/// A PE on a GPU, for the program's kernels.
struct cuda_pe {
  detail::device_state* context = nullptr;  ///< null: none any more
  detail::cuda_stores stores{};             ///< without the limits of bytes
  std::uint64_t inline_max_bytes = 0;       ///< as in its device_state
  std::uint64_t heap_bytes = 0;             ///< committed
};

/// `pe` is the one of `place` among those of this process. `count`: the PEs of the process;
/// `last_pe`: the job's last PE. Throws unsupported if there are more PEs in the process than the
/// tables hold.
void cuda_program_set(unsigned place, unsigned count, unsigned last_pe, const cuda_pe& pe);

/// The heap of the PE with `context` has grown to `bytes`. Kernels that run see that in their PE's
/// state; the tables save them the time.
void cuda_program_grow(const detail::device_state* context, std::uint64_t bytes);

/// Write the tables of all units that have not got the present one for `device`, the calling
/// thread's current one. Throws ark::error{system_error} with CUDA's text.
void cuda_program_write(int device);

}  // namespace ark
