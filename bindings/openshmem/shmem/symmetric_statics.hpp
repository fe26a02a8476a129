// The program's global and static variables as symmetric memory, and those of libraries.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ark::openshmem {

struct address_range {
  std::uintptr_t begin = 0, end = 0;
};

class symmetric_statics {
 public:
  /// Register the writable data of the executable (.data and .bss, except what is read-only after
  /// relocation) with ark, if the executable needs this library. Collective. A failure is printed:
  /// the variables then remain private, and an operation on one of them fails.
  void register_program();
  /// Register the shared library that contains `variable`, and keep it loaded. Collective. False on
  /// all PEs if one fails; each prints the reason.
  bool register_library(const void* variable);
  /// No other thread may be in a call.
  void forget();

  std::uintptr_t translate(std::uintptr_t address) const {
    if (first_.has(address)) return first_.in_heap(address);
    for (const listed* one = last_.load(std::memory_order_acquire); one != nullptr;
         one = one->next) {
      if (one->data.has(address)) return one->data.in_heap(address);
    }
    return address;
  }
  /// Translates the heap address of a variable's copy to the variable's own address; other
  /// addresses are unchanged.
  std::uintptr_t in_program(std::uintptr_t in_heap) const {
    if (first_.is_heap(in_heap)) return first_.in_program(in_heap);
    for (const listed* one = last_.load(std::memory_order_acquire); one != nullptr;
         one = one->next) {
      if (one->data.is_heap(in_heap)) return one->data.in_program(in_heap);
    }
    return in_heap;
  }

 private:
  struct registered {
    std::uintptr_t begin = 0;
    std::size_t bytes = 0;  ///< 0: nothing is registered
    std::uintptr_t heap = 0;

    bool has(std::uintptr_t address) const { return address - begin < bytes; }
    std::uintptr_t in_heap(std::uintptr_t address) const { return heap + (address - begin); }
    bool is_heap(std::uintptr_t address) const { return address - heap < bytes; }
    std::uintptr_t in_program(std::uintptr_t address) const { return begin + (address - heap); }
  };

  struct listed {
    registered data;
    const listed* next;
  };

  enum class when { start, later };

  /// Collective; 0 bytes: this PE has no range. The result has no bytes if a PE has failed, or none
  /// has a range.
  static registered share(std::uintptr_t begin, std::size_t bytes);
  /// Collective: shares the i-th ranges of all PEs with each other. Returns the first failure;
  /// empty if there is none.
  std::string share_all(const std::vector<address_range>& ranges, when at);
  void add(const registered& made, when at);

  registered first_;  ///< written only at the start, when no other thread is in a call
  /// Other threads translate addresses while a range is added.
  std::atomic<const listed*> last_{nullptr};
};

symmetric_statics& statics();

}  // namespace ark::openshmem
