#include "os/reserved_region.hpp"

#include <fmt/core.h>
#include <sys/mman.h>
#include <unistd.h>

#include <ark/errc.hpp>
#include <cerrno>
#include <cstdint>
#include <cstring>

namespace ark {

namespace {
constexpr int reserve_flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
}

reserved_region::reserved_region(std::size_t bytes, const char* purpose, std::size_t alignment)
    : bytes_(bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  bytes = (bytes + page - 1) / page * page;
  const std::size_t room = alignment > page ? bytes + alignment - page : bytes;
  void* at = mmap(nullptr, room, PROT_NONE, reserve_flags, -1, 0);
  if (at == MAP_FAILED) {
    throw error(
        errc::out_of_memory,
        fmt::format("{}: cannot reserve {} bytes of address space: {}; a smaller ARK_HEAP_RESERVE, "
                    "or a larger address space limit (ulimit -v), would help",
                    purpose, bytes, std::strerror(errno)));
  }
  const std::size_t before = -reinterpret_cast<std::uintptr_t>(at) & (alignment - 1);
  base_ = static_cast<std::byte*>(at) + before;
  if (before > 0) munmap(at, before);
  if (room - before > bytes) munmap(base_ + bytes, room - before - bytes);
}

reserved_region::~reserved_region() {
  if (base_ != nullptr) munmap(base_, bytes_);
}

reserved_region::reserved_region(reserved_region&& other) noexcept
    : base_(std::exchange(other.base_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}

reserved_region& reserved_region::operator=(reserved_region&& other) noexcept {
  std::swap(base_, other.base_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

void reserved_region::map(std::size_t offset, std::size_t bytes, const unique_fd& fd) {
  void* at =
      mmap(base_ + offset, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd.get(), 0);
  if (at == MAP_FAILED) {
    throw error(errc::system_error,
                fmt::format("mmap of a heap segment of {} bytes at offset {}: {}", bytes, offset,
                            std::strerror(errno)));
  }
}

void reserved_region::back(std::size_t bytes) {
  if (mprotect(base_, bytes, PROT_READ | PROT_WRITE) != 0) {
    throw error(errc::out_of_memory,
                fmt::format("mprotect of {} bytes: {}", bytes, std::strerror(errno)));
  }
}

void reserved_region::unmap(std::size_t offset, std::size_t bytes) noexcept {
  mmap(base_ + offset, bytes, PROT_NONE, reserve_flags | MAP_FIXED, -1, 0);
}

}  // namespace ark
