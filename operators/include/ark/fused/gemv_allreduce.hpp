// GEMV and all-reduce in one kernel: every PE multiplies its columns, and receives the sum of the
// products of all PEs. docs/fused.md is the guide.
//
// Two phases. Each PE sends the slices of its product to the slice's owner. The owner waits until
// all PEs have sent a slice, adds the products in the order of the PEs, and sends the sum to all
// PEs.
#pragma once

#include <ark/collective.hpp>
#include <ark/fused/agreement.hpp>
#include <ark/fused/gemv.hpp>
#include <ark/fused/operator_memory.hpp>
#include <ark/fused/slice_arrival.hpp>

namespace ark::fused {

/// The division of rows among the PEs.
struct gemv_layout {
  int pe = 0;
  int pes = 1;
  even_split rows;
  unsigned slice_rows = 1;

  [[nodiscard]] ARK_HOST_DEVICE unsigned slices_of(int owner) const {
    return (rows.size(owner) + slice_rows - 1) / slice_rows;
  }
  [[nodiscard]] ARK_HOST_DEVICE unsigned most_slices() const {
    return (rows.largest() + slice_rows - 1) / slice_rows;
  }
  [[nodiscard]] ARK_HOST_DEVICE unsigned rows_of(int owner, unsigned slice) const {
    const unsigned left = rows.size(owner) - slice * slice_rows;
    return left < slice_rows ? left : slice_rows;
  }
};

/// Arguments of one call, as its kernel receives them.
struct fused_gemv_call {
  gemv_input in;
  gemv_layout layout;
  slice_wait products, sums;  ///< arrivals of products at their owner, and of sums at all PEs
  slice_arrival arrival;
  float* y;         ///< symmetric, [rows]
  float* received;  ///< symmetric, [pes][most rows of an owner]: the products of all PEs
  float* staging;   ///< [rows]; null if every PE is mapped
  bool remote_first, zero_copy;

