// Small all-gather: every member's bytes reach every member.
//
// Each pair of PEs has two areas in each team, used alternately. Two suffice: a PE that begins
// exchange n + 2 has a token that its partner sent after reading exchange n.
#pragma once

#include <ark/device/collective/fold.hpp>
#include <ark/device/collective/host_leaders.hpp>
#include <ark/device/collective/team.hpp>

namespace ark::device::collective {

/// Maximum size of a member's bytes, equal on all members of the team of the slot.
ARK_HOST_DEVICE inline std::size_t exchange_bytes(
    [[maybe_unused]] const detail::device_state& state, [[maybe_unused]] int slot) {
#if !ARK_DEVICE_PASS
  if (slot < detail::wide_team_slots) [[likely]]
    return state.workspace.exchange_bytes;
#endif
  return detail::least_exchange_bytes;
}

/// Area in every PE's heap for the bytes that `from` sends in exchange `number` of the pair.
ARK_HOST_DEVICE inline std::byte* exchange_area(const detail::device_state& state,
                                                const team_members& team, int from,
                                                std::uint64_t number) {
  const std::size_t index = 2 * pair_index(state, team.slot, from) + (number & 1);
  const std::size_t bytes = exchange_bytes(state, team.slot);
  std::uint64_t first = state.workspace.exchanges;
#if !ARK_DEVICE_PASS
  // The areas of the first slots are larger.
  first +=
      (state.workspace.exchange_bytes - bytes) * 2 * pair_index(state, detail::wide_team_slots, 0);
#endif
  return reinterpret_cast<std::byte*>(state.heap_base + first + bytes * index);
}

/// The bytes of `member` in the caller's last exchange; valid until the next exchange.
ARK_HOST_DEVICE inline const std::byte* exchanged(const detail::device_state& state,
                                                  const team_members& team, int member) {
  const int pe = team.pe(member);
  return exchange_area(state, team, pe,
                       state.collectives->exchanges[pair_index(state, team.slot, pe)]);
}

/// Wait for a token of every other member. The leader.
ARK_HOST_DEVICE inline errc await_tokens(detail::device_state& state, const team_members& team) {
  ARK_NO_UNROLL
  for (int step = 1; step < team.size; ++step) {
    const errc code = await_token(state, team, team.pe_at(step));
    if (code != errc::ok) return code;
  }
  return errc::ok;
}

/// Send `bytes` of the caller to all other members, and wait for theirs. On return the caller's
/// bytes have been read: another active set may use the slot next, and its members cannot know
/// whether they have.
ARK_HOST_DEVICE ARK_GPU_NOINLINE inline errc exchange_with_all(detail::device_state& state,
                                                               const team_members& team,
                                                               const void* source,
                                                               std::size_t bytes) {
  const std::byte* own = nullptr;
  for (int step = 0; step < team.size; ++step) {
    const int pe = team.pe_at(step);
    std::uint64_t& number = state.collectives->exchanges[pair_index(state, team.slot, pe)];
    std::byte* area = exchange_area(state, team, state.pe, ++number);
    if (step == 0) {
      copy<thread_scope>(area, source, bytes);
      own = area;
      continue;
    }
    const errc code = deliver<thread_scope>(state, team, area, own, bytes, pe, seen_by_peers);
    if (code != errc::ok) return code;
  }
  const errc code = await_tokens(state, team);
  return code == errc::ok ? finish_with_all(state, team) : code;
}

#if !ARK_DEVICE_PASS
/// True if the host leaders of a team make the exchange for its members, for results of
/// `result_bytes`. Not in the slot of active sets: PEs that leave one set may enter the next, with
/// another host leader, before the host leaders of the first have read everything.
inline bool exchanges_by_host_leaders(const detail::device_state& state, const team_members& team,
                                      std::size_t bytes, std::size_t result_bytes) {
  const std::size_t most = state.workspace.exchange_bytes;
  return has_host_leaders(team) && bytes <= most && result_bytes <= most &&
         state.workspace.has_host_blocks && team.slot < detail::wide_team_slots &&
         team.slot != detail::active_set_team;
}

/// Area in every PE's heap for the bytes of the members on the host of `place`, in exchange
/// `number` of the host leaders.
inline std::byte* host_block(const detail::device_state& state, const team_members& team,
                             const detail::host_place& place, std::uint64_t number) {
  const std::size_t turn = 2 * static_cast<unsigned>(team.slot) + (number & 1);
  const std::size_t cell =
      turn * static_cast<unsigned>(state.n_pes) + static_cast<unsigned>(place.before);
  return reinterpret_cast<std::byte*>(state.heap_base + state.workspace.host_blocks +
                                      state.workspace.exchange_bytes * cell);
}

/// exchange_small() on a member that is not a host leader: it gives its bytes to its host leader
/// and receives its result.
inline errc exchange_with_host_leader(detail::device_state& state, const team_members& team,
                                      const void* source, std::size_t bytes, void* dest,
                                      std::size_t result_bytes) {
  const int pe = team.pe(team.places[team.rank].first);
  const std::uint64_t number = ++state.collectives->exchanges[pair_index(state, team.slot, pe)];
  std::byte* const area = exchange_area(state, team, state.pe, number);
  copy<thread_scope>(area, source, bytes);
  errc code = deliver<thread_scope>(state, team, area, area, bytes, pe, seen_by_peers);
  if (code == errc::ok) code = await_token(state, team, pe);
  if (code == errc::ok) code = finish_with_all(state, team);
  if (code == errc::ok)
    copy<thread_scope>(dest, exchange_area(state, team, pe, number), result_bytes);
  return code;
}

/// Addresses of all members' bytes, and the function that reduces them: the parameters of
/// exchange_small(), type-erased so that it is compiled once for all collectives. Next to a network
/// round trip these indirect calls cost nothing.
class block_source {
 public:
  template <class Given>
  explicit block_source(const Given& given)
      : given_(&given), address_([](const void* of, int member) {
          return (*static_cast<const Given*>(of))(member);
        }) {}
  const std::byte* operator()(int member) const { return address_(given_, member); }

