// Remote memory access: put and get, generic forms. The typed OpenSHMEM names are in api/rma.hpp.
//
// Common contract:
//
// Callable: kernels and host threads. `_warp` and `_block` forms are called by all threads of the
//   caller's warp or block with the same arguments, and synchronise them on entry and return.
// dest (put), source (get): symmetric, that is, in the symmetric heap. The local side: any address
//   that the caller can read or write. Ranges must not overlap. count: elements, 0 allowed (no
//   operation). Strides: 1 or more. pe: 0 <= pe < n_pes.
// cache: a cache hint for the bytes (cache_policy), without any other effect. In C: the _hinted
//   forms of the mem names, with ARK_CACHE_*.
// Route: to a mapped PE, transfers of at most ARK_INLINE_BYTES by a kernel (of a sixteenth of that
//   by one thread of a GPU), and of any size by a host thread, are stores by the caller. Larger
//   transfers by a kernel are descriptors in the DMA queue; in a GPU launch without engine blocks
//   they are stores as well. Ordering is the same on both routes (fence, quiet).
// Progress: may wait for a queue slot, at most ARK_TIMEOUT.
// Errors: returned, and recorded as the PE's failure (status, last_failure): invalid_argument (pe,
//   address, count, stride or cache out of range, on every route alike; nothing is transferred),
//   timeout, or the code of an earlier failure that ended a wait. unsupported: no route to the PE,
//   or a transfer of a GPU kernel through the proxy whose local side is not in global memory.
//   Either all threads of a warp or block get ok or none does; their codes may differ.
#pragma once

#include <ark/device/transfer/strided.hpp>
#include <ark/types.hpp>
#include <type_traits>

