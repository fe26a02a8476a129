// Waits for, and tests of, words of the caller's own heap that other PEs write.
#pragma once

#include <ark/device/state/check.hpp>
#include <ark/device/state/context.hpp>
#include <ark/device/transfer/transfer_trace.hpp>
#include <ark/types.hpp>

namespace ark::device {

template <class T>
ARK_HOST_DEVICE inline bool compare(T seen, int cmp, T value) {
  switch (static_cast<ark_cmp_t>(cmp)) {
    case ARK_CMP_EQ:
      return seen == value;
    case ARK_CMP_NE:
      return seen != value;
    case ARK_CMP_GT:
      return seen > value;
    case ARK_CMP_GE:
      return seen >= value;
    case ARK_CMP_LT:
      return seen < value;
    case ARK_CMP_LE:
      return seen <= value;
  }
  return false;
}

ARK_HOST_DEVICE inline errc check_cmp(detail::device_state& state, int cmp) {
  if (cmp >= ARK_CMP_EQ && cmp <= ARK_CMP_LE) return errc::ok;
  return fail(state,
              {errc::invalid_argument, detail::op_kind::wait_until, detail::cmp_kind::le,
               detail::failure_reason::comparison},
              -1, detail::no_offset, ARK_CMP_LE, static_cast<std::uint64_t>(std::int64_t{cmp}));
}

/// The checks of a test before it reads. Returns false after a refusal.
ARK_HOST_DEVICE inline bool testable(const call_site& call, const void* words, int cmp) {
  detail::device_state& state = context(call.name);
  if (check::wanted(state, call)) [[unlikely]] {
    return check::words(state, call, words, cmp) == errc::ok;
  }
  return check_cmp(state, cmp) == errc::ok;
}

/// A set of words. Element `i` takes part unless excluded[i] is set, and is compared with the
/// common value or with its own value.
template <class T>
struct word_set {
  const T* words;
  std::size_t count;
  const int* excluded;  ///< may be null: all take part
  int cmp;
  T value;
  const T* values;              ///< null: `value` for all
  detail::device_state* state;  ///< of the PE that owns the words

  ARK_HOST_DEVICE bool takes_part(std::size_t i) const {
    return excluded == nullptr || excluded[i] == 0;
  }
  ARK_HOST_DEVICE T wanted(std::size_t i) const { return values == nullptr ? value : values[i]; }
  /// A poll: see poll_word().
  ARK_HOST_DEVICE bool holds(std::size_t i) const {
    return compare(poll_word(*state, words + i), cmp, wanted(i));
  }
  /// True if no element takes part: the wait and test families then return at once.
  ARK_HOST_DEVICE bool empty() const {
    for (std::size_t i = 0; i < count; ++i) {
      if (takes_part(i)) return false;
    }
    return true;
  }
  /// all(), any() and some() acquire what the elements that hold were to show.
  ARK_HOST_DEVICE bool all() const {
    if (first_missing(0) != count) return false;
    detail::fence_after_polls();
    return true;
  }
  ARK_HOST_DEVICE std::size_t first_missing(std::size_t from) const {
    for (std::size_t i = from; i < count; ++i) {
      if (takes_part(i) && !holds(i)) return i;
    }
    return count;
  }
  /// The index at which a call of *_any starts to read. It changes with each call, so that a series
  /// of calls returns every element that holds. It is pseudo-random, so that callers that alternate
  /// do not divide the elements among themselves.
  ARK_HOST_DEVICE std::size_t first_of_any() const {
    if (count < 2) return 0;
    const std::uint64_t call = detail::fetch_add_relaxed(&state->any_calls, 1u);
    return static_cast<std::size_t>((call * 0x9e3779b97f4a7c15u >> 32) % count);
  }
  /// The first element that holds, searched from `begin` to the end and then from 0; SIZE_MAX if
  /// none.
  ARK_HOST_DEVICE std::size_t any(std::size_t begin) const {
    std::size_t found = first_of(begin, count);
    if (found == none) found = first_of(0, begin);
    if (found != none) detail::fence_after_polls();
    return found;
  }
  /// Write the indices of the elements that hold, in order; returns their number.
  ARK_HOST_DEVICE std::size_t some(std::size_t* indices) const {
    std::size_t found = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (takes_part(i) && holds(i)) indices[found++] = i;
    }
    if (found > 0) detail::fence_after_polls();
    return found;
  }

