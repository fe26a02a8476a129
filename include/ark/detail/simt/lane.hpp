// The CPU executor as kernels see it: identity of a lane, rendezvous, waiting, launch. Not used in
// GPU code.
//
// The executor itself is in src/executor. Kernel code uses only the symbols of this header. libark
// exports all of them, so that instrumenting a kernel's file never instruments the scheduler.
#pragma once

#include <ark/detail/failure/wait_info.hpp>
#include <ark/detail/platform/portability.hpp>
#include <ark/errc.hpp>
#include <cstddef>
#include <cstdint>

namespace ark::detail {

struct device_state;

/// Three unsigned numbers, as CUDA's dim3 and uint3 (which portable kernel code sees under these
/// names too).
struct extent3 {
  unsigned x = 1, y = 1, z = 1;
};

/// State that all lanes of a block share and may read. Constant while the block lives.
struct block_view {
  extent3 block_index;
  extent3 block_extent;
  extent3 grid_extent;
  void* dynamic_shared = nullptr;
  std::size_t dynamic_shared_bytes = 0;
  device_state* context =
      nullptr;  ///< the PE context that the grid was launched with; null in some executor tests
  device_state* const* group =
      nullptr;  ///< in a launch of several PEs: their contexts, [grid_extent.z]; else null
  std::uint64_t grid_number = 0;            ///< unique among the grids of the executor
  std::uint64_t* grid_arrived = nullptr;    ///< blocks that have arrived at barriers of the grid;
                                            ///< null if its blocks may not all be resident
  mutable std::uint64_t engine_member = 0;  ///< see device/membership.hpp. The block's lanes only
};

/// State that a lane may read about itself.
struct lane_view {
  extent3 thread_index;
  std::uint32_t linear_index = 0;  ///< within the block; lane of its warp = linear_index % 32
  std::uint32_t spin_count = 0;    ///< accesses that count as spin iterations since the last yield
  const block_view* block = nullptr;
};

/// The lane that runs on this thread; null if the thread is not a worker's, or the worker is in its
/// scheduler. initial-exec: any shared library reads it with one instruction. libark is always
/// loaded at start-up.
extern ARK_API ARK_THREAD_LOCAL lane_view* current_lane ARK_TLS_INITIAL_EXEC;

inline lane_view* self() noexcept { return current_lane; }

// --- Rendezvous. Callable by lanes only.

enum class vote_op : std::uint8_t { all, any, ballot };
enum class shuffle_op : std::uint8_t { index, up, down, bfly };
enum class match_op : std::uint8_t { any, all };

/// __syncthreads and its counting forms. Returns the sum, AND or OR of `predicate` over the live
/// lanes of the block.
enum class block_reduce : std::uint8_t { none, count, all, any };
ARK_API int block_barrier(block_reduce op, int predicate);

ARK_API void warp_sync(std::uint32_t mask);
ARK_API std::uint32_t warp_vote(std::uint32_t mask, vote_op op, bool predicate);
/// Exchanges up to 8 bytes; `source` and `width` as CUDA's __shfl_*_sync.
ARK_API std::uint64_t warp_shuffle(std::uint32_t mask, shuffle_op op, std::uint64_t value,
                                   unsigned source, int width);
ARK_API std::uint32_t warp_match(std::uint32_t mask, match_op op, std::uint64_t value,
                                 int* all_equal);
/// __reduce_*_sync: `op` is one of 'a'dd, 'm'in, 'M'ax, '&', '|', '^'; min and max compare as
/// signed if `is_signed`.
ARK_API std::uint32_t warp_reduce(std::uint32_t mask, char op, std::uint32_t value, bool is_signed);

/// Storage of a static shared variable: one address for all lanes of a block, a different one for
/// each block. `site` is an address unique to the variable. Not zeroed and not constructed, as on a
/// GPU.
ARK_API void* shared_slot(const void* site, std::size_t bytes, std::size_t alignment);

/// The kind of memory at an address: shared memory of the calling lane's block, the lane's stack,
/// or any other memory.
enum class memory_kind : std::uint8_t { global, shared, local };
/// Callable: lanes and host threads, for which all memory is global.
ARK_API memory_kind memory_kind_of(const void* address) noexcept;

// --- Waiting. Callable by lanes and by host threads.

/// Wait until `ready(argument)` holds. A waiting lane is parked, and the scheduler polls its
/// predicate and drives progress while no lane can run. A host thread drives progress itself and
/// spins for a bounded time before it yields. Returns ok, timeout, or the code in *info.status.
/// Never waits longer than the deadline plus one scheduling round.
ARK_API errc wait(predicate ready, void* argument, wait_info& info) noexcept;

/// Let other lanes and the DMA engines run once. On a host thread: drive progress once.
ARK_API void yield() noexcept;

/// Count one iteration of a possible spin loop, and yield every 32. Called by ark::atomic_ref
/// loads, fences, __nanosleep and clock reads, so that a raw spin loop makes progress.
inline void spin_hint() noexcept {
  constexpr std::uint32_t loads_per_yield = 32;
  if (lane_view* lane = self(); lane != nullptr && ++lane->spin_count >= loads_per_yield) {
    lane->spin_count = 0;
    yield();
  }
}

/// The word that this host thread has read last with an operation that may stand in a loop, and the
/// number of consecutive reads.
struct polled_word {
  const void* address = nullptr;
  std::uint32_t reads = 0;
};
extern ARK_API ARK_THREAD_LOCAL polled_word last_polled ARK_TLS_INITIAL_EXEC;

/// Count a read of `word` by g, get or an atomic operation. On a lane the same as spin_hint(). A
/// host thread that has read one word 128 times in a row calls yield(); reads of changing words
/// count nothing, because a yield on a shared core may last a time slice.
inline void poll_hint(const void* word) noexcept {
  constexpr std::uint32_t reads_per_yield = 128;
  if (self() != nullptr) return spin_hint();
  polled_word& last = last_polled;
  if (last.address != word) {
    last = {word, 0};
  } else if (++last.reads >= reads_per_yield) {
    last.reads = 0;
    yield();
  }
}

/// __nanosleep: yields for at least `ns` while other lanes are ready to run. If the worker has no
/// other lane, it sleeps.
ARK_API void sleep(std::uint64_t ns) noexcept;

/// `assert` on a lane: prints one line with file, line, block and thread, records the failure and
/// ends the lane's grid; stream_sync reports aborted. On a host thread: prints a line and ends the
/// process.
[[noreturn]] ARK_API void kernel_assert(const char* expression, const char* file, unsigned line,
                                        const char* function) noexcept;

/// Mark the calling lane's grid as failed: stream_sync returns `code`, or the first code that was
/// recorded. The lane continues; blocks that have not begun may be skipped. Logs nothing: the
/// function that found the failure has logged it.
ARK_API void kernel_failed(errc code) noexcept;

// --- Launch. Host threads only.

/// A kernel with its arguments bound. `arguments` is a copy owned by the executor until the grid
/// ends.
struct kernel_call {
  void (*entry)(void* arguments) = nullptr;    ///< runs once per lane
  void (*destroy)(void* arguments) = nullptr;  ///< runs once, after the last lane
  void* arguments = nullptr;
  const void* kernel = nullptr;  ///< the kernel to name in reports; null: entry
};

/// An in-order queue of grids. Opaque; created by stream_create.
struct cpu_stream;

struct launch_config {
  extent3 grid;
  extent3 block;
  std::size_t shared_bytes = 0;
  cpu_stream* stream = nullptr;  ///< null: the context's default stream
  bool collective = false;       ///< all PEs launch together: the grid starts when every PE of the
                                 ///< process has launched
  bool group = false;            ///< one grid for all PEs of the process, one z index per PE
};

}  // namespace ark::detail
