// Stacks for lanes: mapped in slabs, touched lazily, reused last-in first-out.
#pragma once

#include <cstddef>
#include <vector>

#include "executor/sanitizer.hpp"

namespace ark::executor {

/// One lane's stack. Grows down from `top` to `span.low`.
struct stack {
  stack_span span;
  void* top = nullptr;
  const stack* above = nullptr;  ///< the neighbour whose overflow runs into this one
  unsigned valgrind_number = 0;
};

/// One worker's stacks; used by that worker's thread only.
///
/// Every stack is an odd number of pages from the next, and its top is shifted by a colour: lanes
/// that block at the same depth would otherwise compete for the same few cache sets. The shift is
/// small, so that a shallow lane still touches one page only. Below the lowest stack of a slab
/// there is always a guard page, because other memory lies there.
class stack_pool {
 public:
  /// bytes: usable size of a stack, rounded up to pages. guards: number of stacks that have a guard
  /// page, which takes two maps each.
  stack_pool(std::size_t bytes, std::size_t guards);
  ~stack_pool();
  stack_pool(const stack_pool&) = delete;
  stack_pool& operator=(const stack_pool&) = delete;

  /// Null if the system grants no more memory or maps.
  stack* acquire() {
    if (free_.empty() && !grow()) return nullptr;
    stack* found = free_.back();
    free_.pop_back();
    return found;
  }

  /// Return a stack. The caller may still be running on `used`: its memory is not touched.
  void release(stack* used) { free_.push_back(used); }

  /// False if the low end was written, which no lane reaches without overflowing. The memory starts
  /// as zeros and stays unwritten, so the check costs no page; a canary would cost each lane 4 KiB.
  [[nodiscard]] static bool canary_intact(const stack& checked);
  static void canary_restore(const stack& checked);

  [[nodiscard]] std::size_t mapped() const { return total_; }
  [[nodiscard]] std::size_t stack_bytes() const { return bytes_; }

 private:
  struct slab {
    void* address;
    std::size_t bytes;
    std::vector<stack> stacks;
  };
  bool grow();

  std::size_t bytes_;
  std::size_t stride_;
  std::size_t guards_;
  std::size_t total_ = 0;
  std::vector<slab> slabs_;
  std::vector<stack*> free_;
};

}  // namespace ark::executor
