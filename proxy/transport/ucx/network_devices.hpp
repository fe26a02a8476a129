// Which network devices a job needs: what it does not need is not listened on.
#pragma once

#include <string>

namespace ark::proxy {

/// Network interfaces that are up, and InfiniBand ports, as UCX spells them, comma separated.
/// Within one host only the loopback interface, between hosts everything else. Empty if nothing was
/// found.
[[nodiscard]] std::string network_devices(bool within_host);

}  // namespace ark::proxy
