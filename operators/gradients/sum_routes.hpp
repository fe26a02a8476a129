// Which PE adds what. The PEs of a host add first, at the stripe's leader of this host; the leader
// on the owner's host is the owner, and adds what the hosts have. Results return by the same route.
#pragma once

#include <cstddef>
#include <vector>

#include "chunks.hpp"

namespace ark::gradients {

/// Of the whole job: the hosts in the order of their first PEs, each with its PEs in order.
struct host_list {
  explicit host_list(const std::vector<int>& first_pe_of_host);  ///< of each PE

  std::vector<std::vector<int>> pes;           ///< of each host
  std::vector<std::size_t> host_of, place_of;  ///< of each PE: its host, and where in it
  [[nodiscard]] std::size_t size() const { return pes.size(); }
};

/// Of one PE, for one stripe.
struct route {
  int parent =
      -1;  ///< where its part goes, with its host's sum if it is a leader; -1: it is the owner
  std::vector<int> children;  ///< to which it sends results
  std::vector<int> adds;      ///< the host's PEs that it adds, in order, itself among them; empty
                              ///< if there is none besides itself
  bool is_owner = false;
  /// It sends from and gets results in a slot, which the program does not write to.
  [[nodiscard]] bool has_slot() const { return is_owner || !adds.empty(); }
};

/// Where every PE keeps its slots: for each stripe that a PE leads, one for each PE of its host if
/// there are several, and for each stripe that it owns, one for each host if there are several.
class route_table {
 public:
  route_table(const chunk_list& chunks, const host_list& hosts, int me);

  [[nodiscard]] const route& of(std::size_t stripe) const { return routes_[stripe]; }
  /// Offsets in the memory of `leader`, of the slot of a PE of its host, and of a host.
  [[nodiscard]] std::size_t slot_of_pe(std::size_t stripe, int leader, int pe) const;
  [[nodiscard]] std::size_t slot_of_host(std::size_t stripe, std::size_t host) const;
  /// The slot of a leader or owner itself: sums are made in it, results lie in it.
  [[nodiscard]] std::size_t own_slot(std::size_t stripe, int pe) const;
  /// True if `pe` gets the stripe's results in its own slot, not in its tensors.
  [[nodiscard]] bool has_own_slot(std::size_t stripe, int pe) const;
  [[nodiscard]] std::size_t bytes() const { return bytes_; }  ///< the most of all PEs

 private:
  [[nodiscard]] int leader(std::size_t stripe, std::size_t host) const;
  [[nodiscard]] std::size_t local_slots(std::size_t host) const {
    return hosts_.pes[host].size() > 1 ? hosts_.pes[host].size() : 0;
  }

  const chunk_list& chunks_;
  const host_list& hosts_;
  std::vector<route> routes_;
  std::vector<std::size_t> begins_;  ///< by stripe and host: where the slots of its leader begin
  std::size_t bytes_ = 0;
};

}  // namespace ark::gradients
