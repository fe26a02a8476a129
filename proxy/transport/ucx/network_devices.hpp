// The network devices that a job needs; UCX opens no others.
#pragma once

#include <string>

namespace ark::proxy {

/// Network interfaces that are up, and InfiniBand ports, in UCX's spelling, comma separated. Within
/// one host only the loopback interface, between hosts all others. Empty if none was found.
[[nodiscard]] std::string network_devices(bool within_host);

}  // namespace ark::proxy
