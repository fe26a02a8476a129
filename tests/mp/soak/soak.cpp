// Random operations of all PEs against a reference model, for a given time. Nothing may be lost,
// and memory stays flat.
//
//   soak SECONDS [SEED]
// In every round each PE draws, from a seed that all know, what every PE does to every other: puts
// of random sizes with and without signal, signals, atomics, gets, from a kernel's lanes and from
// the host; some puts by plans and contexts that live for one round. Every PE then compares its
// heap with what the draws say it holds. A team of the round collects a word of each member.
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <ark/ark.hpp>
#include <ark/ctx.hpp>
#include <ark/mpi.hpp>
#include <ark/plan.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr std::uint64_t region_bytes = 256 * 1024;  // what one PE writes in the heap of one other
constexpr int operations = 24;                      // of one PE to one other in a round

enum class kind : std::uint32_t { put, put_signal, put_small, add, get };

struct operation {
  kind what;
  std::uint64_t offset, bytes, value;
  ark_plan_t plan = nullptr;        ///< that executes a put, with its signal
  ark_ctx_t ctx = ARK_CTX_DEFAULT;  ///< of a put
};

/// What `from` does to `to` in this round: ranges do not overlap, so order does not matter.
std::vector<operation> draw(std::uint64_t seed, int round, int from, int to) {
  std::seed_seq mix{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(round),
                    static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to)};
  std::mt19937_64 random(mix);
  std::vector<operation> all;
  constexpr std::uint64_t slice = region_bytes / operations / 64 * 64;
  for (int i = 0; i < operations; ++i) {
    const auto begin = static_cast<std::uint64_t>(i) * slice;
    const std::uint64_t most = random() % 4 == 0 ? slice : 256;
    const std::uint64_t offset = random() % 8 * 8;
    const std::uint64_t bytes = 1 + random() % (std::min(most, slice - offset));
    all.push_back({static_cast<kind>(random() % 5), begin + offset, bytes, random()});
  }
  return all;
}

char byte_of(const operation& op, std::uint64_t i) {
  return static_cast<char>((op.value + i) * 0x9e3779b97f4a7c15u >> 56);
}

struct board {
  char* region;            ///< [n][region_bytes]: what PE p wrote is in region p
  char* source;            ///< [n][region_bytes]: what goes to PE p
  char* got;               ///< [n][region_bytes]: what came from PE p by get
  std::uint64_t* signals;  ///< [n]
  std::uint64_t* sums;     ///< [n]
};

ARK_HOST_DEVICE void issue(const board& b, const operation& op, int me, int to) {
  char* dest = b.region + static_cast<std::uint64_t>(me) * region_bytes + op.offset;
  const char* source = b.source + static_cast<std::uint64_t>(to) * region_bytes + op.offset;
  if (op.plan != nullptr) {
    ark_plan_start(op.plan);
    return;
  }
  switch (op.what) {
    case kind::put:
    case kind::put_small:
      ark_ctx_putmem_nbi(op.ctx, dest, source, op.bytes, to);
      break;
    case kind::put_signal:
      ark_ctx_putmem_signal_nbi(op.ctx, dest, source, op.bytes, b.signals + me, 1, ARK_SIGNAL_ADD,
                                to);
      break;
    case kind::add:
      ark_uint64_atomic_add(b.sums + me, op.value, to);
      break;
    case kind::get:
      // Into my own place for that PE, from the place where it keeps what it will send me.
      ark_getmem_nbi(b.got + static_cast<std::uint64_t>(to) * region_bytes + op.offset,
                     b.source + static_cast<std::uint64_t>(me) * region_bytes + op.offset, op.bytes,
                     to);
      break;
  }
}

/// Lane i issues operations i, i + lanes, ...
ARK_GLOBAL void issue_all(board b, const operation* all, int per_peer, int me, int n) {
  for (int i = static_cast<int>(threadIdx.x); i < per_peer * n; i += static_cast<int>(blockDim.x)) {
    const int to = i / per_peer;
    if (to != me) issue(b, all[i], me, to);
  }
  ark_quiet();
  __syncthreads();
  if (threadIdx.x == 0) ark_barrier_all();
}

