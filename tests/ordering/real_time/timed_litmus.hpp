// Litmus tests in real time: a short program in many rounds and many blocks at once, the times
// between its steps at random. The ordered form must never show what the memory model forbids. A
// weaker form may: hardware can be stronger than its model, so what was seen of it is told, and not
// demanded. That the programs can see it at all, the reversed form of message passing shows.
#pragma once

#include <atomic>
#include <cstdio>
#include <string>

#include "pes.hpp"

namespace ark_gpu {

enum class strength { ordered, weaker, reversed };

/// From one block's words to the next block's: a line apart.
inline constexpr std::size_t apart = 16;
/// Of a block. On a GPU enough for the copy units; the executor moves a few words at a time.
inline constexpr std::size_t data_words = on_gpu ? 1024 : 64;

/// Symmetric words, for each block its own.
struct litmus_words {
  std::uint64_t* data;
  std::uint64_t* source;
  std::uint64_t* flag;
  std::uint64_t* ack;
  std::uint64_t* relay;
  std::uint64_t* wrong;  ///< how often this PE's block has seen what is forbidden

  /// Of the calling PE's.
  [[nodiscard]] ARK_DEVICE litmus_words of_block(unsigned block) const {
    const std::size_t at = apart * block, data_at = data_words * block;
    return {ark::own_address(data) + data_at, ark::own_address(source) + data_at,
            ark::own_address(flag) + at,      ark::own_address(ack) + at,
            ark::own_address(relay) + at,     ark::own_address(wrong) + at};
  }
};

/// The arrays of a run.
struct litmus_memory {
  explicit litmus_memory(unsigned blocks)
      : data(data_words * blocks), source(data_words * blocks), lines(4 * apart * blocks) {}
  const array<std::uint64_t> data, source, lines;

  [[nodiscard]] litmus_words words() const {
    const std::size_t each = lines.size() / 4;
    return {data, source, lines, lines + each, lines + 2 * each, lines + 3 * each};
  }
  [[nodiscard]] std::uint64_t wrong() const {
    const std::vector<std::uint64_t> all = lines.read();
    std::uint64_t sum = 0;
    for (std::size_t i = 3 * all.size() / 4; i < all.size(); i += apart) sum += all[i];
    return sum;
  }
};

/// A moment, another one in each round.
ARK_DEVICE inline void linger(unsigned round, unsigned salt) {
  std::uint64_t mixed = (std::uint64_t{round} * 64 + blockIdx.x * 4 + salt) * 0x9e3779b97f4a7c15ull;
  mixed ^= mixed >> 29;
  mixed *= 0xbf58476d1ce4e5b9ull;
  if ((mixed >> 40) % 4 != 0) __nanosleep(static_cast<unsigned>((mixed >> 48) % 512));
}

/// A word that another PE writes, as kernels read it: on a GPU by a plain load.
ARK_DEVICE inline std::uint64_t read_data(const std::uint64_t* word) {
  return on_gpu ? *word : ark::detail::load_relaxed(word);
}

/// Where there is a queue, `queued` puts everything into it, but a GPU's signals and atomics, which
/// are the caller's own; else words are stored and data is queued. The CPU executor reorders as
/// much as it can.
inline ark::settings litmus_settings(bool queued) {
  ark::settings all = {{"ARK_ROUTE", queued ? "queue" : "auto"}, {"ARK_INLINE_BYTES", "64"}};
  if (!on_gpu) all.insert({{"ARK_SCHED", "random:17"}});
  return all;
}

/// Kernels on a GPU have a queue only where their launch has an engine.
inline bool has_queue(unsigned engine_blocks) { return !on_gpu || engine_blocks != 0; }
inline constexpr const char* no_queue = "kernels on a GPU have no queue without an engine";

/// What was seen of a program, for people and for those who collect it.
struct sightings {
  std::uint64_t rounds = 0;
  std::uint64_t forbidden = 0;
};

inline void report(const char* form, const sightings& seen) {
  std::printf("%s, %s: %s: %llu of %llu\n", current_test().c_str(), form,
              seen.forbidden == 0 ? "not seen" : "seen",
              static_cast<unsigned long long>(seen.forbidden),
              static_cast<unsigned long long>(seen.rounds));
  testing::Test::RecordProperty(std::string(form) + "_rounds", std::to_string(seen.rounds));
  testing::Test::RecordProperty(std::string(form) + "_forbidden", std::to_string(seen.forbidden));
}

struct program {
  int pes;
  void (*kernel)(litmus_words, unsigned rounds, strength how);
  shape grid;
  bool queued = false;         ///< even what is small enough to be stored inline
  unsigned blocks_of_one = 1;  ///< blocks of a PE that take part in one instance
};

/// Rounds of each block. What is ordered runs about a million in all on a GPU.
constexpr unsigned rounds_of(strength how) {
  if (!on_gpu) return 60;
  return how == strength::ordered ? 65536 : 8192;
}

inline sightings run_program(const program& what, strength how) {
  const unsigned rounds = rounds_of(how);
  std::atomic<std::uint64_t> forbidden{0};
  on_pes(what.pes, litmus_settings(what.queued), [&](const pe& self) {
    const litmus_memory memory(what.grid.blocks);
    self.run(what.grid, what.kernel, memory.words(), rounds, how);
    forbidden += memory.wrong();
    ark_barrier_all();
  });
  return {std::uint64_t{rounds} * what.grid.blocks / what.blocks_of_one, forbidden};
}

/// Never in the ordered form, by launches of the PEs' own or by one launch; how often in the weaker
/// one, by one launch, is told.
inline void check_program(program what) {
  if (what.queued && !has_queue(what.grid.engine_blocks)) GTEST_SKIP() << no_queue;
  for (const bool group : {false, true}) {
    what.grid.group = group;
    const sightings ordered = run_program(what, strength::ordered);
    report(group ? "ordered" : "ordered_own_launches", ordered);
    EXPECT_EQ(ordered.forbidden, 0u) << "of " << ordered.rounds << " rounds";
  }
  report("weaker", run_program(what, strength::weaker));
}

}  // namespace ark_gpu
