// Host functions: initialisation and finalization, symmetric memory, failures. Callable by host
// threads only: in a kernel on the CPU executor they fail with wrong_state.
#pragma once

#include <ark/detail/failure/failure.hpp>
#include <ark/types.hpp>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <map>
#include <string>

namespace ark {

/// Values of ARK_* variables, e.g. {{"ARK_TIMEOUT", "5s"}}. They take precedence over the
/// environment.
using settings = std::map<std::string, std::string>;

/// Initialise the runtime on MPI_COMM_WORLD. Initialises MPI as well if the program has not; MPI
/// then ends with the process.
///
/// Callable: host, collective over the communicator. Calls may be nested: the last finalize ends
///   the runtime, and each one before it is a barrier. init may be called again after the last.
/// Errors: throws ark::error: invalid_argument (a bad ARK_* value; the message names it and the
///   accepted form), mpi_error, out_of_memory, system_error, timeout (the message names the missing
///   PEs), peer_failed (a PE is lost), asymmetric (PEs with different settings), wrong_state (after
///   MPI_Finalize), unsupported (built without MPI; or, with ARK_STRICT=1, a requested feature is
///   not available: without ARK_STRICT=1 such a downgrade is logged, and reported by
///   <ark/info.hpp>). A failed init leaves no state behind and may be repeated.
ARK_API void init(const settings& overrides = {});
/// init with a policy, which takes precedence over ARK_ON_FAILURE. A template, so that init({})
/// calls the function without one.
template <std::same_as<on_failure> Policy>
void init(Policy then, settings overrides = {}) {
  overrides["ARK_ON_FAILURE"] = then == on_failure::go_on ? "go_on" : "end";
  init(overrides);
}

/// End the runtime: completes outstanding operations, waits for all PEs, and frees the symmetric
/// heap with all allocations in it. After nested inits only the last finalize does so; each earlier
/// one is equivalent to ark_barrier_all().
///
/// Callable: host, collective; by the thread that called init. Kernels must have ended.
/// Errors: throws ark::error: not_initialized; wrong_state if MPI is already finalised (the runtime
///   is freed without the final barrier); timeout or peer_failed if a PE is missing (the message
///   names it); the code of a failure that is recorded during the call. After an earlier failure,
///   finalize does not wait for other PEs, and returns. With on_failure::end such errors end the
///   job instead.
ARK_API void finalize();

[[nodiscard]] ARK_API bool initialized() noexcept;

namespace detail {
/// Number of the caller's runtime, unique for each init; 0 if there is none. For objects that may
/// outlive their runtime.
[[nodiscard]] ARK_API std::uint64_t runtime_number() noexcept;
/// The PE to which local_run has bound the calling thread, null on other threads; and binds the
/// calling thread, which such a thread has started, to it. It ends before its PE does.
[[nodiscard]] ARK_API void* pe_of_thread() noexcept;
ARK_API void bind_thread(void* pe) noexcept;
/// Makes the next finalize the last one, whatever the number of nested inits. For the end of the
/// process.
ARK_API void forget_nested_inits();
}  // namespace detail

/// Calls init in the constructor, and finalize in the destructor if the runtime is still
/// initialised. The destructor does not throw; it logs errors.
class session {
 public:
  explicit session(const settings& overrides = {}) { init(overrides); }
  /// For `ark::session run{{"ARK_TIMEOUT", "5s"}, {"ARK_LOG", "error"}};`.
  explicit session(std::initializer_list<settings::value_type> overrides)
      : session(settings(overrides)) {}
  template <std::same_as<on_failure> Policy>
  explicit session(Policy then, const settings& overrides = {}) {
    init(then, overrides);
  }
  ~session() { close(); }
  session(const session&) = delete;
  session& operator=(const session&) = delete;

 protected:
  struct adopt {};
  explicit session(adopt) {}

 private:
  ARK_API static void close() noexcept;
};

/// The first failure of the calling thread's PE; its code is ok if there was none.
[[nodiscard]] ARK_API failure_record last_failure();
/// The record as one line of text: PE, operation, peer, offset, expected and last value, queue
/// state and time.
[[nodiscard]] ARK_API std::string failure_text(const failure_record& record);

/// The error text of the calling thread's last call for symmetric memory, a buffer or a plan
/// (ark_malloc and the functions that refer to last_error()); empty if that call succeeded.
[[nodiscard]] ARK_API std::string last_error();

namespace detail {
/// The code of that error; ok if the call succeeded.
[[nodiscard]] ARK_API errc last_error_code() noexcept;
}  // namespace detail

/// State of the symmetric heap of the calling thread's PE, in bytes.
struct heap_info {
  std::size_t used = 0;  ///< in live allocations, including those of the library
  std::size_t peak = 0;
  std::size_t committed = 0;  ///< usable now; in host memory, backed by pages on allocation
  std::size_t reserved = 0;   ///< address space: the limit of the heap's growth
};
[[nodiscard]] ARK_API heap_info heap_query();

/// The route to each PE with its reason, as text: one line per PE.
[[nodiscard]] ARK_API std::string route_report();

/// The environment of a benchmark as text, one `# key: value` line per item: GPU, executor,
/// bootstrap, memory, engine.
[[nodiscard]] ARK_API std::string environment_report();

}  // namespace ark

