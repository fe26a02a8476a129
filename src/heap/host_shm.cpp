#include "heap/host_shm.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "error/log.hpp"
#include "os/available_memory.hpp"
#include "os/resource_limits.hpp"

namespace ark {

namespace {

/// The machine's memory, sampled for all PEs of the process.
memory_watch& watch() {
  static memory_watch only(std::chrono::milliseconds(50));
  return only;
}

}  // namespace

host_shm::host_shm(job_link link, std::size_t reserve_bytes, host_pinning pinning)
    : mine_(reserve_bytes, "symmetric heap", host_shm::largest_alignment()),
      pinning_(std::move(pinning)),
      exchange_(std::move(link), mine_.base(), reserve_bytes),
      peers_(exchange_,
             [&](int) { return reserved_region(reserve_bytes, "a peer's symmetric heap"); }) {}

unique_fd host_shm::create_segment(std::size_t bytes) const {
  if (bytes > reserved() - committed_) {
    throw error(errc::out_of_memory, fmt::format("symmetric heap: a segment of {} bytes asked for, "
                                                 "{} committed, limit {} (ARK_HEAP_RESERVE)",
                                                 bytes, committed_, reserved()));
  }
  if (const std::string why = file_size_refusal(bytes); !why.empty()) {
    throw error(errc::out_of_memory,
                fmt::format("symmetric heap: a segment of {} bytes: {}", bytes, why));
  }
  unique_fd fd(memfd_create("ark-heap", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!fd) {
    throw error(errc::system_error,
                fmt::format("memfd_create: {}{}", std::strerror(errno), descriptor_advice(errno)));
  }
  if (ftruncate(fd.get(), static_cast<off_t>(bytes)) != 0) {
    throw error(errc::out_of_memory, fmt::format("symmetric heap: a segment of {} bytes: {}", bytes,
                                                 std::strerror(errno)));
  }
  if (fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    throw error(errc::system_error,
                fmt::format("sealing a heap segment: {}", std::strerror(errno)));
  }
  return fd;
}

std::size_t host_shm::bytes_of(const std::vector<range>& ranges) {
  std::size_t bytes = 0;
  for (const range& one : ranges) bytes += one.bytes;
  return bytes;
}

void host_shm::allocate(const unique_fd& fd, const std::vector<range>& wanted) const {
  const std::size_t all = bytes_of(wanted);
  std::size_t had = 0;
  const auto refuse = [&](const std::string& why) {
    throw error(
        errc::out_of_memory,
        fmt::format("symmetric heap: no memory for {} bytes, of which {} were had; {} of {} "
                    "committed bytes backed: {}",
                    all, had, backed_, committed_, why));
  };
  const auto begun = std::chrono::steady_clock::now();
  bool reported = false;
  for (range remaining : wanted) {
    while (remaining.bytes > 0) {
      exchange_.working();
      if (!reported && std::chrono::steady_clock::now() - begun > std::chrono::seconds(2)) {
        reported = true;
        logger().warn("symmetric heap: {} of {} bytes of memory committed after 2 s; going on", had,
                      all);
      }
      const std::size_t next = std::min(granule, remaining.bytes);
      const auto [room, kept] = watch().room_for(all - had, next);
      if (all - had > room)
        refuse(fmt::format("{} bytes are available, {} more are left to others", room, kept));
      const int code =
          posix_fallocate(fd.get(), static_cast<off_t>(remaining.first), static_cast<off_t>(next));
      if (code == EINTR) continue;  // a signal undoes one granule, not the whole range
      if (code != 0) refuse(std::strerror(code));
      remaining = {remaining.first + next, remaining.bytes - next};
      had += next;
    }
  }
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

void host_shm::add_segment(std::size_t bytes, bool backed) {
  const std::size_t had = sources_.size();
  unique_fd kept;
  try {
    exchange_.share(
        "a segment",
        [&] {
          unique_fd segment = create_segment(bytes);
          if (backed) allocate(segment, {{0, bytes}});
          if (!backed) kept = unique_fd(fcntl(segment.get(), F_DUPFD_CLOEXEC, 0));
          if (!backed && !kept)
            throw error(errc::system_error, fmt::format("dup: {}", std::strerror(errno)));
          map_into(mine_, bytes, segment);
          sources_.emplace_back(mine_.base() + committed_, bytes, segment);
          return segment;
        },
        [&](int pe, unique_fd fd) { map_into(peers_.window(pe), bytes, fd); });
  } catch (...) {
    if (sources_.size() > had) sources_.pop_back();
    if (bytes > reserved() - committed_) throw;  // otherwise nothing was mapped
    unmap_from(mine_, bytes);
    peers_.for_each_window([&](reserved_region& window) { unmap_from(window, bytes); });
    throw;
  }
  if (backed) {
    backed_ += bytes;
  } else {
    const std::size_t granules = round_up(bytes, granule) / granule;
    open_.push_back({committed_, bytes, std::move(kept), std::vector<bool>(granules), granules});
  }
  committed_ += bytes;
}

void host_shm::back(std::size_t offset, std::size_t bytes) {
  for (open_segment& segment : open_) {
    const std::size_t begin = std::max(offset, segment.first);
    const std::size_t end = std::min(offset + bytes, segment.first + segment.bytes);
    if (begin >= end) continue;
    back_granules(segment, (begin - segment.first) / granule,
                  round_up(end - segment.first, granule) / granule);
  }
  std::erase_if(open_, [](const open_segment& segment) { return segment.missing == 0; });
}

void host_shm::back_granules(open_segment& segment, std::size_t begin, std::size_t end) {
  std::vector<range> missing;  // the same on every PE
  for (std::size_t i = begin; i < end; ++i) {
    if (segment.backed[i]) continue;
    missing.push_back({i * granule, std::min(granule, segment.bytes - i * granule)});
  }
  if (missing.empty()) return;
  try {
    const std::string what =
        fmt::format("backing {} bytes with memory, {} of {} committed ones being backed,",
                    bytes_of(missing), backed_, committed_);
    exchange_.together(what.c_str(), [&] { allocate(segment.fd, missing); });
  } catch (...) {
    for (const range& one : missing) {  // not in use yet
      (void)fallocate(segment.fd.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                      static_cast<off_t>(one.first), static_cast<off_t>(one.bytes));
    }
    throw;
  }
  for (const range& one : missing) {
    segment.backed[one.first / granule] = true;
    --segment.missing;
    backed_ += one.bytes;
  }
}

}  // namespace ark
