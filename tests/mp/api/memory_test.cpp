// Symmetric memory: the same places on all PEs, growth, and refusals that every PE hears.
#include <sys/mman.h>

#include <ark/symmetric_array.hpp>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "api_test.hpp"

namespace ark_mp {
namespace {

class Memory : public pe_test {
 protected:
  [[nodiscard]] ark::settings overrides() const override {
    return {{"ARK_SYMMETRIC_SIZE", "256k"},
            {"ARK_HEAP_RESERVE", "8m"},
            {"ARK_LOG", "error"},
            {"ARK_ON_FAILURE", "go_on"},
            {"ARK_TIMEOUT", "30s"}};
  }
  static std::uint64_t offset_of(const void* pointer) {
    return reinterpret_cast<std::uint64_t>(pointer) - ark::detail::host_context().heap_base;
  }
  void expect_same_everywhere(std::uint64_t value, const char* what) const {
    std::vector<std::uint64_t> all(static_cast<std::size_t>(n_));
    MPI_Allgather(&value, 1, MPI_UINT64_T, all.data(), 1, MPI_UINT64_T, communicator());
    for (int pe = 0; pe < n_; ++pe)
      EXPECT_EQ(all[static_cast<std::size_t>(pe)], value) << what << ", PE " << pe;
  }
  static void expect_error(const std::vector<std::string>& parts) {
    for (const std::string& part : parts) {
      EXPECT_NE(ark::last_error().find(part), std::string::npos)
          << part << " is not in: " << ark::last_error();
    }
  }
};

TEST_F(Memory, SameOffsetsOnAllPes) {
  void* a = ark_malloc(100);
  void* b = ark_align(4096, 10);
  void* c = ark_calloc(7, 9);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(b) % 4096, 0u);
  for (int i = 0; i < 63; ++i) EXPECT_EQ(static_cast<char*>(c)[i], 0);
  ark_free(a);
  void* d = ark_malloc(50);
  for (const void* pointer : {b, c, d}) expect_same_everywhere(offset_of(pointer), "offset");
  for (void* pointer : {b, c, d}) ark_free(pointer);
}

class MemoryWithRoom : public Memory {
 protected:
  [[nodiscard]] ark::settings overrides() const override {
    ark::settings changed = Memory::overrides();
    changed["ARK_HEAP_RESERVE"] = "16g";
    return changed;
  }
};

TEST_F(MemoryWithRoom, AlignIsAboutAddressesOnEveryPe) {
  for (std::size_t alignment = 1; alignment <= std::size_t{1} << 30; alignment *= 2) {
    void* at = ark_align(alignment, 100);
    ASSERT_NE(at, nullptr) << alignment << ": " << ark::last_error();
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(at) % alignment, 0u) << alignment;
    ark_free(at);
  }
  EXPECT_EQ(ark_align(std::size_t{2} << 30, 100), nullptr);
  expect_error({"alignment 2147483648", "a power of two, at most 1073741824"});
}

/// What a call on memory has to complete: a large and a small put, and an atomic, to the next PE.
class outstanding {
 public:
  /// Issue them; `turn` is new each time.
  void issue(std::uint64_t turn, int next) {
    for (std::size_t i = 0; i < count; ++i) source_[i] = turn;
    ark_uint64_put_nbi(dest_.get(), source_.get(), count, next);
    ark_uint64_p(word_.get(), turn, next);
    ark_uint64_atomic_add(sum_.get(), 1, next);
  }
  /// Those of the previous PE are here.
  [[nodiscard]] bool arrived(std::uint64_t turn) const {
    std::uint64_t same = 0;
    for (std::size_t i = 0; i < count; ++i) same += dest_[i] == turn ? 1 : 0;
    return same == count && word_[0] == turn && sum_[0] == turn;
  }

 private:
  static constexpr std::size_t count = 5000;
  sym<std::uint64_t> source_{count}, dest_{count}, word_{1}, sum_{1};
};

