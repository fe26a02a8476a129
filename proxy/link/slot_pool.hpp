// Numbered things that are used again.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace ark::proxy {

/// What is under way, by a number that a transport can be given. The proxy only.
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
  /// What `number` held, whose number may be given again.
  T release(std::size_t number) {
    drop(number);
    return std::move(slots_[number].value);
  }
  /// Give up `number`, if that has not been done: what it held stays until the number is given
  /// again, for a transport that may still touch it.
  void drop(std::size_t number) {
    if (std::exchange(slots_[number].used, false)) free_.push_back(number);
  }
  /// drop() all that `which(value)` is true of.
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
