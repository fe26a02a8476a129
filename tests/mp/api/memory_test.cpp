// Symmetric memory: the same places on all PEs, growth, and refusals that every PE hears.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "api_test.hpp"

namespace ark_mp {
namespace {

class Memory : public pe_test {
 protected:
  [[nodiscard]] ark::settings overrides() const override {
    return {{"ARK_SYMMETRIC_SIZE", "256k"},
            {"ARK_HEAP_SEGMENT", "256k"},
            {"ARK_HEAP_RESERVE", "8m"},
            {"ARK_LOG", "error"},
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

TEST_F(Memory, NothingForNothing) {
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

TEST_F(Memory, OutOfHeapSaysWhatWasAskedAndWhatThereIs) {
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

TEST_F(Memory, NothingInTheSharedMemoryFolder) {
  const sym<char> some(100000);
  for (const auto& entry : std::filesystem::directory_iterator("/dev/shm")) {
    EXPECT_EQ(entry.path().filename().string().find("ark"), std::string::npos) << entry.path();
  }
  ark_barrier_all();
}

}  // namespace
}  // namespace ark_mp
