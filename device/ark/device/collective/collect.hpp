// Collectives whose element counts or strides are arguments of the call: collect and alltoalls.
#pragma once

#include <ark/device/collective/collective.hpp>

namespace ark::device::collective {

/// The place of the caller's block in dest, and the bytes of all blocks; too_many_bytes if 64 bits
/// do not hold them.
struct block_place {
  std::uint64_t first = 0, total = 0;
};
/// The place of the block of `rank` among `members`, whose sizes are at given(member).
template <class Given>
ARK_HOST_DEVICE inline block_place place_of_block(int rank, int members, const Given& given) {
  block_place place;
  for (int member = 0; member < members; ++member) {
    if (member == rank) place.first = place.total;
    const auto* word = reinterpret_cast<const std::uint64_t*>(given(member));
    const std::uint64_t bytes = detail::load_acquire(word);
    const bool fits = bytes < detail::too_many_bytes - place.total;
    place.total = fits ? place.total + bytes : detail::too_many_bytes;
    if (!fits) break;
  }
  return place;
}

/// Address at which the threads of the caller's scope find its block_place: the exchange area from
/// which its size was sent, which all receivers have read.
ARK_HOST_DEVICE inline block_place* own_place(const detail::device_state& state,
                                              const team_members& team) {
  return reinterpret_cast<block_place*>(exchange_area(state, team, state.pe, 0));
}

/// Concatenate the blocks of all members, whose sizes may differ. All members refuse the same
/// total.
template <class Scope>
ARK_HOST_DEVICE inline errc collect(const team_members& team, void* dest, const void* source,
                                    std::uint64_t bytes) {
  detail::device_state& state = context();
  errc code = check_reach(state);
  if (code != errc::ok) return code;
  Scope::sync();
  const auto place_of = [&](int member, const auto& given, void* into) {
    *static_cast<block_place*>(into) = place_of_block(member, team.size, given);
  };
  code = by_leader<Scope>(state, [&] {
    return exchange_small(state, team, &bytes, sizeof bytes, own_place(state, team),
                          sizeof(block_place), place_of);
  });
  if (code != errc::ok) return code;
  const block_place place = *own_place(state, team);
  if (place.total > 0)
    code = check_range(state, {dest, place.total, state.pe, detail::op_kind::collective});
  if (code != errc::ok) return code;
  auto* mine_at_others = static_cast<std::byte*>(dest) + place.first;
  for (int step = 1; step < team.size; ++step) {
    code =
        deliver<Scope>(state, team, mine_at_others, source, bytes, team.pe_at(step), seen_by_peers);
    if (code != errc::ok) return code;
  }
  copy_local<Scope>(mine_at_others, source, bytes);
  return gather_and_finish<Scope>(state, team);
}

/// Put the elements of all blocks to their places; the scope's threads divide the elements of each
/// block.
template <class Scope, class T>
ARK_HOST_DEVICE inline errc put_blocks(const team_members& team, T* dest, const T* source,
                                       std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride,
                                       std::size_t count) {
  for (int step = 0; step < team.size; ++step) {
    const int member = (team.rank + step) % team.size;
    const std::size_t to = count * static_cast<unsigned>(team.rank);
    const std::size_t from = count * static_cast<unsigned>(member);
    for (std::size_t i = Scope::rank(); i < count; i += Scope::size()) {
      const errc code = put_element(dest + static_cast<std::ptrdiff_t>(to + i) * dest_stride,
                                    source[static_cast<std::ptrdiff_t>(from + i) * source_stride],
                                    team.pe(member));
      if (code != errc::ok) return code;
    }
  }
  return errc::ok;
}

/// alltoall with strides, in elements, at least 1. A quiet, which completes the elements of all
/// threads of the scope, precedes the tokens.
template <class Scope, class T>
ARK_HOST_DEVICE inline errc alltoalls(const team_members& team, T* dest, const T* source,
                                      std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride,
                                      std::size_t count) {
  if (dest_stride == 1 && source_stride == 1)
    return exchange<Scope>(team, dest, source, count * sizeof(T), true);
  detail::device_state& state = context();
  errc code = check_reach(state);
  if (code == errc::ok)
    code = put_blocks<Scope>(team, dest, source, dest_stride, source_stride, count);
  code = scope_result<Scope>(state, code);
  if (code != errc::ok) return code;
  return by_leader<Scope>(state, [&] {
    errc done = quiet();
    for (int step = 1; step < team.size && done == errc::ok; ++step)
      done = send_token(state, team, team.pe_at(step), seen_by_peers);
    return done == errc::ok ? await_tokens(state, team) : done;
  });
}

}  // namespace ark::device::collective
