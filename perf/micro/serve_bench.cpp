// From a delivered signal to the thread that waits for it, and what serving costs others:
//   scripts/mpirun -n 2 build/dev/perf/micro/serve_bench [ROUNDS]
// PE 1 delivers, PE 0 waits; between emulated hosts by scripts/multihost, whose clock is one.
#include <poll.h>
#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <ark/ark.hpp>
#include <ark/serve.hpp>
#include <ark/symmetric_array.hpp>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;
using ark::serve::completion;

std::uint64_t now_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec);
}
double cpu_ms() {
  rusage now{};
  ::getrusage(RUSAGE_SELF, &now);
  return 1e3 * static_cast<double>(now.ru_utime.tv_sec + now.ru_stime.tv_sec) +
         1e-3 * static_cast<double>(now.ru_utime.tv_usec + now.ru_stime.tv_usec);
}

void print_row(const char* what, std::vector<double> values, const char* unit) {
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) {
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
  };
  std::printf("%-46s %9.2f %9.2f %9.2f %9.2f  %s\n", what, at(0.1), at(0.5), at(0.9), at(0.99),
              unit);
}

/// The waits of PE 0. Each returns when `word` is at least `turn`.
enum class waiting { polling, blocking, dispatch, in_poll };
constexpr const char* names[] = {
    "wake-up: a loop of ark_signal_fetch", "wake-up: ark_signal_wait_until",
    "wake-up: completion_queue::dispatch", "wake-up: ::poll(queue.fd()), queue.poll()"};

void wait_by(waiting how, ark::serve::completion_queue& queue, const std::uint64_t* word,
             std::uint64_t turn) {
  if (how == waiting::polling) {
    while (ark_signal_fetch(word) < turn) {
    }
  } else if (how == waiting::blocking) {
    ark::signal_wait_until(word, ARK_CMP_GE, turn);
  } else {
    bool has = false;
    queue.on_signal(word, ARK_CMP_GE, turn, [&](const completion&) { has = true; });
    while (!has) {
      if (how == waiting::dispatch) {
        queue.dispatch(1s);
      } else {
        pollfd readable{queue.fd(), POLLIN, 0};
        ::poll(&readable, 1, 1000);
        queue.poll();
      }
    }
  }
}

/// PE 1 sends the time of its signal as data, at a time at which PE 0 sleeps.
void wake_ups(waiting how, std::size_t rounds) {
  const ark::symmetric_array<std::uint64_t> sent(2), word(2);
  ark::serve::completion_queue queue;
  std::vector<double> us;
  std::mt19937 random(1);
  ark_barrier_all();
  const double before = cpu_ms();
  const std::uint64_t begin = now_ns();
  for (std::uint64_t turn = 1; turn <= rounds; ++turn) {
    if (ark_my_pe() == 0) {
      ark_signal_set(word.data() + 1, turn, 1);  // PE 0 is about to wait
      wait_by(how, queue, word.data(), turn);
      us.push_back(static_cast<double>(now_ns() - sent.data()[0]) * 1e-3);
    } else if (ark_my_pe() == 1) {
      ark::signal_wait_until(word.data() + 1, ARK_CMP_GE, turn);
      std::this_thread::sleep_for(std::chrono::microseconds(200 + random() % 800));
      sent.data()[1] = now_ns();
      ark::put_signal(sent.data(), sent.data() + 1, 1, word.data(), turn, ARK_SIGNAL_SET, 0);
    }
  }
  const double busy = (cpu_ms() - before) / (static_cast<double>(now_ns() - begin) * 1e-6);
  ark_barrier_all();
  if (ark_my_pe() != 0) return;
  print_row(names[static_cast<int>(how)], us, "us");
  std::printf("%-46s %9.0f %% of a core\n", "  of the process that waits", 100 * busy);
}

