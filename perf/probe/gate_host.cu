// The same question with the CPU on the path, for comparison: a thread of the host sees the
// kernel's flag, issues the copy, and lets the kernel know; and the older way still, where the
// kernel ends, the host sees that, copies, and launches the next one.
#include "copies.hpp"
#include "driver.hpp"
#include "trigger.cuh"

namespace ark_probe {

namespace {

constexpr std::size_t largest = std::size_t{64} << 20;
constexpr std::size_t sizes[] = {8, 4096, 65536, 1 << 20, 8 << 20, largest};

/// How the host lets the kernel know.
enum class notice { at_once, stream_write, event_then_store };

const char* notice_name(notice how) {
  switch (how) {
    case notice::at_once:
      return "host answers, no copy";
    case notice::stream_write:
      return "host copies, the stream writes the signal";
    case notice::event_then_store:
      return "host copies, sees the event, stores the signal";
  }
  return "";
}

__global__ void stamp(std::uint64_t* ns) { store_relaxed(ns, global_ns()); }

class bench {
 public:
  explicit bench(session& in) : session_(in), runner_(in), stamps_(2 * sizeof(std::uint64_t)) {
    stamp<<<1, 1, 0, copying_>>>(stamps_.as<std::uint64_t>());
    check_launch("stamp");
    in.finish(copying_, "stamp");
  }

  void proxy(notice how, void* to, void* from, std::size_t bytes, record& into) {
    gate_ = host_words_.next();
    signal_ = how == notice::stream_write ? device_words_.next() : host_words_.next();
    const unsigned count = bytes > 65536 ? 32 : 200;
    const transfer_ends ends =
        how == notice::at_once ? transfer_ends() : transfer_ends(to, from, bytes);
    runner_.start(gate_, signal_, 1, count, ends, milliseconds(4000));
    for (std::uint64_t value = 1; value <= count; ++value) {
      const bool asked =
          session_.wait_host([&] { return word(gate_).load() >= value; }, milliseconds(2000));
      if (!asked) break;
      serve(how, to, from, bytes, value);
    }
    const bool all = runner_.collect();
    session_.finish(copying_, "the copies");
    runner_.judge(all, into);
  }

  /// From the end of a kernel to the start of the next, with a copy of the host's between them.
  void kernel_boundary(void* to, void* from, std::size_t bytes, record& into) {
    std::vector<double> ns;
    auto* at = stamps_.as<std::uint64_t>();
    for (int i = 0; i < (bytes > 65536 ? 32 : 100); ++i) {
      stamp<<<1, 1, 0, copying_>>>(at);
      check_launch("stamp");
      ended_.record(copying_);
      if (!session_.wait_event(ended_, milliseconds(2000))) break;
      copy_issue(copy_call::memcpy_async, to, from, bytes, session_.how().device, copying_);
      stamp<<<1, 1, 0, copying_>>>(at + 1);
      check_launch("stamp");
      session_.finish(copying_, "a kernel, a copy, a kernel");
      ns.push_back(static_cast<double>(word(at + 1).load() - word(at).load()));
    }
    into.distribution("ns", std::move(ns)).verdict("measured");
  }

 private:
  static std::atomic_ref<std::uint64_t> word(std::uint64_t* at) { return std::atomic_ref(*at); }

  void serve(notice how, void* to, void* from, std::size_t bytes, std::uint64_t value) {
    if (how != notice::at_once) {
      copy_issue(copy_call::memcpy_async, to, from, bytes, session_.how().device, copying_);
    }
    if (how == notice::stream_write) {
      memops_.write(copying_, signal_, value);
      return;
    }
    if (how == notice::event_then_store) {
      ended_.record(copying_);
      if (!session_.wait_event(ended_, milliseconds(2000))) return;
    }
    word(signal_).store(value);
  }

  session& session_;
  stream_memory_operations memops_;
  trigger_runner runner_;
  pinned_memory stamps_;
  gate_words<device_memory> device_words_;
  gate_words<pinned_memory> host_words_;
  stream copying_;
  event ended_;
  std::uint64_t *gate_ = nullptr, *signal_ = nullptr;
};

record head_of(session& in, const std::string& path, std::size_t bytes) {
  return in.result("gate to signal")
      .text("path", path)
      .integer("bytes", static_cast<std::int64_t>(bytes));
}

void run(session& in) {
  in.warm_up();
  const auto on = in.prepare<bench>("streams and words", in);
  const auto to = in.prepare<device_memory>("destination", largest);
  const auto from = in.prepare<device_memory>("source", largest);
  if (!on || !to || !from) return;
  auto *const a = to->as<void>(), *const b = from->as<void>();
  const auto proxy = [&](notice how, std::size_t bytes) {
    in.attempt(head_of(in, notice_name(how), bytes), milliseconds(8000),
               [&](record& into) { on->proxy(how, a, b, bytes, into); });
  };
  proxy(notice::at_once, 0);
  for (const std::size_t bytes : sizes) {
    proxy(notice::stream_write, bytes);
    proxy(notice::event_then_store, bytes);
    in.attempt(head_of(in, "kernel ends, host copies, next kernel", bytes), milliseconds(8000),
               [&](record& into) { on->kernel_boundary(a, b, bytes, into); });
  }
}

}  // namespace

}  // namespace ark_probe

int main(int argc, char** argv) {
  return ark_probe::probe_main(argc, argv, "gate_host", ark_probe::run);
}
