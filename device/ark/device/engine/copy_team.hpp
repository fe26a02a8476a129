// Teams: the threads that copy together in an engine block, and their copy of a chunk.
#pragma once

#include <ark/detail/platform/ptx.hpp>
#include <ark/detail/platform/ptx_bulk.hpp>
#include <ark/detail/transfer/delivery.hpp>
#include <ark/device/engine/staged_copy.hpp>
#include <ark/device/state/context.hpp>
#include <ark/device/state/scope.hpp>
#include <ark/device/transfer/add.hpp>
#include <ark/device/transfer/copy.hpp>
#include <cstddef>
#include <cstdint>

namespace ark::device::sm {

/// A warp on a GPU. On the CPU executor only its first lane: one worker runs all 32 lanes, and
/// waking the other 31 costs more than they save.
#if ARK_DEVICE_PASS
using team = warp_scope;
#else
using team = thread_scope;
#endif

/// On the CPU executor a lane occupies its worker until it yields.
ARK_HOST_DEVICE inline void yield_core() {
#if !ARK_DEVICE_PASS
  detail::yield();
#endif
}

/// Idle rounds of a GPU's thread. It only counts and sleeps; the next round polls for work, so that
/// the kernel has one copy of the polling code.
struct idle_rounds {
  unsigned count;
  std::uint64_t since_ns;

#if ARK_DEVICE_PASS
  /// Called after an idle round. Sleeps from the 64th consecutive one on. Returns true each time
  /// that `timeout_ns` have passed.
  ARK_DEVICE bool next(std::uint64_t timeout_ns) {
    if (++count > 64) __nanosleep(100);
    if (count % 8 != 1) return false;
    const std::uint64_t now = detail::ptx_global_timer_ns();
    if (count == 1) since_ns = now;
    if (now - since_ns <= timeout_ns) return false;
    since_ns = now;
    return true;
  }
#endif
};

/// A team's part of the launch's dynamic shared memory. All zero: no staging; the team copies by
/// loads and stores.
struct staging {
  std::byte* stages;  ///< [bulk_stages][stage_bytes]
  std::uint64_t* barriers;
  std::uint32_t stage_bytes;
  bulk_position next;  ///< leader only

  /// value of `next.number` after a load timed out: the parities of the barriers are then unknown
  static constexpr unsigned lost = ~0u;
};

#if ARK_BULK_COPY
inline constexpr std::uint32_t staging_header = 128;  ///< for the barriers
inline constexpr std::uint32_t least_stage = 1024;
inline constexpr std::uint32_t most_stage = 16 * 1024;

/// Get the part of team `index` of `teams`. All threads of the team call; the leader initialises
/// the barriers. `dynamic` is aligned to 128 bytes.
template <class Team>
ARK_DEVICE inline staging staging_begin(std::byte* dynamic, unsigned index, unsigned teams) {
  const std::uint32_t part = detail::ptx_dynamic_shared_bytes() / teams / 128 * 128;
  if (part < staging_header + bulk_stages * least_stage) return {};
  const std::uint32_t fits = (part - staging_header) / bulk_stages / 128 * 128;
  staging mine{};
  mine.barriers = reinterpret_cast<std::uint64_t*>(dynamic + std::size_t{index} * part);
  mine.stages = dynamic + std::size_t{index} * part + staging_header;
  mine.stage_bytes = fits < most_stage ? fits : most_stage;
  if (!Team::leader()) return mine;
  for (unsigned i = 0; i < bulk_stages; ++i) detail::ptx_mbarrier_init(mine.barriers + i, 1);
  detail::ptx_proxy_fence_shared();
  return mine;
}
/// Called by the leader when no copy is in flight.
ARK_DEVICE inline void staging_end(const staging& mine) {
  if (mine.stage_bytes == 0) return;
  for (unsigned i = 0; i < bulk_stages; ++i) detail::ptx_mbarrier_invalidate(mine.barriers + i);
}

/// The Unit of bulk_copy for the copy unit of an SM.
struct bulk_of_sm {
  const staging& at;
  std::uint64_t deadline_ns;

