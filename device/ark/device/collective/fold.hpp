// The arithmetic of reductions and scans: elements of several members become one, in the members'
// order.
//
// A fold is a type with `element_bytes()`, `copy(into, from, count)`, and
// `add(into, from, count)`: into[i] = op(into[i], from[i]). Addresses are aligned to elements.
#pragma once

#include <ark/device/collective/operators.hpp>
#include <ark/device/collective/team.hpp>
#include <ark/device/transfer/rma.hpp>
#include <cstring>

namespace ark::device::collective {

/// Largest element: a GPU's thread reserves this much of its stack for one.
inline constexpr std::size_t most_element_bytes = 32;

/// Fold of elements of type T by an operator.
template <class T, class Op>
struct typed_fold {
  using element_type = T;
  static_assert(sizeof(T) <= most_element_bytes, "reductions take elements of up to 32 bytes");
  Op op;

  [[nodiscard]] ARK_HOST_DEVICE static constexpr std::size_t element_bytes() { return sizeof(T); }
  ARK_HOST_DEVICE static void copy(void* into, const void* from, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
      static_cast<T*>(into)[i] = static_cast<const T*>(from)[i];
  }
  ARK_HOST_DEVICE void add(void* into, const void* from, std::size_t count) const {
    auto* to = static_cast<T*>(into);
    const auto* other = static_cast<const T*>(from);
    std::size_t i = 0;
#if !ARK_DEVICE_PASS
    // At -O2 a CPU's compiler vectorises a loop only if its length is a constant.
    constexpr std::size_t at_once = sizeof(T) < 32 ? 64 / sizeof(T) : 1;
    for (; i + at_once <= count; i += at_once) {
      T sum[at_once], next[at_once];
      std::memcpy(sum, to + i, sizeof sum);
      std::memcpy(next, other + i, sizeof next);
      for (std::size_t k = 0; k < at_once; ++k) sum[k] = op(sum[k], next[k]);
      std::memcpy(to + i, sum, sizeof sum);
    }
#endif
    for (; i < count; ++i) to[i] = op(to[i], other[i]);
  }
};

#if ARK_DEVICE_PASS
/// The fold that a collective uses. On a GPU the operator is inlined.
template <class T, class Op>
ARK_HOST_DEVICE inline typed_fold<T, Op> fold_of(const Op& op) {
  return {op};
}
#else
/// Fold of elements whose type is known at run time. On a CPU the collectives are compiled for this
/// fold only: an indirect call for each part costs less than the code of all types.
struct erased_fold {
  std::size_t element;
  void (*function)(const void* op, void* into, const void* from, std::size_t count);
  const void* op;  ///< the caller's

