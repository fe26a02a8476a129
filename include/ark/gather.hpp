// gather and scatter: a list of pieces into one contiguous batch buffer, and back. An extension.
//
//   const ark_piece requests[] = {{first, 1024, ark_my_pe()}, {second, 512, pe}};
//   ark::gather_nbi(batch, requests, 2, arrived, 1, ARK_SIGNAL_ADD, ark_my_pe());
//   // ... other work ...
//   ark::signal_wait_until(arrived, ARK_CMP_GE, 1);
//
// Common contract:
//
// Callable: kernels and host threads. `_warp` and `_block` forms are called by all threads of the
//   caller's warp or block with the same arguments, and synchronise them on entry and return.
// batch: any address of the calling PE that the caller can access. The pieces' bytes lie in it one
//   after the other, in the order of the list, without gaps.
// pieces: `count` pieces, in memory that the caller can read. A piece of the calling PE may be at
//   any address; a piece of another PE is symmetric, as dest is in rma.hpp. Pieces may have 0
//   bytes, and then any address; count 0 is allowed. On a GPU list, batch and the caller's pieces
//   are in global memory.
// Overlap: pieces of a gather may overlap each other. If pieces of a scatter do, either's bytes are
//   there. A piece that overlaps the batch is not permitted (refused in checked mode).
// signal: null, or symmetric and aligned to 8: updated on `pe` by `value` and `op` (ARK_SIGNAL_*)
//   once all pieces have arrived, at whatever PEs they are. Without a signal value, op and pe are
//   ignored.
// Completion: after quiet, or once the caller has seen the signal. Until then the list, and what is
//   read (the pieces of a gather, the batch of a scatter), stay unchanged, and what is written is
//   undefined. fence orders it as a put_nbi to each PE with a piece and to the signal's PE.
// Atomicity: an aligned piece of 1, 2, 4 or 8 bytes whose place in the batch is aligned alike is
//   one store, except between hosts.
// Route: as a put of all bytes together. All pieces are then one descriptor in the DMA queue, whose
//   engine moves them in chunks, between those of other transfers. If a piece or the signal is on
//   another host, the proxy takes the descriptor: pieces of a PE travel together in messages.
//   A kernel of a GPU makes a put or a get of each piece instead if one is on another host, and
//   waits for them in front of a signal; so does a host thread if the heap is in GPU memory.
// Progress: may wait for a queue slot, at most ARK_TIMEOUT.
// Errors: returned, and recorded as the PE's failure: invalid_argument (a piece whose PE or range
//   is not accepted, which the record names by its index in the list, its address and its PE; the
//   signal; a null list or batch; more than 2^48 - 1 bytes or 2^32 - 1 pieces), unsupported (a
//   piece on a PE to which no route leads), timeout, or the code of an earlier failure. Nothing has
//   been moved then. A list that is changed before its completion may fail later, with
//   bad_descriptor and the index of the piece: the pieces before it may have been moved, the signal
//   is not updated.
#pragma once

#include <ark/device/transfer/list_transfer.hpp>
#include <ark/types.hpp>

