// Every SM taken: what still moves then needs none.
#pragma once

#include <atomic>
#include <string>

#include "session.hpp"

namespace ark_probe {

/// A word that the first block looks at while it spins; `word` null: none.
struct watched_word {
  const std::uint64_t* word = nullptr;
  std::uint64_t value = 0;
};

/// Pinned: the kernel's words for the host, the host's for the kernel.
struct saturation_words {
  std::uint64_t seen_ns;  // when the watched word had its value, on the GPU's clock; 0: not yet
  std::uint32_t release;
  std::uint32_t
      state[];  // of each block: 0 not started, 1 spins, 2 was released, 3 ended by its limits
};

/// Two blocks take all threads and all shared memory of an SM: not even the smallest kernel fits
/// beside them. One thread polls, because as many as there are would load the bus.
static __global__ void __launch_bounds__(1024, 2)
    saturate(saturation_words* words, watched_word watched, kernel_limits limits) {
  if (threadIdx.x == 0) {
    std::uint32_t* const state = &words->state[blockIdx.x];
    store_relaxed(state, 1U);
    bool looking = watched.word != nullptr && blockIdx.x == 0;
    const auto released = [&] {
      if (looking && load_acquire(watched.word) == watched.value) {
        store_relaxed(&words->seen_ns, global_ns());
        looking = false;
      }
      return load_relaxed(&words->release) != 0;
    };
    store_relaxed(state, wait_for(released, limits, 20'000) ? 2U : 3U);
  }
  __syncthreads();
}

/// How a block of `saturate` is launched on this GPU: half the threads of an SM, and as much shared
/// memory as two blocks can have.
struct saturation_shape {
  unsigned threads = 0, blocks = 0;
  std::size_t shared_bytes = 0;

  /// Makes `kernel`, which will be launched in this shape, ready for it. Errors: std::runtime_error
  /// if no two such blocks fit on an SM of this GPU.
  template <class Kernel>
  saturation_shape(const cudaDeviceProp& gpu, Kernel kernel)
      : threads(static_cast<unsigned>(gpu.maxThreadsPerMultiProcessor / 2)),
        blocks(static_cast<unsigned>(gpu.multiProcessorCount * 2)),
        shared_bytes(gpu.sharedMemPerMultiprocessor / 2 - gpu.reservedSharedMemPerBlock) {
    const auto* function = reinterpret_cast<const void*>(kernel);
    check(cudaFuncSetAttribute(function, cudaFuncAttributePreferredSharedMemoryCarveout,
                               cudaSharedmemCarveoutMaxShared),
          "cudaFuncSetAttribute(carveout)");
    // All threads taken is what counts. Shared memory comes in portions that no call tells.
    while (fitting(function) != 2 && shared_bytes >= portion) shared_bytes -= portion;
    const int fit = fitting(function);
    if (fit == 2) return;
    throw std::runtime_error("blocks of " + std::to_string(threads) +
                             " threads on an SM: " + std::to_string(fit) + ", want 2");
  }

 private:
  static constexpr std::size_t portion = 1024;

  [[nodiscard]] int fitting(const void* function) const {
    check(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(shared_bytes)),
          "cudaFuncSetAttribute(shared memory, " + std::to_string(shared_bytes) + " bytes)");
    int fit = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, function, static_cast<int>(threads),
                                                        shared_bytes),
          "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    return fit;
  }
};

/// Takes all SMs, for at most `longest`; the destructor lets them go.
class saturation {
 public:
  static constexpr milliseconds longest{3000};

  explicit saturation(session& in)
      : session_(in),
        shape_(in.gpu(), saturate),
        words_(sizeof(saturation_words) + shape_.blocks * sizeof(std::uint32_t)) {}
  ~saturation() {
    release();
    cudaStreamSynchronize(stream_);
  }
  saturation(const saturation&) = delete;
  saturation& operator=(const saturation&) = delete;

  /// Returns when every block spins. others: blocks of the same shape that the caller's own kernel
  /// has taken already. Errors: std::runtime_error if they do not all run within a second.
  void start(watched_word watched = {}, unsigned others = 0) {
    session_.finish(stream_, "an earlier kernel that takes all SMs");
    blocks_ = shape_.blocks - others;
    words()->release = 0;
    words()->seen_ns = 0;
    for (unsigned i = 0; i < blocks_; ++i) words()->state[i] = 0;
    saturate<<<blocks_, shape_.threads, shape_.shared_bytes, stream_>>>(words(), watched,
                                                                        session_.limits(longest));
    check_launch("saturate");
    if (session_.wait_host([this] { return in_state(1) == blocks_; }, milliseconds(1000))) return;
    const unsigned run = in_state(1);
    stop();
    throw std::runtime_error("only " + std::to_string(run) + " of " + std::to_string(blocks_) +
                             " blocks run: another kernel holds an SM");
  }
  /// Whether all blocks still spin.
  [[nodiscard]] bool held() const { return in_state(1) == blocks_; }
  /// When the watched word was seen with its value, 0 if it was not. The GPU's clock.
  [[nodiscard]] std::uint64_t seen_ns() const { return std::atomic_ref(words()->seen_ns).load(); }
  /// Any thread.
  void release() { std::atomic_ref(words()->release).store(1); }
  /// Lets the SMs go and waits until the blocks have left them.
  void stop() {
    release();
    session_.finish(stream_, "the kernel that takes all SMs");
  }
  [[nodiscard]] unsigned blocks() const { return blocks_; }
  [[nodiscard]] std::size_t shared_bytes() const { return shape_.shared_bytes; }

 private:
  [[nodiscard]] saturation_words* words() const { return words_.as<saturation_words>(); }
  [[nodiscard]] unsigned in_state(std::uint32_t wanted) const {
    unsigned count = 0;
    for (unsigned i = 0; i < blocks_; ++i) {
      count += std::atomic_ref(words()->state[i]).load() == wanted ? 1U : 0U;
    }
    return count;
  }

  session& session_;
  saturation_shape shape_;
  pinned_memory words_;
  stream stream_;
  unsigned blocks_ = 0;
};

}  // namespace ark_probe
