// Where this program's kernels run: ark_perf's on the CPU executor, ark_perf_cuda's on a GPU.
#pragma once

#include <string>

namespace ark_perf {

/// The heap may then be in the GPU's memory, which host threads cannot look into.
bool kernels_on_gpu() noexcept;

/// Empty, or why there is no GPU for the kernels.
std::string why_no_gpu();

}  // namespace ark_perf
