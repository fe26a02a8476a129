// A channel of the SM engine: one descriptor under way. And the threads that an engine warp
// consists of.
#pragma once

#include <ark/detail/platform/ptx_engine.hpp>
#include <ark/detail/queue/descriptor.hpp>
#include <ark/detail/queue/sm_workspace.hpp>
#include <ark/detail/simt/lane.hpp>
#include <ark/device/state/scope.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace ark::device::sm {

/// Channels of an engine warp.
inline constexpr unsigned channels = detail::sm_channels;

/// A warp that serves as an engine warp, whose first lanes have a channel each. Whole on a GPU.
struct warp_team : warp_scope {
#if ARK_DEVICE_PASS
  // A constant size and a rank that is read anew each time save registers.
  ARK_DEVICE static unsigned rank() { return detail::ptx_lane_anew(); }
  ARK_DEVICE static constexpr unsigned size() { return width; }
  ARK_DEVICE static bool leader() { return rank() == 0; }
  /// The value of the lane with this rank.
  template <class Value>
  ARK_DEVICE static Value pick(Value value, unsigned rank) {
    return __shfl_sync(~0u, value, static_cast<int>(rank));
  }
  /// The least value of all lanes.
  ARK_DEVICE static std::uint32_t least(std::uint32_t value) {
#if ARK_WARP_REDUCE
    return __reduce_min_sync(~0u, value);
#else
    for (int step = 1; step < 32; step *= 2) {
      const std::uint32_t other = __shfl_xor_sync(~0u, value, step);
      value = other < value ? other : value;
    }
    return value;
#endif
  }
#else
  template <class Value>
  ARK_HOST_DEVICE static Value pick(Value value, unsigned rank) {
    return static_cast<Value>(
        detail::warp_shuffle(~0u, detail::shuffle_op::index, value, rank, width));
  }
  ARK_HOST_DEVICE static std::uint32_t least(std::uint32_t value) {
    return detail::warp_reduce(~0u, 'm', value, false);
  }
#endif
};

/// The threads that serve. On the CPU executor only the first lane of a warp, which has all its
/// channels: one worker runs all 32 lanes, and waking the other 31 costs more than they save.
#if ARK_DEVICE_PASS
using team = warp_team;
#else
struct team : thread_scope {
  ARK_HOST_DEVICE static std::uint32_t least(std::uint32_t value) { return value; }
};
#endif

template <class Team>
inline constexpr unsigned channels_each = std::is_base_of_v<thread_scope, Team> ? channels : 1;

/// On the CPU executor a lane occupies its worker until it yields.
ARK_HOST_DEVICE inline void yield_core() {
#if !ARK_DEVICE_PASS
  detail::yield();
#endif
}

/// What a channel does next.
enum class channel_step : std::uint32_t {
  none = 0,  ///< nothing: it is free
  odd,       ///< taken; no plain put of a moderate size, and not checked yet. Or between two pieces
             ///< of a list
  ended,     ///< nothing is left but to count it as delivered
  copy,      ///< bytes to copy
  add,       ///< elements to add
  word,      ///< an operation on a word: by one thread, behind a fence
  signal,    ///< its data is moved; the signal follows behind a fence
  part,      ///< a part of a shared transfer is moved, and is counted behind a fence
  others,    ///< other channels have parts of its shared transfer
};

struct channel {
  std::byte* dest = nullptr;
  const std::byte* source = nullptr;
  std::uint32_t left = 0;    ///< bytes to move
  std::uint32_t ticket = 0;  ///< low half
  std::uint32_t state = 0;   ///< step and flags, in one register

  // Flags.
  static constexpr std::uint32_t has_signal = 0x10, writes_here = 0x20;
  static constexpr std::uint32_t owns = 0x40;  ///< its own ticket; not a part of another channel's
  static constexpr std::uint32_t shares = 0x80;   ///< parts of the shared transfer at place()
  static constexpr std::uint32_t lists = 0x8000;  ///< the bytes are those of one piece of its list
  static constexpr std::uint32_t step_mask = 0xf;
  static constexpr unsigned element_shift = 8, place_shift = 16;

  [[nodiscard]] ARK_HOST_DEVICE channel_step step() const {
    return static_cast<channel_step>(state & step_mask);
  }
  [[nodiscard]] ARK_HOST_DEVICE bool in(channel_step one) const { return step() == one; }
  [[nodiscard]] ARK_HOST_DEVICE bool has(std::uint32_t flag) const { return (state & flag) != 0; }
  [[nodiscard]] ARK_HOST_DEVICE bool moves() const {
    return in(channel_step::copy) || in(channel_step::add);
  }
  [[nodiscard]] ARK_HOST_DEVICE detail::element_kind element() const {
    return static_cast<detail::element_kind>(state >> element_shift & 0x7f);
  }
  [[nodiscard]] ARK_HOST_DEVICE unsigned place() const { return state >> place_shift; }

  /// Go on with `next`, with the same flags.
  ARK_HOST_DEVICE void go(channel_step next) {
    state = (state & ~step_mask) | static_cast<std::uint32_t>(next);
  }
  ARK_HOST_DEVICE void set(channel_step next, std::uint32_t flags) {
    state = flags | static_cast<std::uint32_t>(next);
  }
  /// All bytes are moved, or none has to be.
  ARK_HOST_DEVICE void moved() {
    go(has(shares)       ? channel_step::part
       : has(lists)      ? channel_step::odd
       : has(has_signal) ? channel_step::signal
                         : channel_step::ended);
  }
};

}  // namespace ark::device::sm
