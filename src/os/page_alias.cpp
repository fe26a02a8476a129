#include "os/page_alias.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <mutex>
#include <sstream>
#include <vector>

#include "os/raw_copy.hpp"

namespace ark {

namespace {

std::size_t page_bytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

/// A line of /proc/self/maps.
struct mapping {
  std::uintptr_t begin = 0, end = 0;
  std::string access;  ///< e.g. "rw-p"
  std::string name;
};

/// The mappings in [at, at + bytes), in order, cut to it.
std::vector<mapping> mappings_of(const void* at, std::size_t bytes) {
  const auto first = reinterpret_cast<std::uintptr_t>(at);
  std::vector<mapping> found;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::istringstream fields(line);
    mapping one;
    char dash = 0;
    std::string offset, device, inode;
    fields >> std::hex >> one.begin >> dash >> one.end >> one.access >> offset >> device >> inode;
    std::getline(fields >> std::ws, one.name);
    one.begin = std::max(one.begin, first);
    one.end = std::min(one.end, first + bytes);
    if (one.begin < one.end) found.push_back(std::move(one));
  }
  return found;
}

bool is_plain_memory(const mapping& one) {
  return one.access == "rw-p" && !one.name.starts_with("[stack");
}

[[noreturn]] void refused_by_kernel(const char* call, const void* at, std::size_t bytes) {
  throw error(errc::system_error,
              fmt::format("{} of {} bytes at {}: {}", call, bytes, at, std::strerror(errno)));
}

/// False under valgrind.
bool can_duplicate_mappings() {
  static const bool can = [] {
    const std::size_t page = page_bytes();
    void* const one = mmap(nullptr, page, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (one == MAP_FAILED) return true;
    const long two = syscall(SYS_mremap, one, 0, page, MREMAP_MAYMOVE, nullptr);
    if (two != -1) munmap(reinterpret_cast<void*>(two), page);
    munmap(one, page);
    return two != -1;
  }();
  return can;
}

/// All alias_source objects.
struct source_list {
  std::mutex mutex;
  std::vector<const alias_source*> all;
};
source_list& sources() {
  static source_list only;
  return only;
}

}  // namespace

alias_source::alias_source(const std::byte* at, std::size_t bytes, const unique_fd& file)
    : at_(at), bytes_(bytes) {
  if (can_duplicate_mappings()) return;
  file_ = unique_fd(fcntl(file.get(), F_DUPFD_CLOEXEC, 0));
  if (!file_) throw error(errc::system_error, fmt::format("dup: {}", std::strerror(errno)));
  const std::lock_guard lock(sources().mutex);
  sources().all.push_back(this);
}

alias_source::~alias_source() {
  const std::lock_guard lock(sources().mutex);
  std::erase(sources().all, this);
}

std::string alias_refusal(const void* at, std::size_t bytes) {
  const std::size_t page = page_bytes();
  const auto first = reinterpret_cast<std::uintptr_t>(at);
  if (bytes == 0 || bytes % page != 0) {
    return fmt::format("{} bytes: a multiple of the page size, {}, is needed", bytes, page);
  }
  if (first % page != 0 || first == 0 || bytes > UINTPTR_MAX - first) {
    return fmt::format("address {}: the start of a page of {} bytes is needed", at, page);
  }
  std::uintptr_t seen = first;
  for (const mapping& one : mappings_of(at, bytes)) {
    if (one.begin != seen) break;
    if (!is_plain_memory(one)) {
      return fmt::format(
          "[{:#x}, {:#x}) is mapped {} {}: private memory that may be read and written, and no "
          "stack, is needed",
          one.begin, one.end, one.access, one.name);
    }
    seen = one.end;
  }
  if (seen != first + bytes) return fmt::format("{:#x} is not mapped", seen);
  return {};
}

void alias_pages(std::byte* at, std::byte* shared, std::size_t bytes) {
  const std::lock_guard lock(sources().mutex);
  std::size_t mapped = 0;
  for (const alias_source* source : sources().all) {
    std::byte* const begin = std::max(shared, const_cast<std::byte*>(source->at_));
    const std::byte* const end =
        std::min<const std::byte*>(shared + bytes, source->at_ + source->bytes_);
    if (begin >= end) continue;
    const auto length = static_cast<std::size_t>(end - begin);
    if (mmap(at + (begin - shared), length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
             source->file_.get(), begin - source->at_) == MAP_FAILED) {
      refused_by_kernel("mmap", at + (begin - shared), length);
    }
    mapped += length;
  }
  if (mapped == bytes) return;
  for (const mapping& piece : mappings_of(shared, bytes)) {  // one for each of its files
    const std::size_t offset = piece.begin - reinterpret_cast<std::uintptr_t>(shared);
    const std::size_t length = piece.end - piece.begin;
    // On a shared mapping, a move of 0 bytes makes one more mapping of the same pages. The system
    // call itself: UCX 1.13 replaces the C library's function by one that loses the address.
    if (syscall(SYS_mremap, shared + offset, 0, length, MREMAP_MAYMOVE | MREMAP_FIXED,
                at + offset) == -1) {
      refused_by_kernel("mremap", at + offset, length);
    }
  }
}

void make_private(std::byte* at, const std::byte* contents, std::size_t bytes) {
  constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
  if (mmap(at, bytes, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED) {
    refused_by_kernel("mmap", at, bytes);
  }
  raw_copy_to_zeros(at, contents, bytes, page_bytes());
}

}  // namespace ark
