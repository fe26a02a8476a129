// Loops that wait for another thread, each in another way. They end only if all blocks run.
#pragma once

#include <ark/atomic_ref.hpp>
#include <ark/simt.hpp>

namespace portable {

using flag = ark::atomic_ref<unsigned, ark::thread_scope_device>;

/// Block b waits for block b + 1: the first block to run waits for the last.
ARK_GLOBAL void chain(unsigned* flags, unsigned* order) {
  const unsigned b = blockIdx.x;
  if (threadIdx.x != 0) return;
  if (b + 1 < gridDim.x) {
    while (flag(flags[b + 1]).load(ark::memory_order_acquire) == 0) {
    }
  }
  order[b] = b + 1 < gridDim.x ? order[b + 1] + 1 : 1;
  flag(flags[b]).store(1, ark::memory_order_release);
}

// Ways to look at a flag, for `wait_for_last`.
struct by_load {
  ARK_DEVICE static bool set(unsigned* word) { return flag(*word).load() != 0; }
};
struct by_conversion {
  ARK_DEVICE static bool set(unsigned* word) { return flag(*word) != 0; }
};
struct by_exchange {
  ARK_DEVICE static bool set(unsigned* word) { return flag(*word).exchange(0) != 0; }
};
struct by_fetch_add {
  ARK_DEVICE static bool set(unsigned* word) { return flag(*word).fetch_add(0) != 0; }
};
struct by_fetch_or {
  ARK_DEVICE static bool set(unsigned* word) { return flag(*word).fetch_or(0) != 0; }
};
struct by_compare_exchange {
  ARK_DEVICE static bool set(unsigned* word) {
    unsigned expected = 1;
    return flag(*word).compare_exchange_strong(expected, 2);
  }
};
struct by_legacy_add {
  ARK_DEVICE static bool set(unsigned* word) { return atomicAdd(word, 0u) != 0; }
};
struct by_legacy_exchange {
  ARK_DEVICE static bool set(unsigned* word) { return atomicExch(word, 0u) != 0; }
};
struct by_legacy_compare {
  ARK_DEVICE static bool set(unsigned* word) { return atomicCAS(word, 1u, 2u) == 1u; }
};
struct by_legacy_max {
  ARK_DEVICE static bool set(unsigned* word) { return atomicMax(word, 0u) != 0; }
};
struct by_legacy_increment {
  ARK_DEVICE static bool set(unsigned* word) { return atomicInc(word, 0u) != 0; }
};
// The next four read the word plainly, once something else has let others run.
struct by_fence {
  ARK_DEVICE static bool set(unsigned* word) {
    __threadfence();
    return *static_cast<volatile unsigned*>(word) != 0;
  }
};
struct by_sleep {
  ARK_DEVICE static bool set(unsigned* word) {
    __nanosleep(100);
    return *static_cast<volatile unsigned*>(word) != 0;
  }
};
struct by_shortest_sleep {
  ARK_DEVICE static bool set(unsigned* word) {
    __nanosleep(0);
    return *static_cast<volatile unsigned*>(word) != 0;
  }
};
struct by_clock {
  ARK_DEVICE static bool set(unsigned* word) {
    return clock64() != 0 && *static_cast<volatile unsigned*>(word) != 0;
  }
};

/// All threads but the last of the block wait, each for a word of its own, which the last one sets.
template <class Way>
ARK_GLOBAL void wait_for_last(unsigned* words, unsigned* seen) {
  const unsigned last = blockDim.x - 1;
  if (threadIdx.x == last) {
    for (unsigned i = 0; i < last; ++i) flag(words[i]).store(1, ark::memory_order_release);
    return;
  }
  while (!Way::set(words + threadIdx.x)) {
  }
  seen[threadIdx.x] = 1;
}

/// atomic_ref's own wait.
ARK_GLOBAL void wait_member(unsigned* words, unsigned* seen) {
  const unsigned last = blockDim.x - 1;
  if (threadIdx.x == last) {
    flag(words[0]).store(1, ark::memory_order_release);
    flag(words[0]).notify_one();
    flag(words[0]).notify_all();
    return;
  }
  flag(words[0]).wait(0, ark::memory_order_acquire);
  seen[threadIdx.x] = 1;
}

/// A lock that the threads of a warp take in turn: nobody may be starved by one who spins.
ARK_GLOBAL void spin_lock(unsigned* lock, unsigned* counter) {
  while (atomicCAS(lock, 0u, 1u) != 0u) {
  }
  __threadfence();
  *counter = *counter + 1;
  __threadfence();
  atomicExch(lock, 0u);
}

}  // namespace portable