  [[nodiscard]] std::size_t element_bytes() const { return element; }
  void copy(void* into, const void* from, std::size_t count) const {
    detail::copy_plain(into, from, count * element);
  }
  void add(void* into, const void* from, std::size_t count) const {
    function(op, into, from, count);
  }
};
template <class T, class Op>
inline void fold_elements(const void* op, void* into, const void* from, std::size_t count) {
  typed_fold<T, Op>{*static_cast<const Op*>(op)}.add(into, from, count);
}
/// The fold that a collective uses; `op` must outlive it.
template <class T, class Op>
inline erased_fold fold_of(const Op& op) {
  return {sizeof(T), fold_elements<T, Op>, &op};
}
#endif

/// Elements that a thread of a GPU folds at once, which is the number of its loads in flight.
template <class T>
inline constexpr unsigned folded_at_once = sizeof(T) < 4    ? 8
                                           : sizeof(T) < 32 ? 32 / sizeof(T)
                                                            : 1;

/// Fold the elements rank, rank + size, ... of `count`; source(m) is the array of member m. For a
/// GPU: neighbouring threads load neighbouring elements, and a thread issues all its loads of a
/// member before it uses the first value.
template <class T, class Op, class Source>
ARK_HOST_DEVICE inline void fold_strided(T* dest, const Source& source, int members,
                                         std::size_t count, unsigned rank, unsigned size,
                                         const Op& op) {
  constexpr unsigned at_once = folded_at_once<T>;
  const std::size_t step = size;
  for (std::size_t first = rank; first < count; first += step * at_once) {
    T sum[at_once], next[at_once];
    const auto load = [&](int member, T* into) {
      const T* from = source(member) + first;
      for (unsigned i = 0; i < at_once; ++i)
        if (first + i * step < count) into[i] = from[i * step];
    };
    load(0, sum);
    ARK_NO_UNROLL
    for (int member = 1; member < members; ++member) {
      load(member, next);
      for (unsigned i = 0; i < at_once; ++i)
        if (first + i * step < count) sum[i] = op(sum[i], next[i]);
    }
    for (unsigned i = 0; i < at_once; ++i)
      if (first + i * step < count) dest[first + i * step] = sum[i];
  }
}

/// True if the caller can load from the heaps of the members [0, members).
ARK_HOST_DEVICE inline bool all_mapped(const detail::device_state& state, const team_members& team,
                                       int members) {
  for (int member = 0; member < members; ++member) {
    if (state.peers[team.pe(member)].route != detail::peer_route::mapped) return false;
  }
  return true;
}

/// Range of a fold: source[0, count) of the members [0, members), at least one, into dest[0, count)
/// of the caller.
struct fold_range {
  void* dest;
  const void* source;  ///< symmetric
  std::size_t count;
  int members;
};

/// Fold with loads from the sources, all of which are mapped. A lane of a CPU processes as much at
/// a time as its L1 cache holds.
template <class Fold>
ARK_HOST_DEVICE inline void fold_mapped(const detail::device_state& state, const team_members& team,
                                        const Fold& fold, const fold_range& range, unsigned rank,
                                        unsigned size) {
  const std::uint64_t source = reinterpret_cast<std::uint64_t>(range.source) - state.heap_base;
  const auto elements_of = [&](int member) {
    return reinterpret_cast<const std::byte*>(state.peers[team.pe(member)].heap_base + source);
  };
#if ARK_DEVICE_PASS
  using element = typename Fold::element_type;
  fold_strided(
      static_cast<element*>(range.dest),
      [&](int member) { return reinterpret_cast<const element*>(elements_of(member)); },
      range.members, range.count, rank, size, fold.op);
#else
  constexpr std::size_t tile_bytes = 4096;
  const std::size_t element = fold.element_bytes(), tile = tile_bytes / element;
  alignas(16) std::byte sum[tile_bytes];
  for (std::size_t at = rank * tile; at < range.count; at += size * tile) {
    const std::size_t n = range.count - at < tile ? range.count - at : tile;
    fold.copy(sum, elements_of(0) + at * element, n);
    for (int member = 1; member < range.members; ++member)
      fold.add(sum, elements_of(member) + at * element, n);
    fold.copy(static_cast<std::byte*>(range.dest) + at * element, sum, n);
  }
#endif
}

#if ARK_DEVICE_PASS
/// Get `bytes` of `source` on `pe` to the caller's stack. In pieces that fit a reply slot if
/// replies arrive in reply slots, because the consumer cannot access that stack.
template <unsigned Bytes>
ARK_DEVICE inline errc get_to_stack(std::byte* into, const std::byte* source, unsigned bytes,
                                    int pe) {
  constexpr unsigned piece = detail::reply_bytes;
  if constexpr (Bytes <= piece) {
    return get_bytes<thread_scope>(into, source, bytes, pe, {completion::value});
  } else {
    const detail::device_state& state = context();
    const bool by_reply = queue::has_reply_slots(state, state.peers[pe].route);
    if (!by_reply) return get_bytes<thread_scope>(into, source, bytes, pe, {completion::local});
    errc code = errc::ok;
    for (unsigned at = 0; at < bytes && code == errc::ok; at += piece) {
      const unsigned n = bytes - at < piece ? bytes - at : piece;
      code = get_bytes<thread_scope>(into + at, source + at, n, pe, {completion::value});
    }
    return code;
  }
}

/// Fold sources that are fetched by gets, tile by tile. A tile is what one reply slot holds, or one
/// element. Out of line: only here does a kernel have the tiles on its stack.
template <class Fold>
ARK_DEVICE ARK_NOINLINE errc fold_fetched(detail::device_state& /*state*/, const team_members& team,
                                          const Fold& fold, const fold_range& range, unsigned rank,
                                          unsigned size) {
  constexpr unsigned element = sizeof(typename Fold::element_type);
  constexpr unsigned tile = element < detail::reply_bytes ? detail::reply_bytes / element : 1;
  alignas(16) std::byte sum[tile * element], next[tile * element];
  // In memory, not in registers: a get needs these, and a request takes microseconds.
  volatile std::size_t at;
  volatile int member;
  const auto elements = [](std::size_t left) {
    return left >= tile ? tile : static_cast<unsigned>(left);
  };
  for (at = rank * tile; at < range.count; at = at + size * tile) {
    for (member = 0; member < range.members; member = member + 1) {
      const unsigned n = elements(range.count - at);
      const auto* from = static_cast<const std::byte*>(range.source) + at * element;
      const errc code = get_to_stack<tile * element>(member == 0 ? sum : next, from, n * element,
                                                     team.pe(member));
      if (code != errc::ok) return code;
      if (member > 0) fold.add(sum, next, elements(range.count - at));
    }
    auto* const to = static_cast<std::byte*>(range.dest) + at * element;
    fold.copy(to, sum, elements(range.count - at));
  }
  return errc::ok;
}
#else
/// Sources of a fold on a CPU, and which of them are mapped.
struct fold_sources {
  const detail::device_state& state;
  const team_members& team;
  std::uint64_t source;  ///< offset of the range in the heap
  int members;

