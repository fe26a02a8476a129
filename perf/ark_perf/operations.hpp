// What one iteration of each test does. Single source: kernels and the host.
//
// A failure does not end a loop: it makes every later wait return at once, and the host reports it
// after the loop.
#pragma once

#include <ark/collective.hpp>
#include <ark/gather.hpp>
#include <ark/order.hpp>
#include <ark/plan.hpp>
#include <ark/rma.hpp>
#include <ark/signal.hpp>
#include <ark/team.hpp>
#include <type_traits>

#include "check_pattern.hpp"
#include "loop.hpp"

namespace ark_perf {

/// The public calls of one scope.
template <class Scope>
struct calls;

template <>
struct calls<thread_scope> {
  ARK_HOST_DEVICE static void put(const loop& l) { ark::put(l.dest, l.source, l.bytes, l.peer); }
  ARK_HOST_DEVICE static void put_nbi(const loop& l, std::size_t at) {
    ark::put_nbi(l.dest + at, l.source + at, l.bytes, l.peer);
  }
  ARK_HOST_DEVICE static void get(const loop& l) { ark::get(l.dest, l.source, l.bytes, l.peer); }
  ARK_HOST_DEVICE static void get_nbi(const loop& l, std::size_t at) {
    ark::get_nbi(l.dest + at, l.source + at, l.bytes, l.peer);
  }
  ARK_HOST_DEVICE static void gather_nbi(const loop& l) {
    ark::gather_nbi(l.dest, l.pieces, l.window);
  }
  ARK_HOST_DEVICE static void scatter_nbi(const loop& l) {
    ark::scatter_nbi(l.source, l.pieces, l.window);
  }
  ARK_HOST_DEVICE static void put_signal_nbi(const loop& l, std::uint64_t value) {
    ark::put_signal_nbi(l.dest, l.source, l.bytes, l.words, value, ARK_SIGNAL_SET, l.peer);
  }
  ARK_HOST_DEVICE static void barrier() { ark_barrier_all(); }
  ARK_HOST_DEVICE static void sync() { ark_sync_all(); }
};

template <>
struct calls<warp_scope> {
  ARK_HOST_DEVICE static void put(const loop& l) {
    ark::put_warp(l.dest, l.source, l.bytes, l.peer);
  }
  ARK_HOST_DEVICE static void put_nbi(const loop& l, std::size_t at) {
    ark::put_nbi_warp(l.dest + at, l.source + at, l.bytes, l.peer);
  }
  ARK_HOST_DEVICE static void get(const loop& l) {
    ark::get_warp(l.dest, l.source, l.bytes, l.peer);
  }
  ARK_HOST_DEVICE static void get_nbi(const loop& l, std::size_t at) {
    ark::get_nbi_warp(l.dest + at, l.source + at, l.bytes, l.peer);
  }
  ARK_HOST_DEVICE static void gather_nbi(const loop& l) {
    ark::gather_nbi_warp(l.dest, l.pieces, l.window);
  }
  ARK_HOST_DEVICE static void scatter_nbi(const loop& l) {
    ark::scatter_nbi_warp(l.source, l.pieces, l.window);
  }
  ARK_HOST_DEVICE static void put_signal_nbi(const loop& l, std::uint64_t value) {
    ark::put_signal_nbi_warp(l.dest, l.source, l.bytes, l.words, value, ARK_SIGNAL_SET, l.peer);
  }
  ARK_HOST_DEVICE static void barrier() { ark_barrier_all_warp(); }
  ARK_HOST_DEVICE static void sync() { ark_sync_all_warp(); }
};

template <>
struct calls<block_scope> {
  ARK_HOST_DEVICE static void put(const loop& l) {
    ark::put_block(l.dest, l.source, l.bytes, l.peer);
  }
  ARK_HOST_DEVICE static void put_nbi(const loop& l, std::size_t at) {
    ark::put_nbi_block(l.dest + at, l.source + at, l.bytes, l.peer);
  }
  ARK_HOST_DEVICE static void get(const loop& l) {
    ark::get_block(l.dest, l.source, l.bytes, l.peer);
  }
  ARK_HOST_DEVICE static void get_nbi(const loop& l, std::size_t at) {
    ark::get_nbi_block(l.dest + at, l.source + at, l.bytes, l.peer);
  }
  ARK_HOST_DEVICE static void gather_nbi(const loop& l) {
    ark::gather_nbi_block(l.dest, l.pieces, l.window);
  }
  ARK_HOST_DEVICE static void scatter_nbi(const loop& l) {
    ark::scatter_nbi_block(l.source, l.pieces, l.window);
  }
  ARK_HOST_DEVICE static void put_signal_nbi(const loop& l, std::uint64_t value) {
    ark::put_signal_nbi_block(l.dest, l.source, l.bytes, l.words, value, ARK_SIGNAL_SET, l.peer);
  }
  ARK_HOST_DEVICE static void barrier() { ark_barrier_all_block(); }
  ARK_HOST_DEVICE static void sync() { ark_sync_all_block(); }
};

/// Everything the scope has issued is delivered. The calls before it have met the scope's threads
/// already.
template <class Scope>
ARK_HOST_DEVICE void scope_quiet() {
  if (Scope::leader()) ark::quiet();
  Scope::sync();
}

/// The scope's signal has reached `value`.
template <class Scope>
ARK_HOST_DEVICE void scope_wait(const loop& l, std::uint64_t value) {
  if (Scope::leader()) ark::signal_wait_until(l.words, ARK_CMP_GE, value);
  Scope::sync();
}

/// Keeps the compiler from merging one message with the next, which writes the same bytes.
ARK_HOST_DEVICE inline void message_end() { asm volatile("" ::: "memory"); }

struct put_quiet {
  static constexpr bool meets = false;
  template <class Scope>
  ARK_HOST_DEVICE static void round(const loop& l, std::uint64_t) {
    calls<Scope>::put(l);
    scope_quiet<Scope>();
  }
};

struct put_window {
  static constexpr bool meets = false;
  template <class Scope>
  ARK_HOST_DEVICE static void round(const loop& l, std::uint64_t) {
    for (unsigned w = 0; w < l.window; ++w) {
      calls<Scope>::put_nbi(l, w * l.slot_stride);
      message_end();
    }
    scope_quiet<Scope>();
  }
};

/// The window's pieces: places of the messages of source or dest at the peer. By one thread.
ARK_HOST_DEVICE inline void write_list(const loop& l, bool gathers) {
  for (unsigned w = 0; w < l.window; ++w)
    l.pieces[w] = {(gathers ? l.source : l.dest) + w * l.slot_stride, l.bytes, l.peer};
}

template <bool Gathers>
struct list_window {
  static constexpr bool meets = false;
  template <class Scope>
  ARK_HOST_DEVICE static void round(const loop& l, std::uint64_t) {
    if (Scope::leader()) write_list(l, Gathers);
    Scope::sync();
    if constexpr (Gathers) {
      calls<Scope>::gather_nbi(l);
    } else {
      calls<Scope>::scatter_nbi(l);
    }
    scope_quiet<Scope>();
  }
};

struct get_once {
  static constexpr bool meets = false;
  template <class Scope>
  ARK_HOST_DEVICE static void round(const loop& l, std::uint64_t) {
    calls<Scope>::get(l);
    message_end();
  }
};

struct get_window {
  static constexpr bool meets = false;
  template <class Scope>
  ARK_HOST_DEVICE static void round(const loop& l, std::uint64_t) {
    for (unsigned w = 0; w < l.window; ++w) {
      calls<Scope>::get_nbi(l, w * l.slot_stride);
      message_end();
    }
    scope_quiet<Scope>();
  }
};

struct plan_window {
  static constexpr bool meets = false;
  template <class Scope>
  ARK_HOST_DEVICE static void round(const loop& l, std::uint64_t) {
    for (unsigned w = 0; w < l.window; ++w) ark::plan_start(l.plan);
    ark::quiet();
  }
};

/// How data and its signal go to the peer and how they are waited for: by a put, by the caller's
/// plan, whose signal counts, or by the host, which the kernel asks for it.
struct by_put {
  template <class Scope>
  ARK_HOST_DEVICE static void send(const loop& l, std::uint64_t value) {
    calls<Scope>::put_signal_nbi(l, value);
  }
  template <class Scope>
  ARK_HOST_DEVICE static void wait(const loop& l, std::uint64_t value) {
    scope_wait<Scope>(l, value);
  }
};
struct by_plan : by_put {
  template <class Scope>
  ARK_HOST_DEVICE static void send(const loop& l, std::uint64_t) {
    ark::plan_start(l.plan);
  }
};
struct by_host {
  template <class Scope>
  ARK_HOST_DEVICE static void send(const loop& l, std::uint64_t value) {
    host_mail_ask(*l.mail, value);
  }
  template <class Scope>
  ARK_HOST_DEVICE static void wait(const loop& l, std::uint64_t value) {
    host_mail_wait(*l.mail, value);
  }
};

/// Data and signal there, data and signal back. Signals count up, so that an old one is never taken
/// for a new one.
template <class By>
struct ping_pong {
  static constexpr bool meets = true;
  template <class Scope>
  ARK_HOST_DEVICE static void round(const loop& l, std::uint64_t i) {
    if (l.sends_first) By::template send<Scope>(l, i + 1);
    By::template wait<Scope>(l, i + 1);
    if (!l.sends_first) By::template send<Scope>(l, i + 1);
  }
};

/// Other data each time, the same at the sender and, as expected, at the receiver.
ARK_HOST_DEVICE inline void fill_message(const loop& l, std::uint64_t i) {
  pattern_fill(l.source, l.bytes, pattern_seed(l.pe, 0, i));
}
ARK_HOST_DEVICE inline void verify_message(const loop& l, std::uint64_t i) {
  const std::uint64_t wrong = pattern_errors(l.dest, l.bytes, pattern_seed(l.peer, 0, i));
  if (wrong > 0) ark::detail::fetch_add(l.errors, wrong);
}

/// ping_pong with other data each time; the receiver looks at every byte after the signal and
/// before it answers. The source is free when the answer is here.
template <class By>
struct ping_pong_checked {
  static constexpr bool meets = true;
  template <class Scope>
  ARK_HOST_DEVICE static void round(const loop& l, std::uint64_t i) {
    if (l.sends_first) send<Scope>(l, i);
    By::template wait<Scope>(l, i + 1);
    if (Scope::leader()) verify_message(l, i);
    Scope::sync();
    if (!l.sends_first) send<Scope>(l, i);
  }

