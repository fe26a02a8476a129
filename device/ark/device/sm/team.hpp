// Teams: the threads that copy together in an engine block, and their copy of a chunk.
#pragma once

#include <ark/detail/delivery.hpp>
#include <ark/detail/ptx.hpp>
#include <ark/detail/ptx_bulk.hpp>
#include <ark/device/add.hpp>
#include <ark/device/context.hpp>
#include <ark/device/copy.hpp>
#include <ark/device/scope.hpp>
#include <ark/device/sm/bulk.hpp>
#include <cstddef>
#include <cstdint>

namespace ark::device::sm {

/// A warp on a GPU. On the CPU executor only its first lane: one worker runs all 32 lanes, and to
/// wake the other 31 costs more than they save.
#if ARK_DEVICE_PASS
using team = warp_scope;
#else
using team = thread_scope;
#endif

/// On the CPU executor a lane keeps its worker until it yields.
ARK_HOST_DEVICE inline void give_way() {
#if !ARK_DEVICE_PASS
  detail::yield();
#endif
}

/// A team's part of the launch's dynamic shared memory. A team without one copies by loads and
/// stores.
struct staging {
  std::byte* stages = nullptr;  ///< [bulk_stages][stage_bytes]
  std::uint64_t* barriers = nullptr;
  std::uint32_t stage_bytes = 0;  ///< 0: none
  std::uint64_t loads = 0;        ///< loads begun so far. Leader only

  /// The value of `loads` after a load that did not end: the parities are then unknown.
  static constexpr std::uint64_t lost = ~std::uint64_t{0};
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
  staging mine;
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

/// The Unit of bulk_copy: the copy unit of the SM.
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
ARK_DEVICE inline errc move_in_bulk(const bulk_of_sm& unit, std::byte* dest,
                                    const std::byte* source, std::uint64_t bytes,
                                    staging& through) {
  if (through.loads == staging::lost) return errc::timeout;
  detail::ptx_proxy_fence_global();
  const bool done = bulk_copy(unit, dest, source, bytes, through.stage_bytes, through.loads);
  detail::ptx_proxy_fence_global();
  if (!done) through.loads = staging::lost;
  return done ? errc::ok : errc::timeout;
}
#endif

/// A chunk whose bytes replace those at its destination.
struct chunk_copies {
  ARK_HOST_DEVICE void alone(std::byte* dest, const std::byte* source, std::uint64_t bytes) const {
    delivery::copy(dest, source, bytes);
  }
  template <class Team>
  ARK_HOST_DEVICE void by_all(std::byte* dest, const std::byte* source, std::uint64_t bytes) const {
    copy<Team>(dest, source, bytes);
  }
  static constexpr bool by_copy_unit = true;
};
/// A chunk whose elements are added to those at its destination. Not by the copy unit: ptxas 13.0
/// confuses the types of its additions (docs/design/0034-on-a-gpu.md).
struct chunk_adds {
  detail::element_kind kind;

  ARK_HOST_DEVICE void alone(std::byte* dest, const std::byte* source, std::uint64_t bytes) const {
    delivery::add(kind, dest, source, bytes);
  }
  template <class Team>
  ARK_HOST_DEVICE void by_all(std::byte* dest, const std::byte* source, std::uint64_t bytes) const {
    add<Team>(kind, dest, source, bytes);
  }
  static constexpr bool by_copy_unit = false;
};

/// Move a chunk by all threads of `Team`, without synchronising them. A release by the leader after
/// Team::sync() comes after the data. Only the leader's result is meaningful.
template <class Team, class What>
ARK_HOST_DEVICE inline errc move_chunk([[maybe_unused]] const detail::device_state& state,
                                       const What& what, std::byte* dest, const std::byte* source,
                                       std::uint64_t bytes, [[maybe_unused]] staging& through) {
  if (bytes <= 8) {
    if (Team::leader()) what.alone(dest, source, bytes);
    return errc::ok;
  }
#if ARK_BULK_COPY
  if constexpr (What::by_copy_unit) {
    const bulk_plan plan = plan_bulk(dest, source, bytes);
    if (plan.body != 0 && through.stage_bytes != 0) {
      errc code = errc::ok;
      if (Team::leader()) {
        const bulk_of_sm unit{through, detail::ptx_global_timer_ns() + state.timeout_ns};
        code = move_in_bulk(unit, dest + plan.head, source + plan.head, plan.body, through);
      }
      if (plan.head != 0) what.template by_all<Team>(dest, source, plan.head);
      const std::uint64_t after = plan.head + plan.body;
      if (plan.tail != 0) what.template by_all<Team>(dest + after, source + after, plan.tail);
      return code;
    }
  }
#endif
  what.template by_all<Team>(dest, source, bytes);
  return errc::ok;
}

/// move_chunk out of line, one copy per kernel and kind of chunk: it is most of the engine's code
/// and takes the most registers.
template <class Team, class What>
ARK_HOST_DEVICE ARK_NOINLINE errc move_chunk_apart(const detail::device_state& state, What what,
                                                   std::byte* dest, const std::byte* source,
                                                   std::uint64_t bytes, staging& through) {
  return move_chunk<Team>(state, what, dest, source, bytes, through);
}

}  // namespace ark::device::sm
