#include <ark/detail/failure/call_names.hpp>
#include <ark/detail/failure/record_text.hpp>
#include <ark/detail/platform/cuda_unit.hpp>
#include <ark/detail/state/doorbell.hpp>
#include <atomic>

#include "error/failure_report.hpp"
#include "error/log.hpp"

namespace ark {
namespace {

/// Host's atomic access to a word of device_state, which is plain data because two compilers share
/// it.
std::atomic_ref<std::uint32_t> shared_word(const std::uint32_t& word) noexcept {
  return std::atomic_ref<std::uint32_t>(const_cast<std::uint32_t&>(word));
}

void failure_log(const failure_record& record) noexcept {
  try {
    const std::string text = failure_text(record), pe = fmt::format("PE {}: ", record.pe);
    // The log line itself names the PE.
    const bool named = record.pe == log_pe() && text.starts_with(pe);
    logger().error("{}", named ? text.substr(pe.size()) : text);
  } catch (...) {
    // Out of memory while describing a failure. The record and the status remain; only the log line
    // is lost.
  }
}

/// The failure_reason of a misaligned operand of more than 1 byte.
detail::failure_reason alignment_reason(detail::op_kind op) noexcept {
  switch (op) {
    case detail::op_kind::amo:
      return detail::failure_reason::atomic_alignment;
    case detail::op_kind::signal:
      return detail::failure_reason::signal_alignment;
    case detail::op_kind::put_add:
      return detail::failure_reason::put_add_dest;
    default:
      return detail::failure_reason::none;
  }
}

/// Complete a refusal of device::locate, which records only the arguments: the reason, and the
/// accepted values.
void explain_target(const detail::device_state& state, failure_record& record) noexcept {
  const std::uint64_t bytes = record.expected, count_or_alignment = record.seen;
  const auto offset = static_cast<std::uint64_t>(record.offset_bytes);
  const std::uint64_t committed =
      std::atomic_ref(const_cast<std::uint64_t&>(state.heap_bytes)).load(std::memory_order_relaxed);
  if (record.peer < 0 || record.peer >= state.n_pes) {
    record.why = detail::failure_reason::pe_out_of_range;
    record.expected = static_cast<std::uint64_t>(state.n_pes);
    record.seen = static_cast<std::uint64_t>(std::int64_t{record.peer});
  } else if (offset >= committed) {
    record.why = detail::failure_reason::not_in_heap;
    record.expected = state.heap_base + committed;
    record.seen = state.heap_base + offset;
    detail::record_text(record)
        .append("address is not in the symmetric heap, accepted ")
        .address(state.heap_base)
        .append(" to ")
        .address(record.expected);
  } else if (bytes == detail::too_many_bytes) {
    record.why = detail::failure_reason::too_many;
    record.expected = committed;
    record.seen = count_or_alignment;
  } else if (bytes > committed - offset) {
    record.why = detail::failure_reason::beyond_heap;
    record.expected = committed;
    record.seen = offset + bytes;
  } else {
    record.why = alignment_reason(record.op);
    record.expected = count_or_alignment;
    record.seen = state.heap_base + offset;
  }
}

/// Complete the refusal of a piece of a list: its index, its address, the reason and what is
/// accepted. Afterwards `seen` is the index, `expected` the piece's bytes.
void explain_piece(const detail::device_state& state, failure_record& record) noexcept {
  using enum detail::descriptor_fault;
  const auto why = static_cast<detail::descriptor_fault>(record.seen & 0xff);
  record.seen >>= 8;
  record.has_value = false;
  const std::uint64_t committed =
      std::atomic_ref(const_cast<std::uint64_t&>(state.heap_bytes)).load(std::memory_order_relaxed);
  detail::record_text words(record);
  words.append("piece ").number(record.seen).append(", PE ").integer(record.peer);
  words.append(", address ");
  words.address(state.heap_base + static_cast<std::uint64_t>(record.offset_bytes));
  words.append(", ").number(record.expected).append(" bytes: ").append(fault_words(why));
  if (why == pe)
    words.append(", accepted 0 to ").integer(state.n_pes - 1);
  else if (why == range)
    words.append(", accepted ")
        .address(state.heap_base)
        .append(" to ")
        .address(state.heap_base + committed);
}

/// Name the variable of a wait: a program knows the words that it waits for by address, not by
/// offset. Only for the caller's own waits: no other thread may look up a variable while the
/// program finalizes.
void name_address(const detail::device_state& state, failure_record& record) noexcept {
  using enum detail::op_kind;
  const bool waits = record.op == wait_until || record.op == signal_wait_until || record.op == lock;
  if (!waits || record.code != errc::timeout || record.offset_bytes < 0) return;
  if (record.detail[0] != '\0') return;
  const std::uint64_t in_heap = state.heap_base + static_cast<std::uint64_t>(record.offset_bytes);
  detail::record_text(record).append("address ").address(detail::program_address(in_heap));
}

/// Complete a refusal of device::queue::route: for a peer that the proxy serves, the caller's
/// buffer is the reason.
void explain_route(const detail::device_state& state, failure_record& record) noexcept {
  if (record.peer >= 0 && state.peers[record.peer].route == detail::peer_route::proxy)
    record.why = detail::failure_reason::out_of_reach;
}

void enter_numbers(const detail::failure_numbers& numbers, std::uint64_t timeout_ns,
                   failure_record& record) noexcept {
  const detail::failure_kind kind = numbers.kind;
  kind.enter_into(record, timeout_ns);
  record.peer = numbers.peer;
  record.offset_bytes = static_cast<std::int64_t>(numbers.offset);
  record.expected = numbers.expected;
  record.seen = numbers.seen;
  const bool with_ring = kind.ring() != detail::failure_kind::no_ring;
  if (with_ring) {
    record.ring_head = numbers.ring_head;
    record.ring_tail = numbers.ring_tail;
    record.ring_done = numbers.ring_done;
  }
  if (kind.why() != detail::failure_reason::ring_count) return;
  if (!with_ring) {
    record.why = detail::failure_reason::unreachable;
    record.has_value = false;
    return;
  }
  record.seen = numbers.ring_done;
}

}  // namespace

bool detail::failure_publish(device_state& state, const failure_record& record) noexcept {
  // The claim needs no order: only the first thread writes the record, and readers synchronise
  // through the status.
  if (shared_word(state.failure_count).fetch_add(1, std::memory_order_relaxed) != 0) return false;
  state.failure = record;
  // A record without a code is a failure, too; waiters need a code to wake up.
  if (record.code == errc::ok) state.failure.code = errc::aborted;
  if (state.failure.why == failure_reason::target) explain_target(state, state.failure);
  if (state.failure.why == failure_reason::piece) explain_piece(state, state.failure);
  if (state.failure.why == failure_reason::unreachable) explain_route(state, state.failure);
  // A loss, which has no address, may be noticed before the heap's size is known.
  if (state.failure.offset_bytes < 0 ||
      static_cast<std::uint64_t>(state.failure.offset_bytes) >= state.heap_reserved)
    state.failure.offset_bytes = -1;
  failure_words(state.failure);
  name_address(state, state.failure);
  const failure_record kept = state.failure;
  // Log before the status is set: a thread that reads the status may end the process.
  failure_log(kept);
  // Pairs with the acquire load of a waiting thread (wait_info::status) and with failure_read.
  shared_word(state.status).store(static_cast<std::uint32_t>(kept.code), std::memory_order_release);
  // A loss may be noticed before the heap is there; pairs with the release in fill_state().
  const std::uint64_t heap_base = load_acquire(&state.heap_base);
  doorbell* const bell = heap_base == 0 ? nullptr : doorbell_at(state, heap_base);
  if (bell != nullptr) ring_doorbell(*bell, 0);
  const failure_listener& listener = state.on_failure;
  if (listener.notify != nullptr) listener.notify(listener.argument, kept.code);
  return true;
}

failure_record failure_of_kernel(const detail::failure_mirror& mirror,
                                 std::uint64_t timeout_ns) noexcept {
  failure_record record = mirror.record;
  if (mirror.numbers.kind.code() != errc::ok) enter_numbers(mirror.numbers, timeout_ns, record);
  const detail::kernel_place& at = mirror.place;
  const bool in_group =
      at.contexts != 1 && detail::cuda_launcher_place(at.shared_bytes) == detail::cuda_group_place;
  const std::uint32_t plane = in_group ? 0 : at.block[2];  // z selects the PE
  record.block = at.block[0] + at.grid_x * (at.block[1] + at.grid_y * plane);
  record.thread = at.thread[0] + at.extent_x * (at.thread[1] + at.extent_y * at.thread[2]);
  return record;
}

std::optional<failure_record> failure_read(const detail::device_state& state) {
  // Pairs with the release store in failure_publish: a non-zero status makes the record readable.
  if (shared_word(state.status).load(std::memory_order_acquire) == 0) return std::nullopt;
  return state.failure;
}

}  // namespace ark
