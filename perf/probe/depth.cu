// How many slots can be armed, on how many streams, and does other work go on meanwhile? Streams
// share hardware queues (--connections): one that waits for a gate may hold up another. The
// canaries are streams of their own, each with a kernel and a copy, which must end while all gates
// are shut.
#include <memory>

#include "armed_slots.hpp"

namespace ark_probe {

namespace {

constexpr std::size_t most_streams = 8, most_depth = 1024;
constexpr std::size_t canaries = 4;

__global__ void tick(std::uint64_t* counter) { ++*counter; }

class bench {
 public:
  explicit bench(session& in)
      : session_(in),
        slots_(in, most_streams, most_depth),
        canary_(canaries),
        canary_memory_(canaries * 2 * line),
        arming_([&in](const std::string& what) {
          in.out().write(in.result("armed slots").verdict("hung", what + " did not end"));
        }) {
    for (std::size_t i = 0; i < canaries; ++i) sing(i);
    for (const stream& one : canary_) in.finish(one, "a canary");
  }

  void measure(copy_call call, std::size_t streams, std::size_t depth, record& into) {
    slots_.reset();
    armed_ = 0;
    // A full queue makes the call itself wait, for a gate that its own thread would open later.
    arming_.watch("the arming of slots", milliseconds(1000), milliseconds(5000),
                  [this] { open(); });
    const clock::time_point begin = clock::now();
    try {
      slots_.arm(call, streams, depth, armed_);
    } catch (...) {
      open();
      arming_.done();
      throw;
    }
    const double arm_us = us_since(begin);
    const bool blocked = arming_.done();
    into.number("arm_us_per_slot", arm_us / static_cast<double>(streams * depth));
    std::size_t kernels = 0, copies = 0;
    if (!blocked) count_canaries(kernels, copies);
    const clock::time_point opened = clock::now();
    slots_.open_all();
    slots_.drain();
    into.number("drain_us_per_slot", us_since(opened) / static_cast<double>(streams * depth));
    for (const stream& one : canary_) session_.finish(one, "a canary with all gates open");
    judge(into, blocked, kernels, copies, slots_.signalled(streams, depth));
  }
  /// Any thread.
  void open() {
    armed_at_release_ = armed_.load();
    slots_.open_all();
  }

 private:
  static constexpr std::size_t line = 128;

  void sing(std::size_t i) {
    auto* at = canary_memory_.as<>() + i * 2 * line;
    tick<<<1, 1, 0, canary_[i]>>>(reinterpret_cast<std::uint64_t*>(at));
    check_launch("tick");
    kernel_ended_[i].record(canary_[i]);
    copy_issue(copy_call::memcpy_async, at + line, at, sizeof(std::uint64_t), session_.how().device,
               canary_[i]);
    copy_ended_[i].record(canary_[i]);
  }

  void count_canaries(std::size_t& kernels, std::size_t& copies) {
    for (std::size_t i = 0; i < canaries; ++i) sing(i);
    for (std::size_t i = 0; i < canaries; ++i) {
      kernels += session_.wait_event(kernel_ended_[i], milliseconds(100)) ? 1U : 0U;
      copies += session_.wait_event(copy_ended_[i], milliseconds(100)) ? 1U : 0U;
    }
  }

  void judge(record& into, bool blocked, std::size_t kernels, std::size_t copies, bool signalled) {
    into.integer("canaries", canaries)
        .integer("canary_kernels_ended", static_cast<std::int64_t>(kernels))
        .integer("canary_copies_ended", static_cast<std::int64_t>(copies))
        .flag("all_signals", signalled);
    if (blocked) {
      into.integer("armed_before_it_blocked", armed_at_release_.load());
      into.verdict("arming_blocked", "the host's call came back only after the gates were opened");
    } else if (!signalled) {
      into.verdict("failed", "a signal is missing although all gates are open");
    } else {
      into.verdict(kernels == canaries && copies == canaries ? "free" : "stalled");
    }
  }

  session& session_;
  armed_slots slots_;
  std::vector<stream> canary_;
  event kernel_ended_[canaries], copy_ended_[canaries];
  device_memory canary_memory_;
  std::atomic<unsigned> armed_{0}, armed_at_release_{0};
  watchdog arming_;
};

void run(session& in) {
  const auto on = in.prepare<bench>("slots and streams", in);
  if (!on) return;
  for (const auto call : {copy_call::memcpy_async, copy_call::batch_overlap}) {
    for (const std::size_t streams :
         {std::size_t{1}, std::size_t{2}, std::size_t{4}, std::size_t{8}}) {
      for (const std::size_t depth : {1, 16, 64, 256, 1024}) {
        record head = in.result("armed slots");
        head.text("call", copy_call_name(call))
            .integer("connections", in.how().connections)
            .integer("streams", static_cast<std::int64_t>(streams))
            .integer("depth", static_cast<std::int64_t>(depth));
        in.attempt(
            head, milliseconds(12000),
            [&](record& into) { on->measure(call, streams, depth, into); }, [&] { on->open(); });
      }
    }
  }
}

}  // namespace

}  // namespace ark_probe

int main(int argc, char** argv) {
  return ark_probe::probe_main(argc, argv, "depth", ark_probe::run);
}
