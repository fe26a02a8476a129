#include "job_layout.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <iterator>
#include <optional>
#include <set>
#include <span>

#include "os/resource_limits.hpp"

namespace ark {

namespace {

/// Settings that must be equal on all PEs. With ARK_CHECK on some PEs only, those would wait for
/// the other PEs' records; with unequal heap sizes or growth, the heap would be full on some PEs
/// only.
constexpr struct {
  const char* name;
  std::uint64_t (*value)(const config&);
} settings_of_all[] = {
    {"ARK_CHECK", [](const config& c) { return std::uint64_t{c.check}; }},
    {"ARK_SYMMETRIC_SIZE", [](const config& c) { return std::uint64_t{c.symmetric_size}; }},
    {"ARK_HEAP_RESERVE", [](const config& c) { return std::uint64_t{c.heap_reserve}; }},
};

/// Sent by every PE to all others first.
struct layout_entry {
  placement where;
  detail::device_state* state;  ///< valid in the PEs of its process
  std::uint64_t agreed[std::size(settings_of_all)];
  std::uint64_t heap_room;  ///< address space for the heap of each PE of the host
  bool lacks_descriptors;
};

/// Number of descriptors that a PE opens at init and at the growth of its heap: for each process of
/// its host one that watches it and three while memory is exchanged; for each process of another
/// host those of its connections; and those of its own threads, of MPI and of UCX.
std::size_t descriptors_of(const bootstrap& boot) {
  constexpr std::size_t own = 32, of_neighbour = 4, of_network = 32, of_remote = 4;
  const auto local = static_cast<std::size_t>(boot.local_size());
  const auto remote = static_cast<std::size_t>(boot.size()) - local;
  return own + of_neighbour * local + (remote > 0 ? of_network + of_remote * remote : 0);
}

/// Address space for the heap of each PE of this host. Half of the free space is left to the
/// program.
std::uint64_t heap_room_of(const bootstrap& boot) {
  const std::uint64_t left = address_space_left();
  return left == UINT64_MAX ? left : left / 2 / static_cast<std::uint64_t>(boot.local_size());
}

/// Check the settings that must be equal on all PEs.
void agree_on_settings(std::span<const layout_entry> all) {
  for (std::size_t i = 0; i < std::size(settings_of_all); ++i) {
    const std::uint64_t first = all[0].agreed[i];
    for (std::size_t pe = 1; pe < all.size(); ++pe) {
      if (all[pe].agreed[i] == first) continue;
      throw error(errc::asymmetric,
                  fmt::format("{} is {} on PE 0 and {} on PE {}; accepted: the same on every PE",
                              settings_of_all[i].name, first, all[pe].agreed[i], pe));
    }
  }
}

}  // namespace

bool job_layout::shares_host(int rank) const {
  const placement& mine = members[static_cast<std::size_t>(rank)];
  return std::any_of(members.begin(), members.end(), [&](const placement& other) {
    return other.host == mine.host && other.process != mine.process;
  });
}

int job_layout::hosts() const {
  std::set<decltype(placement::host)> seen;
  for (const placement& each : members) seen.insert(each.host);
  return static_cast<int>(seen.size());
}

job_layout exchange_layout(bootstrap& boot, const config& values, detail::device_state& mine) {
  layout_entry me{placement_of_this_process(), &mine, {}, heap_room_of(boot), false};
  std::optional<error> problem;  // thrown after the exchange with the others
  try {
    descriptors_reserve(descriptors_of(boot));
  } catch (const error& refused) {
    me.lacks_descriptors = true;
    problem = refused;
  }
  for (std::size_t i = 0; i < std::size(settings_of_all); ++i)
    me.agreed[i] = settings_of_all[i].value(values);
  std::vector<layout_entry> all(static_cast<std::size_t>(boot.size()));
  boot.allgather(&me, sizeof me, all.data());
  if (problem) throw *problem;
  for (const layout_entry& other : all) {
    if (!other.lacks_descriptors) continue;
    throw error(errc::system_error, fmt::format("PE {} cannot open the file descriptors it needs",
                                                &other - all.data()));
  }
  agree_on_settings(all);
  job_layout layout;
  for (const layout_entry& other : all)
    layout.heap_room = std::min<std::uint64_t>(layout.heap_room, other.heap_room);
  const placement& here = all[static_cast<std::size_t>(boot.rank())].where;
  for (const layout_entry& member : all) {
    layout.members.push_back(member.where);
    if (member.where.process == here.process) layout.process_states.push_back(member.state);
  }
  const auto first = layout.members.begin();
  const auto same_process = [&](const placement& other) { return other.process == here.process; };
  const auto same_host = [&](const placement& other) { return other.host == here.host; };
  layout.process_pes = static_cast<unsigned>(layout.process_states.size());
  layout.process_index =
      static_cast<unsigned>(std::count_if(first, first + boot.rank(), same_process));
  layout.host_index = static_cast<int>(std::count_if(first, first + boot.rank(), same_host));
  layout.process_group = here.process;
  return layout;
}

}  // namespace ark
