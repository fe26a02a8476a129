// What kernels decide by constants: the only PE of a process stores to mapped heaps. All that the
// constants do not cover goes the general way, with the same results: refusals, and a heap that has
// grown since the kernel began.
#include "pes.hpp"

namespace ark_gpu {
namespace {

using ark::errc;

// --- Calls at the end of the heap, behind it, and for PEs that do not exist.

enum class kind { p, put, put_block, get, signal, put_signal, add, fetch_add };
constexpr kind all_kinds[] = {kind::p,      kind::put,        kind::put_block, kind::get,
                              kind::signal, kind::put_signal, kind::add,       kind::fetch_add};
constexpr const char* names[] = {"p",      "put",        "put_block", "get",
                                 "signal", "put_signal", "add",       "fetch_add"};

constexpr std::uint64_t given = 41, other_signal = 5;

struct words_of_call {
  std::uint64_t *source, *result, *signal;
};

ARK_GLOBAL void make_call(kind what, std::uint64_t* remote, words_of_call mine, int pe) {
  switch (what) {
    case kind::p:
      ark::p(remote, given, pe);
      break;
    case kind::put:
      ark::put(remote, mine.source, 1, pe);
      break;
    case kind::put_block:
      ark::put_block(remote, mine.source, 1, pe);
      break;
    case kind::get:
      ark::get(mine.result, remote, 1, pe);
      break;
    case kind::signal:
      ark_signal_set(remote, given, pe);
      break;
    case kind::put_signal:
      ark::put_signal(remote, mine.source, 1, mine.signal, other_signal, ARK_SIGNAL_SET, pe);
      break;
    case kind::add:
      ark::atomic_add(remote, given, pe);
      break;
    case kind::fetch_add:
      *mine.result = ark::atomic_fetch_add(remote, given, pe);
      break;
  }
}

struct outcome {
  ark::failure_record failure;
  std::uint64_t there = 0;  ///< in the word itself, if the call succeeded
};

/// A call in a job of its own, without checked mode, which refuses more: its failure is the first
/// one. The word is `behind` bytes behind the last one of the heap.
outcome call_at(kind what, std::ptrdiff_t behind, int pe) {
  outcome seen;
  run_pes(1, {{"ARK_LOG", "error"}, {"ARK_CHECK", "0"}}, [&](const ark_gpu::pe& self) {
    const array<std::uint64_t> words(3);
    words.write({given, 0, 0});
    const ark::detail::device_state& state = ark::device::context();
    auto* const end = reinterpret_cast<std::byte*>(state.heap_base + state.heap_bytes);
    std::byte* const word = end - sizeof(std::uint64_t) + behind;
    const std::uint64_t before = what == kind::get ? given : 0;
    if (behind <= 0) copy_bytes(word, &before, sizeof before);
    self.run({1, what == kind::put_block ? 64u : 1u}, make_call, what,
             reinterpret_cast<std::uint64_t*>(word),
             words_of_call{words.get(), words.get() + 1, words.get() + 2}, pe);
    seen.failure = ark::last_failure();
    if (seen.failure.code != errc::ok) return;
    copy_bytes(&seen.there, word, sizeof seen.there);
    if (what == kind::get) {
      EXPECT_EQ(words.at(1), given);
    }
    if (what == kind::fetch_add) {
      EXPECT_EQ(words.at(1), 0u);
    }
    if (what == kind::put_signal) {
      EXPECT_EQ(words.at(2), other_signal);
    }
  });
  return seen;
}

bool needs_alignment(kind what) {
  return what == kind::signal || what == kind::add || what == kind::fetch_add;
}

TEST(Usual, TheLastWordOfTheHeapIsReached) {
  for (const kind what : all_kinds) {
    SCOPED_TRACE(names[static_cast<int>(what)]);
    const outcome seen = call_at(what, 0, 0);
    EXPECT_EQ(seen.failure.code, errc::ok) << ark::failure_text(seen.failure);
    EXPECT_EQ(seen.there, given);
  }
}

TEST(Usual, AWordThatIsNotAlignedIsMovedOrRefused) {
  for (const kind what : all_kinds) {
    SCOPED_TRACE(names[static_cast<int>(what)]);
    const outcome seen = call_at(what, -3, 0);
    if (needs_alignment(what)) {
      EXPECT_EQ(seen.failure.code, errc::invalid_argument);
    } else {
      EXPECT_EQ(seen.failure.code, errc::ok) << ark::failure_text(seen.failure);
      EXPECT_EQ(seen.there, given);
    }
  }
}

TEST(Usual, AByteBehindTheHeapIsRefusedByName) {
  for (const kind what : all_kinds) {
    for (const std::ptrdiff_t behind : {1, 8}) {
      SCOPED_TRACE(names[static_cast<int>(what)]);
      const ark::failure_record seen = call_at(what, behind, 0).failure;
      EXPECT_EQ(seen.code, errc::invalid_argument);
      EXPECT_EQ(seen.peer, 0);
      EXPECT_NE(ark::failure_text(seen).find("symmetric heap"), std::string::npos)
          << ark::failure_text(seen);
    }
  }
}

TEST(Usual, APeThatDoesNotExistIsRefusedByNumber) {
  for (const kind what : all_kinds) {
    for (const int pe : {1, -1}) {
      SCOPED_TRACE(names[static_cast<int>(what)]);
      const ark::failure_record seen = call_at(what, 0, pe).failure;
      EXPECT_EQ(seen.code, errc::invalid_argument);
      EXPECT_NE(ark::failure_text(seen).find("pe = " + std::to_string(pe)), std::string::npos)
          << ark::failure_text(seen);
    }
  }
}

// --- A heap that grows while a kernel runs.

ARK_GLOBAL void put_where_told(std::uint64_t* told) {
  const std::uint64_t there = ark_signal_wait_until(told, ARK_CMP_NE, 0);
  auto* const words = reinterpret_cast<std::uint64_t*>(there);
  ark::p(words, given, 0);
  ark::put(words + 1, words, 1, 0);
  ark::atomic_add(words + 2, given, 0);
  ark_signal_set(words + 3, given, 0);
  ark_quiet();
}

TEST(Usual, ARunningKernelReachesMemoryByWhichTheHeapHasGrown) {
  on_pes(1, {{"ARK_SYMMETRIC_SIZE", "64k"}}, [](const ark_gpu::pe& self) {
    const array<std::uint64_t> told(1);
    load(put_where_told);
    const std::uint64_t bytes = ark::device::context().heap_bytes;
    self.start({1, 1}, put_where_told, told.get());
    const array<std::uint64_t> grown(std::size_t{1} << 20);
    EXPECT_GT(ark::device::context().heap_bytes, bytes);
    ark_signal_set(told, reinterpret_cast<std::uint64_t>(grown.get()), 0);
    self.finish();
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(grown.at(i), given) << i;
    // A kernel that starts now has constants of the new size.
    told.write({reinterpret_cast<std::uint64_t>(grown.get() + grown.size() - 4)});
    self.run({1, 1}, put_where_told, told.get());
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(grown.at(grown.size() - 4 + i), given) << i;
  });
}

}  // namespace
}  // namespace ark_gpu
