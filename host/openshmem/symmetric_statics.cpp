#include "symmetric_statics.hpp"

#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <ark/host.hpp>
#include <cstdio>

namespace ark::openshmem {

namespace {

struct range {
  std::uintptr_t begin = 0, end = 0;
};

/// The first object that the loader names is the executable.
int writable_data_of_program(dl_phdr_info* object, std::size_t, void* result) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  range data, read_only;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = object->dlpi_phdr[i];
    const range at{object->dlpi_addr + part.p_vaddr,
                   object->dlpi_addr + part.p_vaddr + part.p_memsz};
    if (part.p_type == PT_LOAD && (part.p_flags & PF_W) != 0) data = at;
    if (part.p_type == PT_GNU_RELRO) read_only = at;
  }
  // The loader protects whole pages of the read-only part; a page that it shares with data stays
  // writable.
  if (read_only.end > data.begin && read_only.begin < data.end) {
    data.begin = std::max(data.begin, read_only.end / page * page);
  }
  data.begin = data.begin / page * page;
  data.end = (data.end + page - 1) / page * page;
  *static_cast<range*>(result) = data;
  return 1;
}

}  // namespace

void symmetric_statics::register_program() {
  range data;
  dl_iterate_phdr(writable_data_of_program, &data);
  void* const buffer = reinterpret_cast<void*>(data.begin);
  void* const heap = ark_buffer_register_symmetric(buffer, data.end - data.begin);
  if (heap == nullptr) {
    std::fprintf(stderr,
                 "ark: shmem_init: global and static variables are not symmetric: %s; memory of "
                 "shmem_malloc is\n",
                 last_error().c_str());
    return;
  }
  begin_ = data.begin;
  bytes_ = data.end - data.begin;
  heap_ = reinterpret_cast<std::uintptr_t>(heap);
}

symmetric_statics& statics() {
  static symmetric_statics program;
  return program;
}

}  // namespace ark::openshmem
