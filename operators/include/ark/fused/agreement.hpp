// Agreements of all PEs: on a number, and on whether they store into each other's memory.
#pragma once

#include <ark/api/on_stream.hpp>
#include <ark/host.hpp>
#include <ark/launch.hpp>
#include <ark/order.hpp>
#include <ark/rma.hpp>

namespace ark::fused {

/// The largest `value` of all PEs. Waits for the earlier work on the stream.
///
/// Callable: host, collective. words: two symmetric ints. Progress: at most twice ARK_TIMEOUT.
/// Errors: throws those of stream_sync, and the code of a failure of the PE.
inline int largest_on_all(int* words, int value, stream_t stream) {
  ark::put(words, &value, 1, ark_my_pe());
  ark_quiet();
  ark_int_max_reduce_on_stream(ARK_TEAM_WORLD, words + 1, words, 1, stream);
  stream_sync(stream);
  if (const errc now = status(); now != errc::ok)
    throw error(now, "fused operator: " + failure_text(last_failure()));
  return ark::g(words + 1, ark_my_pe());
}
/// largest_on_all() on a stream of its own, which remains until finalize if the call throws: the
/// kernels of the PEs wait for each other, and the PEs of one process share the default stream of a
/// GPU, where they could not.
inline int largest_on_all(int* words, int value) {
  const stream_t own = stream_create();
  const int largest = largest_on_all(words, value, own);
  stream_destroy(own);
  return largest;
}

/// True on all PEs if every one of them stores directly into the memory of all others: all are
/// mapped, and `zero_copy` is set. Otherwise at least one PE sends data and needs a send buffer.
///
/// Callable, Progress, Errors: see largest_on_all.
inline bool all_store(int* words, bool zero_copy) {
  int sends = zero_copy || ark_n_pes() == 1 ? 0 : 1;
  for (int pe = 0; pe < ark_n_pes(); ++pe) {
    if (pe != ark_my_pe() && ark_ptr(words, pe) == nullptr) sends = 1;
  }
  return largest_on_all(words, sends) == 0;
}

}  // namespace ark::fused
