// Collectives over the members of a team. One thread, warp or block per PE calls, and every member
// calls in the same order.
//
// The barrier of all PEs has its own words: two flags per dissemination round, which only grow. All
// other collectives wait for tokens (team.hpp). Each source has a word of its own: with a shared
// counter, a PE that is already in the next collective would be counted in place of one that is
// late in this one.
#pragma once

#include <ark/device/collective/by_hosts.hpp>
#include <ark/device/collective/check_collective.hpp>
#include <ark/device/collective/exchange.hpp>

namespace ark::device::collective {

ARK_HOST_DEVICE inline std::uint64_t* workspace_word(detail::device_state& state,
                                                     std::uint64_t offset, unsigned index) {
  return reinterpret_cast<std::uint64_t*>(state.heap_base + offset) + index;
}

/// Index of a word behind the barrier flags of all rounds: the number of the last barrier that the
/// owner has entered. No thread waits for it; a PE reads it after its wait for a flag has timed
/// out.
inline constexpr unsigned last_entered = 127;

/// Record a failed barrier. A flag that did not arrive shows only that PE `behind`, or a PE that it
/// waits for, is missing. If the words of other PEs can be read, the missing one is the first PE
/// whose own word is below `epoch`.
ARK_HOST_DEVICE ARK_COLD inline errc barrier_failed(detail::device_state& state, errc code,
                                                    int behind, const std::uint64_t* flag,
                                                    std::uint64_t epoch, std::uint64_t seen) {
  constexpr detail::op_kind op = detail::op_kind::barrier;
  detail::failure_reason why = detail::failure_reason::none;
  int missing = behind;
  bool all_seen = true, found = false;
  for (int step = 0; step < state.n_pes && code == errc::timeout && !found; ++step) {
    const int pe = (behind + step) % state.n_pes;
    const detail::peer_view& peer = state.peers[pe];
    const bool readable = state.host_copier == nullptr && peer.route == detail::peer_route::mapped;
    all_seen = all_seen && readable;
    if (!readable || pe == state.pe) continue;
    const auto* flags =
        reinterpret_cast<const std::uint64_t*>(peer.heap_base + state.workspace.barrier_flags);
    const std::uint64_t entered = detail::load_acquire(flags + last_entered);
    found = entered < epoch;
    if (found) {
      missing = pe;
      seen = entered;
    }
  }
  if (code == errc::timeout && !found) {
    why = all_seen ? detail::failure_reason::barrier_signal_lost
                   : detail::failure_reason::barrier_not_reached;
  }
  return wait_failed(state, code, op, detail::cmp_kind::ge, missing, flag, epoch, seen, why);
}

/// The PE `distance` ahead of this one, modulo the number of PEs.
ARK_HOST_DEVICE inline int peer_at(const detail::device_state& state, int distance) {
  const int pe = state.pe + distance;
  return pe < 0 ? pe + state.n_pes : pe < state.n_pes ? pe : pe - state.n_pes;
}

/// Dissemination: in round k each PE signals the PE 2^k ahead and waits for the PE 2^k behind. A
/// flag is the barrier's number. Successive flags are not ordered with respect to each other, so
/// even and odd barriers have separate words. A partner stores the next flag of the same word two
/// barriers later, which it reaches only after this PE has seen this flag. So no word has two
/// stores in flight.
ARK_HOST_DEVICE inline errc sync_by_leader(detail::device_state& state) {
  const std::uint64_t epoch = ++state.collectives->barrier_epoch;
  if (state.host_copier == nullptr) {
    detail::store_release(workspace_word(state, state.workspace.barrier_flags, last_entered),
                          epoch);
  }
#if !ARK_DEVICE_PASS
  if (const team_members all = members_of(state, ARK_TEAM_WORLD); has_host_leaders(all))
    return sync_by_host_leaders(state, all);
#endif
  ARK_NO_UNROLL
  for (unsigned round = 0; 1 << round < state.n_pes; ++round) {
    const unsigned index = 2 * round + (epoch & 1);
    const errc sent =
        store_remote_word(state, state.workspace.barrier_flags + sizeof(std::uint64_t) * index,
                          epoch, peer_at(state, 1 << round), seen_by_peers);
    if (sent != errc::ok) return sent;
    const std::uint64_t* flag = workspace_word(state, state.workspace.barrier_flags, index);
    const int behind = peer_at(state, -(1 << round));
    const word_wait what{
        detail::op_kind::barrier, detail::cmp_kind::ge, 8, false, in_the_heap, by_a_peer};
    const word_seen end = wait_for_word(state, what, flag, epoch, behind);
    if (end.code != errc::ok)
      return barrier_failed(state, end.code, behind, flag, epoch, end.value);
  }
  mark_quiescent(state, ARK_TEAM_WORLD);
  return errc::ok;
}

/// Collectives with data access the caller's own heap. They fail with errc::unsupported on a host
/// thread that cannot access it.
ARK_HOST_DEVICE inline errc check_reach(detail::device_state& state) {
  if (state.host_copier == nullptr) return errc::ok;
  return fail(state,
              {errc::unsupported, detail::op_kind::collective, detail::failure_reason::heap_on_gpu},
              -1, detail::no_offset, 0, 0);
}

/// Copy within this PE, unless source and dest are equal.
template <class Scope>
ARK_HOST_DEVICE inline void copy_local(void* dest, const void* source, std::size_t bytes) {
  if (dest != source && bytes > 0) copy<Scope>(dest, source, bytes);
}

template <class Scope>
ARK_HOST_DEVICE inline errc sync_all() {
  detail::device_state& state = context();
  Scope::sync();
  return by_leader<Scope>(state, [&] { return sync_by_leader(state); });
}

template <class Scope>
ARK_HOST_DEVICE inline errc barrier_all() {
  detail::device_state& state = context();
  Scope::sync();
  return by_leader<Scope>(state, [&] {
    const errc code = quiet();
    return code == errc::ok ? sync_by_leader(state) : code;
  });
}

/// Like copy_local(), but moved by How::mover. An engine's copy completes at the next quiet().
template <class Scope, class How>
ARK_HOST_DEVICE inline errc move_local(const detail::device_state& state, void* dest,
                                       const void* source, std::size_t bytes) {
  if constexpr (How::mover == copy_agent::engine) {
    if (dest == source) return errc::ok;
    return put_bytes<Scope, How>(dest, source, bytes, state.pe, {completion::deferred});
  } else {
    copy_local<Scope>(dest, source, bytes);
    return errc::ok;
  }
}

/// Synchronise the members of a team. The leader.
ARK_HOST_DEVICE inline errc sync_by_leader(detail::device_state& state, const team_members& team) {
  if (team.slot == ARK_TEAM_WORLD) return sync_by_leader(state);
#if !ARK_DEVICE_PASS
  if (has_host_leaders(team)) return sync_by_host_leaders(state, team);
#endif
  return sync_team_by_leader(state, team);
}
template <class Scope>
ARK_HOST_DEVICE inline errc sync(detail::device_state& state, const team_members& team) {
  Scope::sync();
  return by_leader<Scope>(state, [&] { return sync_by_leader(state, team); });
}

/// Wait for a token of every other member, and until the caller's sources are reusable.
template <class Scope>
ARK_HOST_DEVICE inline errc gather_and_finish(detail::device_state& state,
                                              const team_members& team) {
  return by_leader<Scope>(state, [&] {
    const errc code = await_tokens(state, team);
    return code == errc::ok ? finish_with_all(state, team) : code;
  });
}

/// How, here and in the other collectives: put_options that choose the mover. `to_root`: the root's
/// dest is written, too.
template <class Scope, class How = put_options>
ARK_HOST_DEVICE inline errc broadcast(const team_members& team, void* dest, const void* source,
                                      std::size_t bytes, int root, bool to_root = true) {
  detail::device_state& state = context();
  errc code = check_reach(state);
  if (code == errc::ok) code = check_root(state, team, root);
  if (code != errc::ok) return code;
  const broadcast_part mine = part_in_broadcast(team, root);
  const broadcast_slices slices(team, bytes, root);
  if (team.rank != root) {
    code = by_leader<Scope>(state, [&] { return await_token(state, team, team.pe(mine.parent)); });
    if (code != errc::ok || !mine.sends) return code;
    source = dest;
    if (mine.parent == root && slices.several())
      code = exchange_slices<Scope, How>(state, team, dest, slices);
  } else if (mine.leaves) {
    code = send_slices<Scope, How>(state, team, dest, source, slices);
  }
  if (code == errc::ok) code = send_on_own_host<Scope, How>(state, team, dest, source, bytes);
  if (code == errc::ok && team.rank == root && to_root)
    code = move_local<Scope, How>(state, dest, source, bytes);
  if (code != errc::ok) return code;
  return by_leader<Scope>(state, [&] { return finish_broadcast(state, team); });
}

/// Block i of dest comes from member i; `bytes` is the size of one block.
template <class Scope, class How = put_options>
ARK_HOST_DEVICE inline errc exchange(const team_members& team, void* dest, const void* source,
                                     std::size_t bytes, bool source_per_pe) {
  detail::device_state& state = context();
  if (const errc code = check_reach(state); code != errc::ok) return code;
  auto* mine_at_others = static_cast<std::byte*>(dest) + bytes * static_cast<unsigned>(team.rank);
  const auto* blocks = static_cast<const std::byte*>(source);
  const auto block_for = [&](int member) {
    return source_per_pe ? blocks + bytes * static_cast<unsigned>(member) : blocks;
  };
#if !ARK_DEVICE_PASS
  const std::size_t all = bytes * static_cast<unsigned>(team.size);
  const std::size_t given = source_per_pe ? all : bytes;
  if (How::mover != copy_agent::engine && bytes > 0 &&
      exchanges_by_host_leaders(state, team, given, all)) {
    Scope::sync();
    const auto result = [&](int member, const auto& of, void* into) {
      const std::size_t block = source_per_pe ? bytes * static_cast<unsigned>(member) : 0;
      for (int from = 0; from < team.size; ++from) {
        copy<thread_scope>(static_cast<std::byte*>(into) + bytes * static_cast<unsigned>(from),
                           of(from) + block, bytes);
      }
    };
    return by_leader<Scope>(
        state, [&] { return exchange_small(state, team, source, given, dest, all, result); });
  }
#endif
  if (!source_per_pe && goes_by_hosts(team, bytes)) {
    copy_local<Scope>(mine_at_others, source, bytes);
    Scope::sync();
    return share_by_hosts<Scope, How>(state, team, [&](int member) {
      return member_block{static_cast<std::byte*>(dest) + bytes * static_cast<unsigned>(member),
                          bytes};
    });
  }
  for (int step = 1; step < team.size; ++step) {
    const int member = (team.rank + step) % team.size;
    const errc code = deliver<Scope, How>(state, team, mine_at_others, block_for(member), bytes,
                                          team.pe(member), seen_by_peers);
    if (code != errc::ok) return code;
  }
  const errc code = move_local<Scope, How>(state, mine_at_others, block_for(team.rank), bytes);
  return code == errc::ok ? gather_and_finish<Scope>(state, team) : code;
}

/// True if the source of a reduction or scan is small enough to send to every member: one
/// synchronisation, and each member folds for itself.
template <class Fold>
ARK_HOST_DEVICE inline bool folds_at_all(const detail::device_state& state, int slot,
                                         const Fold& fold, std::size_t count) {
  return count <= exchange_bytes(state, slot) / fold.element_bytes();
}

/// The part of the result that each member folds.
struct fold_slices {
  std::byte* dest;
  std::size_t count, bytes;  ///< elements of the result; of the largest part
  std::size_t element;

