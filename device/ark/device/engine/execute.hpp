// Execution of a small operation by the scheduling thread of an engine block.
#pragma once

#include <ark/detail/platform/ptx.hpp>
#include <ark/detail/transfer/delivery.hpp>
#include <ark/detail/transfer/operation.hpp>
#include <cstddef>
#include <cstdint>

namespace ark::device::sm {

#if ARK_DEVICE_PASS
/// Copies at most sm_options::tiny_bytes by one thread. On a GPU, memcpy of a size unknown to the
/// compiler moves single bytes, and the copies of the inline path make nested calls.
struct copy_small {
  ARK_DEVICE void operator()(std::byte* dest, const std::byte* source, std::uint64_t bytes) const {
    if (delivery::copy_one_word(dest, source, bytes)) return;
    const unsigned word = widest(reinterpret_cast<std::uint64_t>(dest) |
                                 reinterpret_cast<std::uint64_t>(source) | bytes);
    for (std::uint64_t at = 0; at < bytes; at += word)
      detail::ptx_store_narrow(dest + at, detail::ptx_load_narrow(source + at, word), word);
  }
  ARK_DEVICE void add(detail::element_kind kind, std::byte* dest, const std::byte* source,
                      std::uint64_t bytes) const {
    delivery::add_each<false>(kind, dest, source, bytes);
  }
  ARK_DEVICE void value(std::byte* dest, std::uint64_t value, std::uint64_t bytes) const {
    const unsigned word = widest(reinterpret_cast<std::uint64_t>(dest) | bytes);
    if (word == 8) {
      detail::store_relaxed(reinterpret_cast<std::uint64_t*>(dest), value);
    } else if (word == 4 && bytes == 4) {
      detail::store_relaxed(reinterpret_cast<std::uint32_t*>(dest),
                            static_cast<std::uint32_t>(value));
    } else {
      for (std::uint64_t at = 0; at < bytes; at += word)
        detail::ptx_store_narrow(dest + at, value >> 8 * at, word);
    }
  }

 private:
  /// The widest word, 1, 2, 4 or 8 bytes, that divides all addresses and sizes whose bits are in
  /// `bits`.
  ARK_DEVICE static unsigned widest(std::uint64_t bits) {
    const auto low = static_cast<unsigned>(bits) | 8;
    return low & (0 - low);
  }
};
#else
using copy_small = detail::copy_by_caller;
#endif

/// When the engine delivers a transfer's signal. `before_data` breaks the contract: tests of the
/// order use it as a control, and no user's kernel contains code for it.
enum class signal_order { after_data, before_data };

/// Decodes `d` again, so that the signal occupies no registers while the data moves.
ARK_HOST_DEVICE inline void deliver_signal(std::uint64_t heap_base, const detail::descriptor& d) {
  const detail::decoded_operation op = detail::decode(heap_base, d);
  delivery::signal(op.signal_kind, op.signal, op.value);
}

/// Execute the accepted `d`: the data, then the signal. `heap_base`: the base of its PE's heap. Out
/// of line: one copy per kernel.
template <signal_order Order>
ARK_HOST_DEVICE ARK_NOINLINE inline void execute_now(const detail::device_state& state,
                                                     std::uint64_t heap_base,
                                                     const detail::descriptor& d) {
  if constexpr (Order == signal_order::before_data) deliver_signal(heap_base, d);
  detail::execute_operation(state, detail::decode(heap_base, d), copy_small{});
  if constexpr (Order == signal_order::after_data) deliver_signal(heap_base, d);
}

}  // namespace ark::device::sm
