#include "error/failure.hpp"

#include <atomic>

#include "error/log.hpp"

namespace ark {
namespace {

/// The host's view of a word of device_state; the state itself is plain data that both compilers
/// share.
std::atomic_ref<std::uint32_t> shared_word(const std::uint32_t& word) noexcept {
  return std::atomic_ref<std::uint32_t>(const_cast<std::uint32_t&>(word));
}

void failure_log(const failure_record& record) noexcept {
  try {
    logger().error("{}", failure_text(record));
  } catch (...) {
    // Out of memory while describing a failure. The record and the status stand; the line is lost.
  }
}

}  // namespace

bool detail::failure_publish(device_state& state, const failure_record& record) noexcept {
  // The claim orders nothing: only its winner touches the record, and readers go by the status.
  if (shared_word(state.failure_count).fetch_add(1, std::memory_order_relaxed) != 0) return false;
  state.failure = record;
  // A caller that gives no code still failed; the waiters have to be woken with something.
  if (record.code == errc::ok) state.failure.code = errc::aborted;
  failure_words(state.failure);
  const failure_record kept = state.failure;
  // Pairs with the acquire load of whoever waits (wait_info::status) and with failure_read.
  shared_word(state.status).store(static_cast<std::uint32_t>(kept.code), std::memory_order_release);
  failure_log(kept);
  const failure_listener& listener = state.on_failure;
  if (listener.told != nullptr) listener.told(listener.argument, kept.code);
  return true;
}

std::optional<failure_record> failure_read(const detail::device_state& state) {
  // Pairs with the release store in failure_publish: a non-zero status makes the record readable.
  if (shared_word(state.status).load(std::memory_order_acquire) == 0) return std::nullopt;
  return state.failure;
}

}  // namespace ark
