// Stream-ordered calls in a CUDA graph: captured, replayed, and refused where they would load a
// kernel inside of the capture. One PE, which sends to itself.
#include <gtest/gtest.h>

#include <ark/ark.hpp>
#include <string>

namespace {

constexpr std::size_t count = 1000;
constexpr std::size_t large_count = std::size_t{1} << 20;  ///< more than one block moves
constexpr int replays = 10;

void check(cudaError_t code, const char* call) { ark::detail::cuda_check(code, call); }

/// Why the GPU cannot be used by the PE of this thread; empty if it can.
std::string why_not() {
  try {
    ark::detail::cuda_context_of_caller();
    return {};
  } catch (const ark::error& problem) {
    return problem.what();
  }
}

__global__ void fill(int* values, std::size_t n, const int* first) {
  for (std::size_t i = threadIdx.x; i < n; i += blockDim.x)
    values[i] = *first + static_cast<int>(i);
}
__global__ void check_values(const int* values, std::size_t n, const int* first, unsigned* wrong) {
  for (std::size_t i = threadIdx.x; i < n; i += blockDim.x) {
    if (values[i] != *first + static_cast<int>(i)) atomicAdd(wrong, 1u);
  }
}
__global__ void next_turn(int* turn) { ++*turn; }

template <class T>
T* symmetric(std::size_t n) {
  auto* memory = static_cast<T*>(ark_calloc(n, sizeof(T)));
  if (memory == nullptr) throw ark::error(ark::errc::out_of_memory, ark::last_error());
  return memory;
}

/// A stream that may be captured, and what is recorded on it.
class recording {
 public:
  recording() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "create"); }
  ~recording() {
    if (graph_ != nullptr) cudaGraphExecDestroy(graph_);
    cudaStreamDestroy(stream_);
  }
  recording(const recording&) = delete;
  recording& operator=(const recording&) = delete;
  [[nodiscard]] cudaStream_t stream() const { return stream_; }
  void begin() { check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal), "begin"); }
  void end() {
    cudaGraph_t graph = nullptr;
    check(cudaStreamEndCapture(stream_, &graph), "cudaStreamEndCapture");
    check(cudaGraphInstantiate(&graph_, graph, 0), "cudaGraphInstantiate");
    check(cudaGraphDestroy(graph), "cudaGraphDestroy");
  }
  void replay() { check(cudaGraphLaunch(graph_, stream_), "cudaGraphLaunch"); }
  void sync() { check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize"); }

 private:
  cudaStream_t stream_ = nullptr;
  cudaGraphExec_t graph_ = nullptr;
};

struct arrays {
  int* turn = symmetric<int>(1);
  int* source = symmetric<int>(large_count);
  int* dest = symmetric<int>(large_count);
  int* copy = symmetric<int>(count);
  int* sum = symmetric<int>(count);
  std::uint64_t* signal = symmetric<std::uint64_t>(1);
  unsigned* wrong = symmetric<unsigned>(1);
};

/// One turn: what is sent differs from turn to turn, the calls do not. The signal is counted back
/// down, so that the next turn's wait does not end by this one's signal.
void one_turn(const arrays& a, int pe, std::size_t n, cudaStream_t stream) {
  next_turn<<<1, 1, 0, stream>>>(a.turn);
  fill<<<1, 256, 0, stream>>>(a.source, n, a.turn);
  ark_int_put_signal_on_stream(a.dest, a.source, n, a.signal, 1, ARK_SIGNAL_ADD, pe, stream);
  ark_signal_wait_until_on_stream(a.signal, ARK_CMP_EQ, 1, stream);
  check_values<<<1, 256, 0, stream>>>(a.dest, n, a.turn, a.wrong);
  ark_signal_add_on_stream(a.signal, ~std::uint64_t{0}, pe, stream);
  ark_int_get_on_stream(a.copy, a.source, count, pe, stream);
  check_values<<<1, 256, 0, stream>>>(a.copy, count, a.turn, a.wrong);
  ark_int_put_nbi_on_stream(a.dest, a.source, count, pe, stream);
  ark_fence_on_stream(stream);
  ark_quiet_on_stream(stream);
  ark_int_sum_reduce_on_stream(ARK_TEAM_WORLD, a.sum, a.source, count, stream);
  check_values<<<1, 256, 0, stream>>>(a.sum, count, a.turn, a.wrong);
  ark_int_broadcast_on_stream(ARK_TEAM_WORLD, a.copy, a.source, count, 0, stream);
  ark_int_alltoall_on_stream(ARK_TEAM_WORLD, a.sum, a.source, count, stream);
  ark_sync_all_on_stream(stream);
  ark_barrier_all_on_stream(stream);
}