TEST_F(Memory, EveryCallCompletesTheOperationsOfAllPes) {
  outstanding all;
  ark_barrier_all();
  for (std::uint64_t turn = 1; turn <= 50;) {
    void* block = nullptr;
    const auto check = [&](const char* call) {
      EXPECT_TRUE(all.arrived(turn)) << call << ", turn " << turn;
      ++turn;
      ark_barrier_all();
    };
    all.issue(turn, next_);
    block = ark_malloc(100);
    check("malloc");
    all.issue(turn, next_);
    block = ark_realloc(block, 200000);
    check("realloc");
    all.issue(turn, next_);
    ark_free(block);
    check("free");
    all.issue(turn, next_);
    block = ark_calloc(3, 8);
    check("calloc");
    all.issue(turn, next_);
    ark_free(block);
    check("free");
  }
}

TEST_F(Memory, APutBeforeReallocIsInTheNewPlace) {
  constexpr std::size_t count = 3000;
  const sym<std::uint64_t> source(count);
  for (std::uint64_t turn = 1; turn <= 10; ++turn) {
    auto* at = static_cast<std::uint64_t*>(ark_malloc(count * 8));
    void* behind = ark_malloc(8);  // so that it cannot grow in place
    for (std::size_t i = 0; i < count; ++i) source[i] = turn;
    ark_barrier_all();
    ark_uint64_put_nbi(at, source.get(), count, next_);
    auto* moved = static_cast<std::uint64_t*>(ark_realloc(at, count * 16));
    ASSERT_NE(moved, nullptr);
    EXPECT_NE(moved, at);
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(moved[i], turn) << i;
    ark_free(behind);
    ark_free(moved);
  }
}

TEST_F(Memory, HintsAndProfilingLevelsChangeNothing) {
  ark_pcontrol(2, "a level of a profiler", 3);
  auto* word = static_cast<std::uint64_t*>(ark_malloc_with_hints(
      sizeof(std::uint64_t), ARK_MALLOC_ATOMICS_REMOTE | ARK_MALLOC_SIGNAL_REMOTE));
  ASSERT_NE(word, nullptr);
  expect_same_everywhere(offset_of(word), "offset of memory with hints");
  *word = 0;
  ark_barrier_all();
  ark_uint64_atomic_add(word, 1, (me_ + 1) % n_);
  ark_barrier_all();
  EXPECT_EQ(*word, 1u);
  ark_barrier_all();
  ark_free(word);
  EXPECT_EQ(ark_malloc_with_hints(0, 0), nullptr);
}

TEST_F(Memory, CallocZeroesUsedMemory) {
  void* first = ark_malloc(1000);
  std::memset(first, 7, 1000);
  ark_free(first);
  auto* again = static_cast<char*>(ark_calloc(10, 100));
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(again[i], 0) << "byte " << i;
  ark_free(again);
}

TEST_F(Memory, ReallocKeepsTheContents) {
  auto* values = static_cast<int*>(ark_malloc(100 * sizeof(int)));
  for (int i = 0; i < 100; ++i) values[i] = me_ * 1000 + i;
  void* in_the_way = ark_malloc(64);
  values = static_cast<int*>(ark_realloc(values, 5000 * sizeof(int)));
  ASSERT_NE(values, nullptr);
  expect_same_everywhere(offset_of(values), "offset after realloc");
  for (int i = 0; i < 100; ++i) ASSERT_EQ(values[i], me_ * 1000 + i);
  values = static_cast<int*>(ark_realloc(values, 10 * sizeof(int)));
  for (int i = 0; i < 10; ++i) ASSERT_EQ(values[i], me_ * 1000 + i);
  EXPECT_EQ(ark_realloc(values, 0), nullptr);
  void* fresh = ark_realloc(nullptr, 64);
  EXPECT_NE(fresh, nullptr);
  ark_free(fresh);
  ark_free(in_the_way);
}