namespace ark {

namespace detail {
/// T as a non-deduced parameter type.
template <class T>
using same = std::type_identity_t<T>;
}  // namespace detail

/// Write `count` elements from `source` to `dest` on `pe`. Returns when `source` may be reused.
template <class T>
ARK_HOST_DEVICE errc put(T* dest, const T* source, std::size_t count, target_pe pe,
                         cache_policy cache = cache_policy::automatic) {
  return device::put_bytes<device::thread_scope>(dest, source, device::bytes_of(count, sizeof(T)),
                                                 pe, {device::completion::local, cache},
                                                 device::call_of<T>("ark_put", count));
}
/// Start the write. After quiet, `source` may be reused and the data is delivered.
template <class T>
ARK_HOST_DEVICE errc put_nbi(T* dest, const T* source, std::size_t count, target_pe pe,
                             cache_policy cache = cache_policy::automatic) {
  return device::put_bytes<device::thread_scope>(dest, source, device::bytes_of(count, sizeof(T)),
                                                 pe, {device::completion::deferred, cache},
                                                 device::call_of<T>("ark_put_nbi", count));
}
/// put by the caller's warp.
template <class T>
ARK_HOST_DEVICE errc put_warp(T* dest, const T* source, std::size_t count, target_pe pe,
                              cache_policy cache = cache_policy::automatic) {
  return device::put_bytes<device::warp_scope>(dest, source, device::bytes_of(count, sizeof(T)), pe,
                                               {device::completion::local, cache},
                                               device::call_of<T>("ark_put_warp", count));
}
template <class T>
ARK_HOST_DEVICE errc put_nbi_warp(T* dest, const T* source, std::size_t count, target_pe pe,
                                  cache_policy cache = cache_policy::automatic) {
  return device::put_bytes<device::warp_scope>(dest, source, device::bytes_of(count, sizeof(T)), pe,
                                               {device::completion::deferred, cache},
                                               device::call_of<T>("ark_put_nbi_warp", count));
}
/// put by the caller's block.
template <class T>
ARK_HOST_DEVICE errc put_block(T* dest, const T* source, std::size_t count, target_pe pe,
                               cache_policy cache = cache_policy::automatic) {
  return device::put_bytes<device::block_scope>(dest, source, device::bytes_of(count, sizeof(T)),
                                                pe, {device::completion::local, cache},
                                                device::call_of<T>("ark_put_block", count));
}
template <class T>
ARK_HOST_DEVICE errc put_nbi_block(T* dest, const T* source, std::size_t count, target_pe pe,
                                   cache_policy cache = cache_policy::automatic) {
  return device::put_bytes<device::block_scope>(dest, source, device::bytes_of(count, sizeof(T)),
                                                pe, {device::completion::deferred, cache},
                                                device::call_of<T>("ark_put_nbi_block", count));
}

/// Read `count` elements from `source` on `pe` into `dest`. Returns when `dest` holds them.
template <class T>
ARK_HOST_DEVICE errc get(T* dest, const T* source, std::size_t count, target_pe pe,
                         cache_policy cache = cache_policy::automatic) {
  return device::get_bytes<device::thread_scope>(dest, source, device::bytes_of(count, sizeof(T)),
                                                 pe, {device::completion::local, cache},
                                                 device::call_of<T>("ark_get", count));
}
/// Start the read. After quiet, `dest` holds the data.
template <class T>
ARK_HOST_DEVICE errc get_nbi(T* dest, const T* source, std::size_t count, target_pe pe,
                             cache_policy cache = cache_policy::automatic) {
  return device::get_bytes<device::thread_scope>(dest, source, device::bytes_of(count, sizeof(T)),
                                                 pe, {device::completion::deferred, cache},
                                                 device::call_of<T>("ark_get_nbi", count));
}
template <class T>
ARK_HOST_DEVICE errc get_warp(T* dest, const T* source, std::size_t count, target_pe pe,
                              cache_policy cache = cache_policy::automatic) {
  return device::get_bytes<device::warp_scope>(dest, source, device::bytes_of(count, sizeof(T)), pe,
                                               {device::completion::local, cache},
                                               device::call_of<T>("ark_get_warp", count));
}
template <class T>
ARK_HOST_DEVICE errc get_nbi_warp(T* dest, const T* source, std::size_t count, target_pe pe,
                                  cache_policy cache = cache_policy::automatic) {
  return device::get_bytes<device::warp_scope>(dest, source, device::bytes_of(count, sizeof(T)), pe,
                                               {device::completion::deferred, cache},
                                               device::call_of<T>("ark_get_nbi_warp", count));
}
template <class T>
ARK_HOST_DEVICE errc get_block(T* dest, const T* source, std::size_t count, target_pe pe,
                               cache_policy cache = cache_policy::automatic) {
  return device::get_bytes<device::block_scope>(dest, source, device::bytes_of(count, sizeof(T)),
                                                pe, {device::completion::local, cache},
                                                device::call_of<T>("ark_get_block", count));
}
template <class T>
ARK_HOST_DEVICE errc get_nbi_block(T* dest, const T* source, std::size_t count, target_pe pe,
                                   cache_policy cache = cache_policy::automatic) {
  return device::get_bytes<device::block_scope>(dest, source, device::bytes_of(count, sizeof(T)),
                                                pe, {device::completion::deferred, cache},
                                                device::call_of<T>("ark_get_nbi_block", count));
}

/// Write one element, passed by value. Delivered after quiet. A reader never sees a partial value
/// of an aligned element of 1, 2, 4 or 8 bytes. An element has at most 32 bytes.
template <class T>
ARK_HOST_DEVICE errc p(T* dest, T value, target_pe pe) {
  return device::put_element(dest, value, pe, device::call_of<T>("ark_p"));
}
/// Read one element. After a failure it returns T{}, and status() is not ok.
template <class T>
ARK_HOST_DEVICE T g(const T* source, target_pe pe) {
  return device::get_element(source, pe, device::call_of<T>("ark_g"));
}

/// Strided forms: copy element i from source[i * source_stride] to dest[i * dest_stride]. Strides
/// are in elements. iput returns when `source` may be reused, iget when `dest` holds the data. The
/// threads of a warp or block share the elements out.
template <class T>
ARK_HOST_DEVICE errc iput(T* dest, const T* source, std::ptrdiff_t dest_stride,
                          std::ptrdiff_t source_stride, std::size_t count, target_pe pe) {
  return device::put_strided<device::thread_scope>(dest, source, dest_stride, source_stride, count,
                                                   pe, device::call_of<T>("ark_iput", count));
}
template <class T>
ARK_HOST_DEVICE errc iput_warp(T* dest, const T* source, std::ptrdiff_t dest_stride,
                               std::ptrdiff_t source_stride, std::size_t count, target_pe pe) {
  return device::put_strided<device::warp_scope>(dest, source, dest_stride, source_stride, count,
                                                 pe, device::call_of<T>("ark_iput_warp", count));
}
template <class T>
ARK_HOST_DEVICE errc iput_block(T* dest, const T* source, std::ptrdiff_t dest_stride,
                                std::ptrdiff_t source_stride, std::size_t count, target_pe pe) {
  return device::put_strided<device::block_scope>(dest, source, dest_stride, source_stride, count,
                                                  pe, device::call_of<T>("ark_iput_block", count));
}
template <class T>
ARK_HOST_DEVICE errc iget(T* dest, const T* source, std::ptrdiff_t dest_stride,
                          std::ptrdiff_t source_stride, std::size_t count, target_pe pe) {
  return device::get_strided<device::thread_scope>(dest, source, dest_stride, source_stride, count,
                                                   pe, device::call_of<T>("ark_iget", count));
}
template <class T>
ARK_HOST_DEVICE errc iget_warp(T* dest, const T* source, std::ptrdiff_t dest_stride,
                               std::ptrdiff_t source_stride, std::size_t count, target_pe pe) {
  return device::get_strided<device::warp_scope>(dest, source, dest_stride, source_stride, count,
                                                 pe, device::call_of<T>("ark_iget_warp", count));
}
template <class T>
ARK_HOST_DEVICE errc iget_block(T* dest, const T* source, std::ptrdiff_t dest_stride,
                                std::ptrdiff_t source_stride, std::size_t count, target_pe pe) {
  return device::get_strided<device::block_scope>(dest, source, dest_stride, source_stride, count,
                                                  pe, device::call_of<T>("ark_iget_block", count));
}

/// Block-strided forms: copy `count` blocks of `block` elements, block i from
/// source[i * source_stride] to dest[i * dest_stride]. The threads of a warp or block share out
/// blocks of up to 64 bytes, and move larger ones together.
template <class T>
ARK_HOST_DEVICE errc ibput(T* dest, const T* source, std::ptrdiff_t dest_stride,
                           std::ptrdiff_t source_stride, std::size_t block, std::size_t count,
                           target_pe pe) {
  return device::put_strided_blocks<device::thread_scope>(dest, source, dest_stride, source_stride,
                                                          block, count, pe,
                                                          device::call_of<T>("ark_ibput", count));
}
template <class T>
ARK_HOST_DEVICE errc ibput_warp(T* dest, const T* source, std::ptrdiff_t dest_stride,
                                std::ptrdiff_t source_stride, std::size_t block, std::size_t count,
                                target_pe pe) {
  return device::put_strided_blocks<device::warp_scope>(
      dest, source, dest_stride, source_stride, block, count, pe,
      device::call_of<T>("ark_ibput_warp", count));
}
template <class T>
ARK_HOST_DEVICE errc ibput_block(T* dest, const T* source, std::ptrdiff_t dest_stride,
                                 std::ptrdiff_t source_stride, std::size_t block, std::size_t count,
                                 target_pe pe) {
  return device::put_strided_blocks<device::block_scope>(
      dest, source, dest_stride, source_stride, block, count, pe,
      device::call_of<T>("ark_ibput_block", count));
}
template <class T>
ARK_HOST_DEVICE errc ibget(T* dest, const T* source, std::ptrdiff_t dest_stride,
                           std::ptrdiff_t source_stride, std::size_t block, std::size_t count,
                           target_pe pe) {
  return device::get_strided_blocks<device::thread_scope>(dest, source, dest_stride, source_stride,
                                                          block, count, pe,
                                                          device::call_of<T>("ark_ibget", count));
}
template <class T>
ARK_HOST_DEVICE errc ibget_warp(T* dest, const T* source, std::ptrdiff_t dest_stride,
                                std::ptrdiff_t source_stride, std::size_t block, std::size_t count,
                                target_pe pe) {
  return device::get_strided_blocks<device::warp_scope>(
      dest, source, dest_stride, source_stride, block, count, pe,
      device::call_of<T>("ark_ibget_warp", count));
}
template <class T>
ARK_HOST_DEVICE errc ibget_block(T* dest, const T* source, std::ptrdiff_t dest_stride,
                                 std::ptrdiff_t source_stride, std::size_t block, std::size_t count,
                                 target_pe pe) {
  return device::get_strided_blocks<device::block_scope>(
      dest, source, dest_stride, source_stride, block, count, pe,
      device::call_of<T>("ark_ibget_block", count));
}

}  // namespace ark
