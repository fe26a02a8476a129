// Teams from MPI communicators, and communicators from teams.
#include <fmt/core.h>

#include <algorithm>
#include <ark/detail/on_mpi.hpp>
#include <cstring>

#include "binding.hpp"
#include "bootstrap/mpi_bootstrap.hpp"

namespace ark::detail {

namespace {

/// What a process tells the others of the communicator.
struct membership {
  std::uint64_t life;  ///< of the job
  std::uint64_t free_slots;
  std::int64_t pe;
};

}  // namespace

ark_team_t team_on_mpi(const void* communicator) {
  constexpr const char* name = "ark::team_of";
  pe_parts& parts = acting_parts(name);
  const pe_core& core = parts.core;
  const membership mine{core.boot->life(), parts.teams.free_slots(), core.state.pe};
  const std::vector<std::byte> all = mpi_gather(
      communicator, "team_of", std::as_bytes(std::span(&mine, 1)), core.values.timeout_ns);
  std::vector<std::int32_t> pes;
  std::uint64_t free = mine.free_slots;
  for (std::size_t at = 0; at < all.size(); at += sizeof(membership)) {
    membership member{};
    std::memcpy(&member, all.data() + at, sizeof member);
    if (member.life != mine.life) {
      throw error(
          errc::invalid_argument,
          fmt::format("{}: rank {} is PE {} of another job; accepted: a communicator of PEs "
                      "that were initialised together",
                      name, pes.size(), member.pe));
    }
    pes.push_back(static_cast<std::int32_t>(member.pe));
    free &= member.free_slots;
  }
  return parts.teams.create(pes, free, {});
}

void communicator_on_mpi(ark_team_t team, void* communicator) {
  pe_parts& parts = acting_parts("ark::communicator_of");
  parts.teams.synchronise(team);
  const device::team_members members = device::members_of(parts.core.state, team);
  std::vector<std::int32_t> pes;
  for (int member = 0; member < members.size; ++member) pes.push_back(members.pe(member));
  parts.core.boot->make_communicator(pes, communicator);
}

}  // namespace ark::detail
