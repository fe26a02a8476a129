// How the processes that have the same unique id find their PE 0.
#pragma once

#include <ark/unique_id.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "bootstrap/hello_listener.hpp"

namespace ark {

/// A PE whose time is up asks for the missing ones, and waits so long for the answer: on a loaded
/// machine both may have stood still until then.
inline constexpr auto answer_grace = std::chrono::seconds(5);

/// A new id for a rendezvous at `address` (choose_address), which this process serves from now on:
/// it collects the ranks, and answers all of them once they are complete, or cannot become so.
/// Throws ark::error{system_error}.
[[nodiscard]] unique_id rendezvous_create(const ip_address& address);

/// The result of a rendezvous: PE 0 listens for the others, which have a connection to it.
struct rendezvous_result {
  std::uint64_t life = 0;  ///< a number that only these PEs have
  id_secret secret{};
  std::string place;                       ///< "10.0.0.1:4711"
  std::optional<hello_listener> listener;  ///< of PE 0
  unique_fd to_pe_0;                       ///< of the others
};

/// Collective over `n_pes` processes. Throws ark::error as init_with_unique_id.
[[nodiscard]] rendezvous_result rendezvous_join(const unique_id& id, int rank, int n_pes,
                                                std::uint64_t timeout_ns);

}  // namespace ark
