// Puts that one thread starts, and that the copy unit of its SM makes while the thread continues
// (GPUs from sm_90 on): from global memory, through shared memory that the caller provides.
//
//   ARK_SHARED(ark::bulk_scratch<32768>, scratch);
//   if (threadIdx.x == 0) {
//     ark::bulk_queue queue(scratch);
//     for (int pe = 0; pe < ark_n_pes(); ++pe) queue.put_nbi(dest, source, count, pe);
//     queue.drain();
//     ark_quiet();
//   }
//
// The contracts of rma.hpp and signal.hpp apply, with these differences:
//
// Callable: kernels; one thread, which has made the queue. One queue at a time for a scratch, which
//   is not used for anything else until the queue has ended; the block must not end before.
// Route: the copy unit, whatever the size and ARK_ROUTE, if the PE is mapped, source is in global
//   memory, and dest, source and size are multiples of 16 bytes. Otherwise as put.
// Completion: a call returns when all pieces of its transfer but the last have been loaded. The
//   last one is stored by the next call, which also sends its signal. After drain() the sources may
//   be written again, and fence, quiet and barriers cover the puts; before it they do not. A signal
//   follows the data of its own put, whatever fence and quiet cover.
// Errors: in addition, timeout if a load does not end; end the kernel then.
#pragma once

#include <ark/bulk.hpp>
#include <ark/device/transfer/bulk_queue.hpp>

namespace ark {

class bulk_queue {
 public:
  template <std::size_t Bytes>
  ARK_DEVICE explicit bulk_queue(bulk_scratch<Bytes>& scratch)
      : pipe_({scratch.stages, scratch.barriers,
               static_cast<std::uint32_t>(Bytes / detail::bulk_stages)}) {}
  ARK_DEVICE ~bulk_queue() { pipe_.end(); }
  bulk_queue(const bulk_queue&) = delete;
  bulk_queue& operator=(const bulk_queue&) = delete;

  /// Start the write of `count` elements.
  template <class T>
  ARK_DEVICE errc put_nbi(T* dest, const T* source, std::size_t count, int pe) {
    return pipe_.put(dest, source, device::bytes_of(count, sizeof(T)), pe,
                     device::call_of<T>("ark_put_nbi", count));
  }
  /// Start the write of `count` elements, and update the signal behind it: in the next call, or in
  /// drain().
  template <class T>
  ARK_DEVICE errc put_signal_nbi(T* dest, const T* source, std::size_t count, std::uint64_t* signal,
                                 std::uint64_t value, int op, int pe) {
    return pipe_.put_signal(dest, source, device::bytes_of(count, sizeof(T)), signal, value, op, pe,
                            device::call_of<T>("ark_put_signal_nbi", count));
  }
  /// Complete all puts of the queue.
  ARK_DEVICE errc drain() { return pipe_.drain(); }

 private:
  device::bulk_pipe pipe_;
};

}  // namespace ark