  [[nodiscard]] const detail::peer_view& peer(int member) const {
    return state.peers[team.pe(member)];
  }
  [[nodiscard]] bool mapped(int member) const {
    return peer(member).route == detail::peer_route::mapped;
  }
  [[nodiscard]] std::size_t fetched() const {
    std::size_t count = 0;
    for (int member = 0; member < members; ++member) count += mapped(member) ? 0 : 1;
    return count;
  }
};

/// Get `bytes` from `at` on of each member that is not mapped, consecutively to `into`. All gets go
/// through the proxy's ring, which completes in order: waiting for the last one suffices.
inline errc fetch_parts(const fold_sources& from, std::uint64_t at, std::byte* into,
                        std::size_t bytes) {
  std::size_t left = from.fetched();
  errc code = errc::ok;
  for (int member = 0; member < from.members && code == errc::ok; ++member) {
    if (from.mapped(member)) continue;
    const auto* source =
        reinterpret_cast<const std::byte*>(from.state.heap_base + from.source + at);
    const completion until = --left > 0 ? completion::deferred : completion::local;
    code = get_bytes<thread_scope>(into, source, bytes, from.team.pe(member), {until});
    into += bytes;
  }
  return code;
}

/// Memory for fetched elements. Not <memory>: it would take a tenth of the compile time of
/// <ark/ark.hpp>.
struct fold_room {
  explicit fold_room(std::size_t size) : bytes(new std::byte[size]) {}
  ~fold_room() { delete[] bytes; }
  fold_room(const fold_room&) = delete;
  fold_room& operator=(const fold_room&) = delete;

  std::byte* bytes;
};

/// Fold sources that are fetched by gets, on the first lane: one part of all sources at a time,
/// because each part takes a round trip.
template <class Fold>
inline errc fold_fetched(detail::device_state& state, const team_members& team, const Fold& fold,
                         const fold_range& range, unsigned rank, unsigned /*size*/) {
  if (rank != 0 || range.count == 0) return errc::ok;
  constexpr std::size_t most_room = 1 << 20, most_part = most_room / 4;
  const std::size_t element = fold.element_bytes();
  const fold_sources from{
      state, team, reinterpret_cast<std::uint64_t>(range.source) - state.heap_base, range.members};
  const std::size_t parts = from.fetched() + 1;  // and the sum
  const std::size_t most = most_room / parts < most_part ? most_room / parts : most_part;
  const std::size_t tile = most < element ? 1 : most / element;
  const std::size_t room_for = tile < range.count ? tile : range.count;
  fold_room room(parts * room_for * element);
  for (std::size_t at = 0; at < range.count; at += tile) {
    const std::size_t n = tile < range.count - at ? tile : range.count - at;
    std::byte* const sum = room.bytes;
    const std::byte* next = sum + n * element;
    const errc code = fetch_parts(from, at * element, sum + n * element, n * element);
    if (code != errc::ok) {
      room.bytes = nullptr;  // replies may still arrive: the memory is never freed
      return code;
    }
    for (int member = 0; member < range.members; ++member) {
      const bool mapped = from.mapped(member);
      const auto* in_place = reinterpret_cast<const std::byte*>(from.peer(member).heap_base +
                                                                from.source + at * element);
      const std::byte* elements = mapped ? in_place : next;
      if (!mapped) next += n * element;
      if (member == 0) {
        fold.copy(sum, elements, n);
      } else {
        fold.add(sum, elements, n);
      }
    }
    fold.copy(static_cast<std::byte*>(range.dest) + at * element, sum, n);
  }
  return errc::ok;
}
#endif

/// Fold the calling thread's share; `rank`, `size`: its own in its scope. The result has the same
/// bits on every PE.
template <class Fold>
ARK_HOST_DEVICE inline errc fold_slice(detail::device_state& state, const team_members& team,
                                       const Fold& fold, const fold_range& range, unsigned rank,
                                       unsigned size) {
  if (!all_mapped(state, team, range.members))
    return fold_fetched(state, team, fold, range, rank, size);
  fold_mapped(state, team, fold, range, rank, size);
  return errc::ok;
}

}  // namespace ark::device::collective
