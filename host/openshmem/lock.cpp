// Locks: those of the core.
#include <ark/lock.hpp>

#include "calls.hpp"

namespace ark::openshmem {

namespace {
long* lock_at(volatile long* lock) { return symmetric(const_cast<long*>(lock)); }
}  // namespace

ARK_SHMEM_CALL(void, set_lock, (volatile long* lock), ark_set_lock(lock_at(lock)))
ARK_SHMEM_CALL(void, clear_lock, (volatile long* lock), ark_clear_lock(lock_at(lock)))
ARK_SHMEM_CALL(int, test_lock, (volatile long* lock), ark_test_lock(lock_at(lock)))

}  // namespace ark::openshmem