template <class Call>
void cost(const char* what, std::size_t rounds, Call&& call) {
  constexpr std::size_t each = 1000;
  std::vector<double> ns;
  for (std::size_t r = 0; r < std::max<std::size_t>(rounds / 10, 20); ++r) {
    const std::uint64_t begin = now_ns();
    for (std::size_t i = 0; i < each; ++i) call();
    ns.push_back(static_cast<double>(now_ns() - begin) / each);
  }
  print_row(what, ns, "ns");
}

/// Of PE 1's puts and signals to PE 0, which sleeps.
void costs_of_watches(std::size_t rounds) {
  const ark::symmetric_array<std::uint64_t> words(128);
  ark::serve::completion_queue queue;
  const std::uint64_t value = 1;
  const auto both = [&](const char* put, const char* signal) {
    ark_barrier_all();
    if (ark_my_pe() == 1) {
      cost(put, rounds, [&] { ark::put(words.data() + 1, &value, 1, 0); });
      cost(signal, rounds, [&] { ark_signal_set(words.data() + 2, 1, 0); });
      std::fflush(stdout);
    }
    ark_barrier_all();
  };
  both("put of 8 bytes, no watch", "signal, no watch");
  ark::serve::watch_id watch = 0;
  const auto never = [](const completion&) {};
  if (ark_my_pe() == 0)
    watch = queue.on_signal(words.data() + 3, ARK_CMP_EQ, 5, never, ark::serve::no_timeout);
  both("put of 8 bytes, a watch of another word", "signal, a watch of another word");
  if (ark_my_pe() == 0) {
    queue.cancel(watch);
    queue.on_signal(words.data() + 2, ARK_CMP_EQ, 5, never, ark::serve::no_timeout);
  }
  both("put of 8 bytes, a watch of the signal's word", "signal, a watch of its word");
}

/// A reader's longest time from one pin to the next, without and with versions that change.
void gaps(std::size_t rounds) {
  constexpr std::size_t count = 16 * 1024;
  ark::serve::replica<float> weights(count);
  if (ark_my_pe() == 0) {
    cost("pin and its end", rounds, [&] {
      const auto now = weights.read();
      asm volatile("" : : "r"(now.data()) : "memory");
    });
    const std::vector<float> next(count, 1);
    for (const bool changes : {false, true}) {
      std::atomic<bool> ends{false};
      std::vector<double> gap;
      std::thread reader([&] {
        std::uint64_t last = now_ns();
        while (!ends) {
          { const auto now = weights.read(); }
          const std::uint64_t at = now_ns();
          gap.push_back(static_cast<double>(at - last));
          last = at;
        }
      });
      std::vector<double> redirect;
      for (std::size_t r = 0; r < rounds; ++r) {
        std::this_thread::sleep_for(100us);
        if (!changes) continue;
        auto loads = weights.begin();
        std::copy(next.begin(), next.end(), loads.data());
        const std::uint64_t begin = now_ns();
        loads.publish();
        redirect.push_back(static_cast<double>(now_ns() - begin));
      }
      ends = true;
      reader.join();
      print_row(changes ? "from pin to pin, versions change" : "from pin to pin, one version", gap,
                "ns");
      if (changes) print_row("redirect", redirect, "ns");
    }
  }
  ark_barrier_all();
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t rounds = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000;
  const ark::session run;
  if (ark_n_pes() != 2 || rounds == 0) {
    std::fprintf(stderr, "serve_bench: %d PEs, %zu rounds; accepted: 2 PEs, 1 round or more\n",
                 ark_n_pes(), rounds);
    return 1;
  }
  if (ark_my_pe() == 0) {
    std::printf("%-46s %9s %9s %9s %9s\n", "", "10 %", "median", "90 %", "99 %");
    std::fflush(stdout);
  }
  for (const waiting how :
       {waiting::polling, waiting::blocking, waiting::dispatch, waiting::in_poll})
    wake_ups(how, rounds);
  std::fflush(stdout);
  costs_of_watches(rounds);
  gaps(rounds);
  return 0;
}
