// Which copies need an SM? All SMs are taken by spinning blocks; a copy that ends meanwhile was
// done by something else: a copy engine. Two controls see that no SM was left: a kernel of one warp
// does not start, and a copy that is known to run on SMs does not end.
#include <functional>
#include <vector>

#include "copies.hpp"
#include "driver.hpp"
#include "ipc_memory.hpp"
#include "payload.cuh"
#include "record.hpp"
#include "saturation.cuh"
#include "vmm_memory.hpp"

namespace ark_probe {

namespace {

constexpr std::size_t largest = std::size_t{64} << 20;
constexpr std::size_t sizes[] = {std::size_t{4} << 10, std::size_t{1} << 20, largest};

__global__ void start_only() {}

/// One way to move `bytes` from `from` to `to`.
struct way {
  std::string name, memory;
  void* to;
  void* from;
  std::function<void(std::size_t bytes, std::uint64_t seed, cudaStream_t in)> issue;
};

class bench {
 public:
  explicit bench(session& in) : session_(in), taken_(in), data_(in) {
    start_only<<<1, 32, 0, control_>>>();
    check_launch("start_only");
    in.finish(control_, "start_only");
  }

  void measure(const way& how, std::size_t bytes, record& into) {
    seed_ += 1;
    data_.fill(how.from, bytes, seed_);
    const double idle_us = idle(how, bytes);
    data_.clear(how.to, bytes);
    into.number("idle_us", idle_us);
    // What takes no SM takes about as long as before, even if the bus is busy.
    const milliseconds limit(200 + static_cast<long>(20 * idle_us / 1000));
    into.integer("limit_ms", limit.count());
    const at_exit let_go([this] { taken_.release(); });
    taken_.start();
    into.integer("blocks", taken_.blocks())
        .integer("block_shared_bytes", static_cast<std::int64_t>(taken_.shared_bytes()));
    const clock::time_point begin = clock::now();
    how.issue(bytes, seed_, copying_);
    copied_.record(copying_);
    const bool ended = session_.wait_event(copied_, limit);
    into.number("saturated_us", us_since(begin)).flag("ended_while_saturated", ended);
    const bool held = control_stays_out(into);
    taken_.stop();
    session_.finish(copying_, "the copy after the SMs were free");
    session_.finish(control_, "start_only after the SMs were free");
    const std::uint64_t wrong = data_.mismatches(how.to, bytes, seed_);
    into.integer("wrong_words", static_cast<std::int64_t>(wrong));
    judge(into, ended, held, wrong);
  }
  void release() { taken_.release(); }

 private:
  /// Median of three without any other work, in microseconds; loads what the copy needs.
  double idle(const way& how, std::size_t bytes) {
    std::vector<double> samples;
    for (int i = 0; i < 4; ++i) {
      const clock::time_point begin = clock::now();
      how.issue(bytes, seed_, copying_);
      copied_.record(copying_);
      if (!session_.wait_event(copied_, milliseconds(2000))) {
        throw std::runtime_error("the copy did not end within 2000 ms on an idle GPU");
      }
      if (i > 0) samples.push_back(us_since(begin));
    }
    return summarize(std::move(samples)).median;
  }

  /// Whether no SM was free: the control kernel, which comes after the copy so that it cannot hold
  /// that up, has not started 20 ms later, and no block has left its place.
  bool control_stays_out(record& into) {
    start_only<<<1, 32, 0, control_>>>();
    check_launch("start_only");
    started_.record(control_);
    const bool control_ended = session_.wait_event(started_, milliseconds(20));
    const bool held = taken_.held();
    into.flag("control_kernel_ended", control_ended).flag("all_blocks_held", held);
    return held && !control_ended;
  }

  static void judge(record& into, bool ended, bool held, std::uint64_t wrong) {
    if (wrong != 0) {
      into.verdict("failed", "the destination is not what the source is");
    } else if (!held) {
      into.verdict("inconclusive", "an SM was free");
    } else {
      into.verdict(ended ? "no_sm" : "needs_sm");
    }
  }