TEST_F(Memory, ZeroBytesAreANullPointerAndNoError) {
  EXPECT_EQ(ark_malloc(0), nullptr);
  EXPECT_EQ(ark::last_error(), "");
  ark_free(nullptr);
  EXPECT_EQ(ark::last_error(), "");
}

ARK_GLOBAL void put_into_peers(int* dest, const int* source, std::size_t count) {
  ark_int_put_block(dest, source, count, (ark_my_pe() + 1) % ark_n_pes());
  if (threadIdx.x == 0) ark_barrier_all();
}
// More than the heap was given at init: further segments, in which kernels and ark_ptr reach the
// peers as before.
TEST_F(Memory, GrowsBySegments) {
  constexpr std::size_t count = 300000;
  const std::size_t before = ark::heap_query().committed;
  for (int round = 0; round < 3; ++round) {
    const sym<int> source(count), dest(count);
    EXPECT_GT(ark::heap_query().committed, before);
    expect_same_everywhere(offset_of(dest), "offset in a new segment");
    for (std::size_t i = 0; i < count; ++i) source[i] = pattern<int>(me_, i);
    run_kernel(1, 64, put_into_peers, dest.get(), source.get(), count);
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(dest[i], pattern<int>(previous_, i));
    auto* there = static_cast<int*>(ark_ptr(dest + (count - 1), next_));
    ASSERT_EQ(there != nullptr, mapped(next_));
    ark_barrier_all();
    if (there != nullptr) *there = 4242 + me_;
    ark_barrier_all();
    if (mapped(previous_)) {
      EXPECT_EQ(dest[count - 1], 4242 + previous_);
    }
  }
}

TEST_F(Memory, OutOfHeapNamesRequestedAndAvailableBytes) {
  EXPECT_EQ(ark_malloc(64 << 20), nullptr);
  expect_error({std::to_string(64 << 20), std::to_string(ark::heap_query().reserved)});
  void* still = ark_malloc(1000);
  EXPECT_NE(still, nullptr) << "the heap must be usable after a refusal: " << ark::last_error();
  ark_free(still);
  EXPECT_EQ(ark_calloc(~std::size_t{0}, 16), nullptr);
  expect_error({"overflow"});
  EXPECT_EQ(ark_align(3, 16), nullptr);
  expect_error({"alignment 3", "power of two"});
}

TEST_F(Memory, SizesThatDifferAreRefusedByAll) {
  const std::size_t mine = me_ == n_ - 1 ? 200 : 100;
  EXPECT_EQ(ark_malloc(mine), nullptr);
  expect_error({"PE 0", "PE " + std::to_string(n_ - 1), "100", "200"});
  void* same = ark_malloc(100);
  EXPECT_NE(same, nullptr) << "the heap must be usable after a refusal: " << ark::last_error();
  ark_free(same);
}

TEST_F(Memory, AnArrayThatIsRefusedHasTheCodeOfTheCause) {
  const auto code_of = [](std::size_t count) {
    try {
      const ark::symmetric_array<char> array(count);
    } catch (const ark::error& refused) {
      EXPECT_EQ(refused.what(),
                std::to_string(count) + " elements of 1 bytes: " + ark::last_error());
      return refused.code();
    }
    return ark::errc::ok;
  };
  EXPECT_EQ(code_of(64 << 20), ark::errc::out_of_memory);
  EXPECT_EQ(code_of(me_ == n_ - 1 ? 200 : 100), n_ > 1 ? ark::errc::asymmetric : ark::errc::ok);
  EXPECT_EQ(code_of(100), ark::errc::ok);
}

TEST_F(Memory, ForeignAndFreedPointersAreRefused) {
  int on_stack = 0;
  ark_free(&on_stack);
  expect_error({"not in the symmetric heap"});
  auto* twice = static_cast<char*>(ark_malloc(100));
  ark_free(twice + 8);
  expect_error({"8 bytes inside the allocation of 100"});
  ark_free(twice);
  EXPECT_EQ(ark::last_error(), "");
  ark_free(twice);
  expect_error({"not the start of an allocation"});
  EXPECT_EQ(ark_realloc(&on_stack, 10), nullptr);
  expect_error({"not in the symmetric heap"});
}

