// Initialisation, finalization, identity, memory.
#include <unistd.h>

#include <algorithm>
#include <ark/detail/bootstrap/on_mpi.hpp>
#include <ark/detail/platform/clock.hpp>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "environment.hpp"
#include "mpi_calls.hpp"
#include "team_handles.hpp"

namespace ark::openshmem {

namespace {

int started = 0;
bool ended_at_exit = false;             ///< finalized by the exit handler
pid_t process = 0;                      ///< pid of the PE; forked children have another one
int asked_level = SHMEM_THREAD_SINGLE;  ///< the highest level that the program has requested

/// False before shmem_init.
bool is_forked() { return process != 0 && getpid() != process; }

/// Called by the last shmem_finalize.
void finalize_last() {
  started = 0;
  if (status() == errc::ok) {
    end_teams();
  } else {
    abandon_teams();
  }
  statics().forget();
  ark_finalize();
}

/// A program that returns from main without shmem_finalize has finalized, as the specification
/// requires. After an error status the PE does not wait for the others: mpirun ends them.
void finalize_at_exit(int exit_status, void*) {
  if (is_forked()) return;
  if (exit_status != 0 || started == 0 || !initialized()) return;
  detail::forget_nested_inits();  // PEs may have initialized a different number of times
  finalize_last();
  ended_at_exit = true;
}

void start_program() {
  process = getpid();
  environment_print();
  statics().register_program();
  detail::program_address_set([](std::uintptr_t at) { return statics().in_program(at); });
  start_teams();
  // Registered after the first use of the objects that it needs, which would otherwise be destroyed
  // before it is called.
  static const int at_exit = on_exit(finalize_at_exit, nullptr);
  static_cast<void>(at_exit);
}

/// At most the level that the program has requested: MPI may have been started with a higher one.
int provided_level() {
  int level = SHMEM_THREAD_SINGLE;
  ark_query_thread(&level);
  return std::min(level, asked_level);
}

/// The level to request from ark: an MPI that ark starts gets the highest, for a later
/// MPI_Init_thread of the program.
int level_for(int requested) {
  const bool known = requested >= SHMEM_THREAD_SINGLE && requested <= SHMEM_THREAD_MULTIPLE;
  return known && !is_mpi_started() ? SHMEM_THREAD_MULTIPLE : requested;
}

void note_start(int requested) {
  asked_level = std::max(asked_level, requested);
  if (started++ == 0) start_program();
}

void start() {
  detail::call_prefix_set("shmem");
  environment_apply();
  detail::init_at_thread_level(level_for(SHMEM_THREAD_SINGLE));
  note_start(SHMEM_THREAD_SINGLE);
}

int start_with_threads(int requested, int* provided) {
  detail::call_prefix_set("shmem");
  environment_apply();
  const int result = ark_init_thread(level_for(requested), required(provided, "provided"));
  if (result != 0) return result;
  note_start(requested);
  *provided = provided_level();
  return 0;
}

void finish() {
  if (started == 0 && ended_at_exit) {
    std::fprintf(stderr,
                 "ark: shmem_finalize: no effect: the program was finalized when main had ended; "
                 "it is called by a destructor or by an exit handler that is older than "
                 "shmem_init\n");
    return;
  }
  if (started == 0 && process == 0)
    throw error(errc::not_initialized, "shmem_init has not been called");
  if (started == 0) {
    std::fprintf(stderr,
                 "ark: shmem_finalize: no effect: it is called more often than shmem_init\n");
  } else if (is_forked()) {
    std::fprintf(stderr,
                 "ark: shmem_finalize: no effect in process %d, which the PE, process %d, has "
                 "forked\n",
                 static_cast<int>(getpid()), static_cast<int>(process));
  } else if (started > 1) {
    --started;
    ark_finalize();
  } else {
    finalize_last();
  }
}

/// Run an allocation. An allocation of 0 bytes has no effect, and no barrier, as the specification
/// requires.
template <class Call>
void* allocated(std::size_t bytes, Call&& call) {
  if (!initialized())
    throw error(errc::not_initialized, "before shmem_init or after shmem_finalize");
  return bytes == 0 ? nullptr : call();
}
/// Interpreters free memory at exit, in a forked process too, which must not take part in a
/// collective call in place of the PE.
void release(void* pointer) {
  detail::call_prefix_set("shmem");
  const bool has_effect = pointer != nullptr || !initialized();
  if (has_effect && !is_forked()) ark_free(pointer);
}

void version(int* major, int* minor) {
  *required(major, "major") = SHMEM_MAJOR_VERSION;
  *required(minor, "minor") = SHMEM_MINOR_VERSION;
}

}  // namespace

extern "C" {
ARK_API double shmemx_wtime() { return static_cast<double>(ark::detail::clock_ns()) / 1e9; }

ARK_API int shmemx_register_statics(const void* variable) {
  try {
    if (started == 0) throw error(errc::not_initialized, "shmem_init has not been called");
    return statics().register_library(variable) ? 0 : -1;
  } catch (...) {
    end_process_for_exception("shmemx_register_statics");
  }
}
}

ARK_SHMEM_CALL(void, init, (), start())
ARK_SHMEM_CALL(int, init_thread, (int requested, int* provided),
               start_with_threads(requested, provided))
ARK_SHMEM_CALL(void, finalize, (), finish())
ARK_SHMEM_CALL(void, global_exit, (int status), ark_global_exit(status))
ARK_SHMEM_CALL(void, query_initialized, (int* initialized),
               ark_query_initialized(required(initialized, "initialized")))
ARK_SHMEM_CALL(void, query_thread, (int* provided),
               void(*required(provided, "provided") = provided_level()))
ARK_SHMEM_CALL(int, my_pe, (), ark_my_pe())
ARK_SHMEM_CALL(int, n_pes, (), ark_n_pes())
ARK_SHMEM_CALL(int, pe_accessible, (int pe), ark_pe_accessible(pe))
ARK_SHMEM_CALL(int, addr_accessible, (const void* address, int pe),
               ark_addr_accessible(symmetric(address), pe))
ARK_SHMEM_CALL(void, info_get_version, (int* major, int* minor), version(major, minor))
ARK_SHMEM_CALL(void, info_get_name, (char* name),
               void(std::strcpy(required(name, "name"), SHMEM_VENDOR_STRING)))
ARK_SHMEM_CALL(void, pcontrol, (int, ...), void())

ARK_SHMEM_CALL(void*, malloc, (std::size_t size), allocated(size, [&] { return ark_malloc(size); }))
ARK_SHMEM_CALL(void*, malloc_with_hints, (std::size_t size, long),
               allocated(size, [&] { return ark_malloc(size); }))
ARK_SHMEM_CALL(void*, calloc, (std::size_t count, std::size_t size),
               allocated(std::min(count, size), [&] { return ark_calloc(count, size); }))
ARK_SHMEM_CALL(void*, align, (std::size_t alignment, std::size_t size),
               allocated(size, [&] { return ark_align(alignment, size); }))
ARK_SHMEM_CALL(void*, realloc, (void* pointer, std::size_t size),
               allocated(pointer == nullptr ? size : 1, [&] { return ark_realloc(pointer, size); }))
ARK_SHMEM_CALL(void, free, (void* pointer), release(pointer))

ARK_SHMEM_CALL(void, set_cache_inv, (), void())
ARK_SHMEM_CALL(void, clear_cache_inv, (), void())
ARK_SHMEM_CALL(void, set_cache_line_inv, (void*), void())
ARK_SHMEM_CALL(void, clear_cache_line_inv, (void*), void())
ARK_SHMEM_CALL(void, udcflush, (), void())
ARK_SHMEM_CALL(void, udcflush_line, (void*), void())

}  // namespace ark::openshmem

// The names of the first versions of OpenSHMEM.
extern "C" {
/// A later call has no effect, and needs no shmem_finalize.
ARK_API void start_pes(int) {
  if (ark::openshmem::started == 0) shmem_init();
}
ARK_SHMEM_ALIAS(int, _my_pe, pshmem_my_pe, ())
ARK_SHMEM_ALIAS(int, _num_pes, pshmem_n_pes, ())
ARK_SHMEM_ALIAS(void*, shmalloc, pshmem_malloc, (size_t size))
ARK_SHMEM_ALIAS(void, shfree, pshmem_free, (void* pointer))
ARK_SHMEM_ALIAS(void*, shrealloc, pshmem_realloc, (void* pointer, size_t size))
ARK_SHMEM_ALIAS(void*, shmemalign, pshmem_align, (size_t alignment, size_t size))
}