/// ark::init under the OpenSHMEM name. Throws its errors.
ARK_API void ark_init();
/// ark_init with thread level `requested` (ARK_THREAD_*). *provided receives the level that MPI
/// provides. A lower level than requested is a logged downgrade, and with ARK_STRICT=1 the error
/// unsupported. Returns 0, or non-zero with the reason logged.
ARK_API int ark_init_thread(int requested, int* provided);
/// ark::finalize, with errors logged instead of thrown. With on_failure::end a failure ends the
/// job.
ARK_API void ark_finalize();
ARK_API void ark_query_initialized(int* initialized);
ARK_API void ark_query_thread(int* provided);
/// End all PEs of the job with `status`; does not return.
[[noreturn]] ARK_API void ark_global_exit(int status);
/// Hook for profiling tools, which replace this function: sets the level of their profiles. No
/// effect in ark.
inline void ark_pcontrol(int /*level*/, ...) {}
ARK_API void ark_info_get_version(int* major, int* minor);
/// `name` holds at least ARK_MAX_NAME_LEN bytes.
ARK_API void ark_info_get_name(char* name);

/// Symmetric memory. Callable: host, collective, with the same arguments on every PE. Sizes are in
/// bytes. The heap grows by segments when it is full.
/// Completion: all of them include ark_barrier_all: the operations that PEs issued before are
///   delivered. ark_malloc, ark_calloc and ark_align return after it; ark_free and ark_realloc take
///   effect after it: the memory is then no longer in use.
/// Access: the host reads and writes the memory, of its own PE or another, by ark_get, ark_put,
///   ark_int_g and similar calls. Loads and stores by the host fault if the heap is in GPU memory.
/// Errors: return null, with the reason logged and in ark::last_error(), if a size differs between
///   PEs, the heap cannot grow further, or the pointer is not a live allocation. Size 0 returns
///   null without an error.
[[nodiscard]] ARK_API void* ark_malloc(std::size_t bytes);
/// `hints`: ARK_MALLOC_ATOMICS_REMOTE, ARK_MALLOC_SIGNAL_REMOTE or 0; they have no effect.
[[nodiscard]] inline void* ark_malloc_with_hints(std::size_t bytes, long /*hints*/) {
  return ark_malloc(bytes);
}
[[nodiscard]] ARK_API void* ark_calloc(std::size_t count, std::size_t bytes);
/// `alignment`: of the address on every PE; a power of two, at most 1 GiB, or 2 MiB if the heap is
/// in a GPU's memory.
[[nodiscard]] ARK_API void* ark_align(std::size_t alignment, std::size_t bytes);
/// Change the size of an allocation; keeps the contents. A null `pointer` allocates as ark_malloc,
/// size 0 frees as ark_free. After a failure the old allocation remains.
[[nodiscard]] ARK_API void* ark_realloc(void* pointer, std::size_t bytes);
/// Free an allocation. `pointer` may be null.
ARK_API void ark_free(void* pointer);

/// Register memory of the program as symmetric memory: the pages of [buffer, buffer + bytes) are
/// replaced by pages of the symmetric heap with the same contents. Returns the symmetric address,
/// for calls of ark on every PE. On the calling PE it and `buffer` refer to the same memory from
/// then on. An extension.
///
/// Callable: host, collective, with the same `bytes` and a separate buffer on every PE. Not with
///   the heap in GPU memory.
/// buffer: whole pages of private memory (from mmap, page-aligned from an allocator, or the data of
///   the program; not a stack). No thread may use it during the call, and no device may have its
///   pages pinned or mapped. It may be freed only after ark_buffer_unregister_symmetric. A buffer
///   that is still registered at ark::finalize remains readable and writable by its PE.
/// Errors: returns null on all PEs if one PE fails, with the reason logged and in
///   ark::last_error(). No buffer is changed then.
[[nodiscard]] ARK_API void* ark_buffer_register_symmetric(void* buffer, std::size_t bytes);
/// End a registration: the buffer is private memory again, with its contents. `pointer`: the
/// address that ark_buffer_register_symmetric returned.
///
/// Callable: host, collective; takes effect after every PE has called. No thread may write the
///   buffer during the call.
/// Errors: returns 0, or non-zero with the reason logged and in ark::last_error().
ARK_API int ark_buffer_unregister_symmetric(void* pointer);