  ARK_DEVICE std::byte* stage_at(unsigned stage) const {
    return at.stages + std::size_t{stage} * at.stage_bytes;
  }
  ARK_DEVICE void load(unsigned stage, const std::byte* source, std::uint32_t bytes) const {
    detail::ptx_mbarrier_arrive_expect(at.barriers + stage, bytes);
    detail::ptx_bulk_load(stage_at(stage), source, bytes, at.barriers + stage);
  }
  ARK_DEVICE bool wait_load(unsigned stage, std::uint32_t parity) const {
    while (!detail::ptx_mbarrier_try_wait(at.barriers + stage, parity)) {
      if (detail::ptx_global_timer_ns() > deadline_ns)
        return detail::ptx_mbarrier_try_wait(at.barriers + stage, parity);
    }
    return true;
  }
  ARK_DEVICE void store(std::byte* dest, unsigned stage, std::uint32_t bytes) const {
    detail::ptx_bulk_store(dest, stage_at(stage), bytes);
    detail::ptx_bulk_commit();
  }
  ARK_DEVICE void wait_read_1() const { detail::ptx_bulk_wait_read<1>(); }
  ARK_DEVICE void wait_all() const { detail::ptx_bulk_wait<0>(); }
};

/// Move the body of a transfer, by the leader. The first fence orders the bulk loads after ordinary
/// stores to the source, which the leader has acquired. The second orders the bulk stores before
/// the release that follows, which is an ordinary access.
ARK_DEVICE ARK_NOINLINE inline errc move_in_bulk(const detail::device_state& state, std::byte* dest,
                                                 const std::byte* source, std::uint64_t bytes,
                                                 staging& through) {
  const bulk_of_sm unit{through, detail::ptx_global_timer_ns() + state.timeout_ns};
  bulk_position next = through.next;
  if (next.number == staging::lost) return errc::timeout;
  detail::ptx_proxy_fence_global();
  const bool done = bulk_copy(unit, dest, source, bytes, through.stage_bytes, next);
  detail::ptx_proxy_fence_global();
  if (!done) next.number = staging::lost;
  through.next = next;
  return done ? errc::ok : errc::timeout;
}
#endif

// A chunk is moved by functions that do not call one another: the kernel would need the registers
// of both.

/// Add elements by all threads of `Team`. Out of line: one copy per kernel.
template <class Team>
ARK_HOST_DEVICE ARK_NOINLINE void add_chunk(detail::element_kind kind, std::byte* dest,
                                            const std::byte* source, std::uint64_t bytes) {
  add<Team>(kind, dest, source, bytes);
}

#if ARK_DEVICE_PASS
/// Move words of 16 bytes. If the size is a whole warp, the offsets of a round are constants.
ARK_DEVICE inline void move_wide(const copying::plain_memory& memory, std::uint32_t bytes,
                                 unsigned rank, unsigned size) {
  constexpr unsigned word = detail::widest_word;
  if (size == warp_scope::width) {
    detail::walk_words<copying::loads_in_flight, uint4>(bytes, word, rank, warp_scope::width,
                                                        memory);
  } else {
    detail::walk_words<1, uint4>(bytes, word, rank, size, memory);
  }
}
#endif

/// Copy by all threads of `Team`, without synchronising them. After Team::sync(), a release by the
/// leader covers the data. Only the leader's result is meaningful.
template <class Team>
ARK_HOST_DEVICE ARK_NOINLINE errc copy_chunk([[maybe_unused]] const detail::device_state& state,
                                             std::byte* dest, const std::byte* source,
                                             std::uint64_t bytes,
                                             [[maybe_unused]] staging& through) {
#if ARK_DEVICE_PASS
  constexpr unsigned narrow = copying::narrow_in_flight<Team>;
  const unsigned rank = Team::rank(), size = Team::size();
  if (bytes <= 8) {
    if (Team::leader() && !delivery::copy_one_word(dest, source, bytes))
      copying::move_edges<narrow>(dest, source, bytes, 0, 1);
    return errc::ok;
  }
#if ARK_BULK_COPY
  // Minimum for the copy unit: in the time that it takes to start, the threads move less than four
  // accesses each.
  constexpr std::uint64_t least_bulk = 2 * copying::loads_in_flight * 16 * warp_scope::width;
  const bulk_plan plan = plan_bulk(dest, source, bytes);
  if (plan.body > least_bulk && through.stage_bytes != 0) {
    errc code = errc::ok;
    if (Team::leader())
      code = move_in_bulk(state, dest + plan.head, source + plan.head, plan.body, through);
    if (plan.head != 0) copying::move_edges<narrow>(dest, source, plan.head, rank, size);
    const std::uint64_t after = plan.head + plan.body;
    if (plan.tail != 0)
      copying::move_edges<narrow>(dest + after, source + after, plan.tail, rank, size);
    return code;
  }
#endif
  const detail::copy_cut cut = detail::cut_copy(dest, source, bytes);
  const bool wide = cut.word_bytes == detail::widest_word;
  if (wide) {
    move_wide({dest + cut.head, source + cut.head}, static_cast<std::uint32_t>(cut.body_bytes()),
              rank, size);
  }
  if (!wide || (cut.head | cut.tail) != 0)
    copying::move_edges<narrow>(dest, source, bytes, rank, size);
#else
  if (bytes > 8) {
    copy<Team>(dest, source, bytes);
  } else if (Team::leader()) {
    delivery::copy(dest, source, bytes);
  }
#endif
  return errc::ok;
}

}  // namespace ark::device::sm
