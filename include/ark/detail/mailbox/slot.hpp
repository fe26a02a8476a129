// One slot of a mailbox: the methods that carry out one descriptor. docs/mailbox.md draws it.
//
// 128 bytes. Every part has a fixed place, and a part that is not needed is zero, which a channel
// reads as "no operation": so the queue's entries never change, and a GPU's thread builds a slot in
// registers.
#pragma once

#include <ark/detail/mailbox/methods.hpp>
#include <cstdint>

namespace ark::detail::ce {

inline constexpr unsigned slot_words = 16;          ///< of 8 bytes
inline constexpr unsigned slot_dwords = 24;         ///< of these the channel fetches
inline constexpr unsigned slot_payload_word = 12;   ///< behind them: the data of a put_inline
inline constexpr unsigned slot_written_words = 13;  ///< a producer writes; the rest stays zero

/// Dword numbers of the parts.
namespace part {
inline constexpr unsigned copy = 0;      ///< 7: addresses and length
inline constexpr unsigned launch = 7;    ///< 7: the copy, and the signal or else `done`
inline constexpr unsigned last = 14;     ///< 7: `done` after a signal
inline constexpr unsigned barrier = 14;  ///< 6: a fence waits for its own `done`
}  // namespace part

struct alignas(128) slot {
  std::uint64_t word[slot_words] = {};

  ARK_HOST_DEVICE constexpr void set(unsigned dword, std::uint32_t value) {
    word[dword / 2] |= std::uint64_t{value} << (dword % 2 * 32);  // it was zero
  }
  [[nodiscard]] ARK_HOST_DEVICE constexpr std::uint32_t get(unsigned dword) const {
    return static_cast<std::uint32_t>(word[dword / 2] >> (dword % 2 * 32));
  }
  /// A header at `at`, and its data behind it.
  template <class... Data>
  ARK_HOST_DEVICE constexpr void methods(unsigned at, std::uint32_t subchannel, std::uint32_t first,
                                         Data... data) {
    set(at, header(subchannel, first, sizeof...(Data)));
    (set(++at, static_cast<std::uint32_t>(data)), ...);
  }
};
static_assert(sizeof(slot) == 128);
static_assert(slot_dwords <= 2 * slot_payload_word && slot_written_words == slot_payload_word + 1);

/// Where a slot lies for the channel, and which number it has.
struct slot_place {
  std::uint64_t slot_address = 0;
  std::uint64_t done_address = 0;
  std::uint64_t ticket = 0;
};

/// The static segment in front of a slot: wait until the mailbox's head has got to the payload. The
/// payload is one aligned word, so that re-arming is one store.
inline constexpr unsigned acquire_words = 4;
inline constexpr unsigned acquire_dwords = 8;
inline constexpr unsigned acquire_payload_word = 2;

struct acquire_segment {
  std::uint64_t word[acquire_words] = {};

  [[nodiscard]] static constexpr acquire_segment make(std::uint64_t address) {
    const std::uint64_t head = header(host_subchannel, method::host_semaphore, 5);
    return {{head << 32, address, 0, acquire_circular_64}};
  }
};

}  // namespace ark::detail::ce
