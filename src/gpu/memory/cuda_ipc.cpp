#include "gpu/memory/cuda_ipc.hpp"

#include <fmt/core.h>

#include <ark/errc.hpp>

namespace ark {

cuda_ipc::cuda_ipc(const cuda_device& device, gpu_copier& copier, const job_link& link,
                   std::size_t bytes)
    : copier_(copier),
      bytes_((bytes + ipc_unit - 1) / ipc_unit * ipc_unit),
      exchange_(link, nullptr, bytes_, "ARK_SYMMETRIC_SIZE"),
      bases_(static_cast<std::size_t>(link.size)) {
  share(device, link.timeout_ns);
  find_process_pes(device, link);
}

void cuda_ipc::share(const cuda_device& device, std::uint64_t timeout_ns) {
  bool others = false;
  for (int pe = 0; pe < exchange_.size(); ++pe)
    others |= exchange_.where(pe) == heap_reach::other_process;
  exchange_.share(
      "the heap",
      [&] {
        mine_.emplace(device, bytes_, timeout_ns);
        return others ? mine_->offer() : unique_fd();
      },
      [&](int pe, unique_fd offered) {
        windows_.emplace_back(device, bytes_, std::move(offered));
        bases_[static_cast<std::size_t>(pe)] = windows_.back().base();
      });
}

/// The driver opens no handle in the process that has made it: its PEs use the address itself.
void cuda_ipc::find_process_pes(const cuda_device& device, const job_link& link) {
  struct place {
    std::byte* base;
    CUcontext context;
  };
  const place me{mine_->base(), device.context()};
  std::vector<place> they(bases_.size());
  link.allgather(&me, sizeof me, they.data());
  exchange_.together("opening the heap to this process's devices", [&] {
    for (int pe = 0; pe < exchange_.size(); ++pe) {
      if (exchange_.where(pe) != heap_reach::self_process) continue;
      const place& it = they[static_cast<std::size_t>(pe)];
      bases_[static_cast<std::size_t>(pe)] = it.base;
      ipc_allow(device, it.context);
    }
  });
}

void cuda_ipc::grow(std::size_t bytes) {
  exchange_.together("zeroing a part of the heap", [&] {
    if (bytes > bytes_ - committed_) {
      throw error(errc::out_of_memory,
                  fmt::format("symmetric heap: {} bytes asked for, {} committed, limit {} ({})",
                              bytes, committed_, bytes_, limit()));
    }
    copier_.zero(mine_->base() + committed_, bytes);
  });
  committed_ += bytes;
}

}  // namespace ark
