// Locks: mutual exclusion of PEs. Not included by <ark/ark.hpp>.
//
// lock: a symmetric long, zero on all PEs at first; only these functions access it. The PEs get the
//   lock in the order of their calls; threads of one PE that wait take turns, in no particular
//   order. PE 0 holds the tail of every lock's queue.
// Callable: kernels and host threads, on one side of a PE at a time: a lock is of the host and the
//   CPU's kernels, or of a GPU's kernels.
// Completion: the operations of the holder before ark_clear_lock are delivered before another PE
//   has the lock.
// Errors: recorded: timeout after ARK_TIMEOUT; wrong_state if a host thread calls ark_set_lock
//   while a host thread of its PE has the lock, and if the PE of ark_clear_lock is not in its
//   queue; as of atomics otherwise.
#pragma once

#include <ark/device/transfer/lock.hpp>

/// Wait until the caller holds the lock.
ARK_HOST_DEVICE inline void ark_set_lock(long* lock) { ark::device::lock::set(lock); }
/// Release the lock to the PE at the front of the queue.
ARK_HOST_DEVICE inline void ark_clear_lock(long* lock) { ark::device::lock::clear(lock); }
/// Returns 0 if the lock was free and the caller now holds it, 1 if it is held.
ARK_HOST_DEVICE inline int ark_test_lock(long* lock) {
  bool free = false;
  ark::device::lock::test(lock, &free);
  return free ? 0 : 1;
}
