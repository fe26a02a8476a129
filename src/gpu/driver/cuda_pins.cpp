#include "gpu/driver/cuda_pins.hpp"

#include <algorithm>

namespace ark {

cuda_pins::~cuda_pins() {
  while (!pinned_.empty()) unpin(pinned_.back());
}

void cuda_pins::pin(std::byte* at, std::size_t bytes) {
  const cuda_scope current(device_);
  pinned_.reserve(pinned_.size() + 1);
  constexpr unsigned flags = CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP;
  cuda_check(cuda_driver::get().mem_host_register(static_cast<void*>(at), bytes, flags),
             "cuMemHostRegister", {device_.number(), bytes});
  pinned_.push_back(at);
}

void cuda_pins::unpin(std::byte* at) noexcept {
  const auto found = std::find(pinned_.begin(), pinned_.end(), at);
  if (found == pinned_.end()) return;
  pinned_.erase(found);
  const cuda_scope current(device_, std::nothrow);
  cuda_warn(cuda_driver::get().mem_host_unregister(static_cast<void*>(at)), "cuMemHostUnregister",
            {device_.number()});
}

}  // namespace ark
