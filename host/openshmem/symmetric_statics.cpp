#include "symmetric_statics.hpp"

#include <link.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <ark/host.hpp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "os/raw_copy.hpp"

namespace ark::openshmem {

namespace {

struct range {
  std::uintptr_t begin = 0, end = 0;
};

/// The pages that are the heap's, also after shmem_finalize. They are mapped shared: a process that
/// is forked needs private ones.
range shared_pages;
/// For the process that this thread forks. Null: there is none.
thread_local void* copy_for_child = nullptr;

void copy_before_fork() {
  const std::size_t bytes = shared_pages.end - shared_pages.begin;
  if (bytes == 0) return;
  void* const copy =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (copy == MAP_FAILED) {
    std::perror("ark: fork: the new process shares global and static variables with this PE: mmap");
    return;
  }
  raw_copy_to_zeros(static_cast<std::byte*>(copy),
                    reinterpret_cast<const std::byte*>(shared_pages.begin), bytes,
                    static_cast<std::size_t>(sysconf(_SC_PAGESIZE)));
  copy_for_child = copy;
}

void drop_copy_in_parent() {
  if (copy_for_child == nullptr) return;
  munmap(copy_for_child, shared_pages.end - shared_pages.begin);
  copy_for_child = nullptr;
}

void take_copy_in_child() {
  if (copy_for_child == nullptr) return;
  const std::size_t bytes = shared_pages.end - shared_pages.begin;
  // The system call itself, as in src/os/page_alias.cpp. A failure may leave nothing mapped.
  if (syscall(SYS_mremap, copy_for_child, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED,
              shared_pages.begin) == -1) {
    _exit(EXIT_FAILURE);
  }
  copy_for_child = nullptr;
  shared_pages = {};
}

/// Before main, and so before the program's own handlers: the copy has what theirs write before the
/// fork, and is in place when theirs run after it.
[[maybe_unused]] const int fork_handlers =
    pthread_atfork(copy_before_fork, drop_copy_in_parent, take_copy_in_child);

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

/// A loaded object. Names are those of files, without folders.
struct loaded_object {
  std::string name;
  std::vector<std::string> needed;
  bool has_this_code = false;
};

std::string file_name(std::string_view path) {
  return std::string(path.substr(path.rfind('/') + 1));
}

void read_names(const ElfW(Dyn) * section, std::uintptr_t base, loaded_object& into) {
  std::uintptr_t strings = 0;
  for (const auto* entry = section; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_STRTAB) strings = entry->d_un.d_ptr;
  }
  if (strings < base) strings += base;  // the loader relocates the address, except of the vDSO
  for (const auto* entry = section; entry->d_tag != DT_NULL; ++entry) {
    const auto* const text = reinterpret_cast<const char*>(strings + entry->d_un.d_val);
    if (entry->d_tag == DT_SONAME) into.name = file_name(text);
    if (entry->d_tag == DT_NEEDED) into.needed.push_back(file_name(text));
  }
}

int add_object(dl_phdr_info* object, std::size_t, void* list) {
  loaded_object one{file_name(object->dlpi_name), {}};
  const std::uintptr_t base = object->dlpi_addr;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = object->dlpi_phdr[i];
    const std::uintptr_t at = base + part.p_vaddr;
    if (part.p_type == PT_LOAD && reinterpret_cast<std::uintptr_t>(&add_object) - at < part.p_memsz)
      one.has_this_code = true;
    if (part.p_type == PT_DYNAMIC) read_names(reinterpret_cast<const ElfW(Dyn)*>(at), base, one);
  }
  static_cast<std::vector<loaded_object>*>(list)->push_back(std::move(one));
  return 0;
}

/// False if the executable runs without this library, and something has loaded it later: then
/// threads may be at work on the executable's data, which is not the SHMEM program's.
bool program_needs_this_library() {
  std::vector<loaded_object> objects;
  dl_iterate_phdr(add_object, &objects);
  std::vector<const loaded_object*> found{&objects.front()};
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i]->has_this_code) return true;
    for (const loaded_object& other : objects) {
      if (std::ranges::count(found[i]->needed, other.name) != 0 &&
          std::ranges::count(found, &other) == 0)
        found.push_back(&other);
    }
  }
  return false;
}

}  // namespace

void symmetric_statics::register_program() {
  range data;
  if (program_needs_this_library()) dl_iterate_phdr(writable_data_of_program, &data);
  const std::size_t bytes = data.end - data.begin;
  // PEs may run different executables. Opposite to a registration ark_malloc(0) fails, as that
  // does.
  void* const heap =
      bytes == 0 ? ark_malloc(0)
                 : ark_buffer_register_symmetric(reinterpret_cast<void*>(data.begin), bytes);
  if (heap != nullptr) {
    begin_ = data.begin;
    bytes_ = bytes;
    heap_ = reinterpret_cast<std::uintptr_t>(heap);
    shared_pages = data;
  } else if (!last_error().empty()) {
    std::fprintf(stderr,
                 "ark: shmem_init: global and static variables are not symmetric: %s; memory of "
                 "shmem_malloc is\n",
                 last_error().c_str());
  }
}

symmetric_statics& statics() {
  static symmetric_statics program;
  return program;
}

}  // namespace ark::openshmem
