// Threads of a PE in different teams at the same time: each divides its own one, uses the parts and
// destroys them.
#include <array>
#include <chrono>
#include <thread>

#include "expect.h"

namespace {

constexpr int rounds = 100;
constexpr std::size_t threads = 3;
long sums[threads], ones[threads];

/// The parts change: all members, all but the last, one alone, a row and a column.
void divide(std::size_t me, shmem_team_t mine) {
  const int size = shmem_team_n_pes(mine);
  for (int round = 0; round < rounds; ++round) {
    shmem_team_t parts[2] = {SHMEM_TEAM_INVALID, SHMEM_TEAM_INVALID};
    if (round % 4 == 3) {
      EXPECT(shmem_team_split_2d(mine, 2, nullptr, 0, parts, nullptr, 0, parts + 1) == 0);
      EXPECT(parts[0] != parts[1]);
    } else {
      const int members = round % 4 == 0 ? size : round % 4 == 1 && size > 1 ? size - 1 : 1;
      EXPECT(shmem_team_split_strided(mine, 0, 1, members, nullptr, 0, parts) == 0);
      if (parts[0] != SHMEM_TEAM_INVALID) EXPECT(shmem_team_n_pes(parts[0]) == members);
    }
    for (const shmem_team_t part : parts) {
      if (part == SHMEM_TEAM_INVALID) continue;
      ones[me] = round + 1;
      sums[me] = 0;
      EXPECT(shmem_long_sum_reduce(part, sums + me, ones + me, 1) == 0);
      EXPECT(sums[me] == (round + 1L) * shmem_team_n_pes(part));
      EXPECT(shmem_team_sync(part) == 0);
      shmem_team_destroy(part);
    }
  }
}

/// PE 0 divides two teams by two threads, the others by one: the order is theirs.
void divide_in_any_order(shmem_team_t one, shmem_team_t other) {
  const auto divide_once = [](shmem_team_t parent) {
    shmem_team_t part = SHMEM_TEAM_INVALID;
    EXPECT(shmem_team_split_strided(parent, 0, 1, shmem_team_n_pes(parent), nullptr, 0, &part) ==
           0);
    EXPECT(shmem_team_n_pes(part) == shmem_n_pes());
    EXPECT(shmem_team_sync(part) == 0);
    shmem_team_destroy(part);
  };
  for (int round = 0; round < 20; ++round) {
    const shmem_team_t first = round % 2 == 0 ? one : other, second = round % 2 == 0 ? other : one;
    if (shmem_my_pe() == 0) {
      const std::jthread early(divide_once, second);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));  // the others' first comes late
      divide_once(first);
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      divide_once(first);
      divide_once(second);
    }
  }
}

}  // namespace

int main() {
  int provided = -1;
  shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
  EXPECT(provided == SHMEM_THREAD_MULTIPLE);
  const int pes = shmem_n_pes();
  std::array<shmem_team_t, threads> teams;
  for (std::size_t i = 0; i < threads; ++i) {
    const bool backwards = i % 2 != 0;
    EXPECT(shmem_team_split_strided(SHMEM_TEAM_WORLD, backwards ? pes - 1 : 0, backwards ? -1 : 1,
                                    pes, nullptr, 0, &teams[i]) == 0);
  }
  {
    std::array<std::jthread, threads> all;
    for (std::size_t i = 0; i < threads; ++i) all[i] = std::jthread(divide, i, teams[i]);
  }
  divide_in_any_order(teams[0], teams[1]);
  for (const shmem_team_t team : teams) shmem_team_destroy(team);
  return finish();
}
