// EmbeddingBag and all-to-all in one kernel: every PE pools the bags of its tables for the whole
// batch, and gets the rows of its part of the batch, all tables, in the layout of their consumer.
// docs/fused.md is the guide.
//
// A slice is consecutive samples of one destination, a tile some of its bags in one table. Blocks
// store a tile directly into the destination's result if that PE is mapped. Otherwise they store it
// into local memory, and the block that finishes the slice last sends its rows. In both cases the
// slice's word at the destination counts its rows.
#pragma once

#include <ark/collective.hpp>
#include <ark/fused/embedding_operator.hpp>
#include <ark/fused/slice_arrival.hpp>

namespace ark::fused {

/// The consumer's side of an embedding_alltoall: waits for rows of the result.
struct embedding_rows {
  embedding_layout layout;
  slice_wait slices;

  /// Wait until rows [first, first + count) of the local batch are complete, all tables.
  ///
  /// Callable: kernels and host threads; one thread. Progress and errors: those of
  /// signal_wait_until; for rows that the PE does not have, invalid_argument at once, which is not
  /// recorded.
  ARK_HOST_DEVICE errc await(unsigned first, unsigned count) const {
    const unsigned rows = layout.batch.size(layout.pe);
    if (first > rows || count > rows - first) return errc::invalid_argument;
    errc code = errc::ok;
    for (unsigned slice = first / layout.slice_rows;
         slice * layout.slice_rows < first + count && code == errc::ok; ++slice) {
      for (int source = 0; source < layout.pes && code == errc::ok; ++source)
        code = await_slice(source, slice);
    }
    return code;
  }
  ARK_HOST_DEVICE errc await_slice(int source, unsigned slice) const {
    if (layout.tables.size(source) == 0) return errc::ok;
    return slices.await(source, slice, layout.rows_of(layout.pe, slice));
  }
};

/// Arguments of one call of the fused operator, as its kernel receives them.
template <class Index, class T = float>
struct fused_embedding_call {
  embedding_call<Index, T> bags;
  embedding_rows rows;
  result_ready ready;
  slice_arrival arrival;
  T* out;      ///< symmetric
  T* staging;  ///< [batch][own tables][dim]; null if every PE is mapped
  bool remote_first, zero_copy, wait;
};

/// Computes and sends the slices of the calling PE for one destination.
template <class Index, class T, unsigned Width>
class embedding_sender {
 public:
  ARK_DEVICE embedding_sender(const fused_embedding_call<Index, T>& call, int to)
      : call_(call), to_(to) {
    if (to == call.bags.layout.pe) {
      direct_ = call.out;
    } else if (call.zero_copy) {
      direct_ = static_cast<T*>(ark_ptr(call.out, to));
    }
  }

  /// Wait until the destination's result may be written. All threads of the block; false after a
  /// failure.
  ARK_DEVICE bool await_ready() const {
    if (to_ == layout().pe) return true;
    errc code = errc::ok;
    if (threadIdx.x == 0) code = call_.ready.await(to_, call_.rows.slices.call);
    return __syncthreads_or(code != errc::ok ? 1 : 0) == 0;
  }

  /// Compute the calling block's tiles, from `tile` on. The block that completes a slice sends it.
  ARK_DEVICE void compute(unsigned tile) const {
    const unsigned parts = layout().tiles_of_slice(), tiles = layout().slices_of(to_) * parts;
    while (tile < tiles) {
      const unsigned slice = tile / parts;
      const unsigned first = slice * layout().slice_rows;
      const unsigned rows = layout().rows_of(to_, slice);
      const unsigned bag = layout().batch.begin(to_) + first;
      const row_block<T> to = direct_ != nullptr ? result(direct_, first) : staged(bag);
      unsigned written = 0;  // its tiles of a slice arrive together: each arrival is a barrier
      for (; tile < tiles && tile / parts == slice; tile += gridDim.x, ++written)
        pool(tile % parts, bag, rows, to);
      const unsigned number = static_cast<unsigned>(to_) * layout().most_slices() + slice;
      std::uint64_t* const word = call_.rows.slices.arrived.word(layout().pe, slice);
      if (call_.arrival.arrive(number, parts, written, {direct_ != nullptr, word, rows, to_}))
        send_rows<T>(result(call_.out, first), {to.first, to.width, to.stride}, rows, word, to_);
    }
  }

