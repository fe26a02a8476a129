// Collectives beside a computation: the program selects the engine that moves their data. The guide
// is docs/overlap.md. <ark/ark.hpp> does not include this header.
//
// An engine, for each stream-ordered collective:
//   by_size() like the call without an engine: by size either stores, on a GPU by several blocks if
//                 the data is large, or the queue.
//   by_lanes(k) k blocks store to the members that are mapped. They compete with other kernels for
//                 the processors, on a GPU for SMs.
//   by_queue() descriptors, one transfer to each member: an engine moves them, and the kernel of
//                 the collective only posts and waits. On a GPU, where the kernel of a collective
//                 has no engine, the same as by_size().
//   planned transfers that are prepared once (class planned_collective): on a GPU a copy engine
//                 moves them, on the CPU executor an engine of the host.
// The proxy moves the data to members on other hosts, whichever engine is selected.
//
// The calls have the contract of <ark/on_stream.hpp>. All members select the same engine; the
// numbers of lanes may differ. by_lanes with another number than 1 to 1024 throws invalid_argument.
#pragma once

#include <ark/device/stream/engine_calls.hpp>
#include <ark/plan.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace ark {

template <class T>
errc broadcast_on_stream(int team, T* dest, const T* source, std::size_t count, int root,
                         const overlap::engine& by, stream_t stream) {
  return detail::queue_move_by<device::collective_kind::broadcast>(
      "ark_broadcast_on_stream", team, dest, source, count, root, by, stream);
}
template <class T>
errc fcollect_on_stream(int team, T* dest, const T* source, std::size_t count,
                        const overlap::engine& by, stream_t stream) {
  return detail::queue_move_by<device::collective_kind::fcollect>(
      "ark_fcollect_on_stream", team, dest, source, count, 0, by, stream);
}
template <class T>
errc alltoall_on_stream(int team, T* dest, const T* source, std::size_t count,
                        const overlap::engine& by, stream_t stream) {
  return detail::queue_move_by<device::collective_kind::alltoall>(
      "ark_alltoall_on_stream", team, dest, source, count, 0, by, stream);
}
/// Lanes always compute the reduction; the engine moves its results to the other members. A source
/// of at most 2 KiB, which each member gets as a whole, is reduced as without an engine.
template <class T, class Op>
errc reduce_on_stream(int team, T* dest, const T* source, std::size_t count, Op op,
                      const overlap::engine& by, stream_t stream) {
  return detail::queue_reduce_by("ark_reduce_on_stream", team, dest, source, count, op, by, stream);
}

namespace overlap {

/// A collective with fixed addresses and size, moved by plans (<ark/plan.hpp>): one for each
/// member, the caller itself included. Move-only.
///
/// Callable: host. The constructing functions: by every member of the team; they do not wait for
///   each other. dest, source: symmetric; they stay valid until the object is destroyed, after its
///   operations have ended. Limits: those of plans, in GPU memory 8 for a PE.
/// Errors: throws ark::error: invalid_argument (not a member of the team, a root outside the team,
///   dest outside the heap, a size that 64 bits do not hold for all members), and those of
///   ark::plan. on_stream: wrong_state after finalize, also if init was called again.
class planned_collective {
 public:
  template <class T>
  static planned_collective broadcast(int team, T* dest, const T* source, std::size_t count,
                                      int root) {
    return {
        device::collective_of(device::collective_kind::broadcast, team, dest, source, count, root)};
  }
  template <class T>
  static planned_collective fcollect(int team, T* dest, const T* source, std::size_t count) {
    return {device::collective_of(device::collective_kind::fcollect, team, dest, source, count)};
  }
  template <class T>
  static planned_collective alltoall(int team, T* dest, const T* source, std::size_t count) {
    return {device::collective_of(device::collective_kind::alltoall, team, dest, source, count)};
  }

  /// Queue the collective. The contract is that of the same call in <ark/on_stream.hpp>; each
  /// member calls, in the same order as its other collectives.
  errc on_stream(stream_t stream) const {
    if (runtime_ != detail::runtime_number()) {
      throw error(errc::wrong_state, std::string(call_.site.name) +
                                         " (planned): made before ark::finalize; accepted: one "
                                         "that was made after the last ark::init");
    }
    return detail::queue_planned(call_, handles_, stream);
  }

 private:
  planned_collective(const device::collective_call& call) : call_(call) {
    for (const detail::planned_part& part : detail::planned_parts(call)) {
      plans_.emplace_back(part.dest, part.source, part.bytes, nullptr, part.pe);
      handles_.push_back(plans_.back().get());
    }
  }

  device::collective_call call_;
  std::vector<ark::plan> plans_;
  std::vector<ark_plan_t> handles_;
  std::uint64_t runtime_ = detail::runtime_number();
};

}  // namespace overlap
}  // namespace ark
