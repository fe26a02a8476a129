// Kernels whose run time is a multiple of a tile's, to run concurrently with a collective.
#pragma once

#include <ark/fused/gemm.hpp>
#include <ark/launch.hpp>
#include <ark/overlap/planner.hpp>
#include <ark/symmetric_array.hpp>
#include <cstddef>

namespace ark::overlap {

/// Tile t of a product of matrices that stay in the caches. One tile a block at a time.
template <class = void>
ARK_GLOBAL ARK_LAUNCH_BOUNDS(1024) void compute_load(fused::gemm_input in, unsigned tiles,
                                                     unsigned distinct, float* product) {
  constexpr unsigned side = fused::gemm_tile::side;
  for (unsigned tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const std::size_t row = std::size_t{tile % distinct} * side;
    fused::gemm_tile::compute(in, row, side, 0, side, product + row * in.columns);
  }
}

/// Floats that a thread adds at once: a CPU's vector unit needs independent sums.
inline constexpr unsigned load_width = ARK_CUDA ? 1 : 16;

/// Tile first + t of the sums of an array that no cache holds, `floats` per tile. sums: one per
/// thread of a block.
template <class = void>
ARK_GLOBAL ARK_LAUNCH_BOUNDS(1024) void memory_load(const float* values, std::size_t floats,
                                                    unsigned first, unsigned tiles,
                                                    unsigned distinct, float* sums) {
  float sum[load_width] = {};
  for (unsigned tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const float* const from = values + std::size_t{(first + tile) % distinct} * floats;
    for (std::size_t i = threadIdx.x * load_width; i < floats; i += blockDim.x * load_width) {
      for (unsigned k = 0; k < load_width; ++k) sum[k] += from[i + k];
    }
  }
  float all = 0;
  for (unsigned k = 0; k < load_width; ++k) all += sum[k];
  sums[std::size_t{blockIdx.x} * blockDim.x + threadIdx.x] = all;
}

/// The data of both kernels. Constructor and destructor are collective.
class load_kernels {
 public:
  /// Size of the array that the memory-bound kernel reads: one tile or more, whose number has 32
  /// bits.
  static constexpr std::size_t least_bytes = std::size_t{256} << 10;
  static constexpr std::size_t most_bytes = least_bytes << 31;

  /// array_bytes: size of the array that the memory-bound kernel reads, least_bytes to most_bytes.
  load_kernels(unsigned threads, std::size_t array_bytes)
      : threads_(threads),
        distinct_(static_cast<unsigned>(array_bytes / tile_bytes)),
        a_(std::size_t{matrices} * side * inner),
        b_(std::size_t{inner} * side),
        product_(std::size_t{matrices} * side * side),
        values_(std::size_t{distinct_} * tile_floats),
        sums_(std::size_t{most_tiles} * threads) {}

  /// Queue a kernel of 1 to most_tiles tiles. blocks: number of blocks that share them; 0: one for
  /// each tile. The memory-bound kernel continues at the tile where the last one has ended, so that
  /// a short one does not find its tiles in a cache.
  void launch(load_class kind, unsigned tiles, unsigned blocks, stream_t stream) {
    const unsigned grid = blocks == 0 || blocks > tiles ? tiles : blocks;
    if (kind == load_class::compute_bound) {
      ark::launch({grid, threads_, 0, stream}, compute_load<>,
                  fused::gemm_input{a_.data(), b_.data(), side, inner}, tiles, matrices,
                  product_.data());
    } else {
      ark::launch({grid, threads_, 0, stream}, memory_load<>, values_.data(), tile_floats, first_,
                  tiles, distinct_, sums_.data());
      first_ = (first_ + tiles) % distinct_;
    }
  }

  static constexpr unsigned most_tiles = 1 << 14;

 private:
  static constexpr unsigned side = fused::gemm_tile::side, inner = 128, matrices = 16;
  static constexpr std::size_t tile_bytes = least_bytes;
  static constexpr std::size_t tile_floats = tile_bytes / sizeof(float);

  unsigned threads_, distinct_;
  unsigned first_ = 0;  ///< first tile of the next memory-bound kernel
  symmetric_array<float> a_, b_, product_, values_, sums_;
};

}  // namespace ark::overlap
