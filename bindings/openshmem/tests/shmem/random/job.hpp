// Teams, contexts, and what else the steps of the random test share.
#pragma once

#include <cstdlib>
#include <numeric>

#include "model.hpp"

namespace random_test {

struct team {
  shmem_team_t handle = SHMEM_TEAM_INVALID;  ///< so if this PE is no member
  std::vector<int> members = {};             ///< PEs
  [[nodiscard]] int size() const { return static_cast<int>(members.size()); }
  /// -1: no member.
  [[nodiscard]] int rank_of(int pe) const {
    const auto found = std::find(members.begin(), members.end(), pe);
    return found == members.end() ? -1 : static_cast<int>(found - members.begin());
  }
};

/// How a call reaches a PE.
struct target {
  shmem_ctx_t ctx;
  int pe;
};

/// Teams, which every PE knows, and contexts of this PE.
class group_set {
 public:
  group_set() : teams_{{SHMEM_TEAM_WORLD, std::vector<int>(shmem_n_pes())}} {
    std::iota(teams_[0].members.begin(), teams_[0].members.end(), 0);
  }

  /// Every third time that of all PEs.
  const team& any_team(generator& draw) {
    return teams_[draw.one_in(3) ? 0 : draw.below(teams_.size())];
  }
  /// Creates a team, or destroys one and its contexts.
  void change_teams(generator& draw) {
    constexpr std::size_t most = 30;
    if (teams_.size() > most || (teams_.size() > 1 && draw.one_in(3))) {
      std::swap(teams_[1 + draw.below(teams_.size() - 1)], teams_.back());
      const shmem_team_t handle = teams_.back().handle;
      teams_.pop_back();
      std::erase_if(contexts_, [&](const context& it) { return it.of.handle == handle; });
      if (handle != SHMEM_TEAM_INVALID) shmem_team_destroy(handle);
      return;
    }
    teams_.push_back(split(draw, any_team(draw)));
  }

  void add_context(generator& own, reports& report) {
    constexpr std::size_t most = 12;
    constexpr long options[] = {0, SHMEM_CTX_PRIVATE, SHMEM_CTX_SERIALIZED, SHMEM_CTX_NOSTORE};
    const team& of = any_team(own);
    if (of.handle == SHMEM_TEAM_INVALID || contexts_.size() >= most) return;
    context made{SHMEM_CTX_INVALID, of};
    report.expect("team_create_ctx", 0, 0,
                  shmem_team_create_ctx(of.handle, options[own.below(4)], &made.handle));
    contexts_.push_back(made);
  }
  target by_any_context(generator& own, int pe) {
    if (!contexts_.empty() && own.one_in(2)) {
      const context& it = contexts_[own.below(contexts_.size())];
      if (const int rank = it.of.rank_of(pe); rank >= 0) return {it.handle, rank};
    }
    return {SHMEM_CTX_DEFAULT, pe};
  }
  /// Completes all operations; some contexts end.
  void quiet(generator& own) {
    shmem_quiet();
    std::erase_if(contexts_, [&](const context& it) {
      const bool ends = own.one_in(4);
      ends ? shmem_ctx_destroy(it.handle) : shmem_ctx_quiet(it.handle);
      return ends;
    });
  }

 private:
  struct context {
    shmem_ctx_t handle;
    team of;
  };
  /// Also a single PE, all PEs backwards, and with strides that leave some out.
  static team split(generator& draw, const team& parent) {
    const int start = draw.below(parent.size()), stride = draw.below(7) - 3;
    const int room = stride > 0 ? parent.size() - 1 - start : start;  // behind the first
    const int size = stride == 0 ? 1 : 1 + draw.below(room / std::abs(stride) + 1);
    team made;
    for (int i = 0; i < size; ++i) made.members.push_back(parent.members[start + i * stride]);
    if (parent.handle != SHMEM_TEAM_INVALID) {
      shmem_team_split_strided(parent.handle, start, stride, size, nullptr, 0, &made.handle);
    }
    return made;
  }

  std::vector<team> teams_;
  std::vector<context> contexts_;
};

struct job {
  const settings& of;
  int me = shmem_my_pe(), pes = shmem_n_pes();
  generator shared{of.seed};                            ///< the same on all PEs
  generator own{shared.bits() + static_cast<u64>(me)};  ///< for what changes no result
  memory_areas memory{pes, shared.bits()};
  reports report{of};
  group_set groups = {};
};

// Steps. Each is collective.
void transfers(job& j);
void atomics(job& j);
void collectives(job& j);
void allocations(job& j);

/// An argument for a parameter of any type of pointer.
struct any_pointer {
  void* value;
  template <class T>
  operator T*() const {
    return static_cast<T*>(value);
  }
};

}  // namespace random_test
