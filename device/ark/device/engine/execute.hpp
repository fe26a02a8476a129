// What an engine warp executes by one thread, behind a fence: signals, atomics, and transfers of at
// most 8 bytes. And the additions of put_add.
#pragma once

#include <ark/detail/platform/ptx.hpp>
#include <ark/detail/platform/ptx_engine.hpp>
#include <ark/detail/queue/descriptor.hpp>
#include <ark/detail/state/device_state.hpp>
#include <ark/detail/state/doorbell.hpp>
#include <ark/detail/transfer/delivery.hpp>
#include <ark/detail/transfer/operation.hpp>
#include <cstddef>
#include <cstdint>

namespace ark::device::sm {

#if ARK_DEVICE_PASS
// A GPU's kernels have each operation once, with the switch inside its loop: what all kinds share
// is most of the code, and all of it counts in every kernel with an engine.

/// The widest word, 1, 2, 4 or 8 bytes, that divides all addresses and sizes whose bits are in
/// `bits`.
ARK_DEVICE inline unsigned widest(std::uint64_t bits) {
  const auto low = static_cast<unsigned>(bits) | 8;
  return low & (0 - low);
}
/// The `bytes` (at most 8) bytes at `source`: one load if that is aligned to them.
ARK_DEVICE inline std::uint64_t load_few(const std::byte* source, unsigned bytes) {
  const unsigned word = widest(reinterpret_cast<std::uint64_t>(source) | bytes);
  std::uint64_t value = 0;
  ARK_NO_UNROLL
  for (unsigned at = 0; at < bytes; at += word)
    value |= detail::ptx_load_narrow_fresh(source + at, word) << 8 * at;
  return value;
}
/// The low `bytes` bytes of `value`: one store if `dest` is aligned to them, so that a thread that
/// polls the word never sees half of it.
ARK_DEVICE inline void store_few(std::byte* dest, std::uint64_t value, unsigned bytes) {
  const unsigned word = widest(reinterpret_cast<std::uint64_t>(dest) | bytes);
  ARK_NO_UNROLL
  for (unsigned at = 0; at < bytes; at += word)
    detail::ptx_store_narrow_fresh(dest + at, value >> 8 * at, word);
}

/// The value of a word behind an atomic that found `seen`.
ARK_DEVICE inline std::uint64_t changed(detail::amo_op op, std::uint64_t seen,
                                        std::uint64_t operand) {
  switch (op) {
    case detail::amo_op::add:
      return seen + operand;
    case detail::amo_op::bit_and:
      return seen & operand;
    case detail::amo_op::bit_or:
      return seen | operand;
    case detail::amo_op::bit_xor:
      return seen ^ operand;
    case detail::amo_op::swap:
    case detail::amo_op::compare_swap:
    case detail::amo_op::fetch:
      break;
  }
  return operand;
}
/// Execute `op` on the word of 4 or 8 bytes at `dest`; returns the old value. Relaxed. By
/// compare-exchange, whatever the operation: ark's kernels post no atomics to an engine, but make
/// them by themselves.
ARK_DEVICE inline std::uint64_t change_word(detail::amo_op op, std::byte* dest, unsigned bytes,
                                            std::uint64_t operand, std::uint64_t condition) {
  const bool wide = bytes == 8;
  if (!wide) condition = static_cast<std::uint32_t>(condition);
  std::uint64_t seen = load_few(dest, bytes);
  ARK_NO_UNROLL
  for (;;) {
    if (op == detail::amo_op::fetch || (op == detail::amo_op::compare_swap && seen != condition))
      return seen;
    const std::uint64_t next = changed(op, seen, operand);
    const std::uint64_t now =
        wide ? detail::compare_exchange_relaxed(reinterpret_cast<std::uint64_t*>(dest), seen, next)
             : detail::compare_exchange_relaxed(reinterpret_cast<std::uint32_t*>(dest),
                                                static_cast<std::uint32_t>(seen),
                                                static_cast<std::uint32_t>(next));
    if (now == seen) return seen;
    seen = now;
  }
}

/// Add one element of 16 bits. By compare-exchange of the aligned word of 4 bytes around it, as a
/// GPU executes additions of such elements in any case; for both types one loop.
ARK_DEVICE inline void add_half(bool bfloat, std::byte* dest, std::uint16_t value) {
  const auto at = reinterpret_cast<std::uint64_t>(dest);
  auto* const word = reinterpret_cast<std::uint32_t*>(at & ~std::uint64_t{3});
  const unsigned shift = (at & 2) * 8;
  std::uint32_t seen = detail::load_relaxed(word);
  ARK_NO_UNROLL
  for (;;) {
    const auto old = static_cast<std::uint16_t>(seen >> shift);
    const std::uint32_t sum =
        bfloat ? detail::half_detail::sum(detail::bfloat16_bits{old}, detail::bfloat16_bits{value})
               : detail::half_detail::sum(detail::float16_bits{old}, detail::float16_bits{value});
    const std::uint32_t next = (seen & ~(0xffffu << shift)) | sum << shift;
    const std::uint32_t now = detail::compare_exchange_relaxed(word, seen, next);
    if (now == seen) return;
    seen = now;
  }
}
#endif

/// Add the elements `first`, `first` + `step`, ... of `bytes` bytes to those at `dest`, each
/// atomically. Relaxed on a GPU. One load in flight, to save registers.
ARK_HOST_DEVICE ARK_GPU_NOINLINE inline void add_elements(detail::element_kind kind,
                                                          std::byte* dest, const std::byte* source,
                                                          std::uint32_t bytes, std::uint32_t first,
                                                          std::uint32_t step) {
  const auto each = static_cast<std::uint32_t>(detail::element_bytes(kind));
  ARK_NO_UNROLL
  for (std::uint32_t at = first * each; at < bytes; at += step * each) {
#if ARK_DEVICE_PASS
    const std::uint64_t value = detail::ptx_load_narrow(source + at, each);
    if (kind >= detail::element_kind::float16) {
      add_half(kind == detail::element_kind::bfloat16, dest + at,
               static_cast<std::uint16_t>(value));
    } else {
      detail::ptx_red_add_kind(dest + at, value, static_cast<unsigned>(kind));
    }
#else
    delivery::add_each<false>(kind, dest + at, source + at, each);
#endif
  }
}

/// When the engine delivers a transfer's signal. `before_data` breaks the contract: tests of the
/// order use it as a control, and no user's kernel contains code for it.
enum class signal_order { after_data, before_data };

/// Send the signal of the accepted `d`, without a release: the caller has made a fence.
ARK_HOST_DEVICE inline void deliver_signal(const detail::device_state& state,
                                           const detail::descriptor& d) {
  const std::uint64_t at = state.peers[d.pe()].heap_base + d.get(detail::field::signal_offset);
  auto* const word = reinterpret_cast<std::uint64_t*>(at);
  const bool sets =
      d.get(detail::field::signal_kind) == static_cast<std::uint64_t>(detail::signal_op::set);
#if ARK_DEVICE_PASS
  sets ? detail::store_relaxed(word, d.value()) : detail::add_relaxed(word, d.value());
#else
  sets ? detail::store_release(word, d.value()) : detail::add_release(word, d.value());
  detail::note_signal(state, d.pe(), word);
#endif
}

/// Execute the accepted `d`, an atomic or a transfer of at most 8 bytes, without its signal, unless
/// it is abandoned. The caller has made a release fence, because the poster may have waited for
/// earlier deliveries: a thread that waits for the word sees them as well.
ARK_HOST_DEVICE inline void execute_word(const detail::device_state& state,
                                         const detail::descriptor& d) {
#if ARK_DEVICE_PASS
  using enum detail::descriptor_op;
  const detail::descriptor_op op = d.op();
  const auto bytes = static_cast<unsigned>(d.bytes());
  const std::uint64_t base = state.peers[d.pe()].heap_base;
  std::uint64_t dest = d.get(detail::field::dest), source = d.get(detail::field::source);
  (op == get ? source : dest) += base;
  const bool fetches = op == get || op == amo_fetch;  // for the poster
  if (fetches && detail::load_relaxed(&state.status) != 0) return;
  auto* to = reinterpret_cast<std::byte*>(dest);
  const auto* from = reinterpret_cast<const std::byte*>(source);
  if (op == put_add) return add_elements(d.element(), to, from, bytes, 0, 1);
  std::uint64_t value = d.payload();
  if (op == amo || op == amo_fetch) {
    value = change_word(static_cast<detail::amo_op>(d.get(detail::field::amo)), to, bytes,
                        d.value(), d.condition());
    if (op == amo) return;
    to = reinterpret_cast<std::byte*>(source);
  } else if (op != put_inline) {
    value = load_few(from, bytes);
  }
  // What is ordered before the word is then visible to its reader.
  if (fetches) detail::fence_acquire();
  store_few(to, value, bytes);
#else
  detail::execute_operation(state, detail::decode(state, d), detail::copy_by_caller{});
#endif
}

}  // namespace ark::device::sm