  session& session_;
  std::uint64_t seed_ = 0;
  stream copying_, control_;
  event copied_, started_;
  saturation taken_;
  payload data_;
};

way host_call(copy_call call, std::string memory, void* to, void* from, int device) {
  return {copy_call_name(call), std::move(memory), to, from,
          [=](std::size_t bytes, std::uint64_t, cudaStream_t in) {
            copy_issue(call, to, from, bytes, device, in);
          }};
}

way sm_copy(void* to, void* from) {
  return {"kernel of loads and stores (control)", "device to device", to, from,
          [=](std::size_t bytes, std::uint64_t, cudaStream_t in) {
            copy_words<<<64, 256, 0, in>>>(static_cast<uint4*>(to), static_cast<const uint4*>(from),
                                           bytes / 16);
            check_launch("copy_words");
          }};
}

void measure(session& in, bench& on, const way& how, std::size_t bytes) {
  record head = in.result("copy");
  head.text("call", how.name).text("memory", how.memory);
  head.integer("bytes", static_cast<std::int64_t>(bytes));
  in.attempt(
      head, milliseconds(6000), [&](record& into) { on.measure(how, bytes, into); },
      [&] { on.release(); });
}

void measure_sizes(session& in, bench& on, const way& how) {
  for (const std::size_t bytes : sizes) measure(in, on, how, bytes);
}

/// A wait and a write in a stream: what an armed slot has besides its copy. The wait is fulfilled
/// from the start; the write is the word that the payload expects.
void measure_memory_operations(session& in, bench& on) {
  const auto memops = in.prepare<stream_memory_operations>("stream memory operations");
  const auto words = in.prepare<device_memory>("their words", 3 * sizeof(std::uint64_t));
  if (!memops || !words) return;
  auto* word = words->as<std::uint64_t>();
  measure(in, on,
          {"cuStreamWaitValue64, cuStreamWriteValue64", "device", word, word + 1,
           [&](std::size_t, std::uint64_t seed, cudaStream_t to) {
             memops->wait(to, word + 2, 0);
             memops->write(to, word, pattern_word(0, seed));
           }},
          sizeof(std::uint64_t));
}

void measure_host(session& in, bench& on, void* device, int number) {
  const auto host = in.prepare<pinned_memory>("pinned memory", largest);
  if (!host) return;
  auto* at = host->as<void>();
  const auto call = copy_call::memcpy_async;
  measure_sizes(in, on, host_call(call, "pinned host to device", device, at, number));
  measure_sizes(in, on, host_call(call, "device to pinned host", at, device, number));
}

void measure_vmm(session& in, bench& on, int number) {
  const auto to = in.prepare<vmm_memory>("mapped memory", largest, number, true);
  const auto from = in.prepare<vmm_memory>("mapped memory", largest, number, true);
  if (!to || !from) return;
  for (const auto call : {copy_call::memcpy_async, copy_call::batch_overlap}) {
    measure_sizes(in, on,
                  host_call(call, "cuMemCreate to cuMemCreate", to->data(), from->data(), number));
  }
}

void measure_ipc(session& in, bench& on, void* device, int number) {
  const auto theirs = in.prepare<ipc_memory>("memory of another process", std::to_string(number));
  if (!theirs) return;
  for (const auto call : {copy_call::memcpy_async, copy_call::batch_overlap}) {
    measure_sizes(in, on,
                  host_call(call, "device to another process", theirs->data(), device, number));
  }
}

void run(session& in) {
  in.warm_up();
  const int number = in.how().device;
  const auto on = in.prepare<bench>("the kernel that takes all SMs", in);
  const auto to = in.prepare<device_memory>("destination", largest);
  const auto from = in.prepare<device_memory>("source", largest);
  if (!on || !to || !from) return;
  auto *const a = to->as<void>(), *const b = from->as<void>();
  measure_sizes(in, *on, sm_copy(a, b));
  for (const auto call : {copy_call::memcpy_async, copy_call::batch_overlap, copy_call::batch,
                          copy_call::peer_async}) {
    measure_sizes(in, *on, host_call(call, "device to device", a, b, number));
  }
  measure_memory_operations(in, *on);
  measure_host(in, *on, b, number);
  measure_vmm(in, *on, number);
  measure_ipc(in, *on, b, number);
}

int child(const options& how) { return ipc_memory::own(how.device, largest); }

}  // namespace

}  // namespace ark_probe

int main(int argc, char** argv) {
  return ark_probe::probe_main(argc, argv, "saturation", ark_probe::run, ark_probe::child);
}
