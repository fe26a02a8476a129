// The implementation of stream-ordered collectives with an engine: the checks at the call, and the
// kernels that are queued.
#pragma once

#include <ark/collective_engine.hpp>
#include <ark/device/stream/collective_calls.hpp>
#include <ark/device/stream/stream_engine.hpp>
#include <ark/order.hpp>
#include <ark/team.hpp>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace ark::detail {

using moved_by_queue = device::moved_options<device::copy_agent::engine>;

/// True if an engine drains the ring of a stream-ordered collective's kernel. On a GPU engines are
/// blocks of the program's launches, and the library's own kernels have none.
constexpr bool has_queue = !ARK_CUDA;

/// Throws invalid_argument for a number of lanes that no launch accepts.
inline void check_engine(const char* name, const overlap::engine& by) {
  constexpr unsigned most = 1024;
  if (by.moved != overlap::engine::kind::lanes || (by.lanes >= 1 && by.lanes <= most)) return;
  throw error(errc::invalid_argument, std::string(name) + ": by_lanes(" + std::to_string(by.lanes) +
                                          "); accepted: 1 to " + std::to_string(most));
}

template <device::collective_kind Kind, class T>
errc queue_move_by(const char* name, int team, T* dest, const T* source, std::size_t count,
                   int root, const overlap::engine& by, stream_t stream) {
  check_engine(name, by);
  const auto call = device::collective_of(Kind, team, dest, source, count, root);
  if (by.moved == overlap::engine::kind::lanes)
    return queue_move_by_lanes<Kind>(name, call, by.lanes, stream);
  if constexpr (has_queue) {
    using operation = device::stream_operation::copy_collective<Kind, moved_by_queue>;
    constexpr bool gathers = Kind != device::collective_kind::broadcast;
    if (by.moved == overlap::engine::kind::queue)
      return queue_collective(name, call, gathers, operation{call}, stream);
  }
  return queue_move<Kind, T>(name, call, stream);
}

template <class T, class Op>
errc queue_reduce_by(const char* name, int team, T* dest, const T* source, std::size_t count, Op op,
                     const overlap::engine& by, stream_t stream) {
  check_engine(name, by);
  // Every member then gets all of the source.
  const bool small = device::collective::folds_at_all(host_context(name), team_slot(team),
                                                      device::collective::fold_of<T>(op), count);
  if (!small && by.moved == overlap::engine::kind::lanes)
    return queue_reduce_by_lanes(name, team, dest, source, count, op, by.lanes, stream);
  if constexpr (has_queue) {
    if (!small && by.moved == overlap::engine::kind::queue) {
      using operation = device::stream_operation::reduce_by_engine<T, Op>;
      const auto call = device::collective_of(kind_of_reduction<Op>, team, dest, source, count);
      return queue_collective(name, call, false, operation{dest, source, count, team, op}, stream);
    }
  }
  return queue_reduce(name, team, dest, source, count, op, stream);
}

// --- Planned collectives

struct planned_part {
  void* dest;
  const void* source;
  std::size_t bytes;
  int pe;
};

/// The transfers of the calling PE. Throws invalid_argument.
inline std::vector<planned_part> planned_parts(const device::collective_call& call) {
  const std::string name = std::string(call.site.name) + " (planned)";
  const int team = call.team, size = ark_team_n_pes(team), rank = ark_team_my_pe(team);
  if (size < 0)
    throw error(errc::invalid_argument, name + ": team " + std::to_string(team) +
                                            "; accepted: a team that has PE " +
                                            std::to_string(ark_my_pe()) + " as a member");
  const int root = root_of(call);
  if (root >= size || call.root < 0)
    throw error(errc::invalid_argument, name + ": root " + std::to_string(call.root) +
                                            "; accepted: 0 to " + std::to_string(size - 1));
  const std::size_t most = std::numeric_limits<std::ptrdiff_t>::max() / call.site.element_bytes /
                           static_cast<std::size_t>(size);
  if (call.site.count > most)
    throw error(errc::invalid_argument, name + ": count " + std::to_string(call.site.count) +
                                            "; accepted: 0 to " + std::to_string(most));
  std::vector<planned_part> parts;
  const std::size_t bytes = call.site.count * call.site.element_bytes;
  if (bytes == 0 || (root >= 0 && rank != root)) return parts;
  for (int step = 0; step < size; ++step) {
    const int member = (rank + step) % size;
    auto* dest = static_cast<std::byte*>(call.dest);
    const auto* source = static_cast<const std::byte*>(call.source);
    if (root < 0) dest += bytes * static_cast<unsigned>(rank);
    if (call.kind == device::collective_kind::alltoall)
      source += bytes * static_cast<unsigned>(member);
    if (step == 0 && dest == source) continue;
    parts.push_back({dest, source, bytes, ark_team_translate_pe(team, member, ARK_TEAM_WORLD)});
  }
  return parts;
}

template <class Start = device::stream_operation::start_plans,
          class Meet = device::stream_operation::exchange_tokens>
errc queue_planned(const device::collective_call& call, const std::vector<plan_state*>& plans,
                   stream_t stream) {
  using device::collective_kind;
  const char* name = call.site.name;
  const bool gathers = call.kind != collective_kind::broadcast;
  const errc code = call.kind == collective_kind::broadcast
                        ? accept_by_kernels<collective_kind::broadcast>(name, call, gathers, stream)
                    : call.kind == collective_kind::fcollect
                        ? accept_by_kernels<collective_kind::fcollect>(name, call, gathers, stream)
                        : accept_by_kernels<collective_kind::alltoall>(name, call, gathers, stream);
  if (code != errc::ok) return code;
  for (std::size_t first = 0; first < plans.size(); first += Start::most) {
    Start batch{};
    while (batch.count < Start::most && first + batch.count < plans.size()) {
      batch.plans[batch.count] = plans[first + batch.count];
      ++batch.count;
    }
    queue_operation(name, stream, {}, batch);
  }
  return queue_operation(name, stream, {}, Meet{call.team, root_of(call)});
}

}  // namespace ark::detail
