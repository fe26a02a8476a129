// What goes over the sockets between load generator and server, little endian.
//
// A connection begins with a greeting. Behind it come requests of one tenant: a number, then the
// input's floats; each has a reply. On a control connection come lines of text, each with a line as
// its answer:
//   use KEY=VALUE ...   settings of the server (server_settings.hpp)      -> ok
//   exchange TENANT V   serve by version V of the tenant's weights        -> ok GAP_US
//   stats               since the last use, of both PEs                   -> ok REQUESTS BATCHES
//                                                                            CPU_US DATA_US
//   stop                                                                  -> ok
// An error's answer is "error TEXT".
#pragma once

#include <cstdint>

#include "model.hpp"

constexpr std::uint32_t greeting_magic = 0x316b7261;  // "ark1"
constexpr std::uint32_t control_tenant = ~0u;

struct greeting {
  std::uint32_t magic = greeting_magic;
  std::uint32_t tenant = control_tenant;
};

struct reply {
  std::uint64_t id;
  std::uint32_t version;  ///< of the weights
  std::uint32_t samples;  ///< of its batch
  float values[classes];
};
static_assert(sizeof(reply) == 56);
