#include <ark/errc.hpp>

#include "transport/ucx/ucx.hpp"

namespace ark::proxy {

std::unique_ptr<transport> ucx_transport(const ucx_options&) {
  throw error(errc::unsupported,
              "this libark was built without UCX: it reaches PEs of one host only. Debian: apt "
              "install libucx-dev, and build again");
}

bool ucx_available() noexcept { return false; }

std::string ucx_version() { return {}; }

}  // namespace ark::proxy
