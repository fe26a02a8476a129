#include "symmetric_statics.hpp"

#include <dlfcn.h>
#include <fmt/core.h>
#include <link.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <ark/host.hpp>
#include <ark/order.hpp>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "os/raw_copy.hpp"

namespace ark::openshmem {

namespace {

using range = address_range;

bool contains(range of, const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  return of.begin <= at && at < of.end;
}

bool any_has(const std::vector<range>& parts, const void* address) {
  return std::ranges::any_of(parts, [&](range part) { return contains(part, address); });
}

struct copied_range {
  range at;
  void* copy;
};
std::size_t bytes_of(range at) { return at.end - at.begin; }

/// Pages of the executable and of libraries that are mapped to the heap, also after shmem_finalize.
/// They are mapped shared, so a forked process needs private copies. Never destroyed: a program may
/// fork while it exits.
std::vector<range>& shared_pages() {
  static auto& all = *new std::vector<range>;
  return all;
}
/// Copies for the process that this thread forks.
thread_local std::vector<copied_range> copies_for_child;

/// Private memory with the contents of the pages; null, with errno, if there is none.
void* private_copy(range at) {
  void* const copy =
      mmap(nullptr, bytes_of(at), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (copy == MAP_FAILED) return nullptr;
  raw_copy_to_zeros(static_cast<std::byte*>(copy), reinterpret_cast<const std::byte*>(at.begin),
                    bytes_of(at), static_cast<std::size_t>(sysconf(_SC_PAGESIZE)));
  return copy;
}

/// Moves the copy to the address of the pages, in one step: the program's variables exist at any
/// time. The system call itself; see src/os/page_alias.cpp. False on failure, when nothing may be
/// mapped at the address.
bool put_in_place(const copied_range& pages) {
  return syscall(SYS_mremap, pages.copy, bytes_of(pages.at), bytes_of(pages.at),
                 MREMAP_MAYMOVE | MREMAP_FIXED, pages.at.begin) != -1;
}

void copy_before_fork() {
  for (const range at : shared_pages()) {
    void* const copy = private_copy(at);
    if (copy == nullptr) {
      std::perror(
          "ark: fork: the new process shares global and static variables with this PE: mmap");
      continue;
    }
    copies_for_child.push_back({at, copy});
  }
}

void drop_copies_in_parent() {
  for (const copied_range& pages : copies_for_child) munmap(pages.copy, bytes_of(pages.at));
  copies_for_child.clear();
}

void take_copies_in_child() {
  for (const copied_range& pages : copies_for_child) {
    if (!put_in_place(pages)) _exit(EXIT_FAILURE);
  }
  copies_for_child.clear();
  shared_pages().clear();
}

/// Make pages of an earlier runtime, which are shared no longer, private, so that they can be
/// registered again. No other thread may write to them meanwhile. Throws system_error.
void take_back_shared_pages() {
  for (; !shared_pages().empty(); shared_pages().pop_back()) {
    const range at = shared_pages().back();
    const copied_range pages{at, private_copy(at)};
    if (pages.copy == nullptr || !put_in_place(pages)) {
      throw error(errc::system_error,
                  fmt::format("global and static variables of an earlier shmem_init: {} bytes of "
                              "private memory: {}",
                              bytes_of(at), std::strerror(errno)));
    }
  }
}

/// Registered before main, and so before the program's own handlers: the copy includes what those
/// write before the fork, and is in place when they run after it.
[[maybe_unused]] const int fork_handlers =
    pthread_atfork(copy_before_fork, drop_copies_in_parent, take_copies_in_child);

/// The writable pages of an object's variables, in the order of addresses. Usually one range: large
/// data of -mcmodel=medium and variables that are aligned to more than a page have separate ones.
std::vector<range> writable_data(const dl_phdr_info& object) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  std::vector<range> data;
  range read_only;
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = object.dlpi_phdr[i];
    const range at{object.dlpi_addr + part.p_vaddr, object.dlpi_addr + part.p_vaddr + part.p_memsz};
    if (part.p_type == PT_LOAD && (part.p_flags & PF_W) != 0) data.push_back(at);
    if (part.p_type == PT_GNU_RELRO) read_only = at;
  }
  for (range& at : data) {
    // The loader protects whole pages of the read-only part; a page that it shares with data stays
    // writable.
    if (read_only.end > at.begin && read_only.begin < at.end)
      at.begin = std::max(at.begin, read_only.end / page * page);
    at.begin = at.begin / page * page;
    at.end = (at.end + page - 1) / page * page;
  }
  std::erase_if(data, [](range at) { return at.begin >= at.end; });
  return data;
}

/// A loaded object. Names are file names without folders.
struct loaded_object {
  std::string name, path;
  std::vector<range> parts;
  std::vector<range> data;  ///< of its variables
  std::vector<std::string> needed;

  [[nodiscard]] bool has(const void* address) const { return any_has(parts, address); }
};

std::string file_name(std::string_view path) {
  return std::string(path.substr(path.rfind('/') + 1));
}

void read_names(const ElfW(Dyn) * section, std::uintptr_t base, loaded_object& into) {
  std::uintptr_t strings = 0;
  for (const auto* entry = section; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_STRTAB) strings = entry->d_un.d_ptr;
  }
  if (strings < base) strings += base;  // the loader relocates the address, except for the vDSO
  for (const auto* entry = section; entry->d_tag != DT_NULL; ++entry) {
    const auto* const text = reinterpret_cast<const char*>(strings + entry->d_un.d_val);
    if (entry->d_tag == DT_SONAME) into.name = file_name(text);
    if (entry->d_tag == DT_NEEDED) into.needed.push_back(file_name(text));
  }
}

