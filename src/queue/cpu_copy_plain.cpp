#include <ark/detail/platform/cache_policy.hpp>
#include <cstring>

namespace ark::detail {

void copy_streaming(void* dest, const void* source, std::size_t bytes) noexcept {
  if (bytes > 0) std::memcpy(dest, source, bytes);
}

void copy_long(void* dest, const void* source, std::size_t bytes) noexcept {
  std::memcpy(dest, source, bytes);
}

void copy_large(void* dest, const void* source, std::size_t bytes) noexcept {
  std::memcpy(dest, source, bytes);
}

}  // namespace ark::detail
