// Who takes part in an atomic access or a fence.
#pragma once

namespace ark::detail {

/// Threads of one block, of one GPU, or CPUs, peer GPUs and copy engines as well. On a CPU all mean
/// everybody.
enum class scope { block, device, system };

}  // namespace ark::detail
