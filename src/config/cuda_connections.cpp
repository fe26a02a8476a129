#include "config/cuda_connections.hpp"

#include <cstdlib>

namespace ark {

unsigned cuda_connections() noexcept {
  constexpr unsigned by_default = 8;
  const char* text = std::getenv("CUDA_DEVICE_MAX_CONNECTIONS");
  const int set = text == nullptr ? 0 : std::atoi(text);
  return set > 0 ? static_cast<unsigned>(set) : by_default;
}

}  // namespace ark
