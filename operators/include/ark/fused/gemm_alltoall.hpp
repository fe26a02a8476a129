// GEMM and all-to-all in one kernel, as after the experts of a mixture: every PE multiplies the
// rows of all PEs by its own matrix, and each PE gets its rows back. docs/fused.md is the guide.
#pragma once

#include <ark/collective.hpp>
#include <ark/fused/agreement.hpp>
#include <ark/fused/gemm.hpp>
#include <ark/fused/operator_memory.hpp>
#include <ark/fused/slice_arrival.hpp>
#include <ark/fused/tile_order.hpp>

namespace ark::fused {

/// Arguments of one call, as its kernel receives them.
struct fused_gemm_call {
  gemm_input in;
  int pe, pes;
  unsigned rows, slice_rows;
  slice_wait slices;
  result_ready ready;
  slice_arrival arrival;
  float* out;      ///< symmetric, [pes][rows][columns]
  float* staging;  ///< [pes][rows][columns]; null if every PE is mapped
  bool remote_first, zero_copy;

  /// The block of `other` in an array [pes][rows][columns].
  [[nodiscard]] ARK_DEVICE float* block_of(float* all, int other) const {
    return all + static_cast<std::size_t>(other) * rows * in.columns;
  }
  [[nodiscard]] ARK_DEVICE unsigned slice_count() const {
    return (rows + slice_rows - 1) / slice_rows;
  }
};

/// Compute and send the tiles of the calling block for PE `to`. False after a failure.
ARK_DEVICE inline bool send_gemm_rows(const fused_gemm_call& call, int to, tile_turn& turn) {
  const gemm_tile shape = gemm_tile::of(call.slice_count() * static_cast<unsigned>(call.pes),
                                        call.slice_rows, call.in.columns, gridDim.x);
  const unsigned across = shape.across(call.in.columns);
  const unsigned parts = shape.down(call.slice_rows) * across;
  const unsigned tiles = call.slice_count() * parts;
  unsigned tile = turn.first(tiles);
  if (tile >= tiles) return true;
  errc code = errc::ok;
  if (to != call.pe && threadIdx.x == 0) code = call.ready.await(to, call.slices.call);
  if (__syncthreads_or(code != errc::ok ? 1 : 0) != 0) return false;
  float* const there = call.block_of(call.out, call.pe);
  float* direct = to == call.pe ? there : nullptr;
  if (to != call.pe && call.zero_copy) direct = static_cast<float*>(ark_ptr(there, to));
  float* const base = direct != nullptr ? direct : call.block_of(call.staging, to);
  for (; tile < tiles; tile += gridDim.x) {
    const unsigned slice = tile / parts, part = tile % parts;
    const unsigned begin = slice * call.slice_rows;
    const unsigned rows = ark::min(call.slice_rows, call.rows - begin);
    const unsigned row = part / across * shape.rows, column = part % across * shape.columns;
    float* const block = base + std::size_t{begin} * call.in.columns;
    if (row < rows) {
      gemm_tile::compute(call.in, static_cast<std::size_t>(to) * call.rows + begin + row,
                         ark::min(shape.rows, rows - row), column,
                         ark::min(shape.columns, call.in.columns - column),
                         block + std::size_t{row} * call.in.columns + column);
    }
    const unsigned number = static_cast<unsigned>(to) * call.slice_count() + slice;
    std::uint64_t* const word = call.slices.arrived.word(call.pe, slice);
    if (call.arrival.arrive(number, parts, 1, {direct != nullptr, word, 1, to})) {
      send_slice(there + std::size_t{begin} * call.in.columns, block,
                 std::size_t{rows} * call.in.columns, word, to);
    }
  }
  return true;
}

/// Execute the calling block's share of a call: all threads of all blocks of a collective launch.
ARK_DEVICE inline void run_gemm_alltoall(const fused_gemm_call& call) {
  if (blockIdx.x == 0) call.ready.give(call.pe, call.pes, call.slices.call);
  const tile_order order{call.pe, call.pes, call.remote_first};
  tile_turn turn;
  for (int step = 0; step < call.pes; ++step) {
    if (!send_gemm_rows(call, order.destination(step), turn)) return;
  }
  if (call.staging != nullptr) {
    __syncthreads();
    if (threadIdx.x == 0) ark_quiet();  // the next call writes `staging` again
  }
  const unsigned slices = call.slice_count(), all = slices * static_cast<unsigned>(call.pes);
  for (unsigned i = blockIdx.x + gridDim.x * threadIdx.x; i < all; i += gridDim.x * blockDim.x) {
    if (call.slices.await(static_cast<int>(i / slices), i % slices, 1) != errc::ok) return;
  }
}

/// The kernel of gemm_alltoall. A template, so that a header can define it.
template <class = void>
ARK_GLOBAL ARK_LAUNCH_BOUNDS(1024) void gemm_alltoall_kernel(fused_gemm_call call) {
  run_gemm_alltoall(call);
}

/// out()[s] on PE d = a[d] * b of PE s, for all PEs s and d: `rows` rows from each PE to each PE.
///
/// Callable: host; one thread per PE. Constructor, launch and destructor are collective. A PE's
///   launches must be ordered, by one stream or otherwise.
/// Sums: each element in the order of `inner`: the same bits for every slice size and route.
/// Errors: the constructor throws ark::error: invalid_argument, and those of symmetric_array. After
/// out_of_memory nothing of the operator remains allocated. launch:
///   wrong_state after finalize.
class gemm_alltoall {
 public:
  explicit gemm_alltoall(const gemm_shape& shape, const operator_options& options = {})
      : options_((check_gemm("gemm_alltoall", shape, options), options)), shape_(shape) {
    make_or_release([&] { make_arrays(); }, words_, out_, arrived_, ready_, finished_, staging_);
  }