  /// Address of `local` on `pe` for direct stores; null if the data must be sent.
  [[nodiscard]] ARK_DEVICE float* direct(float* local, int pe) const {
    if (pe == layout.pe) return local;
    return zero_copy ? static_cast<float*>(ark_ptr(local, pe)) : nullptr;
  }
};

/// Phase 1: compute and send this PE's products for the slices of `owner`.
ARK_DEVICE inline void send_products(const fused_gemv_call& call, int owner, tile_turn& turn) {
  const gemv_layout& layout = call.layout;
  const unsigned tile_rows = gemv_tile_rows(call.in);
  const unsigned parts = (layout.slice_rows + tile_rows - 1) / tile_rows;  // of a full slice
  const unsigned tiles = layout.slices_of(owner) * parts;
  float* const mine_there =
      call.received + static_cast<std::size_t>(layout.pe) * layout.rows.largest();
  float* const direct = call.direct(mine_there, owner);
  for (unsigned tile = turn.first(tiles); tile < tiles;) {
    const unsigned slice = tile / parts, begin = slice * layout.slice_rows;
    const unsigned rows = layout.rows_of(owner, slice);
    const unsigned first = layout.rows.begin(owner) + begin;
    float* const to = direct != nullptr ? direct + begin : call.staging + first;
    unsigned written =
        0;  // the block's tiles of a slice arrive together: each arrival is a barrier
    for (; tile / parts == slice && tile < tiles; tile += gridDim.x, ++written) {
      const unsigned offset = tile % parts * tile_rows;
      if (offset < rows)
        gemv_tile(call.in, first + offset, ark::min(tile_rows, rows - offset), to + offset);
    }
    const unsigned number = static_cast<unsigned>(owner) * layout.most_slices() + slice;
    std::uint64_t* const word = call.products.arrived.word(layout.pe, slice);
    if (call.arrival.arrive(number, parts, written, {direct != nullptr, word, 1, owner}))
      send_slice(mine_there + begin, to, rows, word, owner);
  }
}

/// Add the products of `count` own rows from `first` on, count <= gemv_width, in the order of the
/// PEs.
ARK_DEVICE inline void add_products(const fused_gemv_call& call, unsigned first, unsigned count,
                                    float* sums) {
  const float* product = call.received + first;
  const std::size_t apart = call.layout.rows.largest();
  if (count == gemv_width) {
    float_sum<gemv_width> sum;
    for (int source = 0; source < call.layout.pes; ++source, product += apart) sum.add(product, 1);
    sum.store(sums);
    return;
  }
  for (unsigned k = 0; k < count; ++k) {
    float sum = product[k];
    for (int source = 1; source < call.layout.pes; ++source)
      sum += product[static_cast<std::size_t>(source) * apart + k];
    sums[k] = sum;
  }
}

/// Store `rows` rows from `begin` on of the sum at `y`, and in the memory of the PEs to which it
/// need not be sent. All threads of the block; no barrier.
ARK_DEVICE inline void store_sum(const fused_gemv_call& call, unsigned begin, unsigned rows,
                                 float* y) {
  const tile_order order{call.layout.pe, call.layout.pes, call.remote_first};
  // The rows of a thread are contiguous on a CPU, where it runs alone until it waits: the hardware
  // prefetcher needs sequential lines, all of which are in other caches.
  const unsigned each = (rows + blockDim.x * gemv_width - 1) / (blockDim.x * gemv_width);
  const unsigned apart = ARK_CUDA ? blockDim.x : 1;
  unsigned row = threadIdx.x * (ARK_CUDA ? 1 : each) * gemv_width;
  for (unsigned i = 0; i < each && row < rows; ++i, row += apart * gemv_width) {
    const unsigned count = ark::min(gemv_width, rows - row);
    add_products(call, begin + row, count, y + row);
    for (int step = 0; step < call.layout.pes; ++step) {
      float* const there = call.direct(y + row, order.destination(step));
      if (there == nullptr || there == y + row) continue;
      if (count == gemv_width) {
        std::memcpy(there, y + row, sizeof(float) * gemv_width);
      } else {
        for (unsigned k = 0; k < count; ++k) there[k] = y[row + k];
      }
    }
  }
}

/// Phase 2: add a slice that this PE owns, and send the sum. False after a failure.
ARK_DEVICE inline bool send_sum(const fused_gemv_call& call, unsigned slice) {
  const gemv_layout& layout = call.layout;
  errc code = errc::ok;
  for (int source = static_cast<int>(threadIdx.x); source < layout.pes && code == errc::ok;
       source += static_cast<int>(blockDim.x)) {
    code = call.products.await(source, slice, 1);
  }
  if (__syncthreads_or(code != errc::ok ? 1 : 0) != 0) return false;
  const unsigned begin = slice * layout.slice_rows, rows = layout.rows_of(layout.pe, slice);
  float* const y = call.y + layout.rows.begin(layout.pe) + begin;
  store_sum(call, begin, rows, y);
  __syncthreads();
  std::uint64_t* const word = call.sums.arrived.word(layout.pe, slice);
  const tile_order order{layout.pe, layout.pes, call.remote_first};
  for (int step = 0; step < layout.pes; ++step) {
    const int to = order.destination(step);
    if (call.direct(y, to) == nullptr) {
      send_slice(y, y, rows, word, to);
    } else if (threadIdx.x == 0) {
      ark_signal_add(word, 1, to);
    }
  }
  return true;
}

/// Execute the calling block's share of a call: all threads of all blocks of a collective launch.
ARK_DEVICE inline void run_gemv_allreduce(const fused_gemv_call& call) {
  const gemv_layout& layout = call.layout;
  const tile_order order{layout.pe, layout.pes, call.remote_first};
  tile_turn turn;
  for (int step = 0; step < layout.pes; ++step) send_products(call, order.destination(step), turn);
  const unsigned own = layout.slices_of(layout.pe);
  for (unsigned slice = blockIdx.x; slice < own; slice += gridDim.x) {
    if (!send_sum(call, slice)) return;
  }
  if (call.staging != nullptr) {
    __syncthreads();
    if (threadIdx.x == 0) ark_quiet();  // the next call writes `staging` and y again
  }
  const unsigned most = layout.most_slices(), all = most * static_cast<unsigned>(layout.pes);
  for (unsigned i = blockIdx.x + gridDim.x * threadIdx.x; i < all; i += gridDim.x * blockDim.x) {
    const int owner = static_cast<int>(i / most);
    if (i % most >= layout.slices_of(owner)) continue;
    if (call.sums.await(owner, i % most, 1) != errc::ok) return;
  }
}

/// The kernel of gemv_allreduce. The bound keeps it at 64 registers. A template, so that a header
/// can define it.
template <class = void>
ARK_GLOBAL ARK_LAUNCH_BOUNDS(1024) void gemv_allreduce_kernel(fused_gemv_call call) {
  run_gemv_allreduce(call);
}

/// y = sum over all PEs of (a PE's columns of a matrix times its elements of x), on every PE.
///
/// Callable: host; one thread per PE. Constructor, launch and destructor are collective. A PE's
///   launches must be ordered, by one stream or otherwise.
/// rows, options: the same on every PE. The number of columns is each PE's own, 0
///   to 2147483647.
/// Sums: a PE's product is the sum of the column parts, each in the order of the columns; the
///   products are added in the order of the PEs. y has the same bits on every PE.
/// y(): valid from the end of the kernel until the PE's next launch: an owner writes y only after
///   it has the products of all PEs.
/// Errors: the constructor throws ark::error: invalid_argument, and those of symmetric_array. After
///   out_of_memory nothing of the operator remains allocated. launch:
///   wrong_state after finalize.
class gemv_allreduce {
 public:
  explicit gemv_allreduce(std::size_t rows, const gemv_options& options = {})
      : options_((check_gemv("gemv_allreduce", rows, options), options)),
        rows_(static_cast<unsigned>(rows)),
        layout_{ark_my_pe(), ark_n_pes(), even_split(rows_, ark_n_pes()), 1} {
    make_or_release([&] { make_arrays(); }, words_, y_, received_, products_, sums_, finished_,
                    staging_);
  }

