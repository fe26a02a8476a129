// The doorbell of a PE: how a delivered signal wakes a host thread that sleeps until a word changes
// (<ark/serve/completion_queue.hpp>). A delivery costs a load if no such thread waits for its word.
#pragma once

#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/state/device_state.hpp>
#include <cstddef>
#include <cstdint>

namespace ark::detail {

/// In every PE's heap, at workspace_layout::doorbell. Only CPUs access it.
///
/// A waiter sets the bit of its word in `filter`, makes all other threads execute a full fence
/// (membarrier), and then reads the word. A deliverer stores the word, then loads `filter`: one of
/// them sees the other's store, and the deliverer needs no fence of its own.
struct alignas(cache_line) doorbell {
  std::uint64_t filter = 0;      ///< doorbell_bit() of each word that is waited for
  std::uint32_t rings_used = 0;  ///< not 0: rung as well when a ring of this PE has delivered
  alignas(cache_line) std::uint64_t rung = 0;  ///< bits of the words delivered not yet checked
  std::uint32_t count = 0;                     ///< a futex; changes with each ring_doorbell()
  std::uint32_t asleep = 0;                    ///< threads that ring_doorbell() has to wake
  static constexpr std::size_t stream_words = 256;
  /// Signals of streams to their own PE; see condition_watch::take_stream_word().
  alignas(cache_line) std::uint64_t of_streams[stream_words] = {};
};

#if !ARK_DEVICE_PASS
/// The bit of a word in doorbell::filter. The same on every PE: heaps begin at whole pages.
[[nodiscard]] inline std::uint64_t doorbell_bit(const void* word) {
  return std::uint64_t{1} << (reinterpret_cast<std::uintptr_t>(word) >> 3 & 63);
}

/// The doorbell of the heap at `heap_base` in this address space; null if CPUs cannot access heaps.
[[nodiscard]] inline doorbell* doorbell_at(const device_state& state, std::uint64_t heap_base) {
  const std::uint64_t offset = state.workspace.doorbell;
  return offset != 0 ? reinterpret_cast<doorbell*>(heap_base + offset) : nullptr;
}

/// Wake the thread that sleeps on `bell`, in this process or another one of this host. Any thread.
ARK_API void ring_doorbell(doorbell& bell, std::uint64_t bits) noexcept;

/// Called after a signal was delivered to `word`, an address in the heap of `bell`.
inline void note_signal(doorbell* bell, const void* word) {
  if (bell == nullptr) [[unlikely]]
    return;
  // The compiler keeps the order; see doorbell for the CPU.
  std::atomic_signal_fence(std::memory_order_seq_cst);
  const std::uint64_t bits = load_relaxed(&bell->filter) & doorbell_bit(word);
  if (bits != 0) [[unlikely]]
    ring_doorbell(*bell, bits);
}
/// note_signal() for the heap of `pe`, which is mapped.
inline void note_signal(const device_state& state, int pe, const void* word) {
  note_signal(doorbell_at(state, state.peers[pe].heap_base), word);
}

/// Called after rings of the PE `state` have published what they delivered.
inline void note_delivered(const device_state& state) {
  doorbell* const bell = doorbell_at(state, state.heap_base);
  if (bell == nullptr) return;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (load_relaxed(&bell->rings_used) != 0) [[unlikely]]
    ring_doorbell(*bell, 0);
}
#endif

}  // namespace ark::detail
