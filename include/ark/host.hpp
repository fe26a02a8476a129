// The host side: start and stop, symmetric memory, failures. All of it is called by host threads: a
// kernel of the CPU executor that calls it gets the call's refusal, ark::error{wrong_state}.
#pragma once

#include <ark/detail/failure.hpp>
#include <ark/types.hpp>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <map>
#include <string>

namespace ark {

/// Values for ARK_* variables that take precedence over the environment, e.g. {{"ARK_TIMEOUT",
/// "5s"}}.
using settings = std::map<std::string, std::string>;

/// Start on MPI_COMM_WORLD; starts MPI too if nobody has (MPI then ends when the process does).
///
/// Callable: host, collective over the communicator. May be nested: the last finalize ends the
///   runtime. May be called again after that.
/// Errors: throws ark::error: invalid_argument (a bad ARK_* value, named with the accepted form),
///   mpi_error, out_of_memory, system_error, timeout (names the PEs that are missing), wrong_state
///   (after MPI_Finalize), unsupported (built without MPI, or less than was asked for
///   under ARK_STRICT=1; without it such a downgrade is logged and told by <ark/info.hpp>). Nothing
///   is left behind then, and init may be tried again.
ARK_API void init(const settings& overrides = {});
/// As above, with a word on failures that takes precedence over ARK_ON_FAILURE. A template so that
/// init({}) keeps its meaning.
template <std::same_as<on_failure> Policy>
void init(Policy then, settings overrides = {}) {
  overrides["ARK_ON_FAILURE"] = then == on_failure::go_on ? "go_on" : "end";
  init(overrides);
}

/// End the runtime: completes what is outstanding, waits for all PEs, frees the heap and everything
/// in it.
///
/// Callable: host, collective; by the thread that called init. Kernels must have ended.
/// Errors: throws not_initialized, or wrong_state if MPI has been finalised first (the runtime is
///   freed all the same, without the final barrier); timeout or peer_failed, naming the PE, if one
///   does not come. After a recorded failure it ends without waiting. With on_failure::end such
///   errors end the job instead.
ARK_API void finalize();

[[nodiscard]] ARK_API bool initialized() noexcept;

/// Ends in finalize if init was called and finalize was not. Does not throw from its destructor: it
/// logs.
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

/// The first failure of the calling thread's PE; code ok if there was none.
[[nodiscard]] ARK_API failure_record last_failure();
/// One line for people, naming PE, operation, peer, offset, expected and seen value, queue state
/// and time.
[[nodiscard]] ARK_API std::string failure_text(const failure_record& record);

/// The text of the calling thread's last refused memory call (malloc and friends return null then);
/// empty if none.
[[nodiscard]] ARK_API std::string last_error();

/// Symmetric heap of the calling thread's PE. Bytes.
struct heap_info {
  std::size_t used = 0;  ///< in live allocations, the library's own included
  std::size_t peak = 0;
  std::size_t committed = 0;  ///< may be used; in host memory, pages come with allocations
  std::size_t reserved = 0;   ///< address space: the heap may grow this far
};
[[nodiscard]] ARK_API heap_info heap_query();

/// How each PE is reached and why, one line per PE, for people.
[[nodiscard]] ARK_API std::string route_report();

/// One `# key: value` line per fact that a benchmark's reader needs: version, device, executor,
/// engine, route limits.
[[nodiscard]] ARK_API std::string environment_report();

}  // namespace ark

/// As ark::init, by OpenSHMEM's name. A failure is logged and thrown.
ARK_API void ark_init();
/// Ask for `requested` (ARK_THREAD_*) support; `*provided` is what MPI gave. Less than requested is
/// a logged downgrade, and unsupported under ARK_STRICT=1. Returns 0, or non-zero with the reason
/// logged.
ARK_API int ark_init_thread(int requested, int* provided);
/// As ark::finalize; what that throws is logged. With on_failure::end a failure ends the job.
ARK_API void ark_finalize();
ARK_API void ark_query_initialized(int* initialized);
ARK_API void ark_query_thread(int* provided);
/// End all PEs of the job with `status`; does not return.
[[noreturn]] ARK_API void ark_global_exit(int status);
ARK_API void ark_info_get_version(int* major, int* minor);
/// `name` holds at least ARK_MAX_NAME_LEN bytes.
ARK_API void ark_info_get_name(char* name);
inline constexpr std::size_t ARK_MAX_NAME_LEN = 64;

/// Symmetric memory. Callable: host, collective, with the same arguments on every PE. Sizes in
/// bytes. Return null, with the reason logged and in ark::last_error(), when a size differs between
/// PEs, the heap cannot grow further, or the pointer is not a live allocation; null for size 0
/// without an error. malloc, calloc and align return after every PE has called; free and realloc
/// start after every PE has called, so the memory is no longer in use. The heap grows by further
/// segments when it is full. The host reads and writes the memory by calls, with its own PE or
/// another: ark_get, ark_put, ark_int_g and their like. Loads and stores fault where the heap is in
/// a GPU's memory.
[[nodiscard]] ARK_API void* ark_malloc(std::size_t bytes);
[[nodiscard]] ARK_API void* ark_calloc(std::size_t count, std::size_t bytes);
/// `alignment` of the address, on every PE: a power of two, at most 2 MiB.
[[nodiscard]] ARK_API void* ark_align(std::size_t alignment, std::size_t bytes);
/// Keeps the contents; null `pointer` is malloc, size 0 is free. On failure the old allocation
/// stays.
[[nodiscard]] ARK_API void* ark_realloc(void* pointer, std::size_t bytes);
/// Null is allowed.
ARK_API void ark_free(void* pointer);

/// The program's own memory as symmetric memory: [buffer, buffer + bytes) gets pages of the heap in
/// place of its own, with the same contents. The address returned is symmetric, for calls of ark on
/// every PE; at the calling PE it and `buffer` are the same memory from then on. An extension.
/// Callable: host, collective, with the same `bytes` on every PE; each has a buffer of its own.
/// `buffer`: whole pages of private memory without a file (mmap, or page-aligned from an
/// allocator; ordinary heap memory, no stack), which no thread uses during the call, nor a device
/// knows by its pages; it may be freed only after ark_buffer_unregister_symmetric. Returns null,
/// with the reason logged and in ark::last_error(), on all PEs if one cannot; nothing has changed
/// then. Not with the heap in GPU memory. What is registered at ark::finalize stays
/// readable and writable by its PE.
[[nodiscard]] ARK_API void* ark_buffer_register_symmetric(void* buffer, std::size_t bytes);
/// `pointer`: what ark_buffer_register_symmetric has returned; the buffer is private again, with
/// its contents. Callable: host, collective; starts after every PE has called. No thread writes the
/// buffer during the call. Returns 0, or non-zero with the reason logged and in ark::last_error().
ARK_API int ark_buffer_unregister_symmetric(void* pointer);

/// 1 if `pe` can be reached, else 0; any value is allowed.
ARK_API int ark_pe_accessible(int pe);
/// 1 if `address` is in the symmetric heap and `pe` can be reached, else 0.
ARK_API int ark_addr_accessible(const void* address, int pe);
