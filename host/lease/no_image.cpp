#include "lease/image.hpp"

namespace ark {

std::span<const unsigned char> lease_image() noexcept { return {}; }

}  // namespace ark
