// Locks, on the host and in kernels. Run under every route.
#include <ark/atomic_ref.hpp>
#include <ark/lock.hpp>
#include <chrono>
#include <thread>

#include "api_test.hpp"
#include "lock_turns.hpp"

namespace ark_mp {
namespace {

class Lock : public pe_test {};

ARK_GLOBAL void add_in_kernel(long* lock, long* counter) {
  for (int turn = 0; turn < lock_turns; ++turn) add_locked(lock, counter, turn);
}

TEST_F(Lock, ThreadsOfKernelsOfAllPes) {
  constexpr unsigned blocks = 2, threads = 5;
  const sym<long> lock(1), counter(1);
  ark_barrier_all();
  run_kernel(blocks, threads, add_in_kernel, lock.get(), counter.get());
  ark_barrier_all();
  if (me_ == 0) {
    EXPECT_EQ(counter[0], long{lock_turns} * blocks * threads * n_);
  }
  EXPECT_EQ(lock[0], 0) << "free, and ready for its next use";
  ark_barrier_all();
}

TEST_F(Lock, HostThreadsOfAllPes) {
  const sym<long> lock(1), counter(1);
  ark_barrier_all();
  for (int turn = 0; turn < 20; ++turn) add_locked(lock, counter, turn);
  ark_barrier_all();
  if (me_ == 0) {
    EXPECT_EQ(counter[0], 20L * n_);
  }
  EXPECT_EQ(lock[0], 0);
  ark_barrier_all();
}

/// Words of the PE's own heap.
ARK_GLOBAL void hold_lock_until(long* lock, std::uint64_t* held, std::uint64_t* go, long* counter) {
  ark_set_lock(lock);
  ark_signal_set(held, 1, ark_my_pe());
  ark_signal_wait_until(go, ARK_CMP_EQ, 1);
  *counter = 1;
  ark_clear_lock(lock);
}

TEST_F(Lock, AHostThreadWaitsForAKernelOfItsPe) {
  const sym<long> lock(1), counter(1);
  const sym<std::uint64_t> held(1), go(1);
  ark_barrier_all();
  if (me_ == n_ - 1) {  // home of the queue is another PE
    ark::launch({1, 1}, hold_lock_until, lock.get(), held.get(), go.get(), counter.get());
    ark_signal_wait_until(held.get(), ARK_CMP_EQ, 1);
    std::thread releases([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      ark::atomic_ref<std::uint64_t>(go[0]).store(1, std::memory_order_release);
    });
    ark_set_lock(lock.get());
    EXPECT_EQ(counter[0], 1) << "the kernel has cleared the lock";
    ark_clear_lock(lock.get());
    releases.join();
    ark::device_sync();
    EXPECT_EQ(lock[0] >> 32, 0);
  }
  ark_barrier_all();
}

TEST_F(Lock, IsTestedWhileAnotherHasIt) {
  const sym<long> lock(1);
  if (me_ == 0) ark_set_lock(lock);
  ark_barrier_all();
  EXPECT_EQ(ark_test_lock(lock), 1);
  ark_barrier_all();
  if (me_ == 0) ark_clear_lock(lock);
  ark_barrier_all();
  if (me_ == n_ - 1) {
    EXPECT_EQ(ark_test_lock(lock), 0);
    ark_clear_lock(lock);
  }
  ark_barrier_all();
}

}  // namespace
}  // namespace ark_mp
