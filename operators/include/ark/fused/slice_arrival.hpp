// Slices: blocks compute the parts of a slice, the block that finishes last sends it, and the
// consumer waits only for the slices that it reads.
//
// A slice has a word at its destination that counts arrivals and only grows: in call k of an
// operator the word reaches k times the pieces of the slice.
#pragma once

#include <ark/api/signal.hpp>
#include <ark/atomic_ref.hpp>
#include <ark/order.hpp>
#include <ark/simt.hpp>
#include <cstddef>
#include <cstdint>

namespace ark::fused {

/// Destination of a slice, and its arrival counter there.
struct slice_target {
  bool stored = false;            ///< true: the blocks store it there; false: it has to be sent
  std::uint64_t* word = nullptr;  ///< symmetric
  std::uint64_t pieces = 1;
  int pe = 0;
};

/// Counts the finished parts of the slices of one PE.
///
/// Concurrency: any number of blocks of one launch; launches one after the other.
struct slice_arrival {
  /// One word per slice, in memory of the PE. 0 before a launch, and again after it.
  unsigned* finished = nullptr;

  /// Called by all threads of a block after they have written `written` of the `parts` parts of
  /// `slice`. In the block that finishes the last part: true on all threads if the slice has to be
  /// sent, and the whole slice, in memory of this PE, is then visible to the block. If it is stored
  /// at its destination, `*to.word` there grows by `to.pieces`; a thread that acquires the new
  /// value sees the slice. Errors: recorded, see status().
  ARK_DEVICE bool arrive(unsigned slice, unsigned parts, unsigned written,
                         const slice_target& to) const {
    __syncthreads();
    int last = 0;
    if (threadIdx.x == 0) {
      // Release: this block's stores. Acquire: the stores of the blocks that arrived earlier.
      // Device scope suffices, because all these blocks are on one device: the signal that follows
      // has system scope, and covers all stores that this block has acquired, in the memory of
      // every PE.
      const ark::atomic_ref<unsigned, ark::thread_scope_device> count(finished[slice]);
      last = count.fetch_add(written, ark::memory_order_acq_rel) + written == parts ? 1 : 0;
      if (last != 0) count.store(0, ark::memory_order_relaxed);
    }
#if ARK_DEVICE_PASS
    last = __syncthreads_or(last);
#else
    // On a CPU a barrier switches to each thread of the block; one thread can signal without it.
    if (!to.stored) last = __syncthreads_or(last);
#endif
    if (last != 0 && to.stored && threadIdx.x == 0) ark_signal_add(to.word, to.pieces, to.pe);
    return last != 0 && !to.stored;
  }
};

/// The words that count arrived pieces: word (s, k) of a PE is for slice k of source PE s.
struct slice_state {
  std::uint64_t* words = nullptr;  ///< symmetric, [pes][slices], zero before the first call
  unsigned slices = 0;             ///< maximum that one source sends to one destination

  [[nodiscard]] ARK_HOST_DEVICE std::uint64_t* word(int source, unsigned slice) const {
    return words + static_cast<unsigned>(source) * slices + slice;
  }
};

/// `rows` rows of `width` elements, `stride` elements apart.
template <class T>
struct row_block {
  T* first = nullptr;
  unsigned width = 0;
  unsigned stride = 0;
};

/// Send `rows` rows from `source` to the same number of rows at `dest` on `pe`, and count each of
/// them in `*word` there: after the call and the transfers `*word` has grown by `rows`.
///
/// Callable: kernels; all threads of a block, with the same arguments.
/// dest, word: symmetric. source: any memory that the PE's engines can read; it may be reused after
///   quiet.
/// Errors: of put_signal_nbi, on the thread that made the failing call; status() for the others.
template <class T>
ARK_DEVICE errc send_rows(row_block<T> dest, row_block<const T> source, std::size_t rows,
                          std::uint64_t* word, int pe) {
  errc code = errc::ok;
  for (unsigned row = threadIdx.x; row < rows && code == errc::ok; row += blockDim.x) {
    code = ark::put_signal_nbi(dest.first + std::size_t{row} * dest.stride,
                               source.first + std::size_t{row} * source.stride, source.width, word,
                               1, ARK_SIGNAL_ADD, pe);
  }
  return code;
}

/// Send the `count` elements of a contiguous slice, and count them as one in `*word` at `pe`. Out
/// of line: a kernel computes for longer than it sends, and keeps its registers for that.
///
/// Callable, dest, word, source, errors: see send_rows.
template <class T>
ARK_DEVICE ARK_NOINLINE void send_slice(T* dest, const T* source, std::size_t count,
                                        std::uint64_t* word, int pe) {
  ark::put_signal_nbi_block(dest, source, count, word, 1, ARK_SIGNAL_ADD, pe);
}

/// Waits for slices on the consumer's side of an operator.
struct slice_wait {
  slice_state arrived;
  std::uint64_t call = 0;  ///< the number of the call, from 1

  /// Wait until slice `slice` of `source`, which has `pieces` pieces, is complete in the memory of
  /// the calling PE. Callable: kernels and host threads; one thread. Progress and errors: those of
  /// signal_wait_until.
  ARK_HOST_DEVICE errc await(int source, unsigned slice, unsigned pieces) const {
    return ark::signal_wait_until(arrived.word(source, slice), ARK_CMP_GE, call * pieces);
  }
};

/// Permission to write into the results of other PEs: a PE gives it at the start of a call, after
/// the earlier work on its stream, so that no result is overwritten before its last reader has
/// finished.
struct result_ready {
  std::uint64_t* words = nullptr;  ///< symmetric, [pes], zero before the first call

  /// Give the permission of call `call` to all other PEs. Callable: kernels; all threads of one
  /// block. Errors: recorded, see status().
  ARK_DEVICE void give(int pe, int pes, std::uint64_t call) const {
    for (int to = static_cast<int>(threadIdx.x); to < pes; to += static_cast<int>(blockDim.x)) {
      if (to != pe) ark_signal_set(words + pe, call, to);
    }
  }
  /// Wait for the permission of PE `pe`. Callable: kernels and host threads; one thread. Progress
  /// and errors: those of signal_wait_until.
  ARK_HOST_DEVICE errc await(int pe, std::uint64_t call) const {
    return ark::signal_wait_until(words + pe, ARK_CMP_GE, call);
  }
};

}  // namespace ark::fused
