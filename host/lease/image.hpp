// The machine code of lease_kernel.cu.
#pragma once

#include <span>

namespace ark {

/// A fat binary for all generations; empty if libark was built without a CUDA toolkit.
[[nodiscard]] std::span<const unsigned char> lease_image() noexcept;

}  // namespace ark
