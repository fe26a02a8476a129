// Stream-ordered collectives in several kernels, in the order of the stream: some that move the
// data by several blocks, and one of one thread that fences, exchanges tokens and completes.
#pragma once

#include <ark/device/stream/stream_kernel.hpp>

namespace ark::device {

namespace collective {

/// Move part `index` of `count` of a block to `pe` by stores, or by the proxy.
ARK_HOST_DEVICE inline errc put_part(void* dest, const void* source, std::size_t bytes, int pe,
                                     unsigned index, unsigned count) {
  const stream_part mine = part_of(bytes, index, count);
  auto* to = static_cast<std::byte*>(dest) + mine.first;
  const auto* from = static_cast<const std::byte*>(source) + mine.first;
  if (to == from && pe == context().pe) return errc::ok;
  return put_bytes<block_scope, moved_options<copy_agent::caller>>(to, from, mine.bytes, pe,
                                                                   {completion::deferred});
}

/// Send tokens to the members that wait for the caller, and wait for those that send to it. `root`:
/// the only sender; -1: all send. Everything that the caller has sent is delivered before its
/// tokens. One thread.
ARK_HOST_DEVICE inline errc sync_with_senders(detail::device_state& state, const team_members& team,
                                              int root) {
  const bool sends = root < 0 || root == team.rank;
  errc code = sends ? fence() : errc::ok;
  for (int step = 1; step < team.size && sends && code == errc::ok; ++step)
    code = send_token(state, team, team.pe_at(step));
  for (int step = 1; step < team.size && code == errc::ok; ++step) {
    const int member = team.member_at(step);
    if (root < 0 || root == member) code = await_token(state, team, team.pe(member));
  }
  return code == errc::ok && sends ? quiet() : code;
}

}  // namespace collective

namespace stream_operation {

/// Checked mode: compare the calls of the members.
template <collective_kind Kind>
struct compare_calls {
  collective_call call;

  ARK_HOST_DEVICE errc operator()() const {
    collective_call named = call;
    named.site.name = collective_name(static_cast<std::uint64_t>(Kind));
    return checked<block_scope>(named, [] { return errc::ok; });
  }
};

/// The calling block's part of a broadcast, fcollect or alltoall.
template <collective_kind Kind>
struct move_part {
  collective_call call;
  unsigned blocks;

  ARK_HOST_DEVICE errc operator()() const {
    const team_members team = members_of(context(), call.team);
    if (Kind == collective_kind::broadcast && team.rank != call.root) return errc::ok;
    const std::size_t bytes = call.site.count * call.site.element_bytes;
    auto* dest = static_cast<std::byte*>(call.dest);
    if (Kind != collective_kind::broadcast) dest += bytes * static_cast<unsigned>(team.rank);
    errc code = errc::ok;
    for (int step = 0; step < team.size && code == errc::ok; ++step) {
      const int member = team.member_at(step);
      const auto* source = static_cast<const std::byte*>(call.source);
      if (Kind == collective_kind::alltoall) source += bytes * static_cast<unsigned>(member);
      code =
          collective::put_part(dest, source, bytes, team.pe(member), place::block_index(), blocks);
    }
    return code;
  }
};

/// The calling block's part of the caller's slice of a reduction, folded and sent to all. A part is
/// whole elements.
template <class T, class Op>
struct reduce_part {
  T* dest;
  const T* source;
  std::size_t count;
  int team;
  unsigned blocks;
  Op op;

  ARK_HOST_DEVICE errc operator()() const {
    detail::device_state& state = context();
    const team_members members = members_of(state, team);
    const collective::fold_slices slices(members, dest, count, sizeof(T));
    const collective::member_block slice = slices(members.rank);
    const std::size_t elements = slice.bytes / sizeof(T), index = place::block_index();
    const std::size_t share = elements / blocks + (elements % blocks != 0 ? 1 : 0);
    const std::size_t first = share * index < elements ? share * index : elements;
    const std::size_t mine = share < elements - first ? share : elements - first;
    auto* to = reinterpret_cast<T*>(slice.address) + first;
    errc code = collective::fold_slice(state, members, collective::fold_of<T>(op),
                                       {to, source + (to - dest), mine, members.size},
                                       block_scope::rank(), block_scope::size());
    if (block_scope::any(code != errc::ok)) return code != errc::ok ? code : status(state);
    block_scope::sync();
    for (int step = 1; step < members.size && code == errc::ok; ++step) {
      code = collective::put_part(to, to, mine * sizeof(T), members.pe_at(step), 0, 1);
    }
    return code;
  }
};

/// The end of a collective whose data was sent by earlier kernels. One thread.
struct exchange_tokens {
  int team;
  int root;  ///< root of a broadcast; other collectives: -1

  ARK_HOST_DEVICE errc operator()() const {
    detail::device_state& state = context();
    return collective::sync_with_senders(state, members_of(state, team), root);
  }
};

}  // namespace stream_operation
}  // namespace ark::device
