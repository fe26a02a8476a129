// The program's global and static variables as symmetric memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ark::openshmem {

class symmetric_statics {
 public:
  /// Register the writable data of the executable (.data and .bss, without what is read-only after
  /// relocation) with ark, if the executable needs this library. Collective. A failure is printed:
  /// the variables then remain private, and an operation on one of them fails.
  void register_program();
  void forget() { *this = {}; }

  std::uintptr_t translate(std::uintptr_t address) const {
    const std::uintptr_t offset = address - begin_;
    return offset < bytes_ ? heap_ + offset : address;
  }

 private:
  std::uintptr_t begin_ = 0;
  std::size_t bytes_ = 0;  ///< 0: nothing is registered
  std::uintptr_t heap_ = 0;
};

symmetric_statics& statics();

}  // namespace ark::openshmem
