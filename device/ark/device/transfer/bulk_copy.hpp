// A block's copy through shared memory that its caller lends, by the copy unit of its SM.
#pragma once

#include <ark/detail/platform/ptx_bulk.hpp>
#include <ark/detail/transfer/bulk_walk.hpp>
#include <ark/detail/transfer/copy_walk.hpp>
#include <ark/device/state/context.hpp>
#include <ark/device/transfer/copy_words.hpp>
#include <cstddef>
#include <cstdint>

namespace ark::device {

/// The parts of an ark::bulk_scratch. `stages` null: nothing was lent.
struct bulk_space {
  std::byte* stages = nullptr;
  std::uint64_t* barriers = nullptr;  ///< [bulk_stages]
  std::uint32_t stage_bytes = 0;      ///< size of one stage, a multiple of 128

  ARK_HOST_DEVICE constexpr bool lent() const { return stages != nullptr; }
};

#if ARK_BULK_COPY
namespace copying {

/// Minimum size: below it the threads' own vector accesses are as fast. Not measured; to be tuned
/// on a GPU.
inline constexpr std::size_t bulk_least_bytes = 4096;

/// Wait for a load; false after the deadline. Does not use wait_for(), which returns early if
/// another operation of the PE fails: the load would continue to write to memory that the kernel
/// may have reused.
ARK_DEVICE inline bool bulk_loaded(std::uint64_t* barrier, unsigned parity,
                                   std::uint64_t timeout_ns) {
  const std::uint64_t start = detail::ptx_global_timer_ns();
  while (!detail::ptx_mbarrier_try_wait(barrier, parity)) {
    if (detail::ptx_global_timer_ns() - start > timeout_ns)
      return detail::ptx_mbarrier_try_wait(barrier, parity);
  }
  return true;
}

/// Record that a load has not ended in time.
ARK_DEVICE inline errc bulk_load_failed(detail::device_state& state, detail::op_kind op, int pe) {
  detail::wait_info info;
  info.op = op;
  info.pe = pe;
  info.timeout_ns = state.timeout_ns;
  return wait_failed(state, errc::timeout, info);
}

/// The copy unit, as bulk_walk drives it. One thread.
struct bulk_unit {
  std::byte* dest;
  const std::byte* source;
  bulk_space space;
  std::uint64_t load_policy, store_policy;
  std::uint64_t timeout_ns;

  ARK_DEVICE std::byte* stage(unsigned index) const {
    return space.stages + std::size_t{index} * space.stage_bytes;
  }
  ARK_DEVICE void load(unsigned index, std::size_t offset, std::size_t bytes) const {
    const auto size = static_cast<unsigned>(bytes);
    detail::ptx_mbarrier_arrive_expect(space.barriers + index, size);
    detail::ptx_bulk_load(stage(index), source + offset, size, space.barriers + index, load_policy);
  }
  ARK_DEVICE bool loaded(unsigned index, unsigned parity) const {
    return bulk_loaded(space.barriers + index, parity, timeout_ns);
  }
  ARK_DEVICE void store(unsigned index, std::size_t offset, std::size_t bytes) const {
    detail::ptx_bulk_store(dest + offset, stage(index), static_cast<unsigned>(bytes), store_policy);
    detail::ptx_bulk_commit();
  }
  ARK_DEVICE void emptied_but_last() const { detail::ptx_bulk_wait_read<1>(); }
  ARK_DEVICE void stored() const { detail::ptx_bulk_wait<0>(); }
};

/// Move `bytes` by one thread. The block must have synchronised since it wrote the source and since
/// it used the scratch memory.
ARK_DEVICE inline bool bulk_by_leader(const bulk_unit& unit, std::size_t bytes) {
  for (unsigned i = 0; i < detail::bulk_stages; ++i)
    detail::ptx_mbarrier_init(unit.space.barriers + i, 1);
  // Orders ordinary stores (barriers, source, old stages) before the copy unit's accesses.
  detail::ptx_proxy_fence();
  const bool good = detail::bulk_walk(bytes, unit.space.stage_bytes, unit);
  // Orders the copy unit's accesses before this thread's release, or the block's next barrier.
  detail::ptx_proxy_fence();
  for (unsigned i = 0; i < detail::bulk_stages && good; ++i)
    detail::ptx_mbarrier_invalidate(unit.space.barriers + i);
  return good;
}

/// True if the copy unit can and should make this copy.
ARK_DEVICE inline bool bulk_fits(const void* dest, const void* source, const detail::copy_cut& cut,
                                 const bulk_space& space) {
  return space.lent() && cut.word_bytes == detail::widest_word &&
         cut.body_bytes() >= bulk_least_bytes && both_global(dest, source);
}

/// The leader drives the copy unit, which moves all words of 16 bytes; the threads move the edges.
/// Does not synchronise the threads. The leader returns once the body is at its destination and
/// visible to the leader: a release by the leader covers it.
template <class Scope>
ARK_DEVICE inline errc bulk_copy(detail::device_state& state, std::byte* dest,
                                 const std::byte* source, const detail::copy_cut& cut,
                                 const bulk_space& space, const detail::cache_hints& hints,
                                 detail::op_kind op, int pe) {
  constexpr unsigned narrow = narrow_in_flight<Scope>;
  const std::size_t bytes = cut.head + cut.body_bytes() + cut.tail;
  if (op == detail::op_kind::get) {
    move_edges<narrow, direction::get>(dest, source, bytes, Scope::rank(), Scope::size());
  } else {
    move_edges<narrow>(dest, source, bytes, Scope::rank(), Scope::size());
  }
  if (!Scope::leader()) return errc::ok;
  const bulk_unit unit{dest + cut.head,
                       source + cut.head,
                       space,
                       detail::ptx_l2_policy(hints.source),
                       detail::ptx_l2_policy(hints.dest),
                       state.timeout_ns};
  if (bulk_by_leader(unit, cut.body_bytes())) return errc::ok;
  return bulk_load_failed(state, op, pe);
}

}  // namespace copying
#endif
}  // namespace ark::device
