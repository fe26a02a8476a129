// The interface of the symmetric heap's memory: where it lives, and how peers access it.
#pragma once

#include <cstddef>
#include <string_view>

namespace ark {

/// The least multiple of `unit` that is not less than `value`.
constexpr std::size_t round_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// A heap that starts empty and grows by segments, and the peers' heaps mapped beside it: the byte
/// at offset o of PE p is at peer_base(p) + o, regardless of the number of segments. Collective
/// calls are made by one host thread per PE, in the same order. Virtual: control path only.
class memory_backend {
 public:
  /// Size of a huge page, and unit of mappings of GPU memory.
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
  /// grow(), but memory is allocated by back(): no PE may use the segment earlier. Backends that
  /// cannot do that call grow().
  virtual void grow_unbacked(std::size_t bytes) { grow(bytes); }
  /// Collective, with the same arguments: back [offset, offset + bytes) with memory on every PE. If
  /// this throws, as little of it is backed as before: out_of_memory with the request and the
  /// backed size. Does not wait if all of it is backed already.
  virtual void back([[maybe_unused]] std::size_t offset, [[maybe_unused]] std::size_t bytes) {}
  /// The largest supported alignment, a power of two that divides local_base().
  [[nodiscard]] virtual std::size_t largest_alignment() const noexcept { return base_alignment; }
  [[nodiscard]] virtual std::byte* local_base() const noexcept = 0;
  /// Null if the PE's heap cannot be mapped here: it is on another host, or on a GPU without
  /// access.
  [[nodiscard]] virtual std::byte* peer_base(int pe) const noexcept = 0;
  [[nodiscard]] virtual std::size_t committed() const noexcept = 0;
  [[nodiscard]] virtual std::size_t reserved() const noexcept = 0;
  /// The variable that sets reserved(), for messages about a full heap.
  [[nodiscard]] virtual std::string_view limit() const noexcept { return "ARK_HEAP_RESERVE"; }

 protected:
  memory_backend() = default;
};

}  // namespace ark
