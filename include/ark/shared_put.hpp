// Puts by one thread from its block's shared memory. The copy unit of the SM (GPUs from sm_90 on)
// moves the bytes to the PE while the thread continues; there are no loads, and no engine.
//
//   ARK_SHARED(double[1024], tile);
//   // ... all threads write tile ...
//   __syncthreads();
//   if (threadIdx.x == 0)
//     ark::put_signal_nbi(dest, ark::from_shared(tile), 1024, arrived, 1, ARK_SIGNAL_ADD, pe);
//
// The contracts of rma.hpp and signal.hpp apply, with these differences:
//
// Callable: kernels; one thread, by itself.
// source: in the shared memory of the caller's block, written before the call as an ordinary source
//   is: by the caller, or by other threads before a barrier of the block.
// Route: the copy unit, whatever the size and ARK_ROUTE, if the PE is mapped and dest, source and
//   size are multiples of 16 bytes. Otherwise, and before sm_90, the thread moves the bytes itself;
//   to a PE on another host in descriptors of 8 bytes: put from global memory instead.
// Completion: the copies belong to the thread that started them. fence, quiet and barriers of any
//   thread cover them only once that thread has called bulk_wait(), as they cover a put_nbi that
//   the thread makes at that point. put_signal_nbi needs no bulk_wait() for its own data.
//   The source may be written again after bulk_wait() or bulk_wait_read(). The block must not end
//   before its threads have called one of them.
#pragma once

#include <ark/device/transfer/shared_put.hpp>

namespace ark {

/// A source in the block's shared memory. A type of its own: pointers of C++ do not say which
/// memory they point to, and these puts complete by another rule.
template <class T>
struct shared_source {
  const T* at;
};
template <class T>
[[nodiscard]] ARK_DEVICE constexpr shared_source<T> from_shared(const T* source) {
  return {source};
}

/// Start the write of `count` elements.
template <class T>
ARK_DEVICE errc put_nbi(T* dest, shared_source<T> source, std::size_t count, int pe) {
  return device::put_from_shared<false>(dest, source.at, device::bytes_of(count, sizeof(T)),
                                        nullptr, 0, 0, pe,
                                        device::call_of<T>("ark_put_nbi", count));
}
/// Write, then update the signal. May wait for the delivery of the data.
template <class T>
ARK_DEVICE errc put_signal_nbi(T* dest, shared_source<T> source, std::size_t count,
                               std::uint64_t* signal, std::uint64_t value, int op, int pe) {
  return device::put_from_shared<true>(dest, source.at, device::bytes_of(count, sizeof(T)), signal,
                                       value, op, pe,
                                       device::call_of<T>("ark_put_signal_nbi", count));
}

/// Wait until fence, quiet and barriers cover the calling thread's puts from shared memory, and
/// until their sources may be written again. The hardware ends the wait.
ARK_DEVICE inline errc bulk_wait() { return device::shared_puts_wait(); }
/// Wait until the sources of the calling thread's puts from shared memory may be written again, and
/// no longer.
ARK_DEVICE inline errc bulk_wait_read() { return device::shared_puts_wait_read(); }

/// Order the calling thread's ordinary writes to its block's shared memory ahead of later reads by
/// the copy unit. The puts of this header contain this fence. It is for bulk copies that a program
/// starts by its own instructions: called by the threads that wrote, before the barrier of the
/// block. On a CPU it does nothing.
ARK_DEVICE inline void fence_for_bulk() {
#if ARK_BULK_COPY
  detail::ptx_proxy_fence_shared();
#endif
}

}  // namespace ark
