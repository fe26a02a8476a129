// What all other tests of several PEs on one GPU rest on: a kernel knows whose it is, and kernels
// of different PEs run at once.
#include "pes.hpp"

#include <latch>

namespace ark_gpu {
namespace {

ARK_GLOBAL void who_am_i(int* seen) {
  if (blockIdx.x != 1 || threadIdx.x != 0) return;
  seen = ark::own_address(seen);
  seen[0] = ark_my_pe();
  seen[1] = ark_n_pes();
}

/// Several PEs of a process are told apart by their launches' dynamic shared memory.
void check_places(int pes, bool group) {
  on_pes(pes, {}, [&](const pe& self) {
    const array<int> seen(2);
    for (const unsigned shared_bytes : {0, 1, 16, 1000, 1024, 5000, 40'000}) {
      seen.fill(-1);
      self.run({2, 32, 0, shared_bytes, false, group}, who_am_i, seen);
      EXPECT_EQ(seen.read(), (std::vector<int>{self.me, self.n}))
          << shared_bytes << " bytes of dynamic shared memory";
    }
    ark_barrier_all();
  });
}
TEST(Pes, OnePeHasItsNumberInKernels) { check_places(1, false); }
TEST(Pes, TwoPesHaveTheirNumbersInKernels) { check_places(2, false); }
TEST(Pes, EightPesHaveTheirNumbersInKernels) { check_places(8, false); }
TEST(Group, OnePeHasItsNumberInBlocks) { check_places(1, true); }
TEST(Group, EightPesHaveTheirNumbersInBlocks) { check_places(8, true); }

/// Ends when all PEs have come, which they can only if all run.
ARK_GLOBAL void wait_for_all(std::uint64_t* arrived) {
  arrived = ark::own_address(arrived);
  for (int pe = 0; pe < ark_n_pes(); ++pe) ark_signal_add(arrived, 1, pe);
  ark_signal_wait_until(arrived, ARK_CMP_EQ, static_cast<std::uint64_t>(ark_n_pes()));
}
void check_at_once(int pes, bool group) {
  on_pes(pes, {{"ARK_CPU_WORKERS", "1"}}, [&](const pe& self) {
    const array<std::uint64_t> arrived(1);
    self.run({.group = group}, wait_for_all, arrived);
    EXPECT_EQ(arrived.at(0), static_cast<std::uint64_t>(self.n));
    ark_barrier_all();
  });
}
TEST(Pes, KernelsOfTwoRunAtOnce) { check_at_once(2, false); }
TEST(Pes, KernelsOfEightRunAtOnce) { check_at_once(8, false); }
TEST(Group, BlocksOfTwoRunAtOnce) { check_at_once(2, true); }
TEST(Group, BlocksOfEightRunAtOnce) { check_at_once(8, true); }

ARK_GLOBAL void nothing() {}

void check_refusal(dim3 grid, dim3 block, ark::errc code, const std::string& names) {
  try {
    ark::launch({grid, block, 0, nullptr, false, 0, true}, nothing);
    ADD_FAILURE() << "launched";
  } catch (const ark::error& problem) {
    EXPECT_EQ(problem.code(), code) << problem.what();
    EXPECT_NE(std::string(problem.what()).find(names), std::string::npos) << problem.what();
  }
}

TEST(Group, IsRefusedWithAGridOfThreeDimensions) {
  on_pes(2, {}, [](const pe&) {
    check_refusal(dim3(3, 1, 2), 32, ark::errc::invalid_argument, "[3,1,2]");
  });
}
TEST(Group, IsRefusedIfItsBlocksCannotRunAtOnce) {
  on_pes(2, {}, [](const pe&) {
    check_refusal(1 << 20, 1024, ark::errc::out_of_memory, "2097152 blocks");
  });
}

/// Two blocks for each PE: PE 1's second one fails, which ends the wait of its first.
ARK_GLOBAL void fail_in_one(std::uint64_t* words) {
  words = ark::own_address(words);
  if (ark_my_pe() == 1 && blockIdx.x == 0) ark_signal_set(words, 1, 0);
  if (ark_my_pe() == 1 && blockIdx.x == 1) ark::put(words, words + 1, 1, 99);
  if (ark_my_pe() == 0) ark_signal_wait_until(words, ARK_CMP_EQ, 1);
  if (ark_my_pe() == 1) ark_signal_wait_until(words + 2, ARK_CMP_EQ, 1);
}

TEST(Group, AFailureIsThatOfItsPe) {
  std::latch ended(1);
  run_pes(2, {{"ARK_LOG", "error"}}, [&](const pe& self) {
    const array<std::uint64_t> words(3);
    load(fail_in_one);
    ark_barrier_all();
    if (self.me == 1) {
      self.start({.blocks = 2, .group = true}, fail_in_one, words);
      self.finish();
      const ark::failure_record record = ark::last_failure();
      EXPECT_EQ(record.code, ark::errc::invalid_argument) << ark::failure_text(record);
      EXPECT_EQ(record.pe, 1) << ark::failure_text(record);
      EXPECT_EQ(record.block, 1u) << ark::failure_text(record);
      ended.count_down();
      return;
    }
    ended.wait();
    expect_no_failure();
    ark_putmem(words, words, 1, 99);  // or it would wait for the other at the end
  });
}

}  // namespace
}  // namespace ark_gpu
