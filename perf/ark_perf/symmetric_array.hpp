// Symmetric memory that ends with its scope.
#pragma once

#include <fmt/format.h>

#include <ark/errc.hpp>
#include <ark/host.hpp>
#include <ark/order.hpp>
#include <cstddef>
#include <exception>

namespace ark_perf {

/// `count` elements in the heap of every PE, uninitialised. Made and destroyed collectively, in the
/// same order on every PE. Throws ark::error{out_of_memory} with the library's own text.
template <class T>
class symmetric_array {
 public:
  explicit symmetric_array(std::size_t count)
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
  ~symmetric_array() {
    if (std::uncaught_exceptions() == 0 && ark_status() == 0) ark_free(data_);
  }
  symmetric_array(const symmetric_array&) = delete;
  symmetric_array& operator=(const symmetric_array&) = delete;

  [[nodiscard]] T* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return count_; }

 private:
  T* data_;
  std::size_t count_;
};

}  // namespace ark_perf
