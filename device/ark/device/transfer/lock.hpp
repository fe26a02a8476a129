// Locks: a queue of PEs (Mellor-Crummey and Scott, 1991), so that PEs get a lock in the order of
// their calls, and a waiting PE polls only its own memory. Threads of one PE enter the queue one at
// a time, in no particular order.
//
// A lock is a symmetric long, zero on every PE while it is free. Its lower half on PE 0 is the tail
// of the queue: the last PE that has called, plus 1. Its upper half on each PE is that PE's link:
// the PE behind it, plus 1, and three flag bits at the top. A link only grows until the PE leaves
// the queue.
#pragma once

#include <ark/device/transfer/amo.hpp>
#include <ark/device/transfer/order.hpp>
#include <ark/device/transfer/wait.hpp>

namespace ark::device::lock {

static_assert(sizeof(long) == 8);
inline constexpr int home = 0;
/// Flag bits of a link: a thread of the PE is in the queue; the lock was handed to it; a host
/// thread has it.
inline constexpr std::uint32_t entered = 1u << 31, granted = 1u << 30, of_host = 1u << 29;

struct words {
  std::uint32_t *tail, *link;

  ARK_HOST_DEVICE explicit words(long* lock)
      : tail(reinterpret_cast<std::uint32_t*>(lock)), link(tail + 1) {}
};

ARK_HOST_DEVICE constexpr std::uint32_t ticket_of(int pe) {
  return static_cast<std::uint32_t>(pe) + 1;
}
/// The successor of the PE that has this link, plus 1; 0: none.
ARK_HOST_DEVICE constexpr std::uint32_t next_of(std::uint32_t link) { return link & (of_host - 1); }

/// All atomics of a lock, in one copy of the code. Returns the old value. Acquire and release.
ARK_HOST_DEVICE ARK_NOINLINE inline std::uint32_t change(std::uint32_t* word, detail::amo_op op,
                                                         std::uint32_t operand, int pe,
                                                         std::uint32_t condition = 0) {
  std::uint32_t old = 0;
#if ARK_DEVICE_PASS
  detail::fence_release();  // an atomic alone is no release
#endif
  amo_fetch(&old, word, op, operand, condition, pe, completion::value,
            call_of<std::uint32_t>("lock"));
  return old;
}
ARK_HOST_DEVICE inline std::uint32_t read(std::uint32_t* word, int pe) {
  return change(word, detail::amo_op::fetch, 0, pe);
}
ARK_HOST_DEVICE ARK_NOINLINE inline errc complete() { return quiet(); }

ARK_HOST_DEVICE inline errc refuse_use(detail::device_state& state, const long* lock,
                                       detail::failure_reason why) {
  return fail(state, {errc::wrong_state, detail::op_kind::lock, why}, -1,
              reinterpret_cast<std::uint64_t>(lock) - state.heap_base, 0, 0);
}

/// Wait until the PE's link compares with `value`; *link gets it.
ARK_HOST_DEVICE ARK_NOINLINE inline errc await_link(const words& of, int cmp, std::uint32_t value,
                                                    std::uint32_t* link) {
  return wait_word(detail::op_kind::lock, of.link, cmp, value, link,
                   call_of<std::uint32_t>("lock"));
}

/// The threads of a PE enter the queue one after the other.
ARK_HOST_DEVICE inline errc enter(detail::device_state& state, long* lock) {
  const words of(lock);
  for (;;) {
    std::uint32_t before = change(of.link, detail::amo_op::bit_or, entered, state.pe);
    if (const errc code = status(state); code != errc::ok) return code;
    if ((before & entered) == 0) return errc::ok;
    // A host thread that already has the lock would wait for itself.
    if (!place::on_lane() && (before & of_host) != 0)
      return refuse_use(state, lock, detail::failure_reason::lock_held);
    const errc code = await_link(of, ARK_CMP_LT, entered, &before);
    if (code != errc::ok) return code;
  }
}

/// The end of an acquisition: the caller has the lock.
ARK_HOST_DEVICE inline errc acquired(const detail::device_state& state, const words& of) {
  if (!place::on_lane()) change(of.link, detail::amo_op::bit_or, of_host, state.pe);
  return status(state);
}

/// Leave the queue. Complete on return: the next PE of the queue adds to the link of its
/// predecessor.
ARK_HOST_DEVICE inline errc leave(const detail::device_state& state, const words& of) {
  change(of.link, detail::amo_op::swap, 0, state.pe);
  return status(state);
}

ARK_HOST_DEVICE ARK_NOINLINE inline errc set(long* lock) {
  detail::device_state& state = context("ark_set_lock");
  const words of(lock);
  errc code = enter(state, lock);
  if (code != errc::ok) return code;
  const std::uint32_t before = change(of.tail, detail::amo_op::swap, ticket_of(state.pe), home);
  code = status(state);
  if (before != 0 && code == errc::ok) {
    change(of.link, detail::amo_op::add, ticket_of(state.pe), static_cast<int>(before) - 1);
    code = status(state);
    std::uint32_t link;
    if (code == errc::ok) code = await_link(of, ARK_CMP_GE, entered | granted, &link);
  }
  return code == errc::ok ? acquired(state, of) : code;
}

/// *free: the lock was free, and the caller now has it.
ARK_HOST_DEVICE ARK_NOINLINE inline errc test(long* lock, bool* free) {
  detail::device_state& state = context("ark_test_lock");
  const words of(lock);
  *free = false;
  if (read(of.tail, home) != 0) return status(state);
  const std::uint32_t before = change(of.link, detail::amo_op::bit_or, entered, state.pe);
  if (const errc code = status(state); code != errc::ok || (before & entered) != 0) return code;
  const bool mine = change(of.tail, detail::amo_op::compare_swap, ticket_of(state.pe), home) == 0;
  if (const errc code = status(state); code != errc::ok) return code;
  const errc code = mine ? acquired(state, of) : leave(state, of);
  *free = mine && code == errc::ok;
  return code;
}

/// The caller's earlier writes are delivered before another PE gets the lock.
ARK_HOST_DEVICE ARK_NOINLINE inline errc clear(long* lock) {
  detail::device_state& state = context("ark_clear_lock");
  const words of(lock);
  errc code = complete();
  std::uint32_t link = read(of.link, state.pe);
  if (code == errc::ok) code = status(state);
  if (code != errc::ok) return code;
  if ((link & entered) == 0) return refuse_use(state, lock, detail::failure_reason::lock_free);
  if (next_of(link) == 0) {
    const std::uint32_t last =
        change(of.tail, detail::amo_op::compare_swap, 0, home, ticket_of(state.pe));
    code = status(state);
    if (code != errc::ok || last == ticket_of(state.pe))
      return code == errc::ok ? leave(state, of) : code;
    // The successor has swapped the tail and has not yet set the caller's link.
    code = await_link(of, ARK_CMP_GT, link, &link);
    if (code != errc::ok) return code;
  }
  code = leave(state, of);
  if (code != errc::ok) return code;
  change(of.link, detail::amo_op::add, granted, static_cast<int>(next_of(link)) - 1);
  return status(state);
}

}  // namespace ark::device::lock
