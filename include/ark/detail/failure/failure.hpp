// The record of one failure. Trivially copyable: written once, read by host and device.
#pragma once

#include <ark/detail/failure/wait_info.hpp>
#include <ark/errc.hpp>
#include <cstdint>

namespace ark {

namespace detail {

/// The explanation in a record. The failing thread stores this number; the host has the texts
/// (failure_words), some of which print the record's `seen` or `expected`.
enum class failure_reason : std::uint8_t {
  none,
  pe_out_of_range,
  not_in_heap,
  beyond_heap,
  too_many,  ///< seen: the count
  stride,    ///< seen: the stride
  comparison,
  signal_operation,
  signal_alignment,
  atomic_alignment,
  put_add_dest,
  put_add_source,
  cache_policy,
  time_sliced,
  ring_count,
  out_of_reach,
  unreachable,
  barrier_signal_lost,
  barrier_not_reached,
  verdict_not_reached,
  in_finalize,
  heap_on_gpu,
  plan_handle,  ///< seen: the handle; expected: 0 start, 1 wait, 2 test
  plan_done,
  plan_started,
  plan_start_by_host,
  worker_blocks,
  engine_launches,
  engine_no_rings,
  engine_grid,
  engine_blocks,
  engine_threads,
  engine_drain,
  engine_load,
  team,                   ///< seen: the handle; expected: device::team_destroyed_before
  root,                   ///< seen: the root; expected: the size of the team
  communication_context,  ///< seen: the handle; expected: the least in its slot now
  pe_of_context,          ///< seen: the PE; expected: the size of the team
  default_context,
  lock_held,
  lock_free,
  target,      ///< a PE and a range of its heap; expected: bytes; seen: the count, or the alignment
  descriptor,  ///< seen: the descriptor_fault, and above it, from bit 8, the operation; expected:
               ///< bytes
  piece,  ///< a piece of a list; seen: the descriptor_fault, and above it, from bit 8, the piece's
          ///< index; expected: its bytes
  address_argument,  ///< argument of a checked call, with its own text; seen, expected: addresses
  integer_argument,  ///< argument of a checked call, with its own text; seen: signed
};
inline constexpr unsigned failure_reason_count = 46;

/// The reason why an engine rejects a descriptor. failure_words has the texts.
enum class descriptor_fault : std::uint8_t {
  none,
  checksum,
  operation,
  flags,
  cache_policy,
  cache_without_copy,
  reply_without_answer,
  reply_length,
  pe,
  not_mapped,
  not_by_proxy,
  signal_operation,
  signal_without_operation,
  signal_of_get,
  signal_range,
  signal_alignment,
  range,
  inline_bytes,
  source,
  dest,
  element,
  partial_elements,
  element_alignment,
  source_alignment,
  atomic,
  atomic_width,
  atomic_alignment,
  result,
  null_list,
  null_batch,
  null_piece,
  lists_bytes,
  lists_changed,
  // Failures of valid descriptors:
  on_purpose,  ///< injected by cpu_engine::options
};

}  // namespace detail

/// The first failure of a PE. Later ones are counted, not kept: the first is the cause.
struct failure_record {
  errc code = errc::ok;
  detail::op_kind op = detail::op_kind::none;
  detail::cmp_kind cmp = detail::cmp_kind::eq;
  bool has_value = false;  ///< `expected`, `cmp` and `seen` are valid
  std::int32_t pe = -1;    ///< the PE that found the failure
  std::int32_t peer = -1;  ///< the PE it was waiting for or writing to, -1 if not one PE
  std::int64_t offset_bytes =
      -1;  ///< symmetric offset of the word concerned, -1 if not in the heap
  std::uint64_t expected = 0;
  std::uint64_t seen = 0;
  std::uint64_t ring_head = 0;  ///< descriptors posted, of the ring concerned
  std::uint64_t ring_tail = 0;  ///< descriptors taken by the engine
  std::uint64_t ring_done = 0;  ///< descriptors delivered
  std::uint64_t elapsed_ns = 0;
  std::uint32_t block = 0;   ///< linear block index of the lane that found it; 0 for the host
  std::uint32_t thread = 0;  ///< linear thread index
  bool on_lane = false;      ///< found by a kernel, not by the host
  detail::failure_reason why = detail::failure_reason::none;
  char engine[16] = {};   ///< "inline", "cpu", ...
  char detail[224] = {};  ///< more explanation, may be empty
};

namespace detail {

/// The constants of a failure at the place where it is found, and the ring concerned, in one
/// register.
struct failure_kind {
  /// From the lowest: code and ring, 8 bits each; closes, 1; op, 5; why, 6; cmp, 3.
  std::uint32_t bits;

