// GEMM and all-to-all as two operations of a stream, which gemm_alltoall replaces. The arithmetic
// is the same, for comparison.
#pragma once

#include <ark/api/on_stream.hpp>
#include <ark/fused/gemm.hpp>
#include <ark/fused/operator_memory.hpp>
#include <ark/launch.hpp>

namespace ark::fused {

/// Compute the calling block's tiles of a product of `rows` rows: square tiles, whose sizes are
/// constants.
ARK_DEVICE inline void run_gemm(const gemm_input& in, std::size_t rows, float* product) {
  constexpr unsigned side = gemm_tile::side;
  const unsigned across = (in.columns + side - 1) / side;
  const std::size_t tiles = (rows + side - 1) / side * across;
  for (std::size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const std::size_t row = tile / across * side, left = rows - row;
    const unsigned column = static_cast<unsigned>(tile % across) * side;
    gemm_tile::compute(in, row, left < side ? static_cast<unsigned>(left) : side, column,
                       ark::min(side, in.columns - column), product + row * in.columns + column);
  }
}

template <class = void>
ARK_GLOBAL ARK_LAUNCH_BOUNDS(1024) void gemm_kernel(gemm_input in, std::size_t rows,
                                                    float* product) {
  run_gemm(in, rows, product);
}

/// The operator of gemm_alltoall without fusion: a kernel that multiplies, and an all-to-all on the
/// stream, with two receive buffers. Of the options only `blocks` and `threads` have an effect.
///
/// Calls and errors as gemm_alltoall; the result has the same bits.
class gemm_unfused {
 public:
  explicit gemm_unfused(const gemm_shape& shape, const operator_options& options = {})
      : options_((check_gemm("gemm_unfused", shape, options), options)), shape_(shape) {
    const auto make = [&] {
      product_ = symmetric_array<float>(all_floats());
      received_ = symmetric_array<float>(2 * all_floats());
    };
    make_or_release(make, product_, received_);
  }

  void launch(const float* a, const float* b, stream_t stream = nullptr) {
    multiply(a, b, stream);
    exchange(stream);
  }
  /// The two operations as separate calls.
  void multiply(const float* a, const float* b, stream_t stream = nullptr) {
    const gemm_input in{a, b, static_cast<unsigned>(shape_.columns),
                        static_cast<unsigned>(shape_.inner)};
    check_gemm_input("gemm_unfused", in);
    check_alive("gemm_unfused", product_);
    ark::launch({options_.blocks, options_.threads, 0, stream}, gemm_kernel<>, in,
                shape_.rows * static_cast<std::size_t>(ark_n_pes()), product_.data());
  }
  void exchange(stream_t stream = nullptr) {
    check_alive("gemm_unfused", product_);
    ark_float_alltoall_on_stream(ARK_TEAM_WORLD, buffer(!second_), product_.data(),
                                 shape_.rows * shape_.columns, stream);
    second_ = !second_;
  }
  /// The result of the last call.
  [[nodiscard]] float* out() const noexcept { return buffer(second_); }

 private:
  [[nodiscard]] float* buffer(bool second) const noexcept {
    return received_.data() + (second ? all_floats() : 0);
  }
  [[nodiscard]] std::size_t all_floats() const {
    return static_cast<std::size_t>(ark_n_pes()) * shape_.rows * shape_.columns;
  }

  operator_options options_;
  gemm_shape shape_;
  symmetric_array<float> product_{0}, received_{0};
  bool second_ = false;
};

}  // namespace ark::fused