template <class T>
T read(const T* word) {
  T value{};
  check(cudaMemcpy(&value, word, sizeof value, cudaMemcpyDefault), "cudaMemcpy");
  return value;
}

/// `body` as the only PE, or the reason why it was not run.
template <class Body>
std::string run_on_gpu(Body&& body) {
  std::string reason;
  ark::local_run(1, [&](int) {
    reason = why_not();
    if (reason.empty()) body();
  });
  return reason;
}

void replay_turns(std::size_t n) {
  const std::string reason = run_on_gpu([&] {
    const arrays a;
    recording graph;
    ark::on_stream_prepare();
    graph.begin();
    one_turn(a, 0, n, graph.stream());
    graph.end();
    for (int i = 0; i < replays; ++i) graph.replay();
    graph.sync();
    EXPECT_EQ(ark_status(), 0) << ark::failure_text(ark::last_failure());
    EXPECT_EQ(read(a.turn), replays);
    EXPECT_EQ(read(a.wrong), 0u);
    EXPECT_EQ(read(a.signal), 0u);
  });
  if (!reason.empty()) GTEST_SKIP() << reason;
}

// First, while its kernel is not loaded: the call is refused, and the capture can go on without it.
TEST(OnStreamGraph, CallThatWouldLoadItsKernelInACaptureIsRefused) {
  const std::string reason = run_on_gpu([] {
    recording graph;
    graph.begin();
    try {
      ark_quiet_on_stream(graph.stream());
      ADD_FAILURE() << "the kernel was loaded inside of the capture";
    } catch (const ark::error& problem) {
      EXPECT_EQ(problem.code(), ark::errc::wrong_state);
      const std::string text = problem.what();
      EXPECT_NE(text.find("ark_quiet_on_stream: its kernel is not loaded"), std::string::npos);
      EXPECT_NE(text.find("call ark::on_stream_prepare()"), std::string::npos) << text;
    }
    graph.end();
    graph.replay();
    graph.sync();
  });
  if (!reason.empty()) GTEST_SKIP() << reason;
}

TEST(OnStreamGraph, ReplaysSendTheCurrentContentOfTheSource) { replay_turns(count); }
TEST(OnStreamGraph, ReplaysOfTransfersBySeveralBlocks) { replay_turns(large_count); }

// What the host knows of a PE with its heap in GPU memory is not what a kernel goes by.
TEST(OnStreamGraph, ALargePutHasManyThreads) {
  const std::string reason = run_on_gpu([] {
    const auto& state = ark::detail::host_context("test");
    const auto shape = ark::device::shape_of_transfer(state, std::size_t{1} << 20, 0);
    EXPECT_EQ(shape.blocks, 33u);
    EXPECT_EQ(shape.threads, 256u);
  });
  if (!reason.empty()) GTEST_SKIP() << reason;
}

TEST(OnStreamGraph, TheSameWithoutAGraph) {
  const std::string reason = run_on_gpu([] {
    const arrays a;
    const recording plain;
    for (int i = 0; i < replays; ++i) one_turn(a, 0, count, plain.stream());
    check(cudaStreamSynchronize(plain.stream()), "cudaStreamSynchronize");
    EXPECT_EQ(ark_status(), 0) << ark::failure_text(ark::last_failure());
    EXPECT_EQ(read(a.wrong), 0u);
  });
  if (!reason.empty()) GTEST_SKIP() << reason;
}

}  // namespace
