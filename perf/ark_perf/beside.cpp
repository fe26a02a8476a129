#include "beside.hpp"

#include <ark/simt.hpp>
#include <chrono>
#include <thread>

#include "own_stream.hpp"

namespace ark_perf {

namespace {

using clock = std::chrono::steady_clock;

constexpr unsigned gemm_depth =
    16;                            ///< columns of A and rows of B that a block has in shared memory
constexpr unsigned gemm_each = 4;  ///< rows and columns of C that a thread computes

/// Tiled; a block for each tile of C. On a GPU blocks are many more than run at once, so that every
/// SM is full until the last wave.
ARK_GLOBAL void gemm_kernel(gemm_task task) {
  ARK_SHARED(float[gemm_depth][gemm_tile + 1], a);  // + 1: its columns are written
  ARK_SHARED(float[gemm_depth][gemm_tile], b);
  const unsigned n = task.n, t = threadIdx.x;
  const unsigned row = blockIdx.x / (n / gemm_tile) * gemm_tile;
  const unsigned column = blockIdx.x % (n / gemm_tile) * gemm_tile;
  const unsigned y = t / 16 * gemm_each, x = t % 16 * gemm_each;
  const std::uint64_t begin = clock_ns();
  float sum[gemm_each][gemm_each] = {};
  for (unsigned k = 0; k < n; k += gemm_depth) {
    for (unsigned i = t; i < gemm_depth * gemm_tile; i += gemm_threads) {
      const unsigned deep = i % gemm_depth, down = i / gemm_depth;
      a[deep][down] = task.a[std::size_t{row + down} * n + k + deep];
      b[i / gemm_tile][i % gemm_tile] =
          task.b[std::size_t{k + i / gemm_tile} * n + column + i % gemm_tile];
    }
    __syncthreads();
    for (unsigned deep = 0; deep < gemm_depth; ++deep) {
      for (unsigned i = 0; i < gemm_each; ++i) {
        for (unsigned j = 0; j < gemm_each; ++j) sum[i][j] += a[deep][y + i] * b[deep][x + j];
      }
    }
    __syncthreads();
  }
  for (unsigned i = 0; i < gemm_each; ++i) {
    for (unsigned j = 0; j < gemm_each; ++j)
      task.c[std::size_t{row + y + i} * n + column + x + j] = sum[i][j];
  }
  if (t == 0) task.spans[blockIdx.x] = {begin, clock_ns()};
}

void wait_until_it_runs(const paced_words& words) {
  const auto limit = std::chrono::nanoseconds(ark::device::context().timeout_ns);
  const auto deadline = clock::now() + limit;
  while (ark::detail::load_acquire(&words.running) == 0) {
    if (clock::now() > deadline) {
      throw ark::error(ark::errc::timeout,
                       "the kernel that keeps the rate did not begin within ARK_TIMEOUT");
    }
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
}

}  // namespace

traffic::traffic(const paced& what, bool by_plan, unsigned threads)
    : words_(what.words), stream_(std::make_unique<own_stream>()) {
  words_->stop = words_->running = 0;
  ark::launch_config config;
  config.stream = stream_->get();
  config.grid = dim3(1);
  config.block = dim3(threads);
  config.engine_blocks = what.all.engine_blocks;
  config.shared_bytes = what.all.shared_bytes;
  ark::launch(config, by_plan ? &paced_kernel<paced_plan> : &paced_kernel<paced_put>, what);
  try {
    wait_until_it_runs(*words_);
  } catch (...) {
    ark::detail::store_release(&words_->stop, 1);
    throw;
  }
}

traffic::~traffic() {
  try {
    finish();
  } catch (const ark::error&) {
  }
}

void traffic::finish() {
  if (!stream_) return;
  ark::detail::store_release(&words_->stop, 1);
  const std::unique_ptr<own_stream> stream = std::move(stream_);
  ark::stream_sync(stream->get());
}

void run_gemms(const gemm_task& task, std::uint64_t count) {
  const own_stream stream;
  ark::launch_config config;
  config.stream = stream.get();
  config.grid = dim3(gemm_blocks(task.n));
  config.block = dim3(gemm_threads);
  gemm_task each = task;
  for (std::uint64_t i = 0; i < count; ++i, each.spans += gemm_blocks(task.n)) {
    ark::launch(config, &gemm_kernel, each);
  }
  ark::stream_sync(stream.get());
}

unsigned gemm_blocks_at_once() {
#if ARK_CUDA
  int device = 0, sms = 0, blocks_of_sm = 0;
  ark::detail::cuda_check(cudaGetDevice(&device), "cudaGetDevice");
  ark::detail::cuda_check(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device),
                          "cudaDeviceGetAttribute");
  ark::detail::cuda_check(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_of_sm, &gemm_kernel, gemm_threads, 0),
      "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  return static_cast<unsigned>(sms * blocks_of_sm);
#else
  return 1;
#endif
}

}  // namespace ark_perf
