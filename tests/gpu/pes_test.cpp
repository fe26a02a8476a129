// What all other tests of several PEs on one GPU rest on: a kernel knows whose it is, and kernels
// of different PEs run at once.
#include "pes.hpp"

namespace ark_gpu {
namespace {

ARK_GLOBAL void who_am_i(int* seen) {
  if (blockIdx.x != 0 || threadIdx.x != 0) return;
  seen[0] = ark_my_pe();
  seen[1] = ark_n_pes();
}

/// Several PEs of a process are told apart by their launches' dynamic shared memory.
void check_places(int pes) {
  on_pes(pes, {}, [](const pe& self) {
    const array<int> seen(2);
    load(who_am_i);
    for (const std::size_t shared_bytes : {0, 1, 16, 1000, 1024, 5000, 40'000}) {
      seen.fill(-1);
      const stream mine;
      ark::launch({2, 32, shared_bytes, mine.get()}, who_am_i, seen.get());
      ark::stream_sync(mine.get());
      EXPECT_EQ(seen.read(), (std::vector<int>{self.me, self.n}))
          << shared_bytes << " bytes of dynamic shared memory";
    }
    ark_barrier_all();
  });
}
TEST(Pes, KernelsOfOneKnowIt) { check_places(1); }
TEST(Pes, KernelsOfTwoAreToldApart) { check_places(2); }
TEST(Pes, KernelsOfEightAreToldApart) { check_places(8); }

/// Ends when all PEs have come, which they can only if all run.
ARK_GLOBAL void wait_for_all(std::uint64_t* arrived) {
  for (int pe = 0; pe < ark_n_pes(); ++pe) ark_signal_add(arrived, 1, pe);
  ark_signal_wait_until(arrived, ARK_CMP_EQ, static_cast<std::uint64_t>(ark_n_pes()));
}
void check_at_once(int pes) {
  on_pes(pes, {}, [](const pe& self) {
    const array<std::uint64_t> arrived(1);
    self.run({1, 1}, wait_for_all, arrived);
    EXPECT_EQ(arrived.at(0), static_cast<std::uint64_t>(self.n));
    ark_barrier_all();
  });
}
TEST(Pes, KernelsOfTwoRunAtOnce) { check_at_once(2); }
TEST(Pes, KernelsOfEightRunAtOnce) { check_at_once(8); }

}  // namespace
}  // namespace ark_gpu