template <class T>
T* symmetric(std::size_t count) {
  auto* memory = static_cast<T*>(ark_calloc(count, sizeof(T)));
  if (memory == nullptr) throw std::runtime_error(ark::last_error());
  return memory;
}

std::size_t resident_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word == "VmRSS:") {
      std::size_t kib = 0;
      status >> kib;
      return kib;
    }
  }
  return 0;
}

class soak {
 public:
  soak(std::uint64_t seed) : seed_(seed), me_(ark_my_pe()), n_(ark_n_pes()) {
    const auto n = static_cast<std::size_t>(n_);
    board_ = {symmetric<char>(n * region_bytes), symmetric<char>(n * region_bytes),
              symmetric<char>(n * region_bytes), symmetric<std::uint64_t>(n),
              symmetric<std::uint64_t>(n)};
    words_ = symmetric<int>(n);
    model_.assign(n * region_bytes, 0);
    signals_.assign(n, 0);
    sums_.assign(n, 0);
  }

  /// False if something does not hold what it should.
  bool round(int number) {
    std::vector<operation> mine;
    for (int to = 0; to < n_; ++to) {
      const auto ops = draw(seed_, number, me_, to);
      for (const operation& op : ops) {
        char* source = board_.source + at(to) + op.offset;
        for (std::uint64_t i = 0; i < op.bytes; ++i) source[i] = byte_of(op, i);
      }
      mine.insert(mine.end(), ops.begin(), ops.end());
    }
    make_objects(mine);
    ark_barrier_all();
    if (number % 2 == 0) {
      ark::launch({dim3(1), dim3(64), 0, nullptr, true}, issue_all, board_,
                  static_cast<const operation*>(mine.data()), operations, me_, n_);
      ark::device_sync();
    } else {
      for (int i = 0; i < operations * n_; ++i) {
        if (i / operations != me_)
          issue(board_, mine[static_cast<std::size_t>(i)], me_, i / operations);
      }
      ark_barrier_all();
    }
    for (const operation& op : mine) {
      if (op.plan != nullptr) ark_plan_destroy(op.plan);
      if (op.ctx != ARK_CTX_DEFAULT) ark_ctx_destroy(op.ctx);
    }
    ark_barrier_all();
    if (ark_status() != 0) throw std::runtime_error(ark::failure_text(ark::last_failure()));
    const bool right = check(number) && check_team(number);
    ark_barrier_all();
    return right;
  }

 private:
  /// A plan or a context for some of the puts. Slots are used again by other PEs' plans.
  void make_objects(std::vector<operation>& mine) const {
    for (std::size_t i = 0; i < mine.size(); ++i) {
      operation& op = mine[i];
      const int to = static_cast<int>(i) / operations;
      if (to == me_ || op.what == kind::add || op.what == kind::get) continue;
      if (op.value % 4 == 1) {
        std::uint64_t* const signal = op.what == kind::put_signal ? board_.signals + me_ : nullptr;
        op.plan = ark_plan_create(board_.region + at(me_) + op.offset,
                                  board_.source + at(to) + op.offset, op.bytes, signal, to);
        if (op.plan == nullptr) throw std::runtime_error(ark::last_error());
      } else if (op.value % 4 == 2 && ark_ctx_create(0, &op.ctx) != 0) {
        throw std::runtime_error("no context");
      }
    }
  }
  /// A team of some PEs in a row, in either direction.
  bool check_team(int number) {
    std::mt19937_64 random(seed_ + static_cast<std::uint64_t>(number));
    const auto below = [&](int most) {
      return static_cast<int>(random() % static_cast<unsigned>(most));
    };
    const int size = 1 + below(n_), least = below(n_ - size + 1), stride = below(2) == 0 ? 1 : -1;
    ark_team_t team = ARK_TEAM_INVALID;
    if (ark_team_split_strided(ARK_TEAM_WORLD, stride > 0 ? least : least + size - 1, stride, size,
                               nullptr, 0, &team) != 0)
      throw std::runtime_error(ark::last_error());
    if (team == ARK_TEAM_INVALID) return true;
    *word_ = number * n_ + me_;
    ark_int_fcollect(team, words_, word_, 1);
    bool right = true;
    for (int i = 0; i < size; ++i)
      right = right && words_[i] == number * n_ + ark_team_translate_pe(team, i, ARK_TEAM_WORLD);
    ark_team_sync(team);
    ark_team_destroy(team);
    return right || say(number, me_, "what a team has collected differs");
  }
  [[nodiscard]] static std::size_t at(int pe) {
    return static_cast<std::size_t>(pe) * region_bytes;
  }

