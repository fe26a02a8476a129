// Remote memory access: put and get, generic forms. The typed OpenSHMEM names are in api/rma.hpp.
//
// What holds for all of them:
//
// Callable: kernels and host threads. `_warp` and `_block` forms are called by all threads of the
//   caller's warp or block with the same arguments, and synchronise them on entry and return.
// dest (put), source (get): symmetric, that is, in the heap; the other side: any address that the
//   caller can read or write. Ranges must not overlap. count: elements, 0 allowed (nothing
//   happens). Strides: 1 or more. pe: 0 <= pe < n_pes.
// cache: what the caches are asked to do with the bytes (cache_policy); a hint, which changes
//   nothing else. In C: the _hinted forms of the mem names, with ARK_CACHE_*.
// Route: a kernel's transfers of at most ARK_INLINE_BYTES to a mapped PE are stores by the caller,
//   as those of any size by a host thread; larger ones of a kernel are descriptors in the DMA
//   queue. Ordering is the same on both (fence, quiet).
// Progress: may wait for a queue slot, at most ARK_TIMEOUT.
// Errors: returned, and recorded as the PE's failure (status, last_failure): invalid_argument (pe,
//   address, count, stride or cache out of range, the same by every route; nothing is transferred),
//   timeout, or the code of an earlier failure that ended a wait.
#pragma once

#include <ark/detail/raw_element.hpp>
#include <ark/device/rma.hpp>
#include <type_traits>

