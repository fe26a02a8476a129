// The teams of a PE: the predefined ones, and those that the program creates and destroys.
#pragma once

#include <algorithm>
#include <ark/detail/team_state.hpp>
#include <ark/team.hpp>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "gpu_choice.hpp"
#include "pe_core.hpp"

namespace ark {

/// Owns what state.collectives points to. Members that change something are collective over the
/// members of a team, and called by one host thread at a time; they throw ark::error.
///
/// The slot of a new team must be free on all its members. So the members of its parent tell each
/// other, by signals to words of the workspace, the first free slot of each, and go on with those
/// from the highest of these numbers until all have the same one.
class team_set {
 public:
  /// Both outlive it.
  team_set(pe_core& core, const gpu_choice& gpu) : core_(core), gpu_(gpu) {}
  team_set(const team_set&) = delete;
  team_set& operator=(const team_set&) = delete;

  /// Once, when state.peers is complete: the predefined teams.
  void build();

  struct strided {
    int start, stride, size;
  };
  /// The new team, or ARK_TEAM_INVALID where the caller is not a member.
  ark_team_t split_strided(ark_team_t parent, strided range, const ark_team_config_t& config);
  struct axes {
    ark_team_t x, y;
  };
  axes split_2d(ark_team_t parent, int xrange, const ark_team_config_t& x_config,
                const ark_team_config_t& y_config);
  /// The first slot from `slot` on without a team of this PE, or no_slot.
  [[nodiscard]] int free_slot(int slot) const;
  static constexpr int no_slot = -1;
  /// Of what the members have proposed: the least slot that may be free on all, or no_slot.
  [[nodiscard]] static int higher_slot(int one, int other) {
    return one == no_slot || other == no_slot ? no_slot : std::max(one, other);
  }
  [[noreturn]] void refuse_without_slot() const;
  /// The team of `pes`, of which the caller is one, in a slot that is free on all of them. Not
  /// collective: its members call with the same arguments.
  void create(int slot, const std::vector<std::int32_t>& pes, const ark_team_config_t& config);
  /// Synchronise the members of an existing team.
  void synchronise(ark_team_t team) { synchronise(parent_of(team)); }
  void destroy(ark_team_t team);
  /// `team` exists.
  [[nodiscard]] const ark_team_config_t& config(ark_team_t team) const {
    return configs_[static_cast<std::size_t>(team)];
  }

 private:
  /// What a PE sends to the other members of the parent.
  struct request {
    std::int64_t slot, first, second, third;
  };
  static_assert(sizeof(request) == detail::split_words * sizeof(std::uint64_t));

  [[nodiscard]] device::team_members parent_of(ark_team_t parent) const;
  /// The first slot from `slot` on that is free on all members of the parent. Throws asymmetric if
  /// the arguments of one differ from the caller's.
  int agree(const device::team_members& parent, int slot, std::array<int, 3> arguments);
  /// Exchanges `mine` with the members of the parent. The highest slot of all, or no_slot; `same`:
  /// all have proposed it.
  struct proposal {
    int slot;
    bool same;
  };
  proposal exchange(const device::team_members& parent, const request& mine);
  void synchronise(const device::team_members& parent);
  void set(int slot, const std::vector<std::int32_t>& pes, const ark_team_config_t& config);
  /// Kernels on a GPU see the slot as the host does.
  void update_gpu(int slot);

  pe_core& core_;
  const gpu_choice& gpu_;
  detail::collective_state state_;
  std::vector<detail::team_view> views_;
  std::vector<std::int32_t> members_;
  std::vector<detail::host_place> places_;
  std::vector<std::uint64_t> sent_, received_, exchanges_;
  std::vector<ark_team_config_t> configs_;
};

}  // namespace ark
