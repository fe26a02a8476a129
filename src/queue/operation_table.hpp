// Operations in flight: a fixed table, and lists through it without allocation.
#pragma once

#include <ark/detail/transfer/operation.hpp>
#include <ark/detail/transfer/pieces.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ark {

inline constexpr std::uint32_t no_operation = ~std::uint32_t{0};

/// A descriptor that an engine has accepted.
struct operation : detail::decoded_operation {
  unsigned ring = 0;
  bool streams = false;  ///< a put or a get whose stores bypass the caches
  bool chooses = false;  ///< a put or a get whose stores may bypass them
  std::uint64_t moved = 0;
  std::uint64_t pieces = 0;     ///< length of a list
  detail::piece_position at{};  ///< in a list
  std::uint64_t ticket = 0;
  // Links of the operation_list that contains it.
  std::uint32_t next = no_operation, previous = no_operation;
};

/// A fixed number of operations, handed out by index.
class operation_table {
 public:
  explicit operation_table(std::size_t capacity) : capacity_(capacity) {
    slots_.reserve(capacity);
    free_.reserve(capacity);
  }
  [[nodiscard]] bool full() const noexcept { return free_.empty() && slots_.size() == capacity_; }
  /// A slot that was used is preferred: those that never were have taken no memory.
  std::uint32_t acquire(const operation& op) {
    if (free_.empty()) {
      slots_.push_back(op);
      return static_cast<std::uint32_t>(slots_.size() - 1);
    }
    const std::uint32_t index = free_.back();
    free_.pop_back();
    slots_[index] = op;
    return index;
  }
  void release(std::uint32_t index) { free_.push_back(index); }
  operation& operator[](std::uint32_t index) { return slots_[index]; }
  const operation& operator[](std::uint32_t index) const { return slots_[index]; }

 private:
  std::size_t capacity_;
  std::vector<operation> slots_;
  std::vector<std::uint32_t> free_;
};

/// A doubly linked list of table entries through operation::next and previous.
class operation_list {
 public:
  [[nodiscard]] std::uint32_t front() const noexcept { return front_; }
  [[nodiscard]] bool empty() const noexcept { return front_ == no_operation; }
  void push_back(operation_table& table, std::uint32_t index) {
    operation& op = table[index];
    op.next = no_operation;
    op.previous = back_;
    (back_ == no_operation ? front_ : table[back_].next) = index;
    back_ = index;
  }
  void erase(operation_table& table, std::uint32_t index) {
    const operation& op = table[index];
    (op.previous == no_operation ? front_ : table[op.previous].next) = op.next;
    (op.next == no_operation ? back_ : table[op.next].previous) = op.previous;
  }

 private:
  std::uint32_t front_ = no_operation, back_ = no_operation;
};

}  // namespace ark
