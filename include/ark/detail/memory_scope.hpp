// The set of threads that can synchronise through an atomic access or a fence.
#pragma once

namespace ark::detail {

/// block: threads of one block. device: threads of one GPU. system: also CPUs, peer GPUs and copy
/// engines. On a CPU all three are the same.
enum class scope { block, device, system };

}  // namespace ark::detail
