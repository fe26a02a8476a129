#include "sum_routes.hpp"

#include <algorithm>
#include <map>

namespace ark::gradients {

host_list::host_list(const std::vector<int>& first_pe_of_host)
    : host_of(first_pe_of_host.size()), place_of(first_pe_of_host.size()) {
  std::map<int, std::size_t> number;
  for (std::size_t pe = 0; pe < first_pe_of_host.size(); ++pe) {
    const auto [at, is_new] = number.emplace(first_pe_of_host[pe], pes.size());
    if (is_new) pes.emplace_back();
    host_of[pe] = at->second;
    place_of[pe] = pes[at->second].size();
    pes[at->second].push_back(static_cast<int>(pe));
  }
}

int route_table::leader(std::size_t stripe, std::size_t host) const {
  const auto owner = static_cast<std::size_t>(chunks_.stripes[stripe].owner);
  const std::vector<int>& of_host = hosts_.pes[host];
  return hosts_.host_of[owner] == host ? static_cast<int>(owner)
                                       : of_host[hosts_.place_of[owner] % of_host.size()];
}

route_table::route_table(const chunk_list& chunks, const host_list& hosts, int me)
    : chunks_(chunks), hosts_(hosts), begins_(chunks.stripes.size() * hosts.size()) {
  std::vector<std::size_t> used(hosts.host_of.size());
  const std::size_t my_host = hosts.host_of[static_cast<std::size_t>(me)];
  for (std::size_t s = 0; s < chunks.stripes.size(); ++s) {
    const int owner = chunks.stripes[s].owner;
    const std::size_t owners_host = hosts.host_of[static_cast<std::size_t>(owner)];
    route mine;
    for (std::size_t h = 0; h < hosts.size(); ++h) {
      const int leads = leader(s, h);
      const std::size_t across = h == owners_host && hosts.size() > 1 ? hosts.size() : 0;
      std::size_t& end = used[static_cast<std::size_t>(leads)];
      begins_[s * hosts.size() + h] = end;
      end += (local_slots(h) + across) * chunks.stripes[s].bytes;
      if (leads == me && h == my_host) {
        if (hosts.pes[h].size() > 1) mine.adds = hosts.pes[h];
        for (const int pe : hosts.pes[h]) {
          if (pe != me) mine.children.push_back(pe);
        }
        if (me != owner) mine.parent = owner;
      } else if (h == my_host) {
        mine.parent = leads;
      }
    }
    mine.is_owner = me == owner;
    for (std::size_t h = 0; mine.is_owner && h < hosts.size(); ++h) {
      if (h != owners_host) mine.children.push_back(leader(s, h));
    }
    routes_.push_back(std::move(mine));
  }
  bytes_ = *std::max_element(used.begin(), used.end());
}

std::size_t route_table::slot_of_pe(std::size_t stripe, int leader, int pe) const {
  const std::size_t host = hosts_.host_of[static_cast<std::size_t>(leader)];
  return begins_[stripe * hosts_.size() + host] +
         hosts_.place_of[static_cast<std::size_t>(pe)] * chunks_.stripes[stripe].bytes;
}
std::size_t route_table::slot_of_host(std::size_t stripe, std::size_t host) const {
  const auto owner = static_cast<std::size_t>(chunks_.stripes[stripe].owner);
  const std::size_t owners_host = hosts_.host_of[owner];
  return begins_[stripe * hosts_.size() + owners_host] +
         (local_slots(owners_host) + host) * chunks_.stripes[stripe].bytes;
}
std::size_t route_table::own_slot(std::size_t stripe, int pe) const {
  const bool is_of_hosts = pe == chunks_.stripes[stripe].owner && hosts_.size() > 1;
  return is_of_hosts ? slot_of_host(stripe, hosts_.host_of[static_cast<std::size_t>(pe)])
                     : slot_of_pe(stripe, pe, pe);
}
bool route_table::has_own_slot(std::size_t stripe, int pe) const {
  const std::size_t host = hosts_.host_of[static_cast<std::size_t>(pe)];
  return leader(stripe, host) == pe && hosts_.pes[host].size() > 1;
}

}  // namespace ark::gradients
