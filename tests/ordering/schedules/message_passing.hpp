// Message passing between PE 0 and PE 1, whatever moves the data: data, then a flag.
#pragma once

#include <ark/atomic_ref.hpp>

#include "litmus.hpp"

namespace ark_litmus {

/// How PE 0 tells PE 1 that the data is there. All but queued_put go inline if nothing is in the
/// way.
enum class tell {
  put_element,
  signal_set,
  signal_add,
  atomic_add,
  fetching_atomic,
  small_put,
  put_signal,
  queued_put
};

template <tell How>
ARK_HOST_DEVICE void raise_flag(const words& w) {
  switch (How) {
    case tell::put_element:
      ark_uint64_p(w.flag, 1, 1);
      break;
    case tell::signal_set:
      ark_signal_set(w.flag, 1, 1);
      break;
    case tell::signal_add:
      ark_signal_add(w.flag, 1, 1);
      break;
    case tell::atomic_add:
      ark_uint64_atomic_add(w.flag, 1, 1);
      break;
    case tell::fetching_atomic:
      ark_uint64_atomic_fetch_add(w.flag, 1, 1);
      break;
    case tell::small_put:
      ark_uint64_put_nbi(w.flag, w.source, 1, 1);
      break;
    case tell::put_signal:
    case tell::queued_put:
      ark_uint64_put_signal_nbi(w.y, w.source, 1, w.flag, 1, ARK_SIGNAL_SET, 1);
      break;
  }
}

/// PE 1 waits for the flag and counts the data that it sees then.
ARK_HOST_DEVICE inline void receive(const words& w) {
  w.seen[0] = ark_signal_wait_until(w.flag, ARK_CMP_NE, 0);
  w.seen[1] = count_ones(w.data);
}

/// What `receive` must not have seen.
inline bool flag_without_data(const outcome& seen) {
  return seen[1][0] != 0 && seen[1][1] != data_words;
}

/// A large put, a fence, the flag.
template <tell How>
ARK_HOST_DEVICE void put_fence_tell(const words& w, bool ordered) {
  if (ark_my_pe() == 1) return receive(w);
  ark_uint64_put_nbi(w.data, w.source, data_words, 1);
  if (ordered) ark_fence();
  raise_flag<How>(w);
}

/// The same across two rings, by the first thread of each of two blocks: block 1 puts through its
/// own ring, block 0 fences and tells.
ARK_HOST_DEVICE inline void put_and_tell_across_rings(const words& w, bool ordered,
                                                      unsigned block) {
  if (ark_my_pe() == 1) {
    if (block == 0) receive(w);
    return;
  }
  ark::atomic_ref<std::uint64_t> handed_over(*w.relay);
  if (block == 1) {
    ark_uint64_put_nbi(w.data, w.source, data_words, 1);
    handed_over.store(1, std::memory_order_release);
    return;
  }
  ark_uint64_wait_until(w.relay, ARK_CMP_EQ, 1);
  if (ordered) ark_fence();
  ark_signal_set(w.flag, 1, 1);
}

}  // namespace ark_litmus
