#include "busy.hpp"

#include <algorithm>
#include <ark/simt.hpp>
#include <chrono>
#include <string>
#include <thread>

#include "loop.hpp"
#include "own_stream.hpp"

namespace ark_perf {

namespace {

using ark::device::block_scope;
using clock = std::chrono::steady_clock;

constexpr std::uint64_t runs = 1, timed_out = 2;  // states of a block; 0: it has not begun
constexpr std::size_t line_words = 16;            // the host's word has a cache line of its own
constexpr std::uint64_t look_ns = 100'000;        // from one look at it, over the bus, to the next

ARK_GLOBAL void busy_kernel(const std::uint64_t* stop, std::uint64_t* states,
                            std::uint64_t most_ns) {
  const bool leads = block_scope::leader();
  const std::uint64_t begin = clock_ns();
  if (leads) ark::detail::store_release(states + blockIdx.x, runs);
  float sum = static_cast<float>(threadIdx.x);
  bool stopped = false;
  do {
    const std::uint64_t last_look = clock_ns();
    while (clock_ns() - last_look < look_ns) {
      for (int i = 0; i < 1000; ++i) sum = sum * 0.5f + 1;
      give_way();
    }
    stopped = leads && ark::detail::load_relaxed(stop) != 0;
  } while (!block_scope::any(stopped || clock_ns() - begin > most_ns));
  if (leads && !stopped) ark::detail::store_release(states + blockIdx.x, timed_out);
  // Never: so that the compiler does not find the sum useless.
  if (sum < 0) ark::detail::store_relaxed(states + blockIdx.x, std::uint64_t{0});
}

#if ARK_CUDA
unsigned attribute(cudaDeviceAttr which) {
  int value = 0;
  ark::detail::cuda_check(cudaDeviceGetAttribute(&value, which, gpu_number()),
                          "cudaDeviceGetAttribute");
  return static_cast<unsigned>(value);
}
#endif

unsigned blocks_beside(unsigned free_sms) {
#if ARK_CUDA
  const unsigned sms = attribute(cudaDevAttrMultiProcessorCount);
  if (free_sms < sms) return sms - free_sms;
  throw ark::error(ark::errc::invalid_argument,
                   "--busy: an SM for each of " + std::to_string(free_sms) +
                       " blocks leaves none to be busy, this GPU has " + std::to_string(sms) +
                       "; give fewer --blocks or --engine-blocks");
#else
  static_cast<void>(free_sms);
  return 1;
#endif
}

void launch_busy(unsigned blocks, ark::stream_t stream, const std::uint64_t* stop,
                 std::uint64_t* states) {
  const std::uint64_t most_ns = ark::device::context().timeout_ns / 2;
#if ARK_CUDA
  // All of an SM's shared memory, of which every block takes some: no other fits beside it. Not by
  // ark::launch, which would add to it.
  constexpr unsigned threads = 1024;
  const unsigned bytes = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  ark::detail::cuda_check(
      cudaFuncSetAttribute(busy_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                           static_cast<int>(bytes)),
      "cudaFuncSetAttribute");
  busy_kernel<<<blocks, threads, bytes, stream>>>(stop, states, most_ns);
  ark::detail::cuda_check(cudaGetLastError(), "the kernel that keeps SMs busy");
#else
  ark::launch_config config;
  config.grid = dim3(blocks);
  config.block = dim3(1);
  config.stream = stream;
  ark::launch(config, &busy_kernel, stop, states, most_ns);
#endif
}

}  // namespace

busy_sms::busy_sms(unsigned free_sms)
    : blocks_(blocks_beside(free_sms)),
      words_(pinned_alloc((line_words + blocks_) * sizeof(std::uint64_t))),
      stream_(std::make_unique<own_stream>()) {
  launch_busy(blocks_, stream_->get(), stop(), states());
  try {
    wait_until_all_run();
  } catch (...) {
    ark::detail::store_release(stop(), 1);
    throw;
  }
}

busy_sms::~busy_sms() {
  try {
    finish();
  } catch (const ark::error&) {
  }
}

std::uint64_t* busy_sms::stop() const { return static_cast<std::uint64_t*>(words_.get()); }
std::uint64_t* busy_sms::states() const { return stop() + line_words; }

void busy_sms::wait_until_all_run() const {
  const auto deadline =
      clock::now() + std::chrono::nanoseconds(ark::device::context().timeout_ns / 2);
  const auto begun = [](const std::uint64_t& state) {
    return ark::detail::load_acquire(&state) != 0;
  };
  while (!std::all_of(states(), states() + blocks_, begun)) {
    if (clock::now() > deadline) {
      throw ark::error(ark::errc::timeout,
                       "--busy: " + std::to_string(blocks_) +
                           " blocks did not begin within half of ARK_TIMEOUT: another process has "
                           "some of the GPU's SMs");
    }
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
}

void busy_sms::finish() {
  if (!stream_) return;
  ark::detail::store_release(stop(), 1);
  const std::unique_ptr<own_stream> stream = std::move(stream_);
  ark::stream_sync(stream->get());
  const auto ended = [](const std::uint64_t& state) {
    return ark::detail::load_acquire(&state) == timed_out;
  };
  if (std::none_of(states(), states() + blocks_, ended)) return;
  throw ark::error(ark::errc::timeout,
                   "--busy: the kernel that keeps SMs busy ended before what was measured, or that "
                   "did not run beside it: give fewer --iterations, or a longer ARK_TIMEOUT");
}

}  // namespace ark_perf
