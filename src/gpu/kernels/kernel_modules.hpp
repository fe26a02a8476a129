// The program's translation units with kernels for GPUs, and the PEs they run for. No header of
// CUDA's.
#pragma once

#include <ark/detail/cuda_unit.hpp>
#include <cstddef>

namespace ark {

/// True if a part of this program, or of a library it has loaded, was compiled by nvcc with ark's
/// headers.
[[nodiscard]] bool cuda_program() noexcept;

/// How many of its translation units with kernels do not look at arguments in checked mode.
[[nodiscard]] std::size_t cuda_program_unchecked() noexcept;

/// Bytes of stack that a thread of its kernels has to have: what ark's part takes, and 1 KiB for
/// the program's, as much as CUDA gives by default. 0 if it is no cuda_program().
[[nodiscard]] std::size_t cuda_program_stack() noexcept;

/// The PE of `place` among those of this process has its context at `context`; null: none any more.
/// `count`: the PEs of the process; `last_pe`: the job's last PE. Throws unsupported if there are
/// more PEs in the process than the tables hold.
void cuda_program_set(unsigned place, unsigned count, unsigned last_pe,
                      detail::device_state* context);

/// Write the tables of all units that have not got the present one for `device`, the calling
/// thread's current one. Throws ark::error{system_error} with CUDA's text.
void cuda_program_write(int device);

}  // namespace ark
