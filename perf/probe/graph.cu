// Do the memcpy nodes of graphs need an SM? As in the probe "saturation", for graphs that the host
// launches, for the bodies of conditional nodes, and for graphs that a kernel launches. What a
// graph's machinery needs itself cannot be told apart from what its copy needs: compare the rows of
// a kind.

#include "device_launch.cuh"
#include "graph.hpp"
#include "payload.cuh"
#include "saturation.cuh"

namespace ark_probe {

namespace graph_nodes {  // named: nvcc renames an unnamed one in code that is linked for the device

constexpr std::size_t largest = std::size_t{16} << 20;
constexpr std::size_t sizes[] = {4096, largest};
constexpr milliseconds long_enough{300};

__global__ void start_only() {}

__global__ void end_loop(cudaGraphConditionalHandle loop) { cudaGraphSetConditional(loop, 0); }

enum class kind { host_launched, if_body, while_body };

const char* kind_name(kind how) {
  switch (how) {
    case kind::host_launched:
      return "graph launched by the host";
    case kind::if_body:
      return "body of an IF node";
    case kind::while_body:
      return "body of a WHILE node";
  }
  return "";
}

/// From where to where, and whether a kernel can see the end of it before the host.
struct transfer {
  std::string memory;
  void *to, *from;
};

class bench {
 public:
  explicit bench(session& in)
      : session_(in),
        taken_(in),
        data_(in),
        shape_(in.gpu(), launch_from_device),
        launcher_words_(sizeof(launcher_words)) {
    start_only<<<1, 32, 0, control_>>>();
    check_launch("start_only");
    in.finish(control_, "start_only");
  }

  void measure(kind how, const transfer& what, std::size_t bytes, record& into) {
    const graph whole;
    build(how, whole, what, bytes);
    const graph_exec ready(whole, 0, running_);
    session_.finish(running_, "cudaGraphUpload");
    data_.fill(what.from, bytes, ++seed_);
    const clock::time_point idle = clock::now();
    ready.launch(running_);
    session_.finish(running_, "the graph on an idle GPU");
    into.number("idle_us", us_since(idle));
    data_.clear(what.to, bytes);
    const at_exit let_go([this] { release(); });
    taken_.start(last_word(what, bytes));
    const clock::time_point begin = clock::now();
    ready.launch(running_);
    const bool seen = session_.wait_host([&] { return taken_.seen_ns() != 0; }, long_enough);
    into.number("saturated_us", us_since(begin));
    judge(into, what, bytes, seen);
  }

  void measure_device_launch(const transfer& what, std::size_t bytes, record& into) {
    const graph inner;
    graph_capture(inner, running_, [&] { copy(what, bytes); });
    const graph_exec copying(inner, cudaGraphInstantiateFlagDeviceLaunch, running_);
    const graph outer;
    const watched_word last = last_word(what, bytes);
    data_.fill(what.from, bytes, ++seed_);
    const std::uint64_t value = pattern_word(bytes / 8 - 1, seed_);
    graph_capture(outer, running_, [&] {
      launch_from_device<<<1, shape_.threads, shape_.shared_bytes, running_>>>(
          copying, last.word, value, words(), session_.limits(milliseconds(2000)),
          session_.limits(long_enough));
      check_launch("launch_from_device");
    });
    const graph_exec launcher(outer, 0, running_);
    session_.finish(running_, "cudaGraphUpload");
    if (!idle_launches(launcher, what, bytes, into)) return;
    data_.clear(what.to, bytes);
    const at_exit let_go([this] { release(); });
    begin(launcher);
    taken_.start({}, 1);
    std::atomic_ref(words()->go).store(1);
    const bool ended =
        session_.wait_host([this] { return is_set(words()->done); }, milliseconds(2000));
    into.number("saturated_us", static_cast<double>(words()->seen_after_ns) / 1000);
    if (!ended) throw std::runtime_error("the kernel that launches did not report");
    if (words()->code != cudaSuccess) throw cuda_error("cudaGraphLaunch in a kernel", code());
    judge(into, what, bytes, is_set(words()->seen));
  }

  /// Any thread.
  void release() {
    taken_.release();
    std::atomic_ref(words()->go).store(1);
  }

 private:
  void copy(const transfer& what, std::size_t bytes) {
    check(cudaMemcpyAsync(what.to, what.from, bytes, cudaMemcpyDefault, running_),
          "cudaMemcpyAsync in a graph");
  }

  void build(kind how, const graph& whole, const transfer& what, std::size_t bytes) {
    if (how == kind::host_launched) {
      graph_capture(whole, running_, [&] { copy(what, bytes); });
      return;
    }
    const cudaGraphConditionalHandle on = whole.condition();
    const bool loop = how == kind::while_body;
    const cudaGraph_t body =
        whole.add_body(on, loop ? cudaGraphCondTypeWhile : cudaGraphCondTypeIf);
    graph_capture(body, running_, [&] {
      copy(what, bytes);
      if (!loop) return;
      end_loop<<<1, 1, 0, running_>>>(on);
      check_launch("end_loop");
    });
  }

