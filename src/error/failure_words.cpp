#include <ark/detail/failure/record_text.hpp>
#include <cstring>
#include <iterator>

#include "error/failure_report.hpp"

namespace ark {
namespace {

using detail::descriptor_fault;
using detail::failure_reason;
using detail::record_text;

/// Texts without a number; null for the other reasons.
const char* fixed_words(failure_reason why) noexcept {
  switch (why) {
    case failure_reason::none:
    case failure_reason::too_many:
    case failure_reason::stride:
    case failure_reason::plan_handle:
    case failure_reason::team:
    case failure_reason::root:
    case failure_reason::communication_context:
    case failure_reason::pe_of_context:
    case failure_reason::pe_out_of_range:
    case failure_reason::descriptor:
    case failure_reason::piece:
      return nullptr;
    case failure_reason::default_context:
      return "ARK_CTX_DEFAULT cannot be destroyed";
    case failure_reason::lock_held:
      return "a host thread of this PE has the lock already";
    case failure_reason::lock_free:
      return "this PE clears a lock that it has not set";
    case failure_reason::address_argument:
      return "an address that is not accepted";
    case failure_reason::integer_argument:
      return "a value that is not accepted";
    case failure_reason::not_in_heap:
      return "address is not in the symmetric heap";
    case failure_reason::beyond_heap:
      return "range ends beyond the symmetric heap";
    case failure_reason::comparison:
      return "comparison: ARK_CMP_EQ, NE, GT, GE, LT or LE";
    case failure_reason::signal_operation:
      return "signal operation: ARK_SIGNAL_SET or ARK_SIGNAL_ADD";
    case failure_reason::signal_alignment:
      return "signal: not at a multiple of 8";
    case failure_reason::atomic_alignment:
      return "atomic on an address that is not aligned to its type";
    case failure_reason::put_add_dest:
      return "put_add: dest is not at a multiple of its element's size";
    case failure_reason::put_add_source:
      return "put_add: source is not at a multiple of its element's size";
    case failure_reason::cache_policy:
      return "cache policy: ARK_CACHE_AUTOMATIC to BYPASS";
    case failure_reason::time_sliced:
      return "the GPU is time_sliced between processes: a kernel that waits for another PE holds "
             "it up; ARK_CUDA_WAIT=always lets it wait all the same, MPS lets both run";
    case failure_reason::ring_count:
      return "waiting for the ring's delivered count";
    case failure_reason::out_of_reach:
      return "the host's proxy cannot reach the caller's buffer, which is on a thread's stack or "
             "in shared memory; accepted: global memory, or a thread's put of at most 8 bytes";
    case failure_reason::unreachable:
      return "no route leads to the PE";
    case failure_reason::barrier_signal_lost:
      return "every PE has come to this barrier, but a signal has not arrived: several threads of "
             "a PE may have called it, which ARK_CHECK=1 reports";
    case failure_reason::barrier_not_reached:
      return "this PE, or one that it waits for in the barrier, has not come";
    case failure_reason::verdict_not_reached:
      return "PE 0, or one that it waits for before this collective, has not come";
    case failure_reason::in_finalize:
      return "that PE is in ark::finalize, or at the end of main, and calls no collective any more";
    case failure_reason::heap_on_gpu:
      return "the heap is in GPU memory: call this collective in a kernel, or ARK_HEAP=host";
    case failure_reason::plan_done:
      return "waiting for a plan's transfers, of which so many are done";
    case failure_reason::plan_started:
      return "waiting for a plan to be started so many times";
    case failure_reason::plan_start_by_host:
      return "ark_plan_start by the host: only kernels post to the ring of such a plan's proxy: "
             "start it in a kernel, or put";
    case failure_reason::worker_blocks:
      return "a block of a kernel with engine blocks has ended without ark_engine_leave, which all "
             "threads of a worker block call";
    case failure_reason::engine_launches:
      return "launches with engine blocks that run at once";
    case failure_reason::engine_no_rings:
      return "ark_engine_enter: engine blocks; this PE has no rings for them";
    case failure_reason::engine_grid:
      return "ark_engine_enter: y times z of the grid; engine blocks need a grid of one dimension";
    case failure_reason::engine_blocks:
      return "ark_engine_enter: engine blocks; fewer than the grid's blocks";
    case failure_reason::engine_drain:
      return "for twice the deadline the SM engine has waited for descriptors of tickets that were "
             "taken; its own worker blocks have left";
    case failure_reason::engine_load:
      return "the SM engine has waited for bytes that its copy unit loads";
    case failure_reason::engine_threads:
      return "ark_engine_enter: threads of a block; on a GPU engine blocks need a whole warp";
    case failure_reason::target:
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
    case descriptor_fault::null_piece:
      return "null address of a piece of this PE";
    case descriptor_fault::null_list:
      return "null list of pieces";
    case descriptor_fault::null_batch:
      return "null batch";
    case descriptor_fault::lists_bytes:
      return "more than 2^48 - 1 bytes, or 2^32 - 1 pieces, in a list";
    case descriptor_fault::lists_changed:
      return "the list has changed since the call";
    case descriptor_fault::on_purpose:
      return "injected by engine_faults";
  }
  return "in order";
}

namespace {
/// Text for a rejected descriptor. seen: the fault, with the operation above it; expected: bytes.
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
  if (record.why == failure_reason::none || record.detail[0] != '\0') return;
  record_text words(record);
  if (record.why == failure_reason::engine_drain) record.elapsed_ns *= 2;
  // The SM engine stores numbers only; its name is added here.
  const bool of_engine = record.why == failure_reason::descriptor ||
                         record.why == failure_reason::engine_drain ||
                         record.why == failure_reason::engine_load;
  if (of_engine && record.engine[0] == '\0') std::strcpy(record.engine, "sm");
  if (const char* fixed = fixed_words(record.why); fixed != nullptr) {
    words.append(fixed);
  } else if (record.why == failure_reason::descriptor) {
    descriptor_words(record, words);
  } else if (record.why == failure_reason::too_many) {
    words.append("count = ").number(record.seen);
    words.append(": more bytes, strides included, than a heap can have");
  } else if (record.why == failure_reason::stride) {
    words.append("stride = ").integer(static_cast<std::int64_t>(record.seen));
    words.append(": accepted 1 or more");
  } else if (record.why == failure_reason::plan_handle) {
    words.append(plan_call(record.expected))
        .append(": plan = ")
        .address(record.seen)
        .append(": not a plan of this PE, or destroyed");
  } else if (record.why == failure_reason::team) {
    words.append("team = ").integer(static_cast<std::int64_t>(record.seen));
    const bool destroyed = static_cast<std::int64_t>(record.expected) >= 0;
    words.append(destroyed ? ": this team was destroyed, " : ": ");
    words.append("accepted ARK_TEAM_WORLD, ARK_TEAM_SHARED, or a team that this PE has created");
  } else if (record.why == failure_reason::communication_context) {
    words.append("ctx = ").integer(static_cast<std::int64_t>(record.seen));
    const bool destroyed = record.seen < record.expected;
    words.append(destroyed ? ": this context, or its team, was destroyed, " : ": ");
    words.append(
        "accepted ARK_CTX_DEFAULT, or a context that was created here and whose team exists");
  } else if (record.why == failure_reason::pe_out_of_range ||
             record.why == failure_reason::pe_of_context) {
    words.append("pe = ").integer(static_cast<std::int64_t>(record.seen));
    words.append(": PE out of range: accepted 0 to ").number(record.expected - 1);
    if (record.why == failure_reason::pe_of_context) words.append(", a PE of the context's team");
  } else if (record.why == failure_reason::root) {
    words.append("root = ").integer(static_cast<std::int64_t>(record.seen));
    words.append(": PE out of range: accepted 0 to ").number(record.expected - 1);
    words.append(", a PE of the team");
  }
}

}  // namespace ark