  template <class Scope>
  ARK_HOST_DEVICE static void send(const loop& l, std::uint64_t i) {
    if (Scope::leader()) fill_message(l, i);
    Scope::sync();
    By::template send<Scope>(l, i + 1);
  }
};

struct atomic_once {
  static constexpr bool meets = false;
  template <class Scope>
  ARK_HOST_DEVICE static void round(const loop& l, std::uint64_t i) {
    *l.fetched = atomic_call(l.op, l.words, i, l.peer);
    if (l.quiet_each) ark::quiet();
  }
};

/// A word for each place in the window: atomics of one window on one word have no order.
struct atomic_window {
  static constexpr bool meets = false;
  template <class Scope>
  ARK_HOST_DEVICE static void round(const loop& l, std::uint64_t i) {
    for (unsigned w = 0; w < l.window; ++w) {
      atomic_call_nbi(l.op, l.fetched + w, l.words + w, i, l.peer);
    }
    ark::quiet();
  }
};

/// The ways in which PEs wait for each other; `next` is the PE that a checked round writes to.
struct by_barrier {
  static constexpr bool completes = true;  ///< the puts before it
  template <class Scope>
  ARK_HOST_DEVICE static void call() {
    calls<Scope>::barrier();
  }
  ARK_HOST_DEVICE static int next(const loop& l) { return l.peer; }
};

struct by_sync {
  static constexpr bool completes = false;
  template <class Scope>
  ARK_HOST_DEVICE static void call() {
    calls<Scope>::sync();
  }
  ARK_HOST_DEVICE static int next(const loop& l) { return l.peer; }
};

/// Of ARK_TEAM_SHARED: team_sync of ARK_TEAM_WORLD is sync_all.
struct by_team_sync {
  static constexpr bool completes = false;
  template <class Scope>
  ARK_HOST_DEVICE static void call() {
    ark::team_sync<Scope>(ARK_TEAM_SHARED);
  }
  ARK_HOST_DEVICE static int next(const loop&) {
    const int member = (ark_team_my_pe(ARK_TEAM_SHARED) + 1) % ark_team_n_pes(ARK_TEAM_SHARED);
    return ark_team_translate_pe(ARK_TEAM_SHARED, member, ARK_TEAM_WORLD);
  }
};

template <class By>
struct barrier_round {
  static constexpr bool meets = true;
  template <class Scope>
  ARK_HOST_DEVICE static void round(const loop&, std::uint64_t) {
    By::template call<Scope>();
  }
};

/// Each PE writes to the next one; after a barrier what was written must be there.
template <class By>
ARK_HOST_DEVICE void write_to_next(const loop& l, std::uint64_t i) {
  ark::p(l.words, i + 1, By::next(l));
  if (!By::completes) ark::quiet();
}
ARK_HOST_DEVICE inline void verify_written(const loop& l, std::uint64_t i) {
  if (ark::detail::load_relaxed(l.words) != i + 1)
    ark::detail::fetch_add(l.errors, std::uint64_t{1});
}

/// The second barrier keeps the next round's write away until this one has been looked at.
template <class By>
struct barrier_checked {
  static constexpr bool meets = true;
  template <class Scope>
  ARK_HOST_DEVICE static void round(const loop& l, std::uint64_t i) {
    if (Scope::leader()) write_to_next<By>(l, i);
    By::template call<Scope>();
    if (Scope::leader()) verify_written(l, i);
    By::template call<Scope>();
  }
};

/// Elements of reductions of bits are 64-bit integers, and all others doubles.
template <class Op>
inline constexpr bool is_of_bits = std::is_same_v<Op, ark::device::collective::and_op> ||
                                   std::is_same_v<Op, ark::device::collective::or_op> ||
                                   std::is_same_v<Op, ark::device::collective::xor_op>;
template <class Op>
using element_of = std::conditional_t<is_of_bits<Op>, std::uint64_t, double>;

/// visit(op) with the operator of `kind`.
template <class Visit>
ARK_HOST_DEVICE void with_operator(reduction_kind kind, const Visit& visit) {
  switch (kind) {
    case reduction_kind::sum:
      return visit(ark::device::collective::sum_op{});
    case reduction_kind::prod:
      return visit(ark::device::collective::prod_op{});
    case reduction_kind::min:
      return visit(ark::device::collective::min_op{});
    case reduction_kind::max:
      return visit(ark::device::collective::max_op{});
    case reduction_kind::bit_and:
      return visit(ark::device::collective::and_op{});
    case reduction_kind::bit_or:
      return visit(ark::device::collective::or_op{});
    case reduction_kind::bit_xor:
      return visit(ark::device::collective::xor_op{});
  }
}

template <class Scope>
struct reduce_call {
  const loop& l;
  template <class Op>
  ARK_HOST_DEVICE void operator()(Op op) const {
    using element = element_of<Op>;
    ark::reduce<Scope>(ARK_TEAM_WORLD, reinterpret_cast<element*>(l.dest),
                       reinterpret_cast<const element*>(l.source), l.bytes / sizeof(element), op);
  }
};

/// Elements of source and dest lie so far apart.
ARK_HOST_DEVICE inline std::size_t step_of(collective_kind kind) {
  return kind == collective_kind::alltoalls ? 2 : 1;
}

/// A collective of all PEs. Each PE in turn is the root of a broadcast, so that no root gets ahead
/// of the others.
template <class Scope>
ARK_HOST_DEVICE void collective_call(const loop& l, std::uint64_t i) {
  auto* dest = reinterpret_cast<double*>(l.dest);
  const auto* source = reinterpret_cast<const double*>(l.source);
  const std::size_t count = l.bytes / sizeof(double);
  const auto step = static_cast<std::ptrdiff_t>(step_of(l.collective));
  switch (l.collective) {
    case collective_kind::broadcast:
      ark::broadcast<Scope>(ARK_TEAM_WORLD, dest, source, count,
                            static_cast<int>(i % static_cast<unsigned>(ark_n_pes())));
      break;
    case collective_kind::collect:
      ark::collect<Scope>(ARK_TEAM_WORLD, dest, source, count);
      break;
    case collective_kind::fcollect:
      ark::fcollect<Scope>(ARK_TEAM_WORLD, dest, source, count);
      break;
    case collective_kind::alltoall:
      ark::alltoall<Scope>(ARK_TEAM_WORLD, dest, source, count);
      break;
    case collective_kind::alltoalls:
      ark::alltoalls<Scope>(ARK_TEAM_WORLD, dest, source, step, step, count);
      break;
    case collective_kind::reduce:
      with_operator(l.reduction, reduce_call<Scope>{l});
      break;
    case collective_kind::inscan:
      ark::sum_inscan<Scope>(ARK_TEAM_WORLD, dest, source, count);
      break;
    case collective_kind::exscan:
      ark::sum_exscan<Scope>(ARK_TEAM_WORLD, dest, source, count);
      break;
  }
}

struct collective_round {
  static constexpr bool meets = true;
  template <class Scope>
  ARK_HOST_DEVICE static void round(const loop& l, std::uint64_t i) {
    collective_call<Scope>(l, i);
  }
};

/// Element `at` of what member `from` has for member `to` in round i: whole numbers, so that sums
/// are exact.
ARK_HOST_DEVICE inline double block_element(int from, int to, std::size_t at, std::uint64_t i) {
  return static_cast<double>((at * 7 + i) % 1009 + 1013 * static_cast<unsigned>(from) +
                             10007 * static_cast<unsigned>(to));
}

/// Element `at` of block `block` of dest, as it must be; not of reductions.
ARK_HOST_DEVICE inline double expected_element(const loop& l, int block, std::size_t at,
                                               std::uint64_t i) {
  int summed = 0;
  switch (l.collective) {
    case collective_kind::broadcast:
      return block_element(static_cast<int>(i % static_cast<unsigned>(ark_n_pes())), 0, at, i);
    case collective_kind::collect:
    case collective_kind::fcollect:
      return block_element(block, 0, at, i);
    case collective_kind::alltoall:
    case collective_kind::alltoalls:
      return block_element(block, l.pe, at, i);
    case collective_kind::reduce:
      break;
    case collective_kind::inscan:
      summed = l.pe + 1;
      break;
    case collective_kind::exscan:
      summed = l.pe;
      break;
  }
  double sum = 0;
  for (int pe = 0; pe < summed; ++pe) sum += block_element(pe, 0, at, i);
  return sum;
}

/// Element `at` of what PE `from` has for a reduction in round i. Results are exact: sums of whole
/// numbers, products of powers of two.
template <class Op>
ARK_HOST_DEVICE element_of<Op> reduced_element(int from, std::size_t at, std::uint64_t i) {
  const std::uint64_t number = at * 7 + i + std::uint64_t{389} * static_cast<unsigned>(from);
  const std::uint64_t mixed = number * 0x9E3779B97F4A7C15u;
  if constexpr (is_of_bits<Op>) {
    return mixed;
  } else if constexpr (std::is_same_v<Op, ark::device::collective::prod_op>) {
    return static_cast<double>(1u << (mixed >> 62));
  } else {
    return static_cast<double>(number % 1009);
  }
}

/// Thread `first` of `threads`: its elements of the source.
struct reduced_fill {
  const loop& l;
  std::uint64_t i;
  unsigned first, threads;
  template <class Op>
  ARK_HOST_DEVICE void operator()(Op) const {
    auto* source = reinterpret_cast<element_of<Op>*>(l.source);
    for (std::size_t at = first; at < l.bytes / sizeof(*source); at += threads)
      source[at] = reduced_element<Op>(l.pe, at, i);
  }
};

/// As reduced_fill, of the result.
struct reduced_verify {
  const loop& l;
  std::uint64_t i;
  unsigned first, threads;
  template <class Op>
  ARK_HOST_DEVICE void operator()(Op op) const {
    const auto* dest = reinterpret_cast<const element_of<Op>*>(l.dest);
    std::uint64_t wrong = 0;
    for (std::size_t at = first; at < l.bytes / sizeof(*dest); at += threads) {
      element_of<Op> expected = reduced_element<Op>(0, at, i);
      for (int pe = 1; pe < ark_n_pes(); ++pe)
        expected = op(expected, reduced_element<Op>(pe, at, i));
      wrong += dest[at] != expected;
    }
    if (wrong > 0) ark::detail::fetch_add(l.errors, wrong);
  }
};

ARK_HOST_DEVICE inline bool is_personal(collective_kind kind) {
  return kind == collective_kind::alltoall || kind == collective_kind::alltoalls;
}

/// Thread `first` of `threads`: its elements of the source blocks.
ARK_HOST_DEVICE inline void fill_blocks(const loop& l, std::uint64_t i, unsigned first,
                                        unsigned threads) {
  if (l.collective == collective_kind::reduce)
    return with_operator(l.reduction, reduced_fill{l, i, first, threads});
  auto* source = reinterpret_cast<double*>(l.source);
  const std::size_t count = l.bytes / sizeof(double), step = step_of(l.collective);
  const int blocks = is_personal(l.collective) ? ark_n_pes() : 1;
  for (int to = 0; to < blocks; ++to) {
    double* block = source + count * step * static_cast<unsigned>(to);
    for (std::size_t at = first; at < count; at += threads)
      block[at * step] = block_element(l.pe, to, at, i);
  }
}

/// As fill_blocks, of the blocks that came.
ARK_HOST_DEVICE inline void verify_blocks(const loop& l, std::uint64_t i, unsigned first,
                                          unsigned threads) {
  if (l.collective == collective_kind::reduce)
    return with_operator(l.reduction, reduced_verify{l, i, first, threads});
  const auto* dest = reinterpret_cast<const double*>(l.dest);
  const std::size_t count = l.bytes / sizeof(double), step = step_of(l.collective);
  const bool gathers = is_personal(l.collective) || l.collective == collective_kind::collect ||
                       l.collective == collective_kind::fcollect;
  const int blocks = gathers ? ark_n_pes() : 1;
  std::uint64_t wrong = 0;
  for (int from = 0; from < blocks; ++from) {
    const double* block = dest + count * step * static_cast<unsigned>(from);
    for (std::size_t at = first; at < count; at += threads)
      wrong += block[at * step] != expected_element(l, from, at, i);
  }
  if (wrong > 0) ark::detail::fetch_add(l.errors, wrong);
}

/// Other data each time, whose every element is looked at. The barrier keeps the next round's data
/// away until then.
struct collective_checked {
  static constexpr bool meets = true;
  template <class Scope>
  ARK_HOST_DEVICE static void round(const loop& l, std::uint64_t i) {
    if (Scope::leader()) fill_blocks(l, i, 0, 1);
    calls<Scope>::barrier();
    collective_call<Scope>(l, i);
    if (Scope::leader()) verify_blocks(l, i, 0, 1);
    calls<Scope>::barrier();
  }
};

}  // namespace ark_perf