  ARK_HOST_DEVICE fold_slices(const team_members& team, void* to, std::size_t elements,
                              std::size_t each)
      : dest(static_cast<std::byte*>(to)), count(elements), element(each) {
    const auto members = static_cast<std::size_t>(team.size);
    bytes = (count / members + (count % members != 0 ? 1 : 0)) * each;
  }
  ARK_HOST_DEVICE member_block operator()(int member) const {
    const std::size_t all = count * element, begin = bytes * static_cast<unsigned>(member);
    const std::size_t first = begin < all ? begin : all;
    return {dest + first, bytes < all - first ? bytes : all - first};
  }
};

/// Small sources are sent to all members. Larger ones: reduce-scatter, then all-gather: member i
/// folds slice i of every source and sends the result to all. The entry synchronisation makes every
/// source ready. Only member i reads slice i, and it does so before any member writes it, so dest
/// may be source.
template <class Scope, class How = put_options, class Fold>
ARK_HOST_DEVICE inline errc reduce(const team_members& team, const Fold& fold, void* dest,
                                   const void* source, std::size_t count) {
  detail::device_state& state = context();
  errc code = check_reach(state);
  if (code != errc::ok) return code;
  const std::size_t element = fold.element_bytes();
  if (folds_at_all(state, team.slot, fold, count)) {
    Scope::sync();
    const auto result = [&](int, const auto& given, void* into) {
      fold_given(team.size, fold, given, into, count);
    };
    return by_leader<Scope>(state, [&] {
      const std::size_t bytes = count * element;
      return exchange_small(state, team, source, bytes, dest, bytes, result);
    });
  }
  code = check_range(
      state, {source, bytes_of(count, element), state.pe, detail::op_kind::collective, count});
  if (code == errc::ok) code = sync<Scope>(state, team);
  if (code != errc::ok) return code;
  const fold_slices slices(team, dest, count, element);
  const member_block mine = slices(team.rank);
  const auto* sources =
      static_cast<const std::byte*>(source) + (mine.address - static_cast<std::byte*>(dest));
  code = fold_slice(state, team, fold, {mine.address, sources, mine.bytes / element, team.size},
                    Scope::rank(), Scope::size());
  code = scope_result<Scope>(state, code);
  if (code != errc::ok) return code;
  if (goes_by_hosts(team, slices.bytes)) return share_by_hosts<Scope, How>(state, team, slices);
  for (int step = 1; step < team.size; ++step) {
    code = deliver<Scope, How>(state, team, mine.address, mine.address, mine.bytes,
                               team.pe_at(step), seen_by_peers);
    if (code != errc::ok) return code;
  }
  return gather_and_finish<Scope>(state, team);
}

}  // namespace ark::device::collective