 private:
  /// Pool one tile of a slice into `to`: `rows` rows, the first of which is bag `bag`.
  ARK_DEVICE void pool(unsigned part, unsigned bag, unsigned rows, row_block<T> to) const {
    const unsigned of_table = layout().tiles_of_rows(layout().slice_rows);
    const unsigned table = part / of_table, row = part % of_table * layout().tile_rows;
    if (row >= rows) return;
    call_.bags.source(table).template pool_rows<Width>(
        bag + row, ark::min(layout().tile_rows, rows - row),
        to.first + std::size_t{row} * to.stride + std::size_t{table} * layout().dim, to.stride);
  }
  [[nodiscard]] ARK_DEVICE const embedding_layout& layout() const { return call_.bags.layout; }
  /// The rows from `first` on in the result at `out`, of which this PE writes the columns of its
  /// tables.
  [[nodiscard]] ARK_DEVICE row_block<T> result(T* out, unsigned first) const {
    const unsigned width = layout().row_width();
    return {out + std::size_t{first} * width + layout().tables.begin(layout().pe) * layout().dim,
            layout().part_width(layout().pe), width};
  }
  [[nodiscard]] ARK_DEVICE row_block<T> staged(unsigned bag) const {
    const unsigned width = layout().part_width(layout().pe);
    return {call_.staging + std::size_t{bag} * width, width, width};
  }

  const fused_embedding_call<Index, T>& call_;
  int to_;
  T* direct_ = nullptr;  ///< the destination's result, if this PE stores into it
};

/// Execute the calling block's share of a call: all threads of all blocks of a collective launch.
template <unsigned Width, class Index, class T>
ARK_DEVICE void run_embedding_alltoall(const fused_embedding_call<Index, T>& call) {
  const embedding_layout& layout = call.bags.layout;
  if (blockIdx.x == 0) call.ready.give(layout.pe, layout.pes, call.rows.slices.call);
  const tile_order order{layout.pe, layout.pes, call.remote_first};
  tile_turn turn;
  for (int step = 0; step < layout.pes; ++step) {
    const int to = order.destination(step);
    const unsigned tiles = layout.slices_of(to) * layout.tiles_of_slice();
    const unsigned tile = turn.first(tiles);
    if (tile >= tiles) continue;
    const embedding_sender<Index, T, Width> sender(call, to);
    if (!sender.await_ready()) return;
    sender.compute(tile);
  }
  if (call.staging != nullptr) {
    __syncthreads();
    if (threadIdx.x == 0) ark_quiet();  // the next call writes `staging` again
  }
  if (!call.wait) return;
  const unsigned slices = layout.slices_of(layout.pe);
  const unsigned all = slices * static_cast<unsigned>(layout.pes);
  for (unsigned i = blockIdx.x + gridDim.x * threadIdx.x; i < all; i += gridDim.x * blockDim.x) {
    if (call.rows.await_slice(static_cast<int>(i / slices), i % slices) != errc::ok) return;
  }
}

/// The kernel of embedding_alltoall. The launch bound keeps it at 64 registers, so that as many of
/// its blocks fit on a multiprocessor as of the kernel that only pools.
template <class Index, class T, unsigned Width>
ARK_GLOBAL ARK_LAUNCH_BOUNDS(1024) void embedding_alltoall_kernel(
    fused_embedding_call<Index, T> call) {
  run_embedding_alltoall<Width>(call);
}

/// EmbeddingBag on tables that are distributed over all PEs, fused with the exchange of the result.
///
/// Callable: host; one thread per PE. Constructor, launch, finish and destructor are collective. A
///   PE's launches must be ordered, by one stream or otherwise.
/// Tables: table t of all is on the PE whose part of even_split(tables, n_pes) it is in; `own` are
///   the calling PE's, in order. Result: row b of PE p is sample even_split(batch, n_pes).begin(p)
///   + b, with all tables side by side: out()[(b * tables + t) * dim + d].
/// Sums: of floats, in the order of the indices, the same bits for every number of PEs, slice size
///   and route; a result of 16 bits is the sum rounded once, to nearest, ties to even.
/// Index: std::int32_t or std::int64_t. T, of tables, sample_weights and result: see
///   basic_embedding_table.
/// Errors: the constructor throws ark::error: invalid_argument (a size, option or number of tables;
///   with the accepted values), and those of symmetric_array; if there is no room nothing remains
///   allocated. launch, finish: wrong_state after finalize.
template <class Index = std::int64_t, class T = float>
class embedding_alltoall {
 public:
  embedding_alltoall(const embedding_shape& shape, const std::vector<basic_embedding_table<T>>& own,
                     const embedding_options& options = {})
      : base_("embedding_alltoall", shape, own, options) {
    make_or_release([&] { make_arrays(shape); }, base_, out_, arrived_, ready_, finished_,
                    staging_);
  }

