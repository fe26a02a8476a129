// Start, end, queries, symmetric memory, ordering.
#pragma once

#include <unistd.h>

#include <ark/detail/failure/call_names.hpp>
#include <ark/nvshmem/constants.hpp>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

namespace ark::nvshmem {

/// The process that has initialised.
inline pid_t process = 0;

/// A program that returns from main without nvshmem_finalize has finalized. After an error status
/// the process does not wait for the other PEs: mpirun ends them. A forked process is not a PE.
inline void finalize_at_exit(int exit_status, void*) {
  if (getpid() != process) return;
  if (exit_status != 0 || !ark::initialized()) return;
  ark::detail::forget_nested_inits();
  ark_finalize();
}
/// Call after the initialisation, whose own exit handler then runs later.
inline void register_exit() {
  process = getpid();
  static const int registered = on_exit(finalize_at_exit, nullptr);
  static_cast<void>(registered);
}

}  // namespace ark::nvshmem

namespace ark::nvshmem {

/// The handler that the program had before.
inline std::terminate_handler other_terminate = nullptr;

/// An ark::error without a handler ends the process with its text, in the program's names: NVSHMEM
/// has no exceptions, and std::terminate prints only the exception's type.
[[noreturn]] inline void end_for_exception() {
  try {
    if (std::current_exception() != nullptr) throw;
  } catch (const ark::error& problem) {
    const std::string pe = ark::initialized() ? "PE " + std::to_string(ark_my_pe()) + ": " : "";
    std::fprintf(stderr, "ark: %s%s: %s; the process ends with status %d\n", pe.c_str(),
                 errc_name(problem.code()),
                 ark::detail::in_names_of_program(problem.what()).c_str(), EXIT_FAILURE);
    std::fflush(nullptr);
    std::_Exit(EXIT_FAILURE);  // the handlers of exit would wait for other PEs
  } catch (...) {
  }
  if (other_terminate != nullptr) other_terminate();
  std::abort();
}

/// Before main, because a call before nvshmem_init needs the names, too.
inline const bool has_names = [] {
  ark::detail::call_prefix_set("nvshmem");
  other_terminate = std::set_terminate(end_for_exception);
  return true;
}();

/// <shmem.h> may have set its own names.
inline void before_start() {
  ark::detail::call_prefix_set("nvshmem");
  setenv("ARK_TIMEOUT", "1h", 0);  // a correct program may wait for minutes
}

}  // namespace ark::nvshmem

/// Throws ark::error, as ark::init does; without a handler the process ends with its text.
inline void nvshmem_init() {
  ark::nvshmem::before_start();
  ark_init();
  ark::nvshmem::register_exit();
}
inline int nvshmem_init_thread(int requested, int* provided) {
  ark::nvshmem::before_start();
  const int result = ark_init_thread(requested, provided);
  if (result == 0) ark::nvshmem::register_exit();
  return result;
}
inline void nvshmem_finalize() { ark_finalize(); }
inline void nvshmem_query_thread(int* provided) { ark_query_thread(provided); }
[[noreturn]] inline void nvshmem_global_exit(int status) { ark_global_exit(status); }

ARK_HOST_DEVICE inline int nvshmem_my_pe() { return ark_my_pe(); }
ARK_HOST_DEVICE inline int nvshmem_n_pes() { return ark_n_pes(); }
ARK_HOST_DEVICE inline void* nvshmem_ptr(const void* dest, int pe) { return ark_ptr(dest, pe); }

inline void nvshmem_info_get_version(int* major, int* minor) {
  *major = NVSHMEM_MAJOR_VERSION;
  *minor = NVSHMEM_MINOR_VERSION;
}
/// ark's name and version. name: at least NVSHMEM_MAX_NAME_LEN bytes.
inline void nvshmem_info_get_name(char* name) {
  static_assert(static_cast<int>(ARK_MAX_NAME_LEN) <= NVSHMEM_MAX_NAME_LEN);
  ark_info_get_name(name);
}
inline void nvshmemx_vendor_get_version_info(int* major, int* minor, int* patch) {
  *major = NVSHMEM_VENDOR_MAJOR_VERSION;
  *minor = NVSHMEM_VENDOR_MINOR_VERSION;
  *patch = NVSHMEM_VENDOR_PATCH_VERSION;
}

inline void* nvshmem_malloc(std::size_t bytes) { return ark_malloc(bytes); }
inline void* nvshmem_calloc(std::size_t count, std::size_t bytes) {
  return ark_calloc(count, bytes);
}
inline void* nvshmem_align(std::size_t alignment, std::size_t bytes) {
  return ark_align(alignment, bytes);
}
inline void nvshmem_free(void* pointer) { ark_free(pointer); }

ARK_HOST_DEVICE inline void nvshmem_fence() { ark_fence(); }
ARK_HOST_DEVICE inline void nvshmem_quiet() { ark_quiet(); }
