// The teams of a PE and the counters of its collectives, as kernels and the host use them.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <ark/errc.hpp>
#include <cstddef>
#include <cstdint>

namespace ark::detail {

/// Slots that every job has. A team has the same slot on every member; teams without a common PE
/// may share a slot.
inline constexpr int least_team_slots = 64;
/// The slot of the active sets of OpenSHMEM's older interface; no call creates a team there.
inline constexpr int active_set_team = 2;
/// First slot for teams that the program creates.
inline constexpr int first_free_team = 3;

/// A team's handle, the same on every member: the slot, and above it a generation, which is higher
/// than that of any earlier team of one of its members in the slot.
inline constexpr int team_slot_bits = 14;
[[nodiscard]] ARK_HOST_DEVICE constexpr int team_slot(int handle) {
  return handle & ((1 << team_slot_bits) - 1);
}
/// The least handle after `handle` in its slot; after the last one, the first.
[[nodiscard]] constexpr int team_handle_after(int handle) {
  constexpr std::uint32_t all = 0x7fff'ffff;
  return static_cast<int>((static_cast<std::uint32_t>(handle) + (1u << team_slot_bits)) & all);
}

/// A slot's team from the calling PE's view.
struct team_view {
  std::int32_t rank = -1;
  std::int32_t size = 0;
  /// handle of the team; if no team has this slot, ~ the least handle of the next team.
  std::int32_t handle = -1;
};

/// Position of a member among the members on its host. Hosts are ordered by their first members.
struct host_place {
  std::int32_t first;   ///< member on this host
  std::int32_t index;   ///< of this member on the host
  std::int32_t count;   ///< members on the host
  std::int32_t host;    ///< number of this host
  std::int32_t before;  ///< members on the hosts before it
  std::int32_t hosts;   ///< of the team
};

/// Fill level of the proxy's ring after the caller's last two broadcasts in a team, as long as no
/// token of another member has shown that they have arrived. 0: none.
struct pending_broadcasts {
  std::uint64_t last = 0, before = 0;
  errc failed = errc::ok;  ///< result of the wait for them in the caller's collective
};

/// State that collectives keep between calls. Plain words: one caller per PE and team at a time.
/// The state for kernels on a GPU is in its memory.
struct collective_state {
  std::uint64_t barrier_epoch = 0;     ///< counts ark_barrier_all and ark_sync_all
  std::int32_t slots = 0;              ///< the same on every PE
  team_view* teams = nullptr;          ///< [slots]
  std::int32_t* members = nullptr;     ///< [slots][n_pes]: the PEs of each team in its order
  std::uint64_t* sent = nullptr;       ///< [slots][n_pes]: tokens sent to each PE
  std::uint64_t* received = nullptr;   ///< [slots][n_pes]: tokens received from each PE
  std::uint64_t* exchanges = nullptr;  ///< [slots][n_pes]: exchanges with each PE
  /// [slots][n_pes]: positions of each team's members on their hosts. Null if all PEs are on one
  /// host, and in a job with a GPU.
  host_place* places = nullptr;
  /// Position in the proxy's ring: every descriptor below is delivered or seen_by_peers. Only
  /// grows. CPUs only; atomic.
  std::uint64_t complete = 0;
  pending_broadcasts* unseen = nullptr;  ///< [slots]. Code for CPUs only
  /// Position in the proxy's ring behind its last gather or scatter. Only grows. CPUs only; atomic.
  std::uint64_t lists = 0;
};

/// Maximum size of a member's bytes in an exchange of kernels on a GPU, where one thread copies,
/// and in the slots after wide_team_slots.
inline constexpr std::size_t least_exchange_bytes = 64;
/// The slots with larger areas: of the predefined teams and of the first that a program creates.
inline constexpr int wide_team_slots = 8;
/// Maximum size of a member's bytes in these slots in a job on CPUs with `pes` PEs: the areas of
/// all pairs take at most 256 KiB of each heap, but at least one cache line each.
[[nodiscard]] constexpr std::size_t cpu_exchange_bytes(std::size_t pes) {
  constexpr std::size_t room = 256 * 1024;
  std::size_t bytes = 2048;
  while (bytes > least_exchange_bytes && 2 * wide_team_slots * pes * bytes > room) bytes /= 2;
  return bytes;
}

/// The number of slots of a job: a 64th of the heap's first size, at most 2 MiB, holds the tokens
/// and the smallest exchange areas of all.
[[nodiscard]] constexpr int team_slots(std::size_t pes, std::size_t symmetric_size) {
  constexpr std::size_t most_room = 2 * 1024 * 1024;
  const std::size_t room = symmetric_size / 64 < most_room ? symmetric_size / 64 : most_room;
  const std::size_t slots = room / (2 * pes * (sizeof(std::uint64_t) + least_exchange_bytes));
  return slots > least_team_slots ? static_cast<int>(slots) : least_team_slots;
}
static_assert(team_slots(1, 1u << 30) < 1 << team_slot_bits);

}  // namespace ark::detail
