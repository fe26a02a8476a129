// Symmetric memory that ends with its scope.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <ark/host.hpp>
#include <ark/order.hpp>
#include <ark/rma.hpp>
#include <cstddef>
#include <exception>
#include <vector>

#include "kernels.hpp"

namespace ark_perf {

/// `count` elements in the heap of every PE, uninitialised. Made and destroyed collectively, in the
/// same order on every PE. Throws ark::error{out_of_memory} with the library's own text.
template <class T>
class bench_array {
 public:
  explicit bench_array(std::size_t count)
      : data_(static_cast<T*>(ark_malloc(count * sizeof(T)))), count_(count) {
    if (data_ != nullptr) return;
    throw ark::error(
        ark::errc::out_of_memory,
        fmt::format(
            "{} bytes of symmetric memory: {}; ask for smaller messages, fewer callers, or a "
            "larger ARK_SYMMETRIC_SIZE",
            count * sizeof(T), ark::last_error()));
  }
  /// After a failure the other PEs do not come any more: finalize frees the heap.
  ~bench_array() {
    if (std::uncaught_exceptions() == 0 && ark_status() == 0) ark_free(data_);
  }
  bench_array(const bench_array&) = delete;
  bench_array& operator=(const bench_array&) = delete;

  /// For calls of the library and for kernels.
  [[nodiscard]] T* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return count_; }

  /// The caller's own elements from `first` on. A GPU's memory only the library can copy.
  [[nodiscard]] std::vector<T> read(std::size_t first, std::size_t count) const {
    std::vector<T> values(count);
    if (kernels_on_gpu()) {
      ark::get(values.data(), data_ + first, count, ark_my_pe());
    } else {
      std::copy_n(data_ + first, count, values.data());
    }
    return values;
  }
  void write(std::size_t first, const std::vector<T>& values) {
    if (kernels_on_gpu()) {
      ark::put(data_ + first, values.data(), values.size(), ark_my_pe());
    } else {
      std::copy_n(values.data(), values.size(), data_ + first);
    }
  }
  void fill(const T& value) {
    if (kernels_on_gpu()) return write(0, std::vector<T>(count_, value));
    std::fill_n(data_, count_, value);
  }

 private:
  T* data_;
  std::size_t count_;
};

}  // namespace ark_perf