/// Memory of the program's own: pages of nobody else.
struct own_pages {
  explicit own_pages(std::size_t length)
      : bytes(length),
        at(static_cast<int*>(
            mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {}
  ~own_pages() { munmap(at, bytes); }
  own_pages(const own_pages&) = delete;
  own_pages& operator=(const own_pages&) = delete;
  std::size_t bytes;
  int* at;
};

// Larger than a segment, so that it lies in several, beside an allocation that is in none of them.
TEST_F(Memory, RegisteredBuffersAreSymmetricMemory) {
  constexpr std::size_t bytes = 1 << 20, count = bytes / sizeof(int);
  const own_pages mine(bytes);
  for (std::size_t i = 0; i < count; ++i) mine.at[i] = pattern<int>(me_, i);
  const std::size_t used = ark::heap_query().used;
  auto* symmetric = static_cast<int*>(ark_buffer_register_symmetric(mine.at, bytes));
  ASSERT_NE(symmetric, nullptr) << ark::last_error();
  expect_same_everywhere(offset_of(symmetric), "offset of a registered buffer");
  EXPECT_GE(ark::heap_query().used, used + bytes);
  const sym<int> arrived(count);
  ark_int_get(arrived, symmetric, count, next_);
  for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(arrived[i], pattern<int>(next_, i));
  ark_barrier_all();
  for (std::size_t i = 0; i < count; ++i) arrived[i] = ~pattern<int>(me_, i);
  run_kernel(1, 64, put_into_peers, symmetric, static_cast<const int*>(arrived.get()), count);
  for (std::size_t i = 0; i < count; ++i) {
    ASSERT_EQ(mine.at[i], ~pattern<int>(previous_, i)) << "word " << i << " of the own buffer";
  }
  mine.at[5] = 1000 + me_;
  ark_barrier_all();
  EXPECT_EQ(ark_int_g(symmetric + 5, next_), 1000 + next_);
  ark_barrier_all();
  EXPECT_EQ(ark_buffer_unregister_symmetric(symmetric), 0) << ark::last_error();
  EXPECT_EQ(ark::heap_query().used, used + count * sizeof(int));  // `arrived` is left
  symmetric[6] = -1;
  EXPECT_EQ(mine.at[5], 1000 + me_);
  EXPECT_EQ(mine.at[6], ~pattern<int>(previous_, 6)) << "it is private again";
}

TEST_F(Memory, BuffersThatOneCannotRegisterAreRefusedByAll) {
  const own_pages mine(8192);
  int* bad = me_ == n_ - 1 ? mine.at + 2 : mine.at;
  mine.at[0] = 77;
  const std::size_t used = ark::heap_query().used;
  EXPECT_EQ(ark_buffer_register_symmetric(bad, 4096), nullptr);
  if (me_ == n_ - 1) {
    expect_error({"register: address 0x", "start of a page"});
  } else {
    expect_error({"PE " + std::to_string(n_ - 1) + " (see its log); no PE has done it"});
  }
  EXPECT_EQ(ark_buffer_register_symmetric(mine.at, me_ == 0 ? 4096 : 8192), nullptr);
  expect_error({"PE 0 called register(4096", "called register(8192"});
  EXPECT_EQ(ark_buffer_register_symmetric(mine.at, 0), nullptr);
  expect_error({"0 bytes"});
  EXPECT_EQ(ark::heap_query().used, used);
  EXPECT_EQ(mine.at[0], 77);
}

#if !defined(__SANITIZE_THREAD__) && \
    !defined(__SANITIZE_ADDRESS__)  // which need mappings themselves
/// While it lives, the process has as many mappings as the kernel allows.
struct no_more_mappings {
  no_more_mappings() {
    for (std::size_t i = 0; i < pages; i += 2) {
      if (mprotect(all.get() + i * page, page, PROT_READ) != 0) return;
    }
    ADD_FAILURE() << "the kernel allows more than " << pages << " mappings";
  }
  static constexpr std::size_t pages = std::size_t{1} << 17, page = 4096;
  struct unmap {
    void operator()(char* at) const { munmap(at, pages * page); }
  };
  std::unique_ptr<char, unmap> all{static_cast<char*>(
      mmap(nullptr, pages* page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))};
};

// One PE's kernel refuses when the pages of all have been allocated and of some exchanged.
TEST_F(Memory, ARegistrationThatFailsHalfWayIsUndoneOnAll) {
  std::size_t limit = 0;
  std::ifstream("/proc/sys/vm/max_map_count") >> limit;
  if (limit > 100'000) GTEST_SKIP() << "vm.max_map_count is " << limit << ", too many to use up";
  const own_pages mine(8192);
  mine.at[2] = 40 + me_;
  const std::size_t used = ark::heap_query().used;
  void* symmetric = nullptr;
  {
    const std::unique_ptr<no_more_mappings> full(me_ == 0 ? new no_more_mappings : nullptr);
    symmetric = ark_buffer_register_symmetric(mine.at, 8192);
  }
  EXPECT_EQ(symmetric, nullptr);
  if (me_ == 0) {
    expect_error({"mremap of 8192 bytes at 0x"});
  } else {
    expect_error({"failed on PE 0 (see its log)"});
  }
  EXPECT_EQ(mine.at[2], 40 + me_);
  EXPECT_EQ(ark::heap_query().used, used);
  symmetric = ark_buffer_register_symmetric(mine.at, 8192);
  ASSERT_NE(symmetric, nullptr) << ark::last_error();
  EXPECT_EQ(ark_buffer_unregister_symmetric(symmetric), 0) << ark::last_error();
}
#endif

TEST_F(Memory, RegisteredBuffersEndByTheirOwnCallOnly) {
  const own_pages mine(4096);
  void* symmetric = ark_buffer_register_symmetric(mine.at, 4096);
  ASSERT_NE(symmetric, nullptr) << ark::last_error();
  EXPECT_EQ(ark_buffer_register_symmetric(mine.at, 4096), nullptr);
  expect_error({"mapped rw-s"});
  ark_free(symmetric);
  expect_error({"registered buffer of 4096 bytes", "ark_buffer_unregister_symmetric"});
  EXPECT_EQ(ark_realloc(symmetric, 10), nullptr);
  expect_error({"registered buffer of 4096 bytes"});
  EXPECT_NE(ark_buffer_unregister_symmetric(mine.at), 0);
  expect_error({"not in the symmetric heap"});
  void* other = ark_malloc(64);
  EXPECT_NE(ark_buffer_unregister_symmetric(other), 0);
  expect_error({"not what a registration has returned"});
  ark_free(other);
  EXPECT_EQ(ark_buffer_unregister_symmetric(symmetric), 0) << ark::last_error();
}

TEST_F(Memory, MemoryRegisteredAtFinalizeStaysUsableByTheProgram) {
  const own_pages mine(4096);
  auto* symmetric = static_cast<int*>(ark_buffer_register_symmetric(mine.at, 4096));
  ASSERT_NE(symmetric, nullptr) << ark::last_error();
  ark_int_p(symmetric + 3, 500 + me_, next_);
  ark_barrier_all();
  ark::finalize();
  EXPECT_EQ(mine.at[3], 500 + previous_);
  mine.at[3] = 1;
  ark::init(overrides());
}

TEST_F(Memory, NoFileRemainsInTheSharedMemoryFolder) {
  const sym<char> some(100000);
  for (const auto& entry : std::filesystem::directory_iterator("/dev/shm")) {
    EXPECT_EQ(entry.path().filename().string().find("ark"), std::string::npos) << entry.path();
  }
  ark_barrier_all();
}

}  // namespace
}  // namespace ark_mp
