// Traffic at a given rate: a kernel of one block that sends a message when its time has come, until
// the host stops it. Single source.
#pragma once

#include "operations.hpp"

namespace ark_perf {

/// Between that kernel and its host, in pinned memory.
struct paced_words {
  alignas(128) std::uint64_t running = 0;  ///< by the kernel: 1 from its begin
  alignas(128) std::uint64_t stop = 0;     ///< by the host
};

struct paced_figures {
  std::uint64_t messages = 0;
  span_ns span{};
};

struct paced {
  loop all;  ///< messages, peer, engine blocks; a quiet after each window
  paced_words* words = nullptr;
  paced_figures* figures = nullptr;  ///< written at the end; where the loop's buffers are
  std::uint64_t bytes_per_us = 1;    ///< the rate
  std::uint64_t most_ns = 0;         ///< ends by itself after that
  bool sends = true;                 ///< false: keeps time, and sends nothing
};

struct paced_put {
  static constexpr bool queues = true;
  ARK_HOST_DEVICE static void send(const loop& l) { calls<block_scope>::put_nbi(l, 0); }
};
struct paced_plan {
  static constexpr bool queues = false;  // and has no engine to compile
  ARK_HOST_DEVICE static void send(const loop& l) {
    if (block_scope::leader()) ark::plan_start(l.plan);
  }
};

/// By the leader, before message `number`: true when its time has come, false when it is over. The
/// host's word is read over the bus, so not each time.
ARK_HOST_DEVICE inline bool paced_turn(const paced& what, std::uint64_t begin,
                                       std::uint64_t number) {
  const std::uint64_t due = number * what.all.bytes * 1000 / what.bytes_per_us;
  for (unsigned look = number % 16 == 0 ? 0 : 1;; ++look) {
    if (look % 64 == 0 && ark::detail::load_relaxed(&what.words->stop) != 0) return false;
    const std::uint64_t now = clock_ns() - begin;
    if (now > what.most_ns) return false;
    if (now >= due) return true;
    give_way();
  }
}

template <class How>
ARK_HOST_DEVICE void run_paced(const paced& what) {
  const bool leads = block_scope::leader();
  const std::uint64_t begin = clock_ns();
  if (leads) ark::detail::store_release(&what.words->running, std::uint64_t{1});
  std::uint64_t sent = 0;
  while (!block_scope::any(leads && !paced_turn(what, begin, sent))) {
    if (what.sends) How::send(what.all);
    ++sent;
    if (what.sends && sent % what.all.window == 0) scope_quiet<block_scope>();
  }
  if (what.sends) scope_quiet<block_scope>();
  if (leads) *what.figures = {sent, {begin, clock_ns()}};
}

template <class How>
ARK_GLOBAL void paced_kernel(paced what) {
  if constexpr (How::queues) {
    const ark::engine_scope engine(what.all.engine_blocks);
    if (!engine.served()) run_paced<How>(what);
  } else {
    run_paced<How>(what);
  }
}

}  // namespace ark_perf
