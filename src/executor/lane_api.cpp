// The functions of ark/detail/simt/lane.hpp, for lanes and for threads that run no lanes.
#include <fmt/core.h>
#include <sched.h>
#include <time.h>

#include <bit>
#include <cstdio>
#include <cstdlib>

#include "executor/names.hpp"
#include "executor/registry.hpp"
#include "executor/shared_storage.hpp"
#include "executor/warp_operation.hpp"
#include "executor/worker.hpp"
#include "os/oversubscribed_core.hpp"
#include "os/stall_meter.hpp"

namespace ark::executor {
namespace {

constexpr std::uint64_t host_default_timeout_ns = 120'000'000'000;
constexpr unsigned rounds_per_clock = 4;
/// Polls between two rounds of the progress sources, which take as long as tens of polls.
constexpr unsigned polls_per_round = 16;
/// Maximum spinning without a yield: if a round polls the network, a few rounds take this long.
constexpr std::uint64_t longest_spin_ns = 10'000;

errc status_of(const detail::wait_info& info) {
  if (info.status == nullptr) return errc::ok;
  return static_cast<errc>(__atomic_load_n(info.status, __ATOMIC_ACQUIRE));
}

/// One round of a loop in which the program polls: drives the engines of every executor once. After
/// as many idle rounds as a wait would spin, the thread yields its CPU: the PE that the program
/// waits for may need it.
void host_poll() noexcept {
  static thread_local unsigned fruitless = 0;
  static thread_local oversubscribed_core core;
  if (on_scheduler_stack) return;
  ++fruitless;
  if (registry_progress()) fruitless = 0;
  if (fruitless < registry_spin_rounds()) return;
  fruitless = 0;
  core.yield();
}

void back_off() {
  const timespec span{0, idle_backoff_ns};
  nanosleep(&span, nullptr);
}

/// ark::detail::wait on a host thread: drives the engines of every executor meanwhile.
errc host_wait(detail::predicate ready, void* argument, detail::wait_info& info) noexcept {
  const auto polled = [&](unsigned times) {
    while (times != 0 && !ready(argument)) --times;
    return times != 0;
  };
  const unsigned spin_rounds = registry_spin_rounds();
  bool spins = spin_rounds > 2 * crowded_spin_rounds, sleeps = false;
  if (polled(spins ? polls_per_round : 1)) return errc::ok;
  if (on_scheduler_stack) {
    report_failure(errc::wrong_state,
                   "wait called by a progress source or inside a predicate: neither may wait");
    return errc::wrong_state;
  }
  const std::uint64_t began = clock_ns();
  std::uint64_t deadline =
      deadline_after(info.timeout_ns != 0 ? info.timeout_ns : host_default_timeout_ns, began);
  stall_meter stalls;
  std::uint64_t idle_since_ns = began;  // 0: read the clock in the next round
  for (unsigned round = 1;; ++round) {
    const bool did = registry_progress();
    if (polled(spins ? polls_per_round : 1)) return errc::ok;
    if (const errc code = status_of(info); code != errc::ok) return code;
    if (did) {
      idle_since_ns = 0;
      sleeps = false;
    }
    if (sleeps || round % rounds_per_clock == 0) {
      const std::uint64_t now = clock_ns();
      deadline = deadline_seen(info, stalls.extended(deadline, now), now);
      if (now >= deadline) return ready(argument) ? errc::ok : late_code(info);
      spins = spins && round <= spin_rounds && now - began < longest_spin_ns;
      if (idle_since_ns == 0) idle_since_ns = now;
      sleeps = now - idle_since_ns >= backoff_after_ns;
    }
    if (did || spins) continue;
    if (sleeps) {
      back_off();
    } else {
      sched_yield();
    }
  }
}

}  // namespace

}  // namespace ark::executor

