// Making the UCX transport; also there, as a refusal, in builds without UCX.
#pragma once

#include <memory>
#include <string>

#include "transport/transport.hpp"

namespace ark::proxy {

struct ucx_options {
  int n_pes = 1;
  std::string devices;  ///< network devices, comma separated; empty: UCX's own choice
};

/// Throws ark::error: system_error with UCX's text; unsupported in a build without UCX.
[[nodiscard]] std::unique_ptr<transport> ucx_transport(const ucx_options& options);
/// False in a build without UCX.
[[nodiscard]] bool ucx_available() noexcept;
/// Version of the UCX library in use, empty in a build without.
[[nodiscard]] std::string ucx_version();

}  // namespace ark::proxy
