// What a copy-engine channel is told, as far as a mailbox tells it: method numbers, fields, and the
// entries of its queue. The numbers hold for the two classes named here and are tested against
// dwords written by hand; nothing else in ark depends on them.
#pragma once

#include <ark/detail/portability.hpp>
#include <cstdint>

namespace ark::detail::ce {

inline constexpr std::uint32_t channel_class = 0xc86f;  ///< the channel and its host methods
inline constexpr std::uint32_t copy_class = 0xc8b5;     ///< the copy methods

/// Who takes a method: the channel's host unit itself, or the copy engine behind it.
inline constexpr std::uint32_t host_subchannel = 0;
inline constexpr std::uint32_t copy_subchannel = 4;

/// The first of each run of methods that is written with one header.
namespace method {
inline constexpr std::uint32_t host_semaphore = 0x5c;  ///< address low, high, payload low, high, do
inline constexpr std::uint32_t copy_semaphore = 0x240;  ///< address high, low, payload low, high
inline constexpr std::uint32_t copy_launch = 0x300;
inline constexpr std::uint32_t copy_addresses = 0x400;  ///< source high, low, dest high, low
inline constexpr std::uint32_t copy_line_bytes = 0x418;
}  // namespace method

/// Wait until the word, as a circular 64-bit number, has got to the payload; the channel keeps its
/// place meanwhile.
inline constexpr std::uint32_t acquire_circular_64 = 3u | 1u << 24;

/// Fields of copy_launch.
namespace launch {
inline constexpr std::uint32_t transfer_mask = 3;
inline constexpr std::uint32_t no_transfer = 0;
inline constexpr std::uint32_t overlapping = 1;  ///< may run beside earlier transfers
inline constexpr std::uint32_t in_turn = 2;      ///< begins when earlier transfers have ended
inline constexpr std::uint32_t flush = 1u << 2;  ///< the semaphore comes after all earlier writes
inline constexpr std::uint32_t release = 1u << 3;
inline constexpr std::uint32_t linear_source = 1u << 7;
inline constexpr std::uint32_t linear_dest = 1u << 8;
/// The release adds, without sign, where it would store.
inline constexpr std::uint32_t release_adds = 5u << 14 | 1u << 18 | 1u << 19;
inline constexpr std::uint32_t payload_64 = 1u << 27;
}  // namespace launch

inline constexpr std::uint64_t longest_line = 0xffff'ffff;
inline constexpr unsigned address_bits = 57;
inline constexpr unsigned segment_address_bits = 40;  ///< of what entries of the queue point to

/// The dword in front of `count` data dwords for the methods `first`, `first` + 4, ...
ARK_HOST_DEVICE constexpr std::uint32_t header(std::uint32_t subchannel, std::uint32_t first,
                                               std::uint32_t count) {
  return 2u << 28 | count << 16 | subchannel << 13 | first >> 2;
}

/// What a header says; valid() is false for forms that a mailbox does not write.
struct header_view {
  std::uint32_t dword;
  [[nodiscard]] constexpr bool valid() const { return dword >> 29 == 1 && count() != 0; }
  [[nodiscard]] constexpr std::uint32_t count() const { return dword >> 16 & 0x1fff; }
  [[nodiscard]] constexpr std::uint32_t subchannel() const { return dword >> 13 & 7; }
  [[nodiscard]] constexpr std::uint32_t first() const { return (dword & 0xfff) << 2; }
};

/// One entry of the channel's queue: where a segment of methods lies, how long it is, and whether
/// it may be fetched before the one in front of it has been processed.
struct queue_entry {
  std::uint64_t word;

  [[nodiscard]] static constexpr queue_entry make(std::uint64_t address, std::uint32_t dwords,
                                                  bool sync_wait) {
    return {(address & 0xff'ffff'fffc) | std::uint64_t{dwords} << 42 |
            std::uint64_t{sync_wait} << 63};
  }
  [[nodiscard]] constexpr std::uint64_t address() const { return word & 0xff'ffff'fffc; }
  [[nodiscard]] constexpr std::uint32_t dwords() const {
    return static_cast<std::uint32_t>(word >> 42) & 0x1f'ffff;
  }
  [[nodiscard]] constexpr bool sync_wait() const { return word >> 63 != 0; }
};

}  // namespace ark::detail::ce