namespace ark::detail {

thread_local constinit lane_view* current_lane __attribute__((tls_model("initial-exec"))) = nullptr;
thread_local constinit polled_word last_polled __attribute__((tls_model("initial-exec")));

using executor::block_of;
using executor::current;
using executor::lane;
using executor::warp_family;
using executor::warp_kind;

int block_barrier(block_reduce op, int value) {
  return executor::block_rendezvous(*current(), op, value);
}

void warp_sync(std::uint32_t mask) {
  executor::warp_rendezvous(*current(), mask, warp_kind(warp_family::sync, 0));
}

std::uint32_t warp_vote(std::uint32_t mask, vote_op op, bool value) {
  lane& me = *current();
  me.value = value ? 1 : 0;
  executor::warp_rendezvous(me, mask, warp_kind(warp_family::vote, static_cast<unsigned>(op)));
  return static_cast<std::uint32_t>(me.result);
}

std::uint64_t warp_shuffle(std::uint32_t mask, shuffle_op op, std::uint64_t value, unsigned source,
                           int width) {
  lane& me = *current();
  if (width < 1 || width > 32 || !std::has_single_bit(static_cast<unsigned>(width))) {
    block_of(me).home->fail_grid(
        me, errc::invalid_argument,
        fmt::format("shuffle: width {} is none of 1, 2, 4, 8, 16 and 32 (thread {} of its block)",
                    width, me.linear_index));
    block_of(me).home->abandon(me);
  }
  me.value = value;
  me.source = source;
  me.width = static_cast<std::int16_t>(width);
  executor::warp_rendezvous(me, mask, warp_kind(warp_family::shuffle, static_cast<unsigned>(op)));
  return me.result;
}

std::uint32_t warp_match(std::uint32_t mask, match_op op, std::uint64_t value, int* all_equal) {
  lane& me = *current();
  me.value = value;
  executor::warp_rendezvous(me, mask, warp_kind(warp_family::match, static_cast<unsigned>(op)));
  if (all_equal != nullptr) *all_equal = me.all_equal ? 1 : 0;
  return static_cast<std::uint32_t>(me.result);
}

std::uint32_t warp_reduce(std::uint32_t mask, char op, std::uint32_t value, bool is_signed) {
  lane& me = *current();
  me.value = value;
  const unsigned selector =
      static_cast<unsigned char>(op) | (is_signed ? executor::reduce_signed : 0u);
  executor::warp_rendezvous(me, mask, warp_kind(warp_family::reduce, selector));
  return static_cast<std::uint32_t>(me.result);
}

void* shared_slot(const void* site, std::size_t bytes, std::size_t alignment) {
  return executor::shared_find(block_of(*current()), site, bytes, alignment);
}

memory_kind memory_kind_of(const void* address) noexcept {
  const lane* me = current();
  if (me == nullptr) return memory_kind::global;
  const executor::stack_span& stack = me->home->span;
  const auto from_low = static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(address) -
                                                 reinterpret_cast<std::uintptr_t>(stack.low));
  if (from_low < stack.bytes) return memory_kind::local;
  return executor::shared_contains(block_of(*me), address) ? memory_kind::shared
                                                           : memory_kind::global;
}

errc wait(predicate ready, void* argument, wait_info& info) noexcept {
  if (lane* me = current(); me != nullptr) {
    return block_of(*me).home->wait(*me, ready, argument, info);
  }
  return executor::host_wait(ready, argument, info);
}

void yield() noexcept {
  if (lane* me = current(); me != nullptr) {
    block_of(*me).home->yield(*me);
  } else {
    executor::host_poll();
  }
}

namespace {

bool time_reached(void* argument) {
  return clock_ns() >= *static_cast<const std::uint64_t*>(argument);
}

}  // namespace

// A seeded schedule has no time: a sleeping lane only yields, or replays would differ.
void sleep(std::uint64_t ns) noexcept {
  lane* me = current();
  if (me == nullptr) {
    const timespec span{static_cast<time_t>(ns / 1'000'000'000u),
                        static_cast<long>(ns % 1'000'000'000u)};
    nanosleep(&span, nullptr);
    return;
  }
  executor::worker& home = *block_of(*me).home;
  // A wait whose deadline has passed when it begins would not yield.
  constexpr std::uint64_t switch_ns = 1000;
  if (home.seeded() || ns < switch_ns) return home.yield(*me);
  std::uint64_t until = clock_ns() + ns;
  wait_info info;
  info.timeout_ns = ~std::uint64_t{0};
  home.wait(*me, time_reached, &until, info);
}

void kernel_assert(const char* expression, const char* file, unsigned line,
                   const char* function) noexcept {
  lane* me = current();
  if (me == nullptr) {
    std::fprintf(stderr, "%s:%u: %s: Assertion `%s` failed.\n", file, line, function, expression);
    std::abort();
  }
  const executor::thread_block& block = block_of(*me);
  const extent3& b = block.block_index;
  const extent3& t = me->thread_index;
  std::fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n",
               file, line, function, b.x, b.y, b.z, t.x, t.y, t.z, expression);
  block.home->fail_grid(*me, errc::aborted,
                        fmt::format("{}:{}: assertion `{}` failed in a kernel; its grid was ended",
                                    file, line, expression));
  block.home->abandon(*me);
}

void kernel_failed(errc code) noexcept { executor::block_of(*current()).owner().fail(code); }

}  // namespace ark::detail
