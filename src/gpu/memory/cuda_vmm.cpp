#include "gpu/memory/cuda_vmm.hpp"

#include <fmt/core.h>

#include <ark/errc.hpp>

namespace ark {

cuda_vmm::cuda_vmm(const cuda_device& device, gpu_copier& copier, job_link link,
                   std::size_t reserve_bytes)
    : device_(device),
      copier_(copier),
      unit_(vmm_granularity(device)),
      mine_(device, round_up(reserve_bytes, unit_)),
      all_(std::move(link), mine_.base(), mine_.bytes()),
      peers_(all_, [&] { return vmm_region(device, mine_.bytes()); }) {}

unique_fd cuda_vmm::create_segment(std::size_t bytes) {
  if (bytes > reserved() - committed_ || bytes % unit_ != 0) {
    throw error(errc::out_of_memory,
                fmt::format("symmetric heap: a segment of {} bytes asked for, {} committed, limit "
                            "{} (ARK_HEAP_RESERVE), in multiples of {}",
                            bytes, committed_, reserved(), unit_));
  }
  const vmm_memory memory(device_, bytes, peers_.shared());
  mine_.map(committed_, memory);
  copier_.zero(mine_.base() + committed_, bytes);
  return peers_.shared() ? memory.export_fd() : unique_fd();
}

void cuda_vmm::allow_process_devices(std::size_t bytes) {
  for (int pe = 0; pe < all_.size(); ++pe) {
    if (pe == all_.rank() || all_.where(pe) != neighbour::self_process) continue;
    vmm_allow(device_, peer_base(pe) + committed_, bytes);
  }
}

void cuda_vmm::grow(std::size_t bytes) {
  try {
    all_.share(
        "a segment", [&] { return create_segment(bytes); },
        [&](int pe, unique_fd fd) {
          const vmm_memory theirs(device_, bytes, fd);
          peers_.window(pe).map(committed_, theirs);
        });
    all_.together("opening a segment to this process's devices",
                  [&] { allow_process_devices(bytes); });
  } catch (...) {
    mine_.unmap(committed_);
    peers_.for_each_window([&](vmm_region& window) { window.unmap(committed_); });
    throw;
  }
  committed_ += bytes;
}

}  // namespace ark
