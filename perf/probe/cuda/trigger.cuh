// The GPU's side of a transfer that something else carries out: a thread opens a gate, waits for
// the signal, and looks whether the data were there before it.
#pragma once

#include <string>
#include <vector>

#include "session.hpp"

namespace ark_probe {

/// First and last word of the source and the destination; all null: there are no data.
struct transfer_ends {
  std::uint64_t *from_first = nullptr, *from_last = nullptr;
  const std::uint64_t *to_first = nullptr, *to_last = nullptr;

  transfer_ends() = default;
  transfer_ends(void* to, void* from, std::size_t bytes)
      : from_first(static_cast<std::uint64_t*>(from)),
        from_last(from_first + bytes / 8 - 1),
        to_first(static_cast<const std::uint64_t*>(to)),
        to_last(to_first + bytes / 8 - 1) {}
};

struct trigger_outcome {
  std::uint64_t done, stale;  // stale: the signal came, the data had not
  std::uint64_t cycles, ns;   // of the whole loop, to know how long a cycle is
};

/// One thread: for each value from `first`, puts it into the source, opens the gate with it, and
/// waits for it in the signal. samples: cycles of each. Everything it writes between two gates lies
/// in the GPU's memory: a store across the bus would be part of the next release.
static __global__ void trigger(std::uint64_t* gate, const std::uint64_t* signal,
                               std::uint64_t first, unsigned count, transfer_ends data,
                               std::uint64_t* samples, trigger_outcome* outcome,
                               kernel_limits limits) {
  const std::uint64_t begin_cycles = clock64(), begin_ns = global_ns();
  std::uint64_t stale = 0;
  unsigned done = 0;
  for (; done < count; ++done) {
    const std::uint64_t value = first + done;
    if (data.from_first != nullptr) {
      store_relaxed(data.from_first, value);
      store_relaxed(data.from_last, value);
    }
    const std::uint64_t start = clock64();
    store_release(gate, value);
    if (!wait_for([=] { return load_acquire(signal) >= value; }, limits)) break;
    samples[done] = clock64() - start;
    if (data.to_first != nullptr &&
        (load_relaxed(data.to_first) != value || load_relaxed(data.to_last) != value)) {
      ++stale;
    }
  }
  *outcome = {done, stale, clock64() - begin_cycles, global_ns() - begin_ns};
}

/// Runs `trigger` in rounds and gathers what it saw.
class trigger_runner {
 public:
  static constexpr unsigned most = 1024;  // triggers of one round

  explicit trigger_runner(session& in)
      : session_(in),
        samples_(most * sizeof(std::uint64_t)),
        outcome_(sizeof(trigger_outcome)),
        host_(most * sizeof(std::uint64_t) + sizeof(trigger_outcome)) {}

  void start(std::uint64_t* gate, const std::uint64_t* signal, std::uint64_t first, unsigned count,
             const transfer_ends& data, milliseconds longest) {
    count_ = count;
    longest_ = longest;
    trigger<<<1, 1, 0, stream_>>>(gate, signal, first, count, data, samples_.as<std::uint64_t>(),
                                  outcome_.as<trigger_outcome>(), session_.limits(longest));
    check_launch("trigger");
  }
  /// Waits for the kernel and keeps its samples. Whether every signal came. Errors:
  /// std::runtime_error if the kernel does not end.
  bool collect() {
    auto* outcome = host_.as<trigger_outcome>();
    auto* samples = reinterpret_cast<std::uint64_t*>(outcome + 1);
    check(
        cudaMemcpyAsync(outcome, outcome_.as<void>(), sizeof *outcome, cudaMemcpyDefault, stream_),
        "cudaMemcpyAsync of the outcome");
    check(cudaMemcpyAsync(samples, samples_.as<void>(), count_ * sizeof *samples, cudaMemcpyDefault,
                          stream_),
          "cudaMemcpyAsync of the samples");
    session_.finish(stream_, "the kernel that opens gates");
    const double ns_per_cycle =
        static_cast<double>(outcome->ns) / static_cast<double>(outcome->cycles);
    for (std::uint64_t i = 0; i < outcome->done; ++i) {
      ns_.push_back(static_cast<double>(samples[i]) * ns_per_cycle);
    }
    stale_ += outcome->stale;
    return outcome->done == count_;
  }
  /// All samples since the last call, in ns, and how often the data came after the signal.
  void report(record& into) {
    into.distribution("ns", std::move(ns_)).integer("stale", static_cast<std::int64_t>(stale_));
    ns_.clear();
    stale_ = 0;
  }
  /// report(), and what it amounts to: measured, unless a signal came too late or before its data.
  /// `all`: what collect() said.
  void judge(bool all, record& into) {
    const bool stale = stale_ != 0;
    report(into);
    if (!all) {
      into.verdict("timed_out", "a signal did not come within " + std::to_string(longest_.count()) +
                                    " ms of its gate");
    } else {
      into.verdict(stale ? "failed" : "measured", stale ? "the signal came before its data" : "");
    }
  }
  [[nodiscard]] std::uint64_t stale() const { return stale_; }

 private:
  session& session_;
  device_memory samples_, outcome_;
  pinned_memory host_;
  stream stream_;
  unsigned count_ = 0;
  milliseconds longest_{0};
  std::vector<double> ns_;
  std::uint64_t stale_ = 0;
};

/// Pairs of gate and signal, each on lines of its own and used by one case, so that no case meets
/// what another left.
template <class Memory>
class gate_words {
 public:
  gate_words() : words_(pairs * 2 * line) {}

  /// A word, zeroed and not given out before. Errors: std::runtime_error after 256 of them.
  std::uint64_t* next() {
    if (used_ == 2 * pairs) throw std::runtime_error("more than 256 gates and signals");
    return words_.template as<std::uint64_t>() + line / 8 * used_++;
  }

 private:
  static constexpr std::size_t pairs = 128, line = 128;
  Memory words_;
  std::size_t used_ = 0;
};

}  // namespace ark_probe
