// Lets the processes that have the same unique id find their PE 0.
#pragma once

#include <ark/unique_id.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "bootstrap/hello_listener.hpp"

namespace ark {

/// A PE that times out requests the missing ranks, and waits this long for the answer: on a loaded
/// machine both processes may have stood still until then.
inline constexpr auto answer_grace = std::chrono::seconds(5);

/// Create an id for a rendezvous at `address` (choose_address), which this process serves from now
/// on: it collects the ranks, and answers all of them once they are complete, or cannot become so.
/// Throws ark::error{system_error}.
[[nodiscard]] unique_id rendezvous_create(const ip_address& address);

/// The result of a rendezvous: PE 0 listens for the others, which are connected to it.
struct rendezvous_result {
  std::uint64_t life = 0;  ///< a number common to these PEs only
  id_secret secret{};
  std::string place;                       ///< "10.0.0.1:4711"
  std::optional<hello_listener> listener;  ///< on PE 0
  unique_fd to_pe_0;                       ///< on the other PEs
};

/// Collective over `n_pes` processes. Throws ark::error; see init_with_unique_id.
[[nodiscard]] rendezvous_result rendezvous_join(const unique_id& id, int rank, int n_pes,
                                                std::uint64_t timeout_ns);

}  // namespace ark
