// A GEMM beside traffic: what runs where the kernels are.
#pragma once

#include <cstdint>
#include <memory>

#include "gemm_numbers.hpp"
#include "loop.hpp"
#include "paced.hpp"

namespace ark_perf {

constexpr unsigned gemm_threads = 256;

/// C = A B in fp32. Matrices of n times n, by rows; n: a multiple of gemm_tile.
struct gemm_task {
  const float* a = nullptr;
  const float* b = nullptr;
  float* c = nullptr;
  unsigned n = 0;
  span_ns* spans = nullptr;  ///< one per block, written
};

class own_stream;

/// A paced kernel from its construction to finish. The PE's host thread only.
class traffic {
 public:
  /// Launches it, `threads` in its block, and waits until it runs. what.words: as they are made.
  /// Throws ark::error: what the launch failed with, or timeout.
  traffic(const paced& what, bool by_plan, unsigned threads);
  /// As finish; errors are left in the PE's status.
  ~traffic();
  traffic(const traffic&) = delete;
  traffic& operator=(const traffic&) = delete;
  /// Stop it, and wait until it and what it has sent are done. Throws ark::error as stream_sync.
  void finish();

 private:
  paced_words* words_;
  std::unique_ptr<own_stream> stream_;
};

/// `count` GEMMs one after the other, to their end; the i-th writes task.spans + i * gemm_blocks.
/// Throws ark::error as stream_sync.
void run_gemms(const gemm_task& task, std::uint64_t count);

/// Blocks of a GEMM that the GPU runs at once: with fewer it has SMs to spare. 1 on the CPU
/// executor.
unsigned gemm_blocks_at_once();

}  // namespace ark_perf
