// Bootstrap by a unique id, over TCP, without MPI.
#pragma once

#include <ark/unique_id.hpp>
#include <cstdint>
#include <memory>

#include "bootstrap/bootstrap.hpp"

namespace ark {

/// Collective over `n_pes` processes that have the same id. Throws ark::error; see
/// init_with_unique_id.
[[nodiscard]] std::unique_ptr<bootstrap> tcp_bootstrap(const unique_id& id, int rank, int n_pes,
                                                       std::uint64_t timeout_ns);

}  // namespace ark