  static constexpr std::uint32_t no_ring = 0xff;  ///< ring: the failure does not concern one
  static constexpr std::uint32_t no_value = 7;    ///< cmp: no value was compared

  ARK_HOST_DEVICE constexpr failure_kind(errc what, op_kind in,
                                         failure_reason why = failure_reason::none)
      : failure_kind(what, in, why, no_value) {}
  /// `seen` was expected to compare with `expected`.
  ARK_HOST_DEVICE constexpr failure_kind(errc what, op_kind in, cmp_kind compared,
                                         failure_reason why = failure_reason::none)
      : failure_kind(what, in, why, static_cast<std::uint32_t>(compared)) {}
  /// A failed wait for a ring slot, or a missing ring. `what`: code and ring, a byte each; bit 16:
  /// the thread has abandoned a ticket, and the thread that records the failure closes the ring.
  ARK_HOST_DEVICE static constexpr failure_kind of_ring(std::uint32_t what, op_kind in) {
    failure_kind kind(errc::ok, in, cmp_kind::ge, failure_reason::ring_count);
    kind.bits = (kind.bits & ~0xffffu) | (what & 0x1ffff);
    return kind;
  }

  /// This failure with ring `index` of device_state::rings, whose counters the record gets.
  [[nodiscard]] ARK_HOST_DEVICE constexpr failure_kind at_ring(std::uint32_t index) const {
    failure_kind kind = *this;
    kind.bits = (kind.bits & ~0xff00u) | index << 8;
    return kind;
  }

  [[nodiscard]] ARK_HOST_DEVICE constexpr errc code() const {
    return static_cast<errc>(bits & 0xff);
  }
  [[nodiscard]] ARK_HOST_DEVICE constexpr std::uint32_t ring() const { return bits >> 8 & 0xff; }
  [[nodiscard]] ARK_HOST_DEVICE constexpr op_kind op() const {
    return static_cast<op_kind>(bits >> 17 & 0x1f);
  }
  [[nodiscard]] ARK_HOST_DEVICE constexpr failure_reason why() const {
    return static_cast<failure_reason>(bits >> 22 & 0x3f);
  }
  [[nodiscard]] ARK_HOST_DEVICE constexpr bool has_value() const {
    return (bits >> 28 & 7) != no_value;
  }
  [[nodiscard]] ARK_HOST_DEVICE constexpr cmp_kind cmp() const {
    return has_value() ? static_cast<cmp_kind>(bits >> 28 & 7) : cmp_kind::eq;
  }
  [[nodiscard]] ARK_HOST_DEVICE constexpr bool closes() const { return (bits >> 16 & 1) != 0; }
  /// `timeout_ns`: the deadline of the PE's waits.
  ARK_HOST_DEVICE constexpr void enter_into(failure_record& record,
                                            std::uint64_t timeout_ns) const {
    record.code = code();
    record.op = op();
    record.why = why();
    record.has_value = has_value();
    record.cmp = cmp();
    record.elapsed_ns = code() == errc::timeout ? timeout_ns : 0;
  }

 private:
  ARK_HOST_DEVICE constexpr failure_kind(errc what, op_kind in, failure_reason why,
                                         std::uint32_t compared)
      : bits(static_cast<std::uint32_t>(what) | no_ring << 8 |
             static_cast<std::uint32_t>(in) << 17 | static_cast<std::uint32_t>(why) << 22 |
             compared << 28) {}
};
static_assert(static_cast<unsigned>(op_kind::scatter) < 32 && failure_reason_count <= 64);

/// Stands for a number of bytes that does not fit 64 bits.
inline constexpr std::uint64_t too_many_bytes = ~std::uint64_t{0};
/// The offset in a failure that does not concern one word of the heap.
inline constexpr std::uint64_t no_offset = ~std::uint64_t{0};

}  // namespace detail

}  // namespace ark