namespace ark {

namespace detail {
template <bool Gathers>
ARK_HOST_DEVICE device::list_call list_call_of(const void* batch, const ark_piece* pieces,
                                               std::size_t count, std::uint64_t* signal,
                                               std::uint64_t value, int op, int pe) {
  auto* const at = static_cast<std::byte*>(const_cast<void*>(batch));  // a scatter only reads it
  return {{pieces, count, at, 0, Gathers}, signal, value, op, pe};
}
template <class Scope, bool Gathers>
ARK_HOST_DEVICE errc list_nbi(const char* name, const void* batch, const ark_piece* pieces,
                              std::size_t count, std::uint64_t* signal, std::uint64_t value, int op,
                              int pe) {
  device::list_call asked = list_call_of<Gathers>(batch, pieces, count, signal, value, op, pe);
  return device::transfer_list<Scope>(asked, {name, count});
}
}  // namespace detail

/// Start to read the pieces into `batch`.
ARK_HOST_DEVICE inline errc gather_nbi(void* batch, const ark_piece* pieces, std::size_t count,
                                       std::uint64_t* signal = nullptr, std::uint64_t value = 0,
                                       int op = ARK_SIGNAL_SET, int pe = 0) {
  return detail::list_nbi<device::thread_scope, true>("ark_gather_nbi", batch, pieces, count,
                                                      signal, value, op, pe);
}
ARK_HOST_DEVICE inline errc gather_nbi_warp(void* batch, const ark_piece* pieces, std::size_t count,
                                            std::uint64_t* signal = nullptr,
                                            std::uint64_t value = 0, int op = ARK_SIGNAL_SET,
                                            int pe = 0) {
  return detail::list_nbi<device::warp_scope, true>("ark_gather_nbi_warp", batch, pieces, count,
                                                    signal, value, op, pe);
}
ARK_HOST_DEVICE inline errc gather_nbi_block(void* batch, const ark_piece* pieces,
                                             std::size_t count, std::uint64_t* signal = nullptr,
                                             std::uint64_t value = 0, int op = ARK_SIGNAL_SET,
                                             int pe = 0) {
  return detail::list_nbi<device::block_scope, true>("ark_gather_nbi_block", batch, pieces, count,
                                                     signal, value, op, pe);
}

/// Start to write the bytes of `batch` to the pieces.
ARK_HOST_DEVICE inline errc scatter_nbi(const void* batch, const ark_piece* pieces,
                                        std::size_t count, std::uint64_t* signal = nullptr,
                                        std::uint64_t value = 0, int op = ARK_SIGNAL_SET,
                                        int pe = 0) {
  return detail::list_nbi<device::thread_scope, false>("ark_scatter_nbi", batch, pieces, count,
                                                       signal, value, op, pe);
}
ARK_HOST_DEVICE inline errc scatter_nbi_warp(const void* batch, const ark_piece* pieces,
                                             std::size_t count, std::uint64_t* signal = nullptr,
                                             std::uint64_t value = 0, int op = ARK_SIGNAL_SET,
                                             int pe = 0) {
  return detail::list_nbi<device::warp_scope, false>("ark_scatter_nbi_warp", batch, pieces, count,
                                                     signal, value, op, pe);
}
ARK_HOST_DEVICE inline errc scatter_nbi_block(const void* batch, const ark_piece* pieces,
                                              std::size_t count, std::uint64_t* signal = nullptr,
                                              std::uint64_t value = 0, int op = ARK_SIGNAL_SET,
                                              int pe = 0) {
  return detail::list_nbi<device::block_scope, false>("ark_scatter_nbi_block", batch, pieces, count,
                                                      signal, value, op, pe);
}

}  // namespace ark

// The names of C.
ARK_HOST_DEVICE inline void ark_gather_nbi(void* batch, const ark_piece* pieces, std::size_t count,
                                           std::uint64_t* signal, std::uint64_t value, int op,
                                           int pe) {
  ark::gather_nbi(batch, pieces, count, signal, value, op, pe);
}
ARK_HOST_DEVICE inline void ark_gather_nbi_warp(void* batch, const ark_piece* pieces,
                                                std::size_t count, std::uint64_t* signal,
                                                std::uint64_t value, int op, int pe) {
  ark::gather_nbi_warp(batch, pieces, count, signal, value, op, pe);
}
ARK_HOST_DEVICE inline void ark_gather_nbi_block(void* batch, const ark_piece* pieces,
                                                 std::size_t count, std::uint64_t* signal,
                                                 std::uint64_t value, int op, int pe) {
  ark::gather_nbi_block(batch, pieces, count, signal, value, op, pe);
}
ARK_HOST_DEVICE inline void ark_scatter_nbi(const void* batch, const ark_piece* pieces,
                                            std::size_t count, std::uint64_t* signal,
                                            std::uint64_t value, int op, int pe) {
  ark::scatter_nbi(batch, pieces, count, signal, value, op, pe);
}
ARK_HOST_DEVICE inline void ark_scatter_nbi_warp(const void* batch, const ark_piece* pieces,
                                                 std::size_t count, std::uint64_t* signal,
                                                 std::uint64_t value, int op, int pe) {
  ark::scatter_nbi_warp(batch, pieces, count, signal, value, op, pe);
}
ARK_HOST_DEVICE inline void ark_scatter_nbi_block(const void* batch, const ark_piece* pieces,
                                                  std::size_t count, std::uint64_t* signal,
                                                  std::uint64_t value, int op, int pe) {
  ark::scatter_nbi_block(batch, pieces, count, signal, value, op, pe);
}
