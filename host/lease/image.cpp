#include "lease/image.hpp"

#include "lease/lease_image.hpp"

namespace ark {

std::span<const unsigned char> lease_image() noexcept { return lease_image_bytes; }

}  // namespace ark