  /// Queue one call. weights, x: see gemv_input; unchanged until the kernel has ended, in memory
  /// that kernels of the PE can read.
  ///
  /// Progress: the kernel waits for the other PEs, at most ARK_TIMEOUT; a failed wait is the PE's
  ///   failure. Errors: throws ark::error: invalid_argument (null arrays, columns beyond
  ///   2147483647), and those of ark::launch.
  void launch(const float* weights, std::size_t columns, const float* x,
              stream_t stream = nullptr) {
    const gemv_input in = gemv_input_of("gemv_allreduce", weights, rows_, columns, x, options_);
    check_alive("gemv_allreduce", y_);
    const std::uint64_t number = call_ + 1;
    const fused_gemv_call call{in,
                               layout_,
                               {{products_.data(), layout_.most_slices()}, number},
                               {{sums_.data(), layout_.most_slices()}, number},
                               {finished_.data()},
                               y_.data(),
                               received_.data(),
                               staging_.data(),
                               options_.remote_first,
                               options_.zero_copy};
    ark::launch({options_.blocks, options_.threads, gemv_shared_bytes(options_), stream, true},
                gemv_allreduce_kernel<>, call);
    call_ = number;
  }

  /// The result, on every PE. Symmetric memory.
  [[nodiscard]] float* y() const noexcept { return y_.data(); }
  [[nodiscard]] const gemv_layout& layout() const noexcept { return layout_; }

 private:
  void make_arrays() {
    words_ = symmetric_array<int>(2);
    const bool stored = all_store(words_.data(), options_.zero_copy);
    layout_.slice_rows = gemv_slice_rows(layout_.rows.largest(), options_, stored);
    const auto pes = static_cast<std::size_t>(layout_.pes);
    y_ = symmetric_array<float>(rows_);
    received_ = symmetric_array<float>(pes * layout_.rows.largest());
    products_ = symmetric_array<std::uint64_t>(pes * layout_.most_slices());
    sums_ = symmetric_array<std::uint64_t>(pes * layout_.most_slices());
    finished_ = symmetric_array<unsigned>(pes * layout_.most_slices());
    staging_ = symmetric_array<float>(stored ? 0 : rows_);
  }

  gemv_options options_;
  unsigned rows_;
  gemv_layout layout_;
  symmetric_array<int> words_{0};
  symmetric_array<float> y_{0}, received_{0};
  symmetric_array<std::uint64_t> products_{0}, sums_{0};
  symmetric_array<unsigned> finished_{0};
  symmetric_array<float> staging_{0};
  std::uint64_t call_ = 0;  ///< the last call that was launched
};

}  // namespace ark::fused
