// Teams from MPI communicators and other exchanges between their members, and communicators from
// teams.
#include <fmt/core.h>

#include <algorithm>
#include <ark/detail/bootstrap/on_mpi.hpp>
#include <ark/unique_id.hpp>
#include <cstring>

#include "binding.hpp"
#include "bootstrap/mpi_bootstrap.hpp"

namespace ark {

namespace {

/// Exchanged between the members.
struct membership {
  std::uint64_t life;   ///< identifies the job's runtime
  std::int32_t handle;  ///< proposed for the team
  std::int32_t pe;
};

}  // namespace

ark_team_t team_by(const member_gather& gather, const char* call) {
  pe_parts& parts = acting_parts(call);
  const pe_core& core = parts.core;
  team_set::turn now(parts.teams, team_set::no_parent);
  team_set::claim mine(parts.teams);
  int from = detail::first_free_team;
  for (bool first = true;; first = false) {
    const membership own{core.boot->life(), team_set::propose(now, mine, from, first),
                         core.state.pe};
    const std::vector<std::byte> all = gather(std::as_bytes(std::span(&own, 1)));
    std::vector<std::int32_t> pes;
    team_set::proposal proposed;
    for (std::size_t at = 0; at < all.size(); at += sizeof(membership)) {
      membership member{};
      std::memcpy(&member, all.data() + at, sizeof member);
      if (member.life != own.life) {
        throw error(errc::invalid_argument,
                    fmt::format("{}: rank {} is PE {} of another job; accepted: PEs that were "
                                "initialised together",
                                call, pes.size(), member.pe));
      }
      pes.push_back(member.pe);
      proposed.add(member.handle);
    }
    if (proposed.handle == team_set::no_slot) parts.teams.refuse_without_slot();
    if (proposed.same) return mine.create(proposed.handle, pes, {});
    from = std::max(from, team_set::proposal::slot_of(proposed.handle));
  }
}

namespace detail {

ark_team_t team_on_mpi(const void* communicator) {
  constexpr const char* name = "ark::team_of";
  const std::uint64_t timeout_ns = acting_parts(name).core.values.timeout_ns;
  const auto gather = [&](std::span<const std::byte> own) {
    return mpi_gather(communicator, "team_of", own, timeout_ns);
  };
  return team_by(gather, name);
}

void communicator_on_mpi(ark_team_t team, void* communicator) {
  pe_parts& parts = acting_parts("ark::communicator_of");
  parts.teams.synchronise(team);
  const device::team_members members = device::members_of(parts.core.state, team);
  std::vector<std::int32_t> pes;
  for (int member = 0; member < members.size; ++member) pes.push_back(members.pe(member));
  parts.core.boot->make_communicator(pes, communicator);
}

bool mpi_is_ended_by_ark() { return mpi_is_ours(); }
void mpi_end_by_ark() { mpi_take_over(); }

}  // namespace detail

}  // namespace ark
