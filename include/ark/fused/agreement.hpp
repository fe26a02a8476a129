// An agreement of all PEs on a number.
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
/// Errors: throws ark::error, as stream_sync; the code of a failure of the PE.
inline int largest_on_all(int* words, int value, stream_t stream) {
  ark::put(words, &value, 1, ark_my_pe());
  ark_quiet();
  ark_int_max_reduce_on_stream(ARK_TEAM_WORLD, words + 1, words, 1, stream);
  stream_sync(stream);
  if (const errc now = status(); now != errc::ok)
    throw error(now, "fused operator: " + failure_text(last_failure()));
  return ark::g(words + 1, ark_my_pe());
}
/// The same by a stream of its own, which remains until finalize if the call throws: the kernels of
/// the PEs wait for each other, and those of PEs of one process cannot do so in the default stream
/// of a GPU, which they share.
inline int largest_on_all(int* words, int value) {
  const stream_t own = stream_create();
  const int largest = largest_on_all(words, value, own);
  stream_destroy(own);
  return largest;
}

}  // namespace ark::fused
