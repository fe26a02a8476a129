// How long from a kernel's store to a gate until it sees the signal of the copy behind that gate?
// The copy was armed before, in a stream: wait for the gate, copy, write the signal. No CPU and, if
// the copy is a copy engine's, no SM is on that path. Beside it: the same with a block of an SM as
// the engine. Control: data and signal in two streams, where the signal must be seen to come too
// early.
#include "copies.hpp"
#include "driver.hpp"
#include "payload.cuh"
#include "trigger.cuh"

namespace ark_probe {

namespace {

constexpr std::size_t largest = std::size_t{64} << 20;
constexpr std::size_t sizes[] = {8, 512, 4096, 65536, 1 << 20, 8 << 20, largest};
constexpr unsigned round_length = 32;  // armed at once: far from where arming itself blocks
constexpr std::uint64_t open_for_all = std::uint64_t{1} << 40;

unsigned rounds_for(std::size_t bytes) {
  if (bytes <= 65536) return 8;
  return bytes <= std::size_t{8} << 20 ? 2 : 1;
}

/// An engine on an SM: one block waits for the gate, copies, and signals.
__global__ void serve(const std::uint64_t* gate, std::uint64_t* signal, std::uint64_t first,
                      unsigned count, std::uint64_t* to, const std::uint64_t* from,
                      std::size_t words, kernel_limits limits) {
  __shared__ bool open;
  for (unsigned i = 0; i < count; ++i) {
    const std::uint64_t value = first + i;
    if (threadIdx.x == 0) {
      open = wait_for([=] { return load_acquire(gate) >= value; }, limits);
    }
    __syncthreads();
    if (!open) return;
    auto* wide_to = reinterpret_cast<uint4*>(to);
    const auto* wide_from = reinterpret_cast<const uint4*>(from);
    for (std::size_t at = threadIdx.x; at < words / 2; at += blockDim.x)
      wide_to[at] = wide_from[at];
    if (words % 2 != 0 && threadIdx.x == 0) to[words - 1] = from[words - 1];
    __syncthreads();
    if (threadIdx.x == 0) store_release(signal, value);
  }
}

enum class path { wait_and_write, copy, sm_engine, two_streams };

struct gate_case {
  path how;
  copy_call call;
  std::string memory;
  void *to, *from;
  std::size_t bytes;
  bool gate_on_host;
};

class bench {
 public:
  explicit bench(session& in) : session_(in), runner_(in) {}

  void measure(const gate_case& what, record& into) {
    gate_ = what.gate_on_host ? host_words_.next() : device_words_.next();
    signal_ = device_words_.next();
    bool all = false;
    try {
      all = all_rounds(what);
    } catch (...) {
      open();  // nothing stays armed, whatever happened
      throw;
    }
    open();
    session_.finish(armed_, "the armed stream");
    session_.finish(signals_, "the stream of signals");
    judge(what, all, into);
  }
  /// Opens the gate for good. Any thread.
  void open() { memops_.write(rescue_, gate_, open_for_all); }

 private:
  /// Whether every signal came.
  bool all_rounds(const gate_case& what) {
    const transfer_ends ends = what.how == path::wait_and_write
                                   ? transfer_ends()
                                   : transfer_ends(what.to, what.from, what.bytes);
    std::uint64_t first = 1;
    for (unsigned round = 0; round < rounds_for(what.bytes); ++round) {
      arm(what, first);
      runner_.start(gate_, signal_, first, round_length, ends, milliseconds(2000));
      if (!runner_.collect()) return false;
      first += round_length;
    }
    return true;
  }

  void arm(const gate_case& what, std::uint64_t first) {
    if (what.how == path::sm_engine) {
      serve<<<1, 512, 0, armed_>>>(gate_, signal_, first, round_length,
                                   static_cast<std::uint64_t*>(what.to),
                                   static_cast<const std::uint64_t*>(what.from), what.bytes / 8,
                                   session_.limits(milliseconds(2000)));
      check_launch("serve");
      return;
    }
    for (std::uint64_t value = first; value < first + round_length; ++value) {
      memops_.wait(armed_, gate_, value);
      if (what.how != path::wait_and_write) {
        copy_issue(what.call, what.to, what.from, what.bytes, session_.how().device, armed_);
      }
      const bool apart = what.how == path::two_streams;
      if (apart) memops_.wait(signals_, gate_, value);
      memops_.write(apart ? cudaStream_t(signals_) : cudaStream_t(armed_), signal_, value);
    }
  }

  void judge(const gate_case& what, bool all, record& into) {
    if (!all || what.how != path::two_streams) return runner_.judge(all, into);
    const bool stale = runner_.stale() != 0;
    runner_.report(into);
    into.verdict(stale ? "seen" : "not_seen", "control: the signal before its data");
  }

  session& session_;
  stream_memory_operations memops_;
  trigger_runner runner_;
  gate_words<device_memory> device_words_;
  gate_words<pinned_memory> host_words_;
  stream armed_, signals_, rescue_;
  std::uint64_t *gate_ = nullptr, *signal_ = nullptr;
};

const char* path_name(path how) {
  switch (how) {
    case path::wait_and_write:
      return "armed wait and write, no copy";
    case path::copy:
      return "armed copy";
    case path::sm_engine:
      return "block of an SM";
    case path::two_streams:
      return "armed copy, signal in another stream (control)";
  }
  return "";
}

void measure(session& in, bench& on, const gate_case& what) {
  record head = in.result("gate to signal");
  head.text("path", path_name(what.how)).text("memory", what.memory);
  head.text("call", what.how == path::copy ? copy_call_name(what.call) : "");
  head.text("gate", what.gate_on_host ? "pinned host" : "device");
  head.integer("bytes", static_cast<std::int64_t>(what.bytes));
  in.attempt(
      head, milliseconds(8000), [&](record& into) { on.measure(what, into); }, [&] { on.open(); });
}

void run(session& in) {
  in.warm_up();
  const auto on = in.prepare<bench>("streams and words", in);
  const auto to = in.prepare<device_memory>("destination", largest);
  const auto from = in.prepare<device_memory>("source", largest);
  const auto host = in.prepare<pinned_memory>("pinned destination", largest);
  if (!on || !to || !from || !host) return;
  auto *const a = to->as<void>(), *const b = from->as<void>();
  const auto async = copy_call::memcpy_async, overlap = copy_call::batch_overlap;
  const std::string inside = "device to device", out = "device to pinned host";
  measure(in, *on, {path::wait_and_write, async, "", nullptr, nullptr, 0, false});
  measure(in, *on, {path::wait_and_write, async, "", nullptr, nullptr, 0, true});
  for (const std::size_t bytes : sizes) {
    measure(in, *on, {path::copy, async, inside, a, b, bytes, false});
    measure(in, *on, {path::copy, overlap, inside, a, b, bytes, false});
    measure(in, *on, {path::copy, async, inside, a, b, bytes, true});
    measure(in, *on, {path::copy, async, out, host->as<void>(), b, bytes, false});
    measure(in, *on, {path::sm_engine, async, inside, a, b, bytes, false});
  }
  measure(in, *on, {path::two_streams, async, inside, a, b, 8 << 20, false});
  measure(in, *on, {path::two_streams, async, out, host->as<void>(), b, 8 << 20, false});
}

}  // namespace

}  // namespace ark_probe

int main(int argc, char** argv) {
  return ark_probe::probe_main(argc, argv, "gate", ark_probe::run);
}
