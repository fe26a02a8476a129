// Checked mode: before a collective runs, PE 0 compares the calls of all PEs.
//
// Every other PE puts its record, with a signal, into PE 0's heap. PE 0 answers each with a verdict
// and a signal. The collective runs only after that, and only if all records match: one round trip,
// on the routes of ordinary transfers. A PE sends its next record only after it has read the last
// verdict, and PE 0 sends a verdict only after it has read all records, so nothing is overwritten
// early.
#pragma once

#include <ark/api/collective_list.h>

#include <ark/device/collective/team.hpp>

namespace ark::device {

/// Every PE has to call the same kind. reduce: by an operator of the caller.
enum class collective_kind : std::uint64_t {
  barrier_all,
  sync_all,
  team_sync,
  reduce,
#define ARK_COLLECTIVE_KIND(name, in_place) name,
  ARK_COLLECTIVES(ARK_COLLECTIVE_KIND)
#undef ARK_COLLECTIVE_KIND
};

ARK_HOST_DEVICE inline const char* collective_name(std::uint64_t kind) {
  switch (static_cast<collective_kind>(kind)) {
    case collective_kind::barrier_all:
      return "ark_barrier_all";
    case collective_kind::sync_all:
      return "ark_sync_all";
    case collective_kind::team_sync:
      return "ark_team_sync";
    case collective_kind::reduce:
      return "ark::reduce";
#define ARK_COLLECTIVE_NAME(name, in_place) \
  case collective_kind::name:               \
    return "ark_" #name;
      ARK_COLLECTIVES(ARK_COLLECTIVE_NAME)
#undef ARK_COLLECTIVE_NAME
  }
  return "an unknown collective";
}

/// True if dest of the call may be its source.
ARK_HOST_DEVICE constexpr bool may_be_in_place(collective_kind kind) {
  switch (kind) {
#define ARK_COLLECTIVE_IN_PLACE(name, in_place) \
  case collective_kind::name:                   \
    return in_place;
    ARK_COLLECTIVES(ARK_COLLECTIVE_IN_PLACE)
#undef ARK_COLLECTIVE_IN_PLACE
    case collective_kind::reduce:
      return true;
    default:
      return false;
  }
}

/// The user's call. dest and source null: a call without data.
struct collective_call {
  collective_kind kind = collective_kind::barrier_all;
  call_site site;
  void* dest = nullptr;
  const void* source = nullptr;
  int root = 0;
  int team = ARK_TEAM_WORLD;
};

template <class T>
ARK_HOST_DEVICE collective_call collective_of(collective_kind kind, int team, T* dest,
                                              const T* source, std::size_t count, int root = 0) {
  const char* name = collective_name(static_cast<std::uint64_t>(kind));
  return {kind, call_of<T>(name, count), dest, source, root, team};
}

namespace check {

ARK_HOST_DEVICE inline bool has_data(const collective_call& call) {
  return call.kind != collective_kind::barrier_all && call.kind != collective_kind::sync_all &&
         call.kind != collective_kind::team_sync;
}

/// True for an fcollect whose source is the caller's own block of dest.
ARK_HOST_DEVICE inline bool gathers_in_place(const detail::device_state& state,
                                             const collective_call& call) {
  if (call.kind != collective_kind::fcollect) return false;
  const auto rank = static_cast<std::uint64_t>(members_of(state, call.team).rank);
  const std::uint64_t own = rank * call.site.count * call.site.element_bytes;
  return bits_of(call.source) == bits_of(call.dest) + own;
}

/// Check the ranges that the call uses at least. The exact range of a collect or of a strided call
/// is known later.
ARK_HOST_DEVICE inline errc collective_buffers(detail::device_state& state,
                                               const collective_call& call) {
  constexpr detail::op_kind op = detail::op_kind::collective;
  const call_site& site = call.site;
  const auto pes = static_cast<std::uint64_t>(members_of(state, call.team).size);
  const bool gathers = call.kind == collective_kind::fcollect;
  const bool all =
      call.kind == collective_kind::alltoall || call.kind == collective_kind::alltoalls;
  std::uint64_t bytes = 0;
  errc code = size(state, {site, op, -1, "count"}, site.count,
                   site.element_bytes * (gathers || all ? pes : 1), &bytes);
  if (code != errc::ok || bytes == 0) return code;
  const std::uint64_t from_bytes = gathers ? bytes / pes : bytes;
  const argument to{site, op, state.pe, "dest"}, from{site, op, state.pe, "source"};
  code = symmetric(state, to, call.dest, bytes, site.alignment);
  if (code == errc::ok) code = symmetric(state, from, call.source, from_bytes, site.alignment);
  if (code == errc::ok && !gathers_in_place(state, call))
    code = apart(state, to, call.dest, bytes, "source", call.source, from_bytes,
                 may_be_in_place(call.kind));
  return code == errc::ok ? no_signal(state, to, call.dest, bytes) : code;
}

ARK_HOST_DEVICE inline errc collective_arguments(detail::device_state& state,
                                                 const collective_call& call) {
  constexpr detail::op_kind op = detail::op_kind::collective;
  if (!team_exists(state, call.team)) {
    const auto seen = static_cast<std::uint64_t>(std::int64_t{call.team});
    const int least = team_destroyed_before(state, call.team);
    const auto against =
        least >= 0 ? seen_against(seen, detail::cmp_kind::ge, static_cast<std::uint64_t>(least))
                   : seen_against(seen, detail::cmp_kind::lt,
                                  static_cast<std::uint64_t>(state.collectives->slots));
    return refused(state, {call.site, op, -1, "team"}, against, form::integer,
                   [&](detail::record_text& words) {
                     if (call.team == ARK_TEAM_INVALID) words.append("ARK_TEAM_INVALID, ");
                     if (least >= 0) words.append("this team was destroyed, ");
                     words.append(
                         "accepted ARK_TEAM_WORLD, ARK_TEAM_SHARED, or a team that the PE "
                         "has created");
                   });
  }
  const errc code = below(state, {call.site, op, -1, "root"}, call.root,
                          members_of(state, call.team).size, "PE out of range");
  return code == errc::ok && has_data(call) ? collective_buffers(state, call) : code;
}

// --- The exchange.

ARK_HOST_DEVICE inline detail::check_workspace& workspace(const detail::device_state& state) {
  return *reinterpret_cast<detail::check_workspace*>(state.heap_base + state.workspace.checks);
}
ARK_HOST_DEVICE inline detail::collective_record* records(const detail::device_state& state) {
  return reinterpret_cast<detail::collective_record*>(&workspace(state) + 1);
}
ARK_HOST_DEVICE inline std::uint64_t* sequences(const detail::device_state& state) {
  return reinterpret_cast<std::uint64_t*>(records(state) + state.n_pes);
}

ARK_HOST_DEVICE inline detail::collective_record record_of(const detail::device_state& state,
                                                           const collective_call& call,
                                                           bool was_refused) {
  detail::collective_record record;
  record.kind = static_cast<std::uint64_t>(call.kind);
  record.sequence = state.checks->collective_sequence;
  record.refused = was_refused ? 1 : 0;
  if (was_refused || !has_data(call)) return record;
  const bool collects = call.kind == collective_kind::collect;
  if (!collects) record.count = call.site.count;
  record.element_bytes = call.site.element_bytes;
  record.root = static_cast<std::uint64_t>(call.root);
  if (call.site.count == 0 && !collects) return record;
  // A member without elements has no source; if no member has elements, there is no dest. Own
  // blocks have different offsets.
  const bool dest_given = !collects || call.dest != nullptr;
  const bool source_given = collects ? call.site.count != 0 : !gathers_in_place(state, call);
  if (dest_given) record.dest = bits_of(call.dest) - state.heap_base;
  if (source_given) record.source = bits_of(call.source) - state.heap_base;
  return record;
}

/// The first field in which two records differ.
struct difference {
  const char* what = nullptr;
  std::uint64_t first = 0, other = 0;
};

ARK_HOST_DEVICE inline difference compare_records(const detail::collective_record& a,
                                                  const detail::collective_record& b) {
  if (a.refused != 0 || b.refused != 0) return {"refused", a.refused, b.refused};
  if (a.sequence != b.sequence) return {"number of collectives so far", a.sequence, b.sequence};
  if (a.kind != b.kind) return {"call", a.kind, b.kind};
  if (a.root != b.root) return {"root", a.root, b.root};
  if (a.count != b.count) return {"count", a.count, b.count};
  if (a.element_bytes != b.element_bytes) return {"type size", a.element_bytes, b.element_bytes};
  const auto differ = [](std::uint64_t one, std::uint64_t other) {
    return one != other && one != detail::any_offset && other != detail::any_offset;
  };
  if (differ(a.dest, b.dest)) return {"symmetric offset of dest", a.dest, b.dest};
  if (differ(a.source, b.source)) return {"symmetric offset of source", a.source, b.source};
  return {};
}

/// Record that PE 0's verdict did not arrive in time. PE 0 itself waits for the others' records: if
/// its words can be read, the missing PE is the first whose record PE 0 lacks.
ARK_HOST_DEVICE ARK_COLD inline errc verdict_failed(detail::device_state& state, detail::op_kind op,
                                                    const std::uint64_t* word,
                                                    std::uint64_t sequence, std::uint64_t seen) {
  const detail::peer_view& first = state.peers[0];
  const bool readable = first.route == detail::peer_route::mapped && state.host_copier == nullptr;
  int missing = 0;
  const std::uint64_t offset = bits_of(sequences(state)) - state.heap_base;
  const auto* theirs = reinterpret_cast<const std::uint64_t*>(first.heap_base + offset);
  for (int pe = 1; pe < state.n_pes && readable && missing == 0; ++pe) {
    const std::uint64_t entered = detail::load_acquire(theirs + pe);
    if (entered >= sequence) continue;
    missing = pe;
    seen = entered;
  }
  return wait_failed(
      state, errc::timeout, op, detail::cmp_kind::ge, missing, word, sequence, seen,
      readable ? detail::failure_reason::none : detail::failure_reason::verdict_not_reached);
}

/// Wait for a sequence number that `pe` sends.
ARK_HOST_DEVICE inline errc await_sequence(detail::device_state& state, const std::uint64_t* word,
                                           std::uint64_t sequence, int pe, detail::op_kind op) {
  const word_wait what{op, detail::cmp_kind::ge, 8, false, in_the_heap, by_a_peer};
  const word_seen end = wait_for_word(state, what, word, sequence, pe);
  if (end.code == errc::ok) return errc::ok;
  if (end.code == errc::timeout && state.pe != 0)
    return verdict_failed(state, op, word, sequence, end.value);
  return wait_failed(state, end.code, op, what.cmp, pe, word, sequence, end.value);
}

/// PE 0: wait for all records, and find the first that differs.
ARK_HOST_DEVICE inline errc judge(detail::device_state& state,
                                  const detail::collective_record& mine, detail::op_kind op,
                                  detail::collective_verdict& verdict) {
  verdict = {};
  verdict.first = mine;
  verdict.differs = mine.refused;
  for (int pe = 1; pe < state.n_pes && mine.refused == 0; ++pe) {
    const errc code = await_sequence(state, sequences(state) + pe, mine.sequence, pe, op);
    if (code != errc::ok) return code;
    const detail::collective_record& other = records(state)[pe];
    if (verdict.differs != 0 || compare_records(mine, other).what == nullptr) continue;
    verdict.differs = 1;
    verdict.pe = static_cast<std::uint64_t>(pe);
    verdict.other = other;
  }
  return errc::ok;
}

/// Exchange the records and PE 0's verdict. Fails if a message could not be sent or did not arrive.
ARK_HOST_DEVICE inline errc exchange(detail::device_state& state,
                                     const detail::collective_record& mine, detail::op_kind op,
                                     detail::collective_verdict& verdict) {
  detail::check_workspace& room = workspace(state);
  if (state.pe != 0) {
    room.outgoing_record = mine;
    const errc sent = put_signal_bytes<thread_scope>(
        records(state) + state.pe, &room.outgoing_record, sizeof mine, sequences(state) + state.pe,
        mine.sequence, ARK_SIGNAL_SET, 0, {completion::local});
    if (sent != errc::ok || mine.refused != 0) return sent;
    const errc received = await_sequence(state, &room.verdict_sequence, mine.sequence, 0, op);
    if (received == errc::ok) verdict = room.verdict;
    return received;
  }
  const errc judged = judge(state, mine, op, verdict);
  if (judged != errc::ok) return judged;
  // This PE may have failed its own check. Its waits then end at once, but every PE must still get
  // the verdict.
  room.outgoing = verdict;
  errc code = errc::ok;
  for (int pe = 1; pe < state.n_pes; ++pe) {
    const errc sent = put_signal_bytes<thread_scope>(&room.verdict, &room.outgoing, sizeof verdict,
                                                     &room.verdict_sequence, mine.sequence,
                                                     ARK_SIGNAL_SET, pe, {completion::local});
    if (code == errc::ok) code = sent;
  }
  return code;
}

ARK_HOST_DEVICE ARK_COLD inline errc disagreed(detail::device_state& state,
                                               const detail::collective_verdict& verdict) {
  const difference found = compare_records(verdict.first, verdict.other);
  failure_record record = seen_against(found.other, detail::cmp_kind::eq, found.first);
  record.code = errc::asymmetric;
  record.op = detail::op_kind::collective;
  const auto other = static_cast<std::int32_t>(verdict.pe);
  record.peer = state.pe == other ? 0 : other;
  record.has_value = found.what != nullptr;
  detail::record_text words(record);
  words.append("collective ").number(verdict.first.sequence).append(": ");
  if (verdict.first.refused != 0 || verdict.other.refused != 0) {
    const bool by_first = verdict.first.refused != 0;
    words.append("PE ").integer(by_first ? 0 : other).append("'s own check refused its ");
    words.append(collective_name(by_first ? verdict.first.kind : verdict.other.kind));
    words.append("; no PE runs it");
    record.peer = by_first ? 0 : other;
    return fail(state, record);
  }
  words.append("PE 0 called ")
      .append(collective_name(verdict.first.kind))
      .append(", PE ")
      .integer(other);
  words.append(" called ")
      .append(collective_name(verdict.other.kind))
      .append(": ")
      .append(found.what);
  if (verdict.first.kind == verdict.other.kind)
    words.append(" = ").number(found.first).append(" and ").number(found.other);
  words.append(verdict.first.kind == verdict.other.kind
                   ? ", accepted: the same on every PE"
                   : " differs, accepted: the same on every PE");
  return fail(state, record);
}

/// Check the arguments, then compare the calls of all PEs; calls on a smaller team are not
/// compared. A barrier or sync clears the table of signal words, whose memory may hold data
/// afterwards. One thread per PE.
ARK_HOST_DEVICE ARK_COLD inline errc collective(detail::device_state& state,
                                                const collective_call& call) {
  const errc refusal = collective_arguments(state, call);
  if (!has_data(call)) forget_signals(*state.checks);
  if (call.team != ARK_TEAM_WORLD) return refusal;
  ++state.checks->collective_sequence;
  if (state.n_pes == 1) return refusal;
  const detail::op_kind op =
      has_data(call) ? detail::op_kind::collective : detail::op_kind::barrier;
  detail::collective_verdict verdict;
  const errc code = exchange(state, record_of(state, call, refusal != errc::ok), op, verdict);
  if (refusal != errc::ok) return refusal;
  if (code != errc::ok) return code;
  return verdict.differs == 0 ? errc::ok : disagreed(state, verdict);
}

}  // namespace check

/// Run a collective; in checked mode only if its arguments are accepted and every PE makes the same
/// call.
template <class Scope, class Run>
ARK_HOST_DEVICE inline errc checked(const collective_call& call, Run&& run) {
  detail::device_state& state = context(call.site.name);
  if (check::wanted(state, call.site)) [[unlikely]] {
    Scope::sync();
    errc code = errc::ok;
    if (Scope::leader()) code = check::collective(state, call);
    code = scope_result<Scope>(state, code);
    if (code != errc::ok) return code;
  }
  const errc code = run();
#if !ARK_DEVICE_PASS
  // The caller must not continue as if all PEs had arrived.
  if (code != errc::ok) [[unlikely]]
    detail::failure_on_host(state);
#endif
  return code;
}

}  // namespace ark::device
