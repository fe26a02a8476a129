// GEMV and all-reduce as two operations of a stream, which gemv_allreduce replaces. The arithmetic
// is the same, for comparison.
#pragma once

#include <ark/api/on_stream.hpp>
#include <ark/fused/gemv.hpp>
#include <ark/fused/operator_memory.hpp>
#include <ark/launch.hpp>

namespace ark::fused {

/// Compute the calling block's tiles of the product.
ARK_DEVICE inline void run_gemv(const gemv_input& in, float* product) {
  const unsigned tile = gemv_tile_rows(in);
  for (unsigned first = blockIdx.x * tile; first < in.rows; first += gridDim.x * tile)
    gemv_tile(in, first, ark::min(tile, in.rows - first), product + first);
}

template <class = void>
ARK_GLOBAL ARK_LAUNCH_BOUNDS(1024) void gemv_kernel(gemv_input in, float* product) {
  run_gemv(in, product);
}

/// The operator of gemv_allreduce without fusion: a kernel that multiplies, and a sum reduction on
/// the stream, in place. Of the options only `blocks`, `threads` and `column_parts` have an effect.
///
/// Calls and errors as gemv_allreduce; y has the same bits.
class gemv_unfused {
 public:
  explicit gemv_unfused(std::size_t rows, const gemv_options& options = {})
      : options_((check_gemv("gemv_unfused", rows, options), options)), rows_(rows), y_(rows) {}

  void launch(const float* weights, std::size_t columns, const float* x,
              stream_t stream = nullptr) {
    multiply(weights, columns, x, stream);
    reduce(stream);
  }
  /// The two operations as separate calls.
  void multiply(const float* weights, std::size_t columns, const float* x,
                stream_t stream = nullptr) {
    const gemv_input in = gemv_input_of("gemv_unfused", weights, rows_, columns, x, options_);
    check_alive("gemv_unfused", y_);
    ark::launch({options_.blocks, options_.threads, gemv_shared_bytes(options_), stream},
                gemv_kernel<>, in, y_.data());
  }
  void reduce(stream_t stream = nullptr) {
    check_alive("gemv_unfused", y_);
    ark_float_sum_reduce_on_stream(ARK_TEAM_WORLD, y_.data(), y_.data(), rows_, stream);
  }
  [[nodiscard]] float* y() const noexcept { return y_.data(); }

 private:
  gemv_options options_;
  std::size_t rows_;
  symmetric_array<float> y_;
};

}  // namespace ark::fused