 private:
  static constexpr auto none = static_cast<std::size_t>(-1);
  ARK_HOST_DEVICE std::size_t first_of(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (takes_part(i) && holds(i)) return i;
    }
    return none;
  }
};

template <class T>
ARK_HOST_DEVICE inline void fill_wait_info(detail::wait_info& info, detail::op_kind op,
                                           const T* word, int cmp, T value) {
  info.op = op;
  info.cmp = static_cast<detail::cmp_kind>(cmp);
  info.value_bytes = sizeof(T);
  info.address = word;
  info.expected = static_cast<std::uint64_t>(value);
}

template <class T>
ARK_HOST_DEVICE inline errc check_word(detail::device_state& state, detail::op_kind op,
                                       const T* word, int cmp, const call_site& call) {
  if constexpr (std::is_same_v<T, std::uint64_t>) {
    if (op == detail::op_kind::signal_wait_until) return check::own_signal(state, call, word, cmp);
  }
  return check::words(state, call, word, cmp);
}

/// Wait until `word` compares with `value`; `*last` is the value that ended the wait. The deadline
/// is the PE's.
template <class T>
ARK_HOST_DEVICE inline errc wait_word(detail::op_kind op, const T* word, int cmp, T value, T* last,
                                      const call_site& call = {}) {
  detail::device_state& state = context(call.name);
  if (check::wanted(state, call)) [[unlikely]] {
    const errc code = check_word(state, op, word, cmp, call);
    if (code != errc::ok) return code;
  }
  if (const errc code = check_cmp(state, cmp); code != errc::ok) return code;
  const std::uint64_t begun = trace::wait_begun(state);
  errc code = errc::ok;
  *last = poll_word(state, word);
  if (compare(*last, cmp, value)) {
    detail::fence_after_polls();
  } else {
    const word_wait what{op,          static_cast<detail::cmp_kind>(cmp),
                         sizeof(T),   std::is_signed_v<T>,
                         in_the_heap, by_a_peer};
    const word_seen end = await_word(state, what, -1, word, static_cast<std::uint64_t>(value));
    *last = static_cast<T>(end.value);
    code = end.code;
  }
  if (code == errc::ok) trace::wait_ended(state, op, word, cmp, value, *last, begun);
  return code;
}

/// Wait until `done(set)`; the failure record names the first element that is still missing.
template <class T, class Done>
ARK_HOST_DEVICE inline errc wait_set(const word_set<T>& set, Done&& done,
                                     const call_site& call = {}) {
  detail::device_state& state = context(call.name);
  if (check::wanted(state, call)) [[unlikely]] {
    const errc code = check::words(state, call, set.words, set.cmp);
    if (code != errc::ok) return code;
  }
  if (const errc code = check_cmp(state, set.cmp); code != errc::ok) return code;
  if (set.empty()) return errc::ok;
  detail::wait_info info;
  const std::size_t missing = set.first_missing(0);
  if (missing < set.count) {
    fill_wait_info(info, detail::op_kind::wait_until, set.words + missing, set.cmp,
                   set.wanted(missing));
  }
  const errc code = wait_for_peer(state, done, info);
  if (code == errc::ok) return code;
  const std::size_t still = set.first_missing(0);
  if (still < set.count) {
    fill_wait_info(info, detail::op_kind::wait_until, set.words + still, set.cmp,
                   set.wanted(still));
    info.seen = static_cast<std::uint64_t>(read_word(state, set.words + still));
  }
  return wait_failed(state, code, info);
}

}  // namespace ark::device
