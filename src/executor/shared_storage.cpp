#include "executor/shared_storage.hpp"

#include <algorithm>
#include <cstdint>
#include <new>

namespace ark::executor {
namespace {

constexpr std::size_t least_alignment = 128;  // alignment of shared memory on a GPU

void* allocate(std::size_t bytes) {
  return ::operator new (bytes, std::align_val_t{least_alignment}, std::nothrow);
}
bool lies_in(const void* address, const void* begin, std::size_t bytes) {
  return reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(begin) <
         bytes;
}
void release(void* storage) { ::operator delete (storage, std::align_val_t{least_alignment}); }

}  // namespace

void shared_begin(thread_block& block, std::size_t dynamic_bytes) {
  block.dynamic_shared_bytes = dynamic_bytes;
  block.dynamic_shared = dynamic_bytes != 0 ? allocate(dynamic_bytes) : nullptr;
}

void shared_end(thread_block& block) {
  if (block.dynamic_shared != nullptr) release(block.dynamic_shared);
  block.dynamic_shared = nullptr;
  for (const shared_variable& variable : block.shared) {
    ::operator delete (variable.storage, std::align_val_t{variable.alignment});
  }
  block.shared.clear();
}

void* shared_find(thread_block& block, const void* site, std::size_t bytes, std::size_t alignment) {
  for (const shared_variable& variable : block.shared) {
    if (variable.site == site) return variable.storage;
  }
  const std::size_t aligned = std::max(alignment, least_alignment);
  void* storage = ::operator new (bytes, std::align_val_t{aligned});
  block.shared.push_back({site, storage, bytes, aligned});
  return storage;
}

bool shared_contains(const thread_block& block, const void* address) {
  if (lies_in(address, block.dynamic_shared, block.dynamic_shared_bytes)) return true;
  return std::any_of(block.shared.begin(), block.shared.end(), [&](const shared_variable& one) {
    return lies_in(address, one.storage, one.bytes);
  });
}

}  // namespace ark::executor
