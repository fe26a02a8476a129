// Turns with a lock, from a kernel or from the host.
#pragma once

#include <ark/ark.hpp>
#include <ark/lock.hpp>

namespace ark_mp {

inline constexpr int lock_turns = 6;

/// Two holders at a time would lose additions: the read and the write are calls of their own.
ARK_HOST_DEVICE inline void add_locked(long* lock, long* counter, int turn) {
  if (turn % 3 == 0) {
    while (ark_test_lock(lock) != 0) {
    }
  } else {
    ark_set_lock(lock);
  }
  const long before = ark_long_g(counter, 0);
  ark_long_p(counter, before + 1, 0);
  ark_clear_lock(lock);
}

}  // namespace ark_mp
