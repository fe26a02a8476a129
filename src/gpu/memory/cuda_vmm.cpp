#include "gpu/memory/cuda_vmm.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <utility>

namespace ark {

heap_row::heap_row(const cuda_device& device, int rank, int size, std::size_t bytes)
    : device_(device), bytes_(bytes), distance_(round_up(bytes, std::size_t{1} << 32)) {
  constexpr int beside = 16;  // a host has hardly more GPUs
  first_ = std::max(rank - beside, 0);
  end_ = std::min(rank + beside, size - 1) + 1;
  if (end_ - first_ == 1) return;
  try {
    all_ = vmm_region(device, static_cast<std::size_t>(end_ - first_) * distance_);
  } catch (const error& problem) {
    if (problem.code() != errc::out_of_memory) throw;
  }
}

vmm_region heap_row::part(int pe) const {
  if (all_.bytes() == 0 || pe < first_ || pe >= end_) return {device_, bytes_};
  return {all_, static_cast<std::size_t>(pe - first_) * distance_, bytes_};
}

cuda_vmm::cuda_vmm(const cuda_device& device, gpu_copier& copier, job_link link,
                   std::size_t reserve_bytes)
    : device_(device),
      copier_(copier),
      unit_(vmm_granularity(device)),
      row_(device, link.rank, link.size, round_up(reserve_bytes, unit_)),
      mine_(row_.part(link.rank)),
      exchange_(std::move(link), mine_.base(), mine_.bytes()),
      peers_(exchange_, [&](int pe) { return row_.part(pe); }) {}

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
  for (int pe = 0; pe < exchange_.size(); ++pe) {
    if (pe == exchange_.rank() || exchange_.where(pe) != heap_reach::self_process) continue;
    vmm_allow(device_, peer_base(pe) + committed_, bytes);
  }
}

void cuda_vmm::grow(std::size_t bytes) {
  try {
    exchange_.share(
        "a segment", [&] { return create_segment(bytes); },
        [&](int pe, unique_fd fd) {
          const vmm_memory theirs(device_, bytes, fd);
          peers_.window(pe).map(committed_, theirs);
        });
    exchange_.together("opening a segment to this process's devices",
                       [&] { allow_process_devices(bytes); });
  } catch (...) {
    mine_.unmap(committed_);
    peers_.for_each_window([&](vmm_region& window) { window.unmap(committed_); });
    throw;
  }
  committed_ += bytes;
}

}  // namespace ark
