// What does a WHILE node cost? The time from one turn of the loop to the next, and, for a loop that
// waits for a gate, copies, and signals, the time from a kernel's store to the gate until it sees
// the signal: transfers that arm themselves again without the CPU.
#include "graph.hpp"
#include "trigger.cuh"

namespace ark_probe {

namespace graph_loop {  // named: nvcc renames an unnamed one in code that is linked for the device

constexpr std::size_t largest = std::size_t{64} << 20;
constexpr std::size_t sizes[] = {8, 4096, 65536, 1 << 20, largest};
constexpr unsigned turns = 500;
constexpr unsigned transfers = 100;

/// The GPU's: where a loop is.
struct loop_state {
  std::uint64_t turn;  // those that have ended
  std::uint64_t lost;  // whether a gate stayed shut for longer than it may
};

/// The end of a turn that does nothing else: when, and whether there is another.
__global__ void tick(cudaGraphConditionalHandle loop, loop_state* at, std::uint64_t* when,
                     kernel_limits limits) {
  when[at->turn] = global_ns();
  ++at->turn;
  const bool on = at->turn < turns && load_relaxed(limits.abort) == 0;
  cudaGraphSetConditional(loop, on ? 1 : 0);
}

__global__ void await_gate(const std::uint64_t* gate, loop_state* at, kernel_limits limits) {
  const std::uint64_t value = at->turn + 1;
  if (!wait_for([=] { return load_acquire(gate) >= value; }, limits)) at->lost = 1;
}

__global__ void send_signal(cudaGraphConditionalHandle loop, std::uint64_t* signal,
                            loop_state* at) {
  ++at->turn;
  if (at->lost == 0) store_release(signal, at->turn);
  cudaGraphSetConditional(loop, at->lost == 0 && at->turn < transfers ? 1 : 0);
}

class bench {
 public:
  explicit bench(session& in)
      : session_(in),
        runner_(in),
        state_(sizeof(loop_state)),
        when_(turns * sizeof(std::uint64_t)) {}

  /// bytes: of the copy in each turn, 0 for none.
  void turn(void* to, void* from, std::size_t bytes, record& into) {
    const graph whole;
    const cudaGraphConditionalHandle on = whole.condition();
    graph_capture(whole.add_body(on, cudaGraphCondTypeWhile), looping_, [&] {
      if (bytes != 0) copy(to, from, bytes);
      tick<<<1, 1, 0, looping_>>>(on, state(), when_.as<std::uint64_t>(),
                                  session_.limits(milliseconds(4000)));
      check_launch("tick");
    });
    run(whole);
    std::vector<std::uint64_t> when(turns);
    check(cudaMemcpy(when.data(), when_.as<void>(), when_.bytes(), cudaMemcpyDefault),
          "cudaMemcpy of the times");
    std::vector<double> ns;
    for (unsigned i = 1; i < turns; ++i) ns.push_back(static_cast<double>(when[i] - when[i - 1]));
    into.distribution("ns", std::move(ns)).verdict("measured");
  }

  void transfer(void* to, void* from, std::size_t bytes, record& into) {
    auto* const gate = words_.next();
    auto* const signal = words_.next();
    const graph whole;
    const cudaGraphConditionalHandle on = whole.condition();
    const kernel_limits limits = session_.limits(milliseconds(1000));
    graph_capture(whole.add_body(on, cudaGraphCondTypeWhile), looping_, [&] {
      await_gate<<<1, 1, 0, looping_>>>(gate, state(), limits);
      check_launch("await_gate");
      copy(to, from, bytes);
      send_signal<<<1, 1, 0, looping_>>>(on, signal, state());
      check_launch("send_signal");
    });
    reset();
    const graph_exec ready(whole, 0, looping_);
    ready.launch(looping_);
    runner_.start(gate, signal, 1, transfers, {to, from, bytes}, milliseconds(1000));
    const bool all = runner_.collect();
    session_.finish(looping_, "the loop");
    runner_.judge(all, into);
  }

 private:
  void copy(void* to, void* from, std::size_t bytes) {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, looping_),
          "cudaMemcpyAsync in a graph");
  }
  void reset() {
    check(cudaMemsetAsync(state(), 0, sizeof(loop_state), looping_), "cudaMemsetAsync");
    session_.finish(looping_, "cudaMemsetAsync");
  }
  void run(const graph& whole) {
    const graph_exec ready(whole, 0, looping_);
    reset();
    ready.launch(looping_);
    session_.finish(looping_, "the loop");
    loop_state end{};
    check(cudaMemcpy(&end, state(), sizeof end, cudaMemcpyDefault), "cudaMemcpy of the state");
    if (end.turn != turns) {
      throw std::runtime_error("the loop ended after " + std::to_string(end.turn) + " of " +
                               std::to_string(turns) + " turns");
    }
  }
  [[nodiscard]] loop_state* state() const { return state_.as<loop_state>(); }

  session& session_;
  trigger_runner runner_;
  device_memory state_, when_;
  gate_words<device_memory> words_;
  stream looping_;
};

void run(session& in) {
  in.warm_up();
  const auto on = in.prepare<bench>("streams and words", in);
  const auto to = in.prepare<device_memory>("destination", largest);
  const auto from = in.prepare<device_memory>("source", largest);
  if (!on || !to || !from) return;
  auto *const a = to->as<void>(), *const b = from->as<void>();
  const auto head = [&](const char* name, std::size_t bytes) {
    return in.result(name).integer("bytes", static_cast<std::int64_t>(bytes));
  };
  for (const std::size_t bytes :
       {std::size_t{0}, std::size_t{8}, std::size_t{4096}, std::size_t{1} << 20}) {
    in.attempt(head("turn of a WHILE node", bytes), milliseconds(8000),
               [&](record& into) { on->turn(a, b, bytes, into); });
  }
  for (const std::size_t bytes : sizes) {
    in.attempt(head("gate to signal", bytes).text("path", "WHILE node: wait, copy, signal"),
               milliseconds(8000), [&](record& into) { on->transfer(a, b, bytes, into); });
  }
}

}  // namespace graph_loop

}  // namespace ark_probe

int main(int argc, char** argv) {
  return ark_probe::probe_main(argc, argv, "graph_loop", ark_probe::graph_loop::run);
}
