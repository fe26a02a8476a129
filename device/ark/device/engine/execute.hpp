// Execution of an operation on a word, and of signals, by the thread of a channel.
#pragma once

#include <ark/detail/platform/ptx.hpp>
#include <ark/detail/state/doorbell.hpp>
#include <ark/detail/transfer/delivery.hpp>
#include <ark/detail/transfer/operation.hpp>
#include <cstddef>
#include <cstdint>

namespace ark::device::sm {

#if ARK_DEVICE_PASS
/// Copies at most 8 bytes by one thread. On a GPU, memcpy of a size unknown to the
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

/// Execute the accepted `d`, an atomic or a transfer of at most 8 bytes, without its signal. The
/// caller has made a release fence, because the poster may have waited for earlier deliveries: a
/// thread that waits for the word sees them as well. Out of line: one copy per kernel.
ARK_HOST_DEVICE inline void execute_word(const detail::device_state& state,
                                         const detail::descriptor& d) {
  detail::execute_operation(state, detail::decode(state, d), copy_small{});
}

}  // namespace ark::device::sm