  bool check(int number) {
    for (int from = 0; from < n_; ++from) {
      if (from == me_) continue;
      const auto index = static_cast<std::size_t>(from);
      for (const operation& op : draw(seed_, number, from, me_)) apply(op, from);
      if (std::memcmp(model_.data() + at(from), board_.region + at(from), region_bytes) != 0) {
        return say(number, from, "data differs");
      }
      if (board_.signals[index] != signals_[index]) return say(number, from, "signals differ");
      if (board_.sums[index] != sums_[index]) return say(number, from, "sums differ");
      if (!check_gets(number, from)) return say(number, from, "what get brought differs");
    }
    return true;
  }
  void apply(const operation& op, int from) {
    const auto index = static_cast<std::size_t>(from);
    if (op.what == kind::add) sums_[index] += op.value;
    if (op.what == kind::put_signal) ++signals_[index];
    if (op.what == kind::add || op.what == kind::get) return;
    for (std::uint64_t i = 0; i < op.bytes; ++i) model_[at(from) + op.offset + i] = byte_of(op, i);
  }
  /// My gets read what the other has drawn to send me in this round, wherever one of its ranges
  /// lies.
  bool check_gets(int number, int from) {
    std::vector<char> there(region_bytes, 0);
    std::vector<bool> known(region_bytes, false);
    for (const operation& op : draw(seed_, number, from, me_)) {
      for (std::uint64_t i = 0; i < op.bytes; ++i) {
        there[op.offset + i] = byte_of(op, i);
        known[op.offset + i] = true;
      }
    }
    for (const operation& op : draw(seed_, number, me_, from)) {
      if (op.what != kind::get) continue;
      for (std::uint64_t i = op.offset; i < op.offset + op.bytes; ++i) {
        if (known[i] && board_.got[at(from) + i] != there[i]) return false;
      }
    }
    return true;
  }
  bool say(int number, int from, const char* what) const {
    std::fprintf(stderr, "PE %d: round %d, from PE %d: %s\n", me_, number, from, what);
    return false;
  }

  std::uint64_t seed_;
  int me_, n_;
  board board_{};
  int *word_ = symmetric<int>(1), *words_ = nullptr;
  std::vector<char> model_;
  std::vector<std::uint64_t> signals_, sums_;
};

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 10;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const ark::session session;
  soak run(seed);
  const auto begin = std::chrono::steady_clock::now();
  const auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  int* go_on = symmetric<int>(1);
  std::size_t settled = 0;
  int rounds = 0;
  for (*go_on = 1; *go_on != 0; ++rounds) {
    if (!run.round(rounds)) ark_global_exit(1);
    if (rounds == 20 || (settled == 0 && elapsed() > seconds / 4)) settled = resident_kib();
    if (ark_my_pe() == 0) {
      const int more = elapsed() < seconds ? 1 : 0;
      for (int pe = 0; pe < ark_n_pes(); ++pe) ark_int_p(go_on, more, pe);
    }
    ark_barrier_all();
  }
  const std::size_t now = resident_kib();
  const auto ops = static_cast<long long>(rounds) * operations * (ark_n_pes() - 1) * ark_n_pes();
  if (ark_my_pe() == 0) {
    std::printf("soak: seed %llu, %d PEs, %.1f s, %d rounds, %lld operations, none lost\n",
                static_cast<unsigned long long>(seed), ark_n_pes(), elapsed(), rounds, ops);
  }
  std::printf("soak: PE %d: %zu KiB resident after a quarter, %zu KiB at the end\n", ark_my_pe(),
              settled, now);
#ifdef __SANITIZE_ADDRESS__
  constexpr std::size_t slack_kib = std::size_t{1} << 30;  // it keeps what has been freed
#else
  constexpr std::size_t slack_kib = 16 * 1024;
#endif
  if (settled != 0 && now > settled + slack_kib) {
    std::fprintf(stderr, "PE %d: memory has grown\n", ark_my_pe());
    ark_global_exit(1);
  }
  return 0;
}
