// The library's own kernels on the CPU executor: launched as any other kernel.
#pragma once

#include <ark/device/stream_kernel.hpp>
#include <ark/launch.hpp>

namespace ark::detail {

/// Queue the kernel of `operation` for the caller's PE. Errors name `call`.
template <class Operation>
void launch_own(const ark::launch_config& config, const char* call, const Operation& operation) {
  host_context(call);
  ark::launch(config, device::stream_kernel<Operation>, operation);
}

inline void load_own_kernels() { host_context("ark::on_stream_prepare"); }

}  // namespace ark::detail
