// The teams of a PE: the predefined ones, and those that the program creates and destroys.
#pragma once

#include <ark/detail/state/team_state.hpp>
#include <ark/team.hpp>
#include <array>
#include <cstdint>
#include <limits>
#include <mutex>
#include <vector>

#include "gpu_choice.hpp"
#include "os/zero_pages.hpp"
#include "pe_core.hpp"

namespace ark {

/// Owns the memory of state.collectives. Members that change something are collective over the
/// members of a team, and called by one host thread at a time for each team; they throw ark::error.
///
/// The slot of a new team must be free on all its members:
/// 1. Each member proposes its first free slot, and the least handle that its next team can have
///    there, to all of the parent, by signals to the parent's exchange areas.
/// 2. Members propose again from the highest proposed slot on, until all propose the same one.
/// 3. The highest handle is the team's.
///
/// On each PE one split at a time proposes slots, after its first proposal. A split yields to that
/// of the parent with the lowest slot, so that this one can proceed on all its PEs.
class team_set {
 public:
  /// Both outlive it.
  team_set(pe_core& core, const gpu_choice& gpu) : core_(core), gpu_(gpu) {}
  team_set(const team_set&) = delete;
  team_set& operator=(const team_set&) = delete;

  /// Called once, when state.peers is complete: makes the predefined teams.
  void build();

  struct strided {
    int start, stride, size;
  };
  /// Returns the new team, or ARK_TEAM_INVALID if the caller is not a member.
  ark_team_t split_strided(ark_team_t parent, strided range, const ark_team_config_t& config);
  struct axes {
    ark_team_t x, y;
  };
  axes split_2d(ark_team_t parent, int xrange, const ark_team_config_t& x_config,
                const ark_team_config_t& y_config);
  /// Permission of a split to propose slots on this PE. One per parent at a time.
  class turn {
   public:
    turn(team_set& set, int parent) : set_(set), parent_(parent) {}
    ~turn();
    turn(const turn&) = delete;
    turn& operator=(const turn&) = delete;
    /// Acquire or keep the permission. False: another split has it, or waits for it with a lower
    /// parent.
    [[nodiscard]] bool take();

   private:
    team_set& set_;
    int parent_;
  };
  /// The parent for ark::team_of: after all teams.
  static constexpr int no_parent = std::numeric_limits<int>::max();

  /// A slot that this PE has reserved for a team until its members agree.
  class claim {
   public:
    explicit claim(team_set& set) : set_(set) {}
    ~claim();
    claim(const claim&) = delete;
    claim& operator=(const claim&) = delete;
    /// Reserve the first free slot from `from` on; the reserved slot itself counts as free.
    void move_up(int from);
    [[nodiscard]] int slot() const { return slot_; }
    /// The least handle of a team in the slot; no_slot without one.
    [[nodiscard]] int handle() const;
    /// Make the team of `pes`, which include the caller, in the slot, with the handle agreed on.
    /// Not collective: its members call with the same arguments. Returns the handle.
    ark_team_t create(int handle, const std::vector<std::int32_t>& pes,
                      const ark_team_config_t& config);

   private:
    void release();  ///< with the lock

    team_set& set_;
    int slot_ = no_slot;
  };
  /// The combined proposals of a parent's members: no_slot, if one has none; otherwise the highest
  /// slot and the highest handle for it.
  struct proposal {
    int handle = any_slot;
    bool same = true;  ///< all members of the new team propose this slot

    [[nodiscard]] static int slot_of(int handle) {
      return handle < 0 ? handle : detail::team_slot(handle);
    }
    void add(int other) {
      if (other == any_slot) return;
      if (other == not_yet) {
        same = false;
        return;
      }
      const int slot = slot_of(handle), others = slot_of(other);
      same = same && (slot == any_slot || slot == others);
      if (handle == no_slot || other == no_slot) {
        handle = no_slot;
      } else if (others > slot || (others == slot && other > handle)) {
        handle = other;
      }
    }
  };
  static constexpr int no_slot = -1;
  static constexpr int any_slot = -2;  ///< proposal of a PE that is not to be a member
  static constexpr int not_yet = -3;   ///< proposal of a PE where the split has no permission yet
  /// The proposal of a member: a slot in `mine`, from `from` on. Its first proposal needs no
  /// permission, because the others may not have called yet: a split with the permission would
  /// block what they wait for.
  [[nodiscard]] static int propose(turn& now, claim& mine, int from, bool first);
  [[noreturn]] void refuse_without_slot() const;
  /// Synchronise the members of an existing team.
  void synchronise(ark_team_t team) { synchronise(parent_of(team)); }
  void destroy(ark_team_t team);
  /// `team` exists.
  [[nodiscard]] const ark_team_config_t& config(ark_team_t team) const {
    return configs_[static_cast<std::size_t>(detail::team_slot(team))];
  }

 private:
  /// Sent by a PE to the other members of the parent.
  struct request {
    std::int64_t handle, first, second, third;
  };
  static_assert(sizeof(request) <= detail::least_exchange_bytes);

  [[nodiscard]] device::team_members parent_of(ark_team_t parent) const;
  /// Reserve in `mine` the first slot from `from` on that is free on all members of the new team; a
  /// PE that is not a member reserves none. Returns the team's handle; no_slot: there is none.
  /// Throws asymmetric if the arguments of a member of the parent differ from the caller's.
  int agree(const device::team_members& parent, turn& now, claim& mine, bool member, int from,
            std::array<int, 3> arguments);
  /// Exchanges `mine` with the members of the parent.
  proposal exchange(const device::team_members& parent, const request& mine);
  void synchronise(const device::team_members& parent);
  void set(int handle, const std::vector<std::int32_t>& pes, const ark_team_config_t& config);
  /// Kernels on a GPU see the slot as the host does.
  void update_gpu(int slot);

  pe_core& core_;
  const gpu_choice& gpu_;
  detail::collective_state state_;
  std::vector<detail::team_view> views_;
  zero_pages<std::int32_t> members_;
  zero_pages<detail::host_place> places_;
  zero_pages<detail::pending_broadcasts> unseen_;
  zero_pages<std::uint64_t> sent_, received_, exchanges_;
  std::vector<ark_team_config_t> configs_;
  static constexpr int nobody = -1;
  std::mutex mutex_;         ///< of the members that follow
  std::vector<bool> taken_;  ///< slots of teams, and of claims
  int has_turn_ = nobody;    ///< the parent of the division that proposes slots
  int waits_ = nobody;       ///< the lowest parent of those that wait for their turn
};

}  // namespace ark