int add_object(dl_phdr_info* object, std::size_t, void* list) {
  loaded_object one;
  one.path = object->dlpi_name;
  one.name = file_name(one.path);
  one.data = writable_data(*object);
  const std::uintptr_t base = object->dlpi_addr;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = object->dlpi_phdr[i];
    const std::uintptr_t at = base + part.p_vaddr;
    if (part.p_type == PT_LOAD) one.parts.push_back({at, at + part.p_memsz});
    if (part.p_type == PT_DYNAMIC) read_names(reinterpret_cast<const ElfW(Dyn)*>(at), base, one);
  }
  static_cast<std::vector<loaded_object>*>(list)->push_back(std::move(one));
  return 0;
}

/// The first one is the executable.
std::vector<loaded_object> loaded_objects() {
  std::vector<loaded_object> objects;
  dl_iterate_phdr(add_object, &objects);
  return objects;
}

/// True if `needs` is `needed`, or depends on it directly or through other objects.
bool depends_on(const std::vector<loaded_object>& objects, const loaded_object& needs,
                const loaded_object& needed) {
  std::vector<const loaded_object*> found{&needs};
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] == &needed) return true;
    for (const loaded_object& other : objects) {
      if (std::ranges::count(found[i]->needed, other.name) != 0 &&
          std::ranges::count(found, &other) == 0)
        found.push_back(&other);
    }
  }
  return false;
}

const loaded_object* object_with(const std::vector<loaded_object>& objects, const void* address) {
  const auto found = std::ranges::find_if(
      objects, [&](const loaded_object& object) { return object.has(address); });
  return found == objects.end() ? nullptr : &*found;
}

const loaded_object& this_library(const std::vector<loaded_object>& objects) {
  return *object_with(objects, reinterpret_cast<const void*>(&add_object));
}

}  // namespace

symmetric_statics::registered symmetric_statics::share(std::uintptr_t begin, std::size_t bytes) {
  // A PE without data still joins the collective: ark_malloc(0) fails exactly when the registration
  // does.
  void* const heap = bytes == 0
                         ? ark_malloc(0)
                         : ark_buffer_register_symmetric(reinterpret_cast<void*>(begin), bytes);
  if (heap == nullptr) return {};
  shared_pages().push_back({begin, begin + bytes});
  return {begin, bytes, reinterpret_cast<std::uintptr_t>(heap)};
}

// PEs may run different executables: each takes part until none has further ranges.
std::string symmetric_statics::share_all(const std::vector<address_range>& ranges, when at) {
  std::string failure;
  for (std::size_t i = 0;; ++i) {
    const range data = i < ranges.size() ? ranges[i] : range{};
    const registered made = share(data.begin, bytes_of(data));
    if (made.bytes != 0) {
      add(made, at);
    } else if (last_error().empty()) {
      return failure;
    } else {
      if (failure.empty()) failure = last_error();
      if (status() != errc::ok) return failure;
    }
  }
}

// Fast path: the program's first range, usually the only one, is not in the list.
void symmetric_statics::add(const registered& made, when at) {
  if (at == when::start && first_.bytes == 0) {
    first_ = made;
  } else {
    last_.store(new listed{made, last_.load(std::memory_order_relaxed)}, std::memory_order_release);
  }
}

void symmetric_statics::register_program() {
  const std::vector<loaded_object> objects = loaded_objects();
  // If the executable does not depend on this library, which was loaded later, threads may be using
  // the executable's data, and it is no SHMEM program.
  const bool is_shmem_program = depends_on(objects, objects.front(), this_library(objects));
  const std::vector<range> data = is_shmem_program ? objects.front().data : std::vector<range>{};
  take_back_shared_pages();
  const std::string failure = share_all(data, when::start);
  if (!failure.empty()) {
    std::fprintf(stderr,
                 "ark: shmem_init: %sglobal and static variables are not symmetric: %s; memory of "
                 "shmem_malloc is\n",
                 first_.bytes == 0 ? "" : "some ", failure.c_str());
  }
}

bool symmetric_statics::register_library(const void* variable) {
  if (translate(reinterpret_cast<std::uintptr_t>(variable)) !=
      reinterpret_cast<std::uintptr_t>(variable))
    return true;  // on every PE: the calls are the same
  const std::vector<loaded_object> objects = loaded_objects();
  const loaded_object* const object = object_with(objects, variable);
  std::string reason;
  if (object == nullptr || !any_has(object->data, variable)) {
    reason = fmt::format("{} is not the address of a global or static variable", variable);
  } else if (depends_on(objects, this_library(objects), *object)) {
    reason =
        fmt::format("{} is a variable of {}, which libark_shmem needs", variable, object->name);
  } else if (dlopen(object->path.c_str(), RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE) == nullptr) {
    reason = fmt::format("{} may be unloaded: {}", object->name, dlerror());
  }
  const std::string failure =
      share_all(reason.empty() ? object->data : std::vector<range>{}, when::later);
  if (reason.empty()) reason = failure;
  const bool is_symmetric = failure.empty() && reason.empty();
  if (!is_symmetric) {
    std::fprintf(stderr, "ark: shmemx_register_statics: variables are not symmetric: %s\n",
                 reason.c_str());
  }
  return is_symmetric;
}

void symmetric_statics::forget() {
  first_ = {};
  for (const listed* one = last_.exchange(nullptr); one != nullptr;)
    delete std::exchange(one, one->next);
}

symmetric_statics& statics() {
  static symmetric_statics program;
  return program;
}

}  // namespace ark::openshmem
