// Starting a plan, and waiting for it.
#pragma once

#include <ark/detail/state/plan_state.hpp>
#include <ark/device/transfer/queue.hpp>

namespace ark::device::plan {

/// True if `which` is one of the PE's plans and has not been destroyed.
ARK_HOST_DEVICE inline bool is_valid(const detail::device_state& state,
                                     const detail::plan_state* which) {
  const std::uint64_t count = detail::load_acquire(&state.plan_count);
  const std::uint64_t offset =
      reinterpret_cast<std::uint64_t>(which) - reinterpret_cast<std::uint64_t>(state.plans);
  if (offset >= count * sizeof(detail::plan_state) || offset % sizeof(detail::plan_state) != 0)
    return false;
  return read_word(state, &which->in_use) != 0;
}

/// Room for a copy of a plan's words.
struct words_room {
  alignas(detail::plan_state) unsigned char bytes[sizeof(detail::plan_state)];
};

/// `which` in memory that the caller can read. On the host, if plans are in GPU memory, this is a
/// copy in `room`; zeros if the copy fails, which is recorded.
ARK_HOST_DEVICE inline const detail::plan_state& readable(
    [[maybe_unused]] detail::device_state& state, const detail::plan_state* which,
    [[maybe_unused]] words_room& room) {
#if !ARK_DEVICE_PASS
  if (state.host_copier != nullptr) [[unlikely]] {
    detail::heap_read(state, which, room.bytes, sizeof room.bytes);
    return *reinterpret_cast<const detail::plan_state*>(room.bytes);
  }
#endif
  return *which;
}

/// Calls with a handle, as failure_words() numbers them.
enum class handle_use : std::uint64_t { start, wait, test };

ARK_HOST_DEVICE inline errc refuse_handle(detail::device_state& state,
                                          const detail::plan_state* which, handle_use call) {
  detail::failure_kind kind(errc::invalid_argument, detail::op_kind::plan,
                            detail::failure_reason::plan_handle);
  return fail(state, kind, -1, detail::no_offset, static_cast<std::uint64_t>(call),
              reinterpret_cast<std::uint64_t>(which));
}

/// The ring of the proxy to which plans are posted. On the host, if the heap is in GPU memory, it
/// is the kernels' ring, because only kernels start such plans.
ARK_HOST_DEVICE inline unsigned proxy_ring(const detail::device_state& state) {
  return state.host_copier == nullptr ? queue::engine_ring_total(state)
                                      : queue::ring_total(state) - 1;
}

/// True if transfer `ordinal` and those before it are delivered. Acquire: their sources may be
/// written again.
ARK_HOST_DEVICE inline bool is_done(detail::device_state& state, const detail::plan_state& which,
                                    std::uint64_t ordinal) {
  if (which.route == detail::peer_route::mapped) {
    return detail::load_acquire(&which.done) - which.base >= ordinal;
  }
  if (detail::load_acquire(&which.started) - which.base < ordinal) return false;
  const std::uint64_t tickets = detail::load_acquire(&which.posted);
  return queue::ring_at(state, proxy_ring(state)).done() >= tickets;
}

/// Selects the count of a plan that a wait reads.
enum class plan_count { started, done };

/// Wait until the count of `at` has reached `wanted`. `which`: its words, readable. `op` is the
/// call that waits.
ARK_HOST_DEVICE inline errc wait_count(detail::device_state& state, const detail::plan_state& which,
                                       const detail::plan_state* at, plan_count kind,
                                       std::uint64_t wanted, detail::op_kind op) {
  const std::uint64_t* const count = kind == plan_count::done ? &at->done : &at->started;
  const word_wait what{op, detail::cmp_kind::ge, 8, false, in_the_heap, !by_a_peer};
  const word_seen end = wait_for_word(state, what, count, wanted, which.pe);
  if (end.code == errc::ok || (end.code != errc::timeout && status(state) != errc::ok))
    return end.code;
  const detail::failure_reason why = kind == plan_count::done
                                         ? detail::failure_reason::plan_done
                                         : detail::failure_reason::plan_started;
  return fail(state, {end.code, op, what.cmp, why}, which.pe, which.dest_offset,
              wanted - which.base, end.value - which.base);
}

/// Wait until all started transfers of mapped plans are delivered. The transfers of other plans are
/// in the proxy's ring.
ARK_HOST_DEVICE ARK_NOINLINE inline errc wait_all_of(detail::device_state& state,
                                                     detail::op_kind op) {
  const std::uint64_t count = detail::load_acquire(&state.plan_count);
  for (std::uint64_t i = 0; i < count; ++i) {
    words_room room;
    const detail::plan_state& which = readable(state, state.plans + i, room);
    if (detail::load_relaxed(&which.route) != detail::peer_route::mapped) continue;
    const std::uint64_t started = detail::load_relaxed(&which.started);
    if (detail::load_acquire(&which.done) >= started) continue;
    const errc code = wait_count(state, which, state.plans + i, plan_count::done, started, op);
    if (code != errc::ok) return code;
  }
#if !ARK_DEVICE_PASS
  // A count could not be read.
  if (count != 0 && state.host_copier != nullptr) return status(state);
#endif
  return errc::ok;
}

ARK_HOST_DEVICE inline errc wait_all(detail::device_state& state, detail::op_kind op) {
  if (detail::load_relaxed(&state.plan_count) == 0) [[likely]]
    return errc::ok;
  return wait_all_of(state, op);
}

/// Post one more transfer of a plan that the proxy executes.
ARK_HOST_DEVICE inline errc post(detail::device_state& state, detail::plan_state& which) {
  detail::descriptor d = detail::make_put(which.pe, which.dest_offset, which.source, which.bytes);
  if (which.has_signal != 0) d = d.with_signal(which.signal_offset, detail::signal_op::add, 1);
  const queue::ticket posted =
      queue::post_to(state, d, detail::op_kind::plan, which.pe, queue::engine_ring_total(state));
  if (posted.code != errc::ok) return posted.code;
  detail::raise(&which.posted, posted.number + 1);
  return errc::ok;
}

#if !ARK_DEVICE_PASS
/// Start a plan whose words are in GPU memory, by the host.
ARK_COLD inline errc start_through_copier(detail::device_state& state, detail::plan_state* at,
                                          std::uint64_t* ordinal) {
  words_room room;
  const detail::plan_state& which = readable(state, at, room);
  if (which.route != detail::peer_route::mapped) {
    return fail(
        state,
        {errc::unsupported, detail::op_kind::plan, detail::failure_reason::plan_start_by_host},
        which.pe, detail::no_offset, 0, 0);
  }
  std::uint64_t before = 0;
  const errc code = detail::heap_add(state, &at->started, 1, &before);
  *ordinal = before + 1 - which.base;
  return code;
}
#endif

/// Start `which`; *ordinal receives the number of this transfer, from 1.
ARK_HOST_DEVICE inline errc start(detail::plan_state* which, std::uint64_t* ordinal) {
  detail::device_state& state = context("ark_plan_start");
  if (!is_valid(state, which)) return refuse_handle(state, which, handle_use::start);
#if !ARK_DEVICE_PASS
  if (state.host_copier != nullptr) [[unlikely]]
    return start_through_copier(state, which, ordinal);
#endif
  if (which->route != detail::peer_route::mapped) {
    // Counted after the post: a thread that sees k starts sees the tickets of k transfers.
    const errc code = post(state, *which);
    if (code == errc::ok)
      *ordinal = detail::fetch_add(&which->started, std::uint64_t{1}) + 1 - which->base;
    return code;
  }
  // Release, at system scope: pairs with the engine's acquire, so that the engine reads the data
  // that the caller has written to the source.
  *ordinal = detail::fetch_add(&which->started, std::uint64_t{1}) + 1 - which->base;
#if !ARK_DEVICE_PASS
  if (!place::on_lane()) detail::progress_hint();
#endif
  return errc::ok;
}

/// Wait until transfer `ordinal` of the plan `at`, and those before it, are delivered.
ARK_HOST_DEVICE inline errc wait(const detail::plan_state* at, std::uint64_t ordinal) {
  detail::device_state& state = context("ark_plan_wait");
  if (!is_valid(state, at)) return refuse_handle(state, at, handle_use::wait);
  words_room room;
  const detail::plan_state& which = readable(state, at, room);
  const bool mapped = which.route == detail::peer_route::mapped;
  const errc code = wait_count(state, which, at, mapped ? plan_count::done : plan_count::started,
                               which.base + ordinal, detail::op_kind::plan);
  if (mapped || code != errc::ok) return code;
  return queue::wait_done(state, proxy_ring(state), detail::load_acquire(&which.posted),
                          detail::op_kind::plan, which.pe);
}

/// Like wait(), but returns at once: true if they are delivered.
ARK_HOST_DEVICE inline bool test(const detail::plan_state* at, std::uint64_t ordinal) {
  detail::device_state& state = context("ark_plan_test");
  if (!is_valid(state, at)) {
    refuse_handle(state, at, handle_use::test);
    return false;
  }
  loop_hint();
  words_room room;
  return is_done(state, readable(state, at, room), ordinal);
}

}  // namespace ark::device::plan