 private:
  const void* given_;
  const std::byte* (*address_)(const void* given, int member);
};
class reducer {
 public:
  template <class Result>
  explicit reducer(const Result& result)
      : result_(&result),
        make_([](const void* by, int member, const block_source& given, void* into) {
          (*static_cast<const Result*>(by))(member, given, into);
        }) {}
  void operator()(int member, const block_source& given, void* into) const {
    make_(result_, member, given, into);
  }

 private:
  const void* result_;
  void (*make_)(const void* result, int member, const block_source& given, void* into);
};

/// exchange_small() on a host leader. It sends its host's bytes as one message to each other host
/// leader, and the results to the members of its host from the areas that hold their bytes.
inline errc exchange_by_host_leader(detail::device_state& state, const team_members& team,
                                    const void* source, std::size_t bytes, void* dest,
                                    std::size_t result_bytes, const reducer& result) {
  const detail::host_place& mine = team.places[team.rank];
  const auto number_with = [&](int member) -> std::uint64_t& {
    return state.collectives->exchanges[pair_index(state, team.slot, team.pe(member))];
  };
  std::byte* const own = host_block(state, team, mine, ++number_with(team.rank));
  copy<thread_scope>(own, source, bytes);
  errc code = for_own_host(team, [&](int member) {
    const errc received = await_token(state, team, team.pe(member));
    const std::byte* given = exchange_area(state, team, team.pe(member), ++number_with(member));
    const auto index = static_cast<unsigned>(team.places[member].index);
    if (received == errc::ok) copy<thread_scope>(own + bytes * index, given, bytes);
    return received;
  });
  if (code != errc::ok) return code;
  const std::size_t all = bytes * static_cast<unsigned>(mine.count);
  code = for_host_leaders(team, [&](int member) {
    std::byte* there = host_block(state, team, mine, ++number_with(member));
    return deliver<thread_scope>(state, team, there, own, all, team.pe(member), seen_by_peers);
  });
  if (code == errc::ok)
    code = for_host_leaders(team,
                            [&](int member) { return await_token(state, team, team.pe(member)); });
  if (code != errc::ok) return code;
  const auto address = [&](int member) -> const std::byte* {
    const detail::host_place& its = team.places[member];
    const std::byte* block =
        team.shares_host(member) ? own : host_block(state, team, its, number_with(its.first));
    return block + bytes * static_cast<unsigned>(its.index);
  };
  const block_source given(address);
  code = for_own_host(team, [&](int member) {
    const int pe = team.pe(member);
    std::byte* its = exchange_area(state, team, pe, number_with(member));
    result(member, given, its);
    return deliver<thread_scope>(state, team,
                                 exchange_area(state, team, state.pe, number_with(member)), its,
                                 result_bytes, pe, seen_by_peers);
  });
  if (code == errc::ok) code = finish_with_all(state, team);
  if (code == errc::ok) result(team.rank, given, dest);
  return code;
}
#endif

/// All-gathers `bytes` (at most exchange_bytes, equal on all members), then calls result(member,
/// given, into) to reduce the blocks given(0), given(1), ... into the `result_bytes` of `member` at
/// `into`. Leader only; source and dest need not be symmetric.
template <class Result>
ARK_HOST_DEVICE inline errc exchange_small(detail::device_state& state, const team_members& team,
                                           const void* source, std::size_t bytes, void* dest,
                                           [[maybe_unused]] std::size_t result_bytes,
                                           const Result& result) {
#if !ARK_DEVICE_PASS
  if (exchanges_by_host_leaders(state, team, bytes, result_bytes)) [[unlikely]] {
    if (is_host_leader(team, team.rank))
      return exchange_by_host_leader(state, team, source, bytes, dest, result_bytes,
                                     reducer(result));
    return exchange_with_host_leader(state, team, source, bytes, dest, result_bytes);
  }
#endif
  const errc code = exchange_with_all(state, team, source, bytes);
  if (code == errc::ok)
    result(
        team.rank, [&](int member) { return exchanged(state, team, member); }, dest);
  return code;
}

/// Fold `count` elements of the members [0, members), at least one; given(m) is the address of
/// those of member m.
template <class Fold, class Given>
ARK_HOST_DEVICE inline void fold_given(int members, const Fold& fold, const Given& given,
                                       void* dest, std::size_t count) {
  fold.copy(dest, given(0), count);
  for (int member = 1; member < members; ++member) fold.add(dest, given(member), count);
}

}  // namespace ark::device::collective
