// The memory seam: where the symmetric heap lives, and how peers reach it.
#pragma once

#include <cstddef>
#include <string_view>

namespace ark {

/// The least multiple of `unit` that is not below `value`.
constexpr std::size_t round_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// A heap that starts empty and grows by segments, and the peers' heaps mapped beside it: the byte
/// at offset o of PE p is at peer_base(p) + o, however many segments there are. Collective calls
/// are made by one host thread per PE, in the same order. Virtual: control path only.
class memory_backend {
 public:
  /// Of a huge page, and of what GPUs' memory is mapped in.
  static constexpr std::size_t base_alignment = std::size_t{2} << 20;

  virtual ~memory_backend() = default;
  memory_backend(const memory_backend&) = delete;
  memory_backend& operator=(const memory_backend&) = delete;

  [[nodiscard]] virtual std::string_view name() const noexcept = 0;
  /// Segments are multiples of this many bytes.
  [[nodiscard]] virtual std::size_t segment_unit() const noexcept = 0;
  /// Collective: add a segment of `bytes` on every PE, zeroed, backed by memory at once. All or
  /// nothing on all PEs. Throws ark::error: out_of_memory with requested, committed and limit;
  /// system_error.
  virtual void grow(std::size_t bytes) = 0;
  /// As grow(), but memory comes with back(): no PE may use the segment before. Of backends that
  /// cannot do that it is grow().
  virtual void grow_unbacked(std::size_t bytes) { grow(bytes); }
  /// Collective, with the same arguments: [offset, offset + bytes) is backed by memory on every PE,
  /// or, if this throws, as little of it as before. Throws out_of_memory with what was asked for
  /// and what is backed. No wait where all of it is backed already.
  virtual void back([[maybe_unused]] std::size_t offset, [[maybe_unused]] std::size_t bytes) {}
  /// local_base() is a multiple of this power of two.
  [[nodiscard]] virtual std::size_t largest_alignment() const noexcept { return base_alignment; }
  [[nodiscard]] virtual std::byte* local_base() const noexcept = 0;
  /// Null if the PE's heap cannot be mapped here: it is on another host, or on a GPU apart.
  [[nodiscard]] virtual std::byte* peer_base(int pe) const noexcept = 0;
  [[nodiscard]] virtual std::size_t committed() const noexcept = 0;
  [[nodiscard]] virtual std::size_t reserved() const noexcept = 0;
  /// What sets reserved(), for those whose heap is full.
  [[nodiscard]] virtual std::string_view limit() const noexcept { return "ARK_HEAP_RESERVE"; }

 protected:
  memory_backend() = default;
};

}  // namespace ark
