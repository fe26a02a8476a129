// put and get by a block through shared memory that the caller provides. The copy unit of the SM
// moves the data (GPUs from sm_90 on): one thread drives it, and the registers of the block stay
// free.
//
//   ARK_SHARED(ark::bulk_scratch<32768>, scratch);
//   ark::put_block(dest, source, count, pe, scratch);
//
// The contracts of rma.hpp and signal.hpp apply, with these additions:
//
// Callable: kernels; all threads of a block. scratch: in the block's shared memory, not used for
//   anything else from the last barrier of the block before the call until the call returns. After
//   errc::timeout the copy unit may still write to it: leave the kernel.
// Route: the block itself moves the bytes at any size, if the PE is mapped; otherwise as without
//   scratch. The copy unit is
//   used from 4 KiB on, if both sides are in global memory and their addresses agree modulo 16. The
//   threads move all other bytes. Without a copy unit (older GPUs, the CPU executor) the threads
//   move everything.
// Completion: as for the forms without _nbi. The threads of the block may continue when the call
//   returns.
#pragma once

#include <ark/device/transfer/signal.hpp>

namespace ark {

/// Shared memory for bulk copies: at most `Bytes` bytes are in flight at a time.
template <std::size_t Bytes>
struct alignas(128) bulk_scratch {
  static_assert(Bytes > 0 && Bytes % (detail::bulk_stages * 128) == 0,
                "bulk_scratch: accepted multiples of 512 bytes");
  std::byte stages[Bytes];
  std::uint64_t barriers[detail::bulk_stages];
};

namespace detail {
template <std::size_t Bytes>
ARK_HOST_DEVICE device::bulk_options lend(bulk_scratch<Bytes>& scratch, cache_policy cache) {
  return {{device::completion::local, cache},
          {scratch.stages, scratch.barriers, static_cast<std::uint32_t>(Bytes / bulk_stages)}};
}
}  // namespace detail

template <class T, std::size_t Bytes>
ARK_HOST_DEVICE errc put_block(T* dest, const T* source, std::size_t count, int pe,
                               bulk_scratch<Bytes>& scratch,
                               cache_policy cache = cache_policy::automatic) {
  return device::put_bytes<device::block_scope, device::bulk_options>(
      dest, source, device::bytes_of(count, sizeof(T)), pe, detail::lend(scratch, cache),
      device::call_of<T>("ark_put_block", count));
}
template <class T, std::size_t Bytes>
ARK_HOST_DEVICE errc get_block(T* dest, const T* source, std::size_t count, int pe,
                               bulk_scratch<Bytes>& scratch,
                               cache_policy cache = cache_policy::automatic) {
  return device::get_bytes<device::block_scope, device::bulk_options>(
      dest, source, device::bytes_of(count, sizeof(T)), pe, detail::lend(scratch, cache),
      device::call_of<T>("ark_get_block", count));
}
template <class T, std::size_t Bytes>
ARK_HOST_DEVICE errc put_signal_block(T* dest, const T* source, std::size_t count,
                                      std::uint64_t* signal, std::uint64_t value, int op, int pe,
                                      bulk_scratch<Bytes>& scratch,
                                      cache_policy cache = cache_policy::automatic) {
  return device::put_signal_bytes<device::block_scope, device::bulk_options>(
      dest, source, device::bytes_of(count, sizeof(T)), signal, value, op, pe,
      detail::lend(scratch, cache), device::call_of<T>("ark_put_signal_block", count));
}

}  // namespace ark
