// What the fused and the unfused embedding operator share: tables and errors.
#pragma once

#include <ark/fused/agreement.hpp>
#include <ark/fused/embedding_layout.hpp>
#include <ark/fused/operator_memory.hpp>

namespace ark::fused {

/// Arguments of one call of an embedding operator, as kernels receive them.
template <class Index, class T = float>
struct embedding_call {
  embedding_layout layout;
  const basic_embedding_table<T>* tables;
  embedding_input<Index, T> input;
  pooling mode;
  bag_error* error;

  /// The calling PE's table `own`.
  [[nodiscard]] ARK_DEVICE bag_source<Index, T> source(unsigned own) const {
    const std::size_t bags = layout.batch.begin(layout.pes);
    return {input, input.offsets + own * bags,           tables[own], layout.dim,
            mode,  layout.tables.begin(layout.pe) + own, error};
  }
};

/// The tables of a PE in memory of its kernels, and the errors that kernels have found.
template <class T>
class embedding_operator {
 public:
  embedding_operator(const char* name, const embedding_shape& shape,
                     const std::vector<basic_embedding_table<T>>& own,
                     const embedding_options& options)
      : name_((check_embedding(name, shape, own, options), name)),
        options_(options),
        layout_(make_layout(shape)),
        aligned_(layout_.dim % wide == 0) {
    make_or_release(
        [&] {
          tables_ = symmetric_array<basic_embedding_table<T>>(layout_.tables.largest());
          error_ = symmetric_array<bag_error>(1);
        },
        words_, tables_, error_);
    tables_.write(own);
    for (const basic_embedding_table<T>& table : own) {
      if (reinterpret_cast<std::uintptr_t>(table.weights) % sizeof(element_group<T, wide>) != 0)
        aligned_ = false;
    }
  }

  /// Wait for the calls on `stream`. If one of them, on any PE, had an index or offset out of range
  /// since the last finish, every PE throws ark::error{invalid_argument} with the place and the
  /// values of one error; bags then lack the indices in error. The operator can still be called.
  void finish(stream_t stream) {
    check_alive(name_, words_);
    stream_sync(stream);
    bag_error found;
    ark::get(&found, error_.data(), 1, layout_.pe);
    const int pe =
        largest_on_all(words_.data(), found.claimed != 0 ? layout_.pe + 1 : 0, stream) - 1;
    if (pe < 0) return;
    ark::get(&found, error_.data(), 1, pe);
    ark_barrier_all();
    error_.write({bag_error{}});
    throw error(errc::invalid_argument, bag_error_text(name_, pe, found));
  }

  [[nodiscard]] const embedding_layout& layout() const noexcept { return layout_; }
  [[nodiscard]] const embedding_options& options() const noexcept { return options_; }

  /// Elements that kernels move at once, if all tables allow it.
  static constexpr unsigned wide = pooled_at_once(sizeof(T));
  [[nodiscard]] bool aligned() const noexcept { return aligned_; }

  /// Throws invalid_argument for an input that no kernel can use, and the errors of check_alive.
  template <class Index>
  [[nodiscard]] embedding_call<Index, T> call(const embedding_input<Index, T>& input) const {
    check_alive(name_, words_);
    if (input.sample_weights != nullptr && options_.mode != pooling::sum) {
      throw error(errc::invalid_argument, std::string(name_) +
                                              ": sample_weights with pooling::mean; accepted: with "
                                              "pooling::sum");
    }
    const bool empty = layout_.tables.size(layout_.pe) == 0;
    if (!empty && (input.offsets == nullptr || (input.indices == nullptr && input.index_count > 0)))
      throw error(errc::invalid_argument, std::string(name_) + ": offsets or indices of PE " +
                                              std::to_string(layout_.pe) + " are null");
    return {layout_, tables_.data(), input, options_.mode, error_.data()};
  }

  /// See fused::all_store.
  [[nodiscard]] bool all_store() const noexcept { return all_store_; }

  /// Free the arrays. Collective.
  void release() noexcept {
    words_.release();
    tables_.release();
    error_.release();
  }

 private:
  [[nodiscard]] embedding_layout make_layout(const embedding_shape& shape) {
    words_ = symmetric_array<int>(2);
    all_store_ = fused::all_store(words_.data(), options_.zero_copy);
    return {shape, options_, all_store_, sizeof(T)};
  }

  const char* name_;
  embedding_options options_;
  symmetric_array<int> words_{0};  ///< for largest_on_all
  bool all_store_ = false;
  embedding_layout layout_;
  symmetric_array<basic_embedding_table<T>> tables_{0};
  symmetric_array<bag_error> error_{0};
  bool aligned_;
};

}  // namespace ark::fused
