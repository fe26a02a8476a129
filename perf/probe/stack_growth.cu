// Does a launch whose kernel needs more stack than any before wait for what is under way? A launch
// that must wait behind an armed wait, which only a later launch ends, never returns. A kernel with
// a larger stack each time is launched beside a kernel that waits, and beside a stream that waits;
// control: a kernel that needs little. Kernels are loaded before; the driver has stack for all
// threads that fit on the GPU, some GB here at most.
#include "driver.hpp"
#include "session.hpp"

namespace ark_probe {

namespace {

constexpr milliseconds launch_limit{1000};  // then the wait is ended from another thread
constexpr milliseconds wait_limit{4000};    // of the kernel that waits

__global__ void wait_for_gate(const std::uint64_t* gate, kernel_limits limits) {
  wait_for([=] { return load_relaxed(gate) != 0; }, limits);
}

/// Its words are read at places that the compiler does not know: they are on the stack.
template <unsigned Bytes>
__global__ void use_stack(unsigned* word) {
  volatile unsigned words[Bytes / 4 + 1];
  const unsigned at = *word % (Bytes / 4 + 1);
  words[at] = at;
  words[Bytes / 4 - at % 2] = at;
  *word = words[at] + words[(at * 7) % (Bytes / 4 + 1)] * 0;
}

enum class waiting { kernel, stream };
using stack_kernel = void (*)(unsigned*);

class bench {
 public:
  explicit bench(session& in)
      : session_(in),
        gate_(sizeof(std::uint64_t)),
        word_(sizeof(unsigned)),
        dog_([](const std::string&) {}) {}

  void measure(waiting who, stack_kernel kernel, record& into) {
    cudaFuncAttributes needs{};
    check(cudaFuncGetAttributes(&needs, reinterpret_cast<const void*>(kernel)),
          "cudaFuncGetAttributes");
    into.integer("stack_bytes", static_cast<std::int64_t>(needs.localSizeBytes));
    shut();
    const at_exit let_go([this] { open(); });
    auto* gate = gate_.as<std::uint64_t>();
    if (who == waiting::stream) {
      memops_.wait(waiting_, gate, 1);
    } else {
      wait_for_gate<<<1, 1, 0, waiting_>>>(gate, session_.limits(wait_limit));
      check_launch("wait_for_gate");
    }
    const clock::time_point begin = clock::now();
    dog_.watch("a launch", launch_limit, milliseconds(20000), [this] { open(); });
    kernel<<<1, 32, 0, other_>>>(word_.as<unsigned>());
    const cudaError_t code = cudaGetLastError();
    const double launch_us = us_since(begin);
    const bool ended = code == cudaSuccess && session_.wait_stream(other_, launch_limit);
    const bool blocked = dog_.done();
    into.number("launch_us", launch_us).flag("ended_beside_it", ended && !blocked);
    open();
    check(code, "launch of use_stack");
    session_.finish(waiting_, "what waits, with its gate open");
    session_.finish(other_, "use_stack");
    if (ended && !blocked) {
      into.verdict("free");
    } else if (launch_us > 1000.0 * static_cast<double>(launch_limit.count())) {
      into.verdict("launch_blocked", "the launch returned only after the wait was ended");
    } else {
      into.verdict("stalled", "the launch returned, and the kernel ran only after the wait");
    }
  }
  /// Any thread.
  void open() { std::atomic_ref(*gate_.as<std::uint64_t>()).store(1); }

 private:
  void shut() { std::atomic_ref(*gate_.as<std::uint64_t>()).store(0); }

  session& session_;
  stream_memory_operations memops_;
  pinned_memory gate_;
  device_memory word_;
  stream waiting_, other_;
  watchdog dog_;
};

void run(session& in) {
  const auto on = in.prepare<bench>("streams", in);
  if (!on) return;
  const struct {
    waiting who;
    const char* name;
    stack_kernel kernel;
  } cases[] = {{waiting::kernel, "a kernel (control)", use_stack<16>},
               {waiting::stream, "a stream (control)", use_stack<16>},
               {waiting::kernel, "a kernel", use_stack<2048>},
               {waiting::stream, "a stream", use_stack<4096>},
               {waiting::kernel, "a kernel", use_stack<8192>},
               {waiting::stream, "a stream", use_stack<16384>},
               {waiting::kernel, "a kernel, the same stack again", use_stack<16384>}};
  for (const auto& one : cases) {
    in.attempt(
        in.result("launch beside a wait").text("waiting", one.name), milliseconds(12000),
        [&](record& into) { on->measure(one.who, one.kernel, into); }, [&] { on->open(); });
  }
}

}  // namespace

}  // namespace ark_probe

int main(int argc, char** argv) {
  return ark_probe::probe_main(argc, argv, "stack_growth", ark_probe::run);
}