  /// Queue one call. a, b: see gemm_input; unchanged until the kernel has ended. The result is
  /// valid from the end of the kernel until the PE's next launch.
  ///
  /// Progress: the kernel waits for the other PEs, at most ARK_TIMEOUT; a failed wait is the PE's
  ///   failure. Errors: throws ark::error: invalid_argument (null arrays), and those of
  ///   ark::launch.
  void launch(const float* a, const float* b, stream_t stream = nullptr) {
    const gemm_input in{a, b, static_cast<unsigned>(shape_.columns),
                        static_cast<unsigned>(shape_.inner)};
    check_gemm_input("gemm_alltoall", in);
    check_alive("gemm_alltoall", out_);
    const std::uint64_t number = call_ + 1;
    const fused_gemm_call call{in,
                               ark_my_pe(),
                               ark_n_pes(),
                               static_cast<unsigned>(shape_.rows),
                               slice_rows_,
                               {{arrived_.data(), static_cast<unsigned>(slices())}, number},
                               {ready_.data()},
                               {finished_.data()},
                               out_.data(),
                               staging_.data(),
                               options_.remote_first,
                               options_.zero_copy};
    ark::launch({options_.blocks, options_.threads, 0, stream, true}, gemm_alltoall_kernel<>, call);
    call_ = number;
  }

  /// The result: [pes][rows][columns]. Symmetric memory.
  [[nodiscard]] float* out() const noexcept { return out_.data(); }

 private:
  [[nodiscard]] static std::size_t pes() { return static_cast<std::size_t>(ark_n_pes()); }
  [[nodiscard]] std::size_t slices() const { return (shape_.rows + slice_rows_ - 1) / slice_rows_; }

  void make_arrays() {
    words_ = symmetric_array<int>(2);
    const bool stored = all_store(words_.data(), options_.zero_copy);
    slice_rows_ = gemm_slice_rows(shape_, options_, stored);
    const std::size_t all = pes() * shape_.rows * shape_.columns;
    out_ = symmetric_array<float>(all);
    arrived_ = symmetric_array<std::uint64_t>(pes() * slices());
    ready_ = symmetric_array<std::uint64_t>(pes());
    finished_ = symmetric_array<unsigned>(pes() * slices());
    staging_ = symmetric_array<float>(stored ? 0 : all);
  }

  operator_options options_;
  gemm_shape shape_;
  unsigned slice_rows_ = 1;
  symmetric_array<int> words_{0};
  symmetric_array<float> out_{0};
  symmetric_array<std::uint64_t> arrived_{0}, ready_{0};
  symmetric_array<unsigned> finished_{0};
  symmetric_array<float> staging_{0};
  std::uint64_t call_ = 0;  ///< the last call that was launched
};

}  // namespace ark::fused
