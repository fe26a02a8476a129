// Locks: mutual exclusion of PEs. Not included by <ark/ark.hpp>.
//
// lock: a symmetric long, zero on all PEs at first; only these functions access it. The PEs get the
//   lock in the order of their calls; threads of one PE that wait take turns, in no particular
//   order. PE 0 has the end of the queue of every lock.
// Callable: kernels and host threads, on one side of a PE at a time: a lock is of the host and the
//   CPU's kernels, or of a GPU's kernels.
// Completion: the operations of the holder before ark_clear_lock are delivered before another PE
//   has the lock.
// Errors: recorded: timeout after ARK_TIMEOUT; wrong_state if a host thread calls ark_set_lock
//   while a host thread of its PE has the lock, and if the PE of ark_clear_lock is not in its
//   queue; as of atomics otherwise.
#pragma once

#include <ark/device/transfer/lock.hpp>

/// Wait until the lock is the caller's.
ARK_HOST_DEVICE inline void ark_set_lock(long* lock) { ark::device::lock::set(lock); }
/// Give the lock to the PE that waits longest.
ARK_HOST_DEVICE inline void ark_clear_lock(long* lock) { ark::device::lock::clear(lock); }
/// 0: the lock is the caller's now; 1: another has it.
ARK_HOST_DEVICE inline int ark_test_lock(long* lock) {
  bool free = false;
  ark::device::lock::test(lock, &free);
  return free ? 0 : 1;
}