namespace ark {

namespace detail {
/// A parameter of this type takes no part in deduction.
template <class T>
using same = std::type_identity_t<T>;
}  // namespace detail

/// Write `count` elements from `source` to `dest` on `pe`. Returns when `source` may be reused.
template <class T>
ARK_HOST_DEVICE errc put(T* dest, const T* source, std::size_t count, int pe,
                         cache_policy cache = cache_policy::automatic) {
  return device::put_bytes<device::thread_scope>(dest, source, device::bytes_of(count, sizeof(T)),
                                                 pe, {device::completion::local, cache},
                                                 device::call_of<T>("ark_put", count));
}
/// Start writing; `source` may be reused, and the data is delivered, after quiet.
template <class T>
ARK_HOST_DEVICE errc put_nbi(T* dest, const T* source, std::size_t count, int pe,
                             cache_policy cache = cache_policy::automatic) {
  return device::put_bytes<device::thread_scope>(dest, source, device::bytes_of(count, sizeof(T)),
                                                 pe, {device::completion::deferred, cache},
                                                 device::call_of<T>("ark_put_nbi", count));
}
/// put, made by the caller's warp.
template <class T>
ARK_HOST_DEVICE errc put_warp(T* dest, const T* source, std::size_t count, int pe,
                              cache_policy cache = cache_policy::automatic) {
  return device::put_bytes<device::warp_scope>(dest, source, device::bytes_of(count, sizeof(T)), pe,
                                               {device::completion::local, cache},
                                               device::call_of<T>("ark_put_warp", count));
}
template <class T>
ARK_HOST_DEVICE errc put_nbi_warp(T* dest, const T* source, std::size_t count, int pe,
                                  cache_policy cache = cache_policy::automatic) {
  return device::put_bytes<device::warp_scope>(dest, source, device::bytes_of(count, sizeof(T)), pe,
                                               {device::completion::deferred, cache},
                                               device::call_of<T>("ark_put_nbi_warp", count));
}
/// put, made by the caller's block.
template <class T>
ARK_HOST_DEVICE errc put_block(T* dest, const T* source, std::size_t count, int pe,
                               cache_policy cache = cache_policy::automatic) {
  return device::put_bytes<device::block_scope>(dest, source, device::bytes_of(count, sizeof(T)),
                                                pe, {device::completion::local, cache},
                                                device::call_of<T>("ark_put_block", count));
}
template <class T>
ARK_HOST_DEVICE errc put_nbi_block(T* dest, const T* source, std::size_t count, int pe,
                                   cache_policy cache = cache_policy::automatic) {
  return device::put_bytes<device::block_scope>(dest, source, device::bytes_of(count, sizeof(T)),
                                                pe, {device::completion::deferred, cache},
                                                device::call_of<T>("ark_put_nbi_block", count));
}

/// Read `count` elements from `source` on `pe` into `dest`. Returns when `dest` holds them.
template <class T>
ARK_HOST_DEVICE errc get(T* dest, const T* source, std::size_t count, int pe,
                         cache_policy cache = cache_policy::automatic) {
  return device::get_bytes<device::thread_scope>(dest, source, device::bytes_of(count, sizeof(T)),
                                                 pe, {device::completion::local, cache},
                                                 device::call_of<T>("ark_get", count));
}
/// Start reading; `dest` holds the data after quiet.
template <class T>
ARK_HOST_DEVICE errc get_nbi(T* dest, const T* source, std::size_t count, int pe,
                             cache_policy cache = cache_policy::automatic) {
  return device::get_bytes<device::thread_scope>(dest, source, device::bytes_of(count, sizeof(T)),
                                                 pe, {device::completion::deferred, cache},
                                                 device::call_of<T>("ark_get_nbi", count));
}
template <class T>
ARK_HOST_DEVICE errc get_warp(T* dest, const T* source, std::size_t count, int pe,
                              cache_policy cache = cache_policy::automatic) {
  return device::get_bytes<device::warp_scope>(dest, source, device::bytes_of(count, sizeof(T)), pe,
                                               {device::completion::local, cache},
                                               device::call_of<T>("ark_get_warp", count));
}
template <class T>
ARK_HOST_DEVICE errc get_nbi_warp(T* dest, const T* source, std::size_t count, int pe,
                                  cache_policy cache = cache_policy::automatic) {
  return device::get_bytes<device::warp_scope>(dest, source, device::bytes_of(count, sizeof(T)), pe,
                                               {device::completion::deferred, cache},
                                               device::call_of<T>("ark_get_nbi_warp", count));
}
template <class T>
ARK_HOST_DEVICE errc get_block(T* dest, const T* source, std::size_t count, int pe,
                               cache_policy cache = cache_policy::automatic) {
  return device::get_bytes<device::block_scope>(dest, source, device::bytes_of(count, sizeof(T)),
                                                pe, {device::completion::local, cache},
                                                device::call_of<T>("ark_get_block", count));
}
template <class T>
ARK_HOST_DEVICE errc get_nbi_block(T* dest, const T* source, std::size_t count, int pe,
                                   cache_policy cache = cache_policy::automatic) {
  return device::get_bytes<device::block_scope>(dest, source, device::bytes_of(count, sizeof(T)),
                                                pe, {device::completion::deferred, cache},
                                                device::call_of<T>("ark_get_nbi_block", count));
}

/// Write one element, given by value. Delivered after quiet; a reader never sees a part of it
/// (sizes up to 8).
template <class T>
ARK_HOST_DEVICE errc p(T* dest, T value, int pe) {
  return device::put_element(dest, value, pe, device::call_of<T>("ark_p"));
}
/// Read one element. After a failure the value is T{} and status() tells.
template <class T>
ARK_HOST_DEVICE T g(const T* source, int pe) {
  T value{};
  if (device::place::on_lane()) device::loop_hint();
  constexpr auto until =
      sizeof(T) <= detail::reply_bytes ? device::completion::value : device::completion::local;
  device::get_bytes<device::thread_scope>(&value, source, sizeof(T), pe, until,
                                          device::call_of<T>("ark_g"));
  return value;
}

/// Strided forms: element i goes from source[i * source_stride] to dest[i * dest_stride]; strides
/// in elements. iput returns when `source` may be reused, iget when `dest` is filled.
template <class T>
ARK_HOST_DEVICE errc iput(T* dest, const T* source, std::ptrdiff_t dest_stride,
                          std::ptrdiff_t source_stride, std::size_t count, int pe) {
  return device::put_strided(dest, source, dest_stride, source_stride, count, pe,
                             device::call_of<T>("ark_iput", count));
}
template <class T>
ARK_HOST_DEVICE errc iget(T* dest, const T* source, std::ptrdiff_t dest_stride,
                          std::ptrdiff_t source_stride, std::size_t count, int pe) {
  return device::get_strided(dest, source, dest_stride, source_stride, count, pe,
                             device::call_of<T>("ark_iget", count));
}

}  // namespace ark
