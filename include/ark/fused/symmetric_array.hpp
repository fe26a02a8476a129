// Symmetric memory of an operator, and an agreement of all PEs on a number.
#pragma once

#include <ark/api/on_stream.hpp>
#include <ark/host.hpp>
#include <ark/launch.hpp>
#include <ark/order.hpp>
#include <ark/rma.hpp>
#include <cstddef>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace ark::fused {

/// `count` zeroed elements in the heap of every PE; none for 0. The owner, move-only.
///
/// Callable: host. Constructor and destructor are collective, with the same count in the same order
///   on every PE. After a failure the destructor leaves the memory to finalize, because other PEs
///   may be missing. After finalize, which frees the heap, it does nothing, also if init was called
///   again.
/// Errors: throws ark::error{out_of_memory} with the text of last_error().
template <class T>
class symmetric_array {
 public:
  explicit symmetric_array(std::size_t count) {
    if (count == 0) return;
    data_ = static_cast<T*>(ark_calloc(count, sizeof(T)));
    if (data_ != nullptr) return;
    throw error(errc::out_of_memory, std::to_string(count) + " elements of " +
                                         std::to_string(sizeof(T)) + " bytes: " + last_error());
  }
  ~symmetric_array() {
    if (data_ == nullptr || runtime_ != detail::runtime_number()) return;
    if (std::uncaught_exceptions() == 0 && ark_status() == 0) ark_free(data_);
  }
  symmetric_array(symmetric_array&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), runtime_(other.runtime_) {}
  symmetric_array& operator=(symmetric_array&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(runtime_, other.runtime_);
    return *this;
  }

  [[nodiscard]] T* data() const noexcept { return data_; }

  /// Write the caller's own elements from the start on; a heap in GPU memory included.
  void write(const std::vector<T>& values) {
    if (values.empty()) return;
    ark::put(data_, values.data(), values.size(), ark_my_pe());
    ark_quiet();
  }

 private:
  T* data_ = nullptr;
  std::uint64_t runtime_ = detail::runtime_number();
};

/// The largest `value` of all PEs. Waits for the earlier work on the stream.
///
/// Callable: host, collective. word: two symmetric ints. Progress: at most twice ARK_TIMEOUT.
/// Errors: throws ark::error, as stream_sync; the code of a failure of the PE.
inline int largest_on_all(int* words, int value, stream_t stream) {
  ark::put(words, &value, 1, ark_my_pe());
  ark_quiet();
  ark_int_max_reduce_on_stream(ARK_TEAM_WORLD, words + 1, words, 1, stream);
  stream_sync(stream);
  if (const errc now = status(); now != errc::ok)
    throw error(now, "fused operator: " + failure_text(last_failure()));
  return ark::g(words + 1, ark_my_pe());
}
/// The same by a stream of its own, which remains until finalize if the call throws: the kernels of
/// the PEs wait for each other, and those of PEs of one process cannot do so in the default stream
/// of a GPU, which they share.
inline int largest_on_all(int* words, int value) {
  const stream_t own = stream_create();
  const int largest = largest_on_all(words, value, own);
  stream_destroy(own);
  return largest;
}

}  // namespace ark::fused
