#include "shared_page.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace ark_probe {

namespace {

int new_file() {
  const int fd = memfd_create("ark_probe", 0);  // inherited by children: no MFD_CLOEXEC
  if (fd < 0) throw std::system_error(errno, std::generic_category(), "memfd_create");
  if (ftruncate(fd, static_cast<off_t>(shared_page::bytes)) == 0) return fd;
  const int code = errno;
  close(fd);
  throw std::system_error(code, std::generic_category(), "ftruncate of a memory file");
}

void* map(int fd) {
  void* at = mmap(nullptr, shared_page::bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (at != MAP_FAILED) return at;
  const int code = errno;
  close(fd);
  throw std::system_error(code, std::generic_category(),
                          "mmap of the memory file " + std::to_string(fd));
}

}  // namespace

shared_page::shared_page() : shared_page(new_file()) {}

shared_page::shared_page(int fd) : fd_(fd), data_(map(fd)) {}

shared_page::~shared_page() {
  munmap(data_, bytes);
  close(fd_);
}

}  // namespace ark_probe
