// Symmetric memory with an owner.
//
//   ark::symmetric_array<double> field(n);            // n zeroed elements in the heap of every PE
//   ark::launch({blocks, threads}, kernel, field.data());
//   ark::device_sync();
//   const std::vector<double> mine = field.read();
#pragma once

#include <ark/host.hpp>
#include <ark/order.hpp>
#include <ark/rma.hpp>
#include <cstddef>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace ark {

/// `count` zeroed elements in the heap of every PE; none for 0. The owner, move-only.
///
/// Callable: host, between init and finalize. Constructor and destructor are collective, with the
///   same count in the same order on every PE. After a failure the destructor leaves the memory to
///   finalize, because other PEs may be missing. After finalize, which frees the heap, it does
///   nothing, also if init was called again.
/// Errors: throws ark::error with the text of last_error(): out_of_memory, asymmetric (another size
///   on another PE), not_initialized, invalid_argument (more bytes than 64 bits hold), or the code
///   of an earlier failure.
template <class T>
class symmetric_array {
 public:
  explicit symmetric_array(std::size_t count) {
    if (count == 0) return;
    data_ = static_cast<T*>(ark_calloc(count, sizeof(T)));
    if (data_ == nullptr)
      throw error(detail::last_error_code(), std::to_string(count) + " elements of " +
                                                 std::to_string(sizeof(T)) +
                                                 " bytes: " + last_error());
    size_ = count;
  }
  ~symmetric_array() {
    if (data_ == nullptr || !alive()) return;
    if (std::uncaught_exceptions() == 0 && ark_status() == 0) ark_free(data_);
  }
  symmetric_array(symmetric_array&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        runtime_(other.runtime_) {}
  symmetric_array& operator=(symmetric_array&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(runtime_, other.runtime_);
    return *this;
  }

  /// The symmetric address: for kernels and for the calls of ark.
  [[nodiscard]] T* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// False after finalize, also if init was called again: the memory is gone then.
  [[nodiscard]] bool alive() const noexcept { return runtime_ == detail::runtime_number(); }
  /// Free the elements. Collective.
  void release() noexcept { *this = symmetric_array(0); }

  /// The caller's own elements, also those of a heap in the memory of a GPU.
  ///
  /// Callable: host. Kernels that write them must have ended. Errors: those of a get.
  [[nodiscard]] std::vector<T> read() const {
    std::vector<T> values(size_);
    if (size_ > 0) get(values.data(), data_, size_, ark_my_pe());
    return values;
  }
  /// Write the caller's own elements from the first on; `values` has at most size(). Kernels that
  /// access them must have ended. Errors: those of a put.
  void write(const std::vector<T>& values) {
    if (values.empty()) return;
    put(data_, values.data(), values.size(), ark_my_pe());
    ark_quiet();
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::uint64_t runtime_ = detail::runtime_number();
};

}  // namespace ark
