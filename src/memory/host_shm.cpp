#include "memory/host_shm.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <unistd.h>

#include <ark/errc.hpp>
#include <cerrno>
#include <cstring>

namespace ark {

host_shm::host_shm(job_link link, std::size_t reserve_bytes, host_pinning pinning)
    : mine_(reserve_bytes, "symmetric heap", base_alignment),
      pinning_(std::move(pinning)),
      all_(std::move(link), mine_.base(), reserve_bytes),
      peers_(all_, [&] { return reserved_region(reserve_bytes, "a peer's symmetric heap"); }) {}

unique_fd host_shm::create_segment(std::size_t bytes) const {
  if (bytes > reserved() - committed_) {
    throw error(errc::out_of_memory, fmt::format("symmetric heap: a segment of {} bytes asked for, "
                                                 "{} committed, limit {} (ARK_HEAP_RESERVE)",
                                                 bytes, committed_, reserved()));
  }
  unique_fd fd(memfd_create("ark-heap", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!fd) throw error(errc::system_error, fmt::format("memfd_create: {}", std::strerror(errno)));
  // Allocated now: a page that cannot be had is an error here, not a SIGBUS in a kernel later.
  const int code = posix_fallocate(fd.get(), 0, static_cast<off_t>(bytes));
  if (code != 0) {
    throw error(
        errc::out_of_memory,
        fmt::format("symmetric heap: no memory for a segment of {} bytes ({} committed): {}", bytes,
                    committed_, std::strerror(code)));
  }
  if (fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    throw error(errc::system_error,
                fmt::format("sealing a heap segment: {}", std::strerror(errno)));
  }
  return fd;
}

std::size_t host_shm::segment_unit() const noexcept {
  return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

void host_shm::map_into(reserved_region& region, std::size_t bytes, const unique_fd& fd) {
  region.map(committed_, bytes, fd);
  if (pinning_.pin) pinning_.pin(region.base() + committed_, bytes);
}

void host_shm::unmap_from(reserved_region& region, std::size_t bytes) noexcept {
  if (pinning_.unpin) pinning_.unpin(region.base() + committed_);
  region.unmap(committed_, bytes);
}

void host_shm::grow(std::size_t bytes) {
  try {
    all_.share(
        "a segment",
        [&] {
          unique_fd segment = create_segment(bytes);
          map_into(mine_, bytes, segment);
          return segment;
        },
        [&](int pe, unique_fd fd) { map_into(peers_.window(pe), bytes, fd); });
  } catch (...) {
    if (bytes > reserved() - committed_) throw;  // then nothing was mapped
    unmap_from(mine_, bytes);
    peers_.for_each_window([&](reserved_region& window) { unmap_from(window, bytes); });
    throw;
  }
  committed_ += bytes;
}

}  // namespace ark
