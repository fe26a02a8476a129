// Makes the UCX transport; builds without UCX refuse.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "transport/transport.hpp"

namespace ark::proxy {

/// The use of one-sided transfers.
enum class one_sided_use : std::uint8_t {
  never,
  native,  ///< if the network executes them itself
  always,  ///< also if UCX emulates them by messages
};

struct ucx_options {
  int n_pes = 1;
  one_sided_use one_sided = one_sided_use::native;
  std::optional<std::uint64_t> part_bytes;  ///< empty: chosen by the network to each peer
  std::string devices;  ///< network devices, comma separated; empty: UCX's own choice
};

/// Throws ark::error: system_error with UCX's text; unsupported in a build without UCX.
[[nodiscard]] std::unique_ptr<transport> ucx_transport(const ucx_options& options);
/// False in a build without UCX.
[[nodiscard]] bool ucx_available() noexcept;
/// Version of the UCX library in use, empty in a build without.
[[nodiscard]] std::string ucx_version();

}  // namespace ark::proxy
