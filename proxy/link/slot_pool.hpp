// A table of numbered slots that are reused.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace ark::proxy {

/// Values in flight, by a number that a transport can be given. Only the thread that drives the
/// proxy.
template <class T>
class slot_pool {
 public:
  [[nodiscard]] std::size_t acquire(T&& value) {
    if (free_.empty()) {
      free_.push_back(slots_.size());
      slots_.emplace_back();
    }
    const std::size_t number = free_.back();
    free_.pop_back();
    slots_[number] = {std::move(value), true};
    return number;
  }
  [[nodiscard]] T& operator[](std::size_t number) noexcept { return slots_[number].value; }
  /// Frees `number` for reuse; returns its value.
  T release(std::size_t number) {
    drop(number);
    return std::move(slots_[number].value);
  }
  /// Frees `number`, if it is in use. Its value is kept until the number is reused, for a transport
  /// that may still access it.
  void drop(std::size_t number) {
    if (std::exchange(slots_[number].used, false)) free_.push_back(number);
  }
  /// drop() all values for which `which(value)` is true.
  template <class Which>
  void drop_if(Which&& which) {
    for (std::size_t number = 0; number < slots_.size(); ++number) {
      if (slots_[number].used && which(slots_[number].value)) drop(number);
    }
  }

 private:
  struct slot {
    T value{};
    bool used = false;
  };
  std::vector<slot> slots_;
  std::vector<std::size_t> free_;
};

}  // namespace ark::proxy
