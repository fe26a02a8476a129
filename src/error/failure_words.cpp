#include <ark/detail/record_text.hpp>
#include <cstring>
#include <iterator>

#include "error/failure_report.hpp"

namespace ark {
namespace {

using detail::clause;
using detail::descriptor_fault;
using detail::record_text;

/// The words that no number stands in; null for the others.
const char* fixed_words(clause why) noexcept {
  switch (why) {
    case clause::none:
    case clause::too_many:
    case clause::stride:
    case clause::plan_handle:
    case clause::team:
    case clause::root:
    case clause::communication_context:
    case clause::pe_of_context:
    case clause::pe_out_of_range:
    case clause::descriptor:
      return nullptr;
    case clause::default_context:
      return "ARK_CTX_DEFAULT cannot be destroyed";
    case clause::lock_held:
      return "a host thread of this PE has the lock already";
    case clause::lock_free:
      return "this PE clears a lock that it has not set";
    case clause::address_argument:
      return "an address that is not accepted";
    case clause::integer_argument:
      return "a value that is not accepted";
    case clause::not_in_heap:
      return "address is not in the symmetric heap";
    case clause::beyond_heap:
      return "range ends beyond the symmetric heap";
    case clause::comparison:
      return "comparison: ARK_CMP_EQ, NE, GT, GE, LT or LE";
    case clause::signal_operation:
      return "signal operation: ARK_SIGNAL_SET or ARK_SIGNAL_ADD";
    case clause::signal_alignment:
      return "signal: not at a multiple of 8";
    case clause::atomic_alignment:
      return "atomic on an address that is not aligned to its type";
    case clause::put_add_dest:
      return "put_add: dest is not at a multiple of its element's size";
    case clause::put_add_source:
      return "put_add: source is not at a multiple of its element's size";
    case clause::cache_policy:
      return "cache policy: ARK_CACHE_AUTOMATIC to BYPASS";
    case clause::time_sliced:
      return "the GPU is time_sliced between processes: a kernel that waits for another PE holds "
             "it up; ARK_CUDA_WAIT=always lets it wait all the same, MPS lets both run";
    case clause::ring_count:
      return "waiting for the ring's delivered count";
    case clause::out_of_reach:
      return "the host's proxy cannot reach the caller's buffer, which is on a thread's stack or "
             "in shared memory; accepted: global memory, or a thread's put of at most 8 bytes";
    case clause::unreachable:
      return "no route leads to the PE";
    case clause::barrier_signal_lost:
      return "every PE has come to this barrier, but a signal has not arrived: several threads of "
             "a PE may have called it, which ARK_CHECK=1 reports";
    case clause::barrier_not_come:
      return "this PE, or one that it waits for in the barrier, has not come";
    case clause::verdict_not_come:
      return "PE 0, or one that it waits for before this collective, has not come";
    case clause::in_finalize:
      return "that PE is in ark::finalize, or at the end of main, and calls no collective any more";
    case clause::heap_on_gpu:
      return "the heap is in GPU memory: call this collective in a kernel, or ARK_HEAP=host";
    case clause::plan_done:
      return "waiting for a plan's transfers, of which so many are done";
    case clause::plan_started:
      return "waiting for a plan to be started so many times";
    case clause::plan_start_by_host:
      return "ark_plan_start by the host: only kernels post to the ring of such a plan's proxy: "
             "start it in a kernel, or put";
    case clause::worker_blocks:
      return "for twice the deadline the SM engine has waited for the launch's worker blocks to "
             "post or to leave";
    case clause::engine_launches:
      return "launches with engine blocks that run at once";
    case clause::engine_no_rings:
      return "ark_engine_enter: engine blocks; this PE has no rings for them";
    case clause::engine_grid:
      return "ark_engine_enter: y times z of the grid; engine blocks need a grid of one dimension";
    case clause::engine_blocks:
      return "ark_engine_enter: engine blocks; fewer than the grid's blocks";
    case clause::target:
      return "PE, or range of its heap";
  }
  return nullptr;
}

const char* plan_call(std::uint64_t number) noexcept {
  constexpr const char* calls[] = {"ark_plan_start", "ark_plan_wait", "ark_plan_test"};
  return number < std::size(calls) ? calls[number] : "a plan's call";
}

}  // namespace

const char* fault_words(descriptor_fault why) noexcept {
  switch (why) {
    case descriptor_fault::none:
      break;
    case descriptor_fault::checksum:
      return "checksum";
    case descriptor_fault::operation:
      return "unknown operation";
    case descriptor_fault::flags:
      return "unknown flags";
    case descriptor_fault::cache_policy:
      return "unknown cache policy";
    case descriptor_fault::cache_without_copy:
      return "cache policy without a transfer";
    case descriptor_fault::reply_without_answer:
      return "reply slot without an answer";
    case descriptor_fault::reply_length:
      return "reply slot of more than 16 bytes";
    case descriptor_fault::pe:
      return "PE out of range";
    case descriptor_fault::not_mapped:
      return "PE not mapped";
    case descriptor_fault::not_by_proxy:
      return "PE not reached by the proxy";
    case descriptor_fault::signal_operation:
      return "unknown signal operation";
    case descriptor_fault::signal_without_operation:
      return "signal without an operation";
    case descriptor_fault::signal_of_get:
      return "signal of a get";
    case descriptor_fault::signal_range:
      return "signal outside the heap";
    case descriptor_fault::signal_alignment:
      return "signal not aligned";
    case descriptor_fault::range:
      return "range outside the heap";
    case descriptor_fault::inline_bytes:
      return "inline length";
    case descriptor_fault::source:
      return "null source";
    case descriptor_fault::dest:
      return "null destination";
    case descriptor_fault::element:
      return "unknown element";
    case descriptor_fault::partial_elements:
      return "not whole elements";
    case descriptor_fault::element_alignment:
      return "elements not aligned";
    case descriptor_fault::source_alignment:
      return "source not aligned";
    case descriptor_fault::atomic:
      return "unknown atomic";
    case descriptor_fault::atomic_width:
      return "atomic width";
    case descriptor_fault::atomic_alignment:
      return "atomic not aligned";
    case descriptor_fault::result:
      return "result address";
    case descriptor_fault::bulk_load:
      return "a bulk load did not end";
    case descriptor_fault::on_purpose:
      return "injected by engine_faults";
  }
  return "in order";
}

namespace {
/// seen: the fault, and the operation above it; expected: bytes.
void descriptor_words(const failure_record& record, record_text& words) noexcept {
  words.append(record.code == errc::bad_descriptor ? "descriptor refused: " : "descriptor failed: ")
      .append(fault_words(static_cast<descriptor_fault>(record.seen & 0xff)))
      .append(" (op ")
      .number(record.seen >> 8)
      .append(", ")
      .number(record.expected)
      .append(" bytes)");
}

}  // namespace

void failure_words(failure_record& record) noexcept {
  if (record.why == clause::none || record.detail[0] != '\0') return;
  record_text words(record);
  if (record.why == clause::worker_blocks) {
    std::strcpy(record.engine, "sm");
    record.elapsed_ns *= 2;  // what it says
  }
  // The SM engine stores numbers only.
  if (record.why == clause::descriptor && record.engine[0] == '\0')
    std::strcpy(record.engine, "sm");
  if (const char* fixed = fixed_words(record.why); fixed != nullptr) {
    words.append(fixed);
  } else if (record.why == clause::descriptor) {
    descriptor_words(record, words);
  } else if (record.why == clause::too_many) {
    words.append("count = ").number(record.seen);
    words.append(": more bytes, strides included, than a heap can have");
  } else if (record.why == clause::stride) {
    words.append("stride = ").integer(static_cast<std::int64_t>(record.seen));
    words.append(": accepted 1 or more");
  } else if (record.why == clause::plan_handle) {
    words.append(plan_call(record.expected))
        .append(": plan = ")
        .address(record.seen)
        .append(": not a plan of this PE, or destroyed");
  } else if (record.why == clause::team) {
    words.append("team = ").integer(static_cast<std::int64_t>(record.seen));
    const bool destroyed = static_cast<std::int64_t>(record.expected) >= 0;
    words.append(destroyed ? ": this team was destroyed, " : ": ");
    words.append("accepted ARK_TEAM_WORLD, ARK_TEAM_SHARED, or a team that this PE has created");
  } else if (record.why == clause::communication_context) {
    words.append("ctx = ").integer(static_cast<std::int64_t>(record.seen));
    const bool destroyed = record.seen < record.expected;
    words.append(destroyed ? ": this context, or its team, was destroyed, " : ": ");
    words.append(
        "accepted ARK_CTX_DEFAULT, or a context that was created here and whose team exists");
  } else if (record.why == clause::pe_out_of_range || record.why == clause::pe_of_context) {
    words.append("pe = ").integer(static_cast<std::int64_t>(record.seen));
    words.append(": PE out of range: accepted 0 to ").number(record.expected - 1);
    if (record.why == clause::pe_of_context) words.append(", a PE of the context's team");
  } else if (record.why == clause::root) {
    words.append("root = ").integer(static_cast<std::int64_t>(record.seen));
    words.append(": PE out of range: accepted 0 to ").number(record.expected - 1);
    words.append(", a PE of the team");
  }
}

}  // namespace ark