  /// Queue one call. The kernel starts to write into the results of other PEs after they have
  /// started theirs: a PE's result stays valid until its next launch.
  ///
  /// input: unchanged until the kernel has ended.
  /// Completion: when the kernel has ended, out() is complete, unless options.wait_in_kernel is
  ///   false: then consumers wait for rows().
  /// Progress: the kernel waits for the other PEs, at most ARK_TIMEOUT.
  /// Errors: throws ark::error: invalid_argument (weights for means, null arrays), and those of
  ///   ark::launch. An index out of range: see finish. A failed wait: the PE's failure.
  void launch(const embedding_input<Index, T>& input, stream_t stream = nullptr) {
    const embedding_options& options = base_.options();
    const embedding_call<Index, T> bags = base_.call(input);
    const std::uint64_t number = call_ + 1;
    const fused_embedding_call<Index, T> call{bags,
                                              rows_of(number),
                                              {ready_.data()},
                                              {finished_.data()},
                                              out_.data(),
                                              staging_.data(),
                                              options.remote_first,
                                              options.zero_copy,
                                              options.wait_in_kernel};
    const launch_config config{options.blocks, options.threads, 0, stream, true};
    if (base_.aligned()) {
      ark::launch(config, embedding_alltoall_kernel<Index, T, embedding_operator<T>::wide>, call);
    } else {
      ark::launch(config, embedding_alltoall_kernel<Index, T, 1>, call);
    }
    call_ = number;
  }
  /// @copydoc embedding_operator::finish
  void finish(stream_t stream = nullptr) { base_.finish(stream); }

  /// The result: batch.size(pe) rows of all tables. Symmetric memory.
  [[nodiscard]] T* out() const noexcept { return out_.data(); }
  [[nodiscard]] const embedding_layout& layout() const noexcept { return base_.layout(); }
  /// For kernels that read the result of the last launch before its kernel has ended.
  [[nodiscard]] embedding_rows rows() const noexcept { return rows_of(call_); }

 private:
  [[nodiscard]] embedding_rows rows_of(std::uint64_t call) const noexcept {
    return {layout(), {{arrived_.data(), layout().most_slices()}, call}};
  }

  void make_arrays(const embedding_shape& shape) {
    const auto pes = static_cast<std::size_t>(layout().pes);
    out_ = symmetric_array<T>(std::size_t{layout().batch.largest()} * layout().row_width());
    arrived_ = symmetric_array<std::uint64_t>(pes * layout().most_slices());
    ready_ = symmetric_array<std::uint64_t>(pes);
    finished_ = symmetric_array<unsigned>(pes * layout().most_slices());
    staging_ = symmetric_array<T>(
        base_.all_store() ? 0 : shape.batch * layout().tables.largest() * shape.dim);
  }

  embedding_operator<T> base_;
  symmetric_array<T> out_{0};
  symmetric_array<std::uint64_t> arrived_{0}, ready_{0};
  symmetric_array<unsigned> finished_{0};
  symmetric_array<T> staging_{0};
  std::uint64_t call_ = 0;  ///< the last call that was launched
};

}  // namespace ark::fused
