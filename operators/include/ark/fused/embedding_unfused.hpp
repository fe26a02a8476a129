// EmbeddingBag, all-to-all and shuffle as three operations of a stream, which embedding_alltoall
// replaces. The arithmetic is the same, for comparison.
#pragma once

#include <ark/fused/embedding_operator.hpp>

namespace ark::fused {

/// Pool the tiles of the calling block into blocks of equal size, one per destination:
/// [pes][most rows][most tables][dim].
template <unsigned Width, class Index, class T>
ARK_DEVICE void run_embedding_pool(const embedding_call<Index, T>& call, T* blocks) {
  const embedding_layout& layout = call.layout;
  const unsigned width = layout.tables.largest() * layout.dim;
  tile_turn turn;
  for (int to = 0; to < layout.pes; ++to) {
    const unsigned rows = layout.batch.size(to);
    const unsigned of_table = layout.tiles_of_rows(rows);
    const unsigned tiles = of_table * layout.tables.size(layout.pe);
    for (unsigned tile = turn.first(tiles); tile < tiles; tile += gridDim.x) {
      const unsigned table = tile / of_table, first = tile % of_table * layout.tile_rows;
      const unsigned row = static_cast<unsigned>(to) * layout.batch.largest() + first;
      call.source(table).template pool_rows<Width>(
          layout.batch.begin(to) + first, ark::min(layout.tile_rows, rows - first),
          blocks + std::size_t{row} * width + table * layout.dim, width);
    }
  }
}

template <class Index, class T, unsigned Width>
ARK_GLOBAL ARK_LAUNCH_BOUNDS(1024) void embedding_pool_kernel(embedding_call<Index, T> call,
                                                              T* blocks) {
  run_embedding_pool<Width>(call, blocks);
}

/// Copy the received blocks into the layout of the consumer.
template <class T, unsigned Width>
ARK_GLOBAL void embedding_shuffle_kernel(embedding_layout layout, const T* blocks, T* out) {
  using group = element_group<T, Width>;
  const unsigned width = layout.tables.largest() * layout.dim;
  const unsigned rows = layout.batch.size(layout.pe);
  for (int from = 0; from < layout.pes; ++from) {
    const unsigned groups = layout.part_width(from) / Width;
    const unsigned begin = layout.tables.begin(from) * layout.dim;
    for (unsigned row = blockIdx.x; row < rows; row += gridDim.x) {
      const unsigned block_row = static_cast<unsigned>(from) * layout.batch.largest() + row;
      for (unsigned group_index = threadIdx.x; group_index < groups; group_index += blockDim.x) {
        const unsigned column = group_index * Width;
        *reinterpret_cast<group*>(out + std::size_t{row} * layout.row_width() + begin + column) =
            *reinterpret_cast<const group*>(blocks + std::size_t{block_row} * width + column);
      }
    }
  }
}

/// The operator of embedding_alltoall without fusion: a kernel that pools, alltoall_on_stream, and
/// a kernel that shuffles. Two receive buffers, so that no call has to wait for the readers of the
/// previous call.
///
/// Constructor, calls and errors as embedding_alltoall; of the options only `mode`, `slice_rows`,
/// `link`, `blocks` and `threads` have an effect.
template <class Index = std::int64_t, class T = float>
class embedding_unfused {
 public:
  embedding_unfused(const embedding_shape& shape, const std::vector<basic_embedding_table<T>>& own,
                    const embedding_options& options = {})
      : base_("embedding_unfused", shape, own, options) {
    const auto make = [&] {
      const std::size_t all = block_elements() * static_cast<std::size_t>(layout().pes);
      sent_ = symmetric_array<T>(all);
      received_ = symmetric_array<T>(2 * all);
      out_ = symmetric_array<T>(std::size_t{layout().batch.largest()} * layout().row_width());
    };
    make_or_release(make, base_, sent_, received_, out_);
  }

  /// Queue the three operations. All PEs must call.
  void launch(const embedding_input<Index, T>& input, stream_t stream = nullptr) {
    pool(input, stream);
    exchange(stream);
    shuffle(stream);
  }
  /// The three operations as separate calls, to be made in this order.
  void pool(const embedding_input<Index, T>& input, stream_t stream = nullptr) {
    const embedding_call<Index, T> call = base_.call(input);
    if (base_.aligned()) {
      ark::launch(shape(stream), embedding_pool_kernel<Index, T, wide>, call, sent_.data());
    } else {
      ark::launch(shape(stream), embedding_pool_kernel<Index, T, 1>, call, sent_.data());
    }
  }
  void exchange(stream_t stream = nullptr) {
    check_alive("embedding_unfused", out_);
    ark_alltoallmem_on_stream(ARK_TEAM_WORLD, received(!second_), sent_.data(),
                              block_elements() * sizeof(T), stream);
    second_ = !second_;
  }
  void shuffle(stream_t stream = nullptr) {
    check_alive("embedding_unfused", out_);
    const T* const blocks = received(second_);
    if (layout().dim % wide == 0) {
      ark::launch(shape(stream), embedding_shuffle_kernel<T, wide>, layout(), blocks, out_.data());
    } else {
      ark::launch(shape(stream), embedding_shuffle_kernel<T, 1>, layout(), blocks, out_.data());
    }
  }
  /// @copydoc embedding_operator::finish
  void finish(stream_t stream = nullptr) { base_.finish(stream); }

  [[nodiscard]] T* out() const noexcept { return out_.data(); }
  [[nodiscard]] const embedding_layout& layout() const noexcept { return base_.layout(); }

 private:
  [[nodiscard]] launch_config shape(stream_t stream) const {
    return {base_.options().blocks, base_.options().threads, 0, stream};
  }
  [[nodiscard]] std::size_t block_elements() const {
    return std::size_t{layout().batch.largest()} * layout().tables.largest() * layout().dim;
  }
  [[nodiscard]] T* received(bool second) const noexcept {
    return received_.data() +
           (second ? block_elements() * static_cast<std::size_t>(layout().pes) : 0);
  }

  static constexpr unsigned wide = embedding_operator<T>::wide;

  embedding_operator<T> base_;
  symmetric_array<T> sent_{0}, received_{0}, out_{0};
  bool second_ = false;
};

}  // namespace ark::fused
