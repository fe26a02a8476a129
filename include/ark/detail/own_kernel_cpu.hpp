// Kernels of ark's own on the CPU executor: launched as any other.
#pragma once

#include <ark/device/stream_kernel.hpp>
#include <ark/launch.hpp>

namespace ark::detail {

/// Queue the kernel of `operation` for the caller's PE. `call` is what an error would name.
template <class Operation>
void launch_own(const ark::launch_config& config, const char* call, const Operation& operation) {
  host_context(call);
  ark::launch(config, device::stream_kernel<Operation>, operation);
}

inline void load_own_kernels() { host_context("ark::on_stream_prepare"); }

}  // namespace ark::detail