  [[nodiscard]] watched_word last_word(const transfer& what, std::size_t bytes) const {
    return {static_cast<const std::uint64_t*>(what.to) + bytes / 8 - 1,
            pattern_word(bytes / 8 - 1, seed_)};
  }

  void begin(const graph_exec& launcher) {
    *words() = {};
    launcher.launch(running_);
    if (!session_.wait_host([this] { return is_set(words()->started); }, milliseconds(1000))) {
      throw std::runtime_error("the kernel that launches did not start");
    }
  }

  /// Whether the launch works at all, and how long it takes to the end of the copy.
  bool idle_launches(const graph_exec& launcher, const transfer& what, std::size_t bytes,
                     record& into) {
    std::vector<double> ns;
    for (int i = 0; i < 20; ++i) {
      data_.clear(what.to, bytes);
      begin(launcher);
      std::atomic_ref(words()->go).store(1);
      session_.finish(running_, "a graph launched by a kernel, on an idle GPU");
      if (words()->code != cudaSuccess) throw cuda_error("cudaGraphLaunch in a kernel", code());
      if (is_set(words()->seen)) ns.push_back(static_cast<double>(words()->seen_after_ns));
    }
    const bool works = !ns.empty();
    into.distribution("ns", std::move(ns));
    if (!works) {
      into.verdict("inconclusive",
                   "on an idle GPU, too, the copy was not seen while its launcher ran");
    }
    return works;
  }

  void judge(record& into, const transfer& what, std::size_t bytes, bool seen) {
    start_only<<<1, 32, 0, control_>>>();
    check_launch("start_only");
    started_.record(control_);
    const bool control = session_.wait_event(started_, milliseconds(20));
    const bool held = taken_.held();
    taken_.stop();
    session_.finish(running_, "the graph after the SMs were free");
    session_.finish(control_, "start_only after the SMs were free");
    into.flag("ended_while_saturated", seen).flag("control_kernel_ended", control);
    into.flag("all_blocks_held", held);
    if (data_.mismatches(what.to, bytes, seed_) != 0) {
      into.verdict("failed", "the destination is not what the source is");
    } else if (control || !held) {
      into.verdict("inconclusive", "an SM was free");
    } else {
      into.verdict(seen ? "no_sm" : "needs_sm");
    }
  }

  [[nodiscard]] launcher_words* words() const { return launcher_words_.as<launcher_words>(); }
  static bool is_set(std::uint32_t& word) { return std::atomic_ref(word).load() != 0; }
  [[nodiscard]] cudaError_t code() const { return static_cast<cudaError_t>(words()->code); }

  session& session_;
  std::uint64_t seed_ = 0;
  stream running_, control_;
  event started_;
  saturation taken_;
  payload data_;
  saturation_shape shape_;
  pinned_memory launcher_words_;
};

void measure(session& in, bench& on, const transfer& what, std::size_t bytes) {
  const auto head = [&](const char* name) {
    return in.result("copy")
        .text("call", name)
        .text("memory", what.memory)
        .integer("bytes", static_cast<std::int64_t>(bytes));
  };
  for (const kind how : {kind::host_launched, kind::if_body, kind::while_body}) {
    in.attempt(
        head(kind_name(how)), milliseconds(6000),
        [&](record& into) { on.measure(how, what, bytes, into); }, [&] { on.release(); });
  }
  in.attempt(
      head("graph launched by a kernel"), milliseconds(8000),
      [&](record& into) { on.measure_device_launch(what, bytes, into); }, [&] { on.release(); });
}

void run(session& in) {
  in.warm_up();
  const auto on = in.prepare<bench>("the kernel that takes all SMs", in);
  const auto to = in.prepare<device_memory>("destination", largest);
  const auto from = in.prepare<device_memory>("source", largest);
  const auto host = in.prepare<pinned_memory>("pinned memory", largest);
  if (!on || !to || !from || !host) return;
  const transfer all[] = {{"device to device", to->as<void>(), from->as<void>()},
                          {"device to pinned host", host->as<void>(), from->as<void>()},
                          {"pinned host to device", to->as<void>(), host->as<void>()}};
  for (const transfer& what : all) {
    for (const std::size_t bytes : sizes) measure(in, *on, what, bytes);
  }
}

}  // namespace graph_nodes

}  // namespace ark_probe

int main(int argc, char** argv) {
  return ark_probe::probe_main(argc, argv, "graph", ark_probe::graph_nodes::run);
}
