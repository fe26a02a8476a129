// Teams of several shapes, and the PEs that each must have.
#pragma once

#include <algorithm>
#include <vector>

#include "api_test.hpp"

namespace ark_mp {

/// A team and its PEs in order, which every PE of the job knows.
struct team_of_pes {
  const char* shape;
  ark_team_t handle;  ///< ARK_TEAM_INVALID on PEs that are not members
  std::vector<int> pes;

  [[nodiscard]] int size() const { return static_cast<int>(pes.size()); }
  /// -1: not a member.
  [[nodiscard]] int rank_of(int pe) const {
    const auto found = std::find(pes.begin(), pes.end(), pe);
    return found == pes.end() ? -1 : static_cast<int>(found - pes.begin());
  }
};

/// A team that is split off from `parent` with the same arguments on its members. Collective over
/// the members of the parent; a PE that is none gets what the others know.
inline team_of_pes split(const char* shape, const team_of_pes& parent, int start, int stride,
                         int size) {
  team_of_pes made{shape, ARK_TEAM_INVALID, {}};
  for (int i = 0; i < size; ++i)
    made.pes.push_back(parent.pes[static_cast<std::size_t>(start + i * stride)]);
  if (parent.handle != ARK_TEAM_INVALID) {
    EXPECT_EQ(ark_team_split_strided(parent.handle, start, stride, size, nullptr, 0, &made.handle),
              0)
        << shape << ": " << ark::last_error();
  }
  return made;
}

inline team_of_pes world_team(int n) {
  team_of_pes world{"world", ARK_TEAM_WORLD, {}};
  for (int pe = 0; pe < n; ++pe) world.pes.push_back(pe);
  return world;
}

/// World, and teams split off from it and from each other; destroyed at the end. Collective.
class some_teams {
 public:
  explicit some_teams(int n) {
    const team_of_pes world = world_team(n);
    all_.push_back(world);
    all_.push_back(split("reversed", world, n - 1, -1, n));
    const team_of_pes reversed = all_.back();
    all_.push_back(split("every second", world, 0, 2, (n + 1) / 2));
    all_.push_back(split("last alone", world, n - 1, 0, 1));
    all_.push_back(split("all but the last of the reversed", reversed, 0, 1, std::max(1, n - 1)));
    ark_team_t row = ARK_TEAM_INVALID, column = ARK_TEAM_INVALID;
    EXPECT_EQ(ark_team_split_2d(ARK_TEAM_WORLD, 2, nullptr, 0, &row, nullptr, 0, &column), 0)
        << ark::last_error();
    team_of_pes mine{"row of two", row, {}}, down{"column", column, {}};
    for (int pe = 0; pe < n; ++pe) {
      if (pe / 2 == ark_my_pe() / 2) mine.pes.push_back(pe);
      if (pe % 2 == ark_my_pe() % 2) down.pes.push_back(pe);
    }
    all_.push_back(mine);
    all_.push_back(down);
  }
  ~some_teams() {
    for (const team_of_pes& team : all_) {
      if (team.handle != ARK_TEAM_WORLD) ark_team_destroy(team.handle);
    }
  }
  some_teams(const some_teams&) = delete;
  some_teams& operator=(const some_teams&) = delete;

  [[nodiscard]] auto begin() const { return all_.begin(); }
  [[nodiscard]] auto end() const { return all_.end(); }

 private:
  std::vector<team_of_pes> all_;
};

}  // namespace ark_mp
