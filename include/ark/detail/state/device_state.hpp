// A PE's context as kernels see it: its number, the peers' heaps, its rings.
//
// One per PE. Written by the host at init and at heap growth, read by kernels and by the host API.
// Plain data, the same layout for g++ and nvcc; mutable words have their own cache lines.
#pragma once

#include <ark/detail/failure/failure.hpp>
#include <ark/detail/platform/portability.hpp>
#include <cstddef>
#include <cstdint>

namespace ark {
class gpu_copier;
}

namespace ark::detail {

struct ring_view;
struct sm_workspace;
struct check_state;
struct trace_hooks;
struct plan_state;
struct collective_state;
struct context_table;

inline constexpr std::uint32_t device_state_version = 13;
inline constexpr std::size_t cache_line = 128;

/// The route to a PE. Chosen once, at init.
enum class peer_route : std::uint32_t {
  unreachable = 0,
  mapped = 1,  ///< its heap is in this address space: the caller or an engine loads and stores
  proxy = 2,   ///< only the host proxy can access it
};

struct alignas(16) peer_view {
  std::uint64_t heap_base =
      0;  ///< address of the peer's heap in this address space; 0 unless mapped
  peer_route route = peer_route::unreachable;
  std::uint32_t reserved = 0;
};

/// Route forcing, for comparison and for tests (ARK_ROUTE).
enum class route_policy : std::uint32_t { automatic = 0, inline_only = 1, queue_only = 2 };

inline constexpr std::uint64_t no_inline_limit = ~std::uint64_t{0};

/// device_state::inline_max_bytes for a policy; `bytes`: ARK_INLINE_BYTES.
[[nodiscard]] constexpr std::uint64_t inline_limit(route_policy policy, std::uint64_t bytes) {
  return policy == route_policy::automatic     ? bytes
         : policy == route_policy::inline_only ? no_inline_limit
                                               : 0;
}
/// device_state::thread_inline_max_bytes for an inline_max_bytes of `limit`: a sixteenth, because
/// from 1 KiB on an engine is about as fast as one thread of a GPU. A limit up to 64 bytes is
/// unchanged, so that all elements have one limit.
[[nodiscard]] constexpr std::uint64_t thread_inline_limit(std::uint64_t limit) {
  constexpr std::uint64_t same = 64;
  return limit == no_inline_limit || limit <= same ? limit : limit / 16 > same ? limit / 16 : same;
}
/// inline_limit() for host threads, and for threads of the CPU executor that wait for the transfer:
/// stores, because with a queue they would only wait while an engine's thread copies.
[[nodiscard]] constexpr std::uint64_t awaited_inline_limit(route_policy policy) {
  return inline_limit(policy, no_inline_limit);
}

/// The deadline of waits in units of 2^20 ns (ptx_global_timer_ms), for a GPU, which has registers
/// of 32 bits. The greatest value, about 52 days, stands for no deadline.
[[nodiscard]] constexpr std::uint32_t gpu_timeout(std::uint64_t timeout_ns) {
  const std::uint64_t units = timeout_ns >> 20;
  return units < ~std::uint32_t{0} ? static_cast<std::uint32_t>(units) : ~std::uint32_t{0};
}

/// Offsets, within every PE's heap, of the words that the library itself uses.
struct workspace_layout {
  /// uint64[64][2]: one flag per dissemination round and parity of the barrier's number. The last
  /// word is the owner's own: the number of the last barrier that it has entered.
  std::uint64_t barrier_flags = 0;
  /// uint64[collective_state::slots][n_pes][2]: the number of the last token of each PE in each
  /// team. Even and odd tokens have separate words.
  std::uint64_t tokens = 0;
  /// [collective_state::slots][n_pes][2] areas: the data that each PE has stored for the caller.
  /// Areas of the first wide_team_slots have exchange_bytes, the others least_exchange_bytes.
  std::uint64_t exchanges = 0;
  std::uint64_t exchange_bytes = 0;
  /// [wide_team_slots][2][n_pes] of exchange_bytes: the data of the members on each host,
  /// consecutively. Only if has_host_blocks.
  std::uint64_t host_blocks = 0;
  bool has_host_blocks = false;  ///< the job spans several hosts, and heaps are in host memory
  std::uint64_t heartbeats = 0;  ///< for the host's liveness check
  std::uint64_t checks = 0;      ///< check_workspace, for checked mode
  std::uint64_t doorbell = 0;    ///< detail::doorbell; 0: CPUs cannot access the heap
};

/// A failure as a thread of a GPU stores it: with few and wide accesses, and only values that the
/// host cannot derive; the host builds the record.
struct alignas(16) failure_numbers {
  std::uint64_t offset = no_offset, expected = 0;
  std::uint64_t seen = 0;
  failure_kind kind{errc::ok, op_kind::none};
  std::int32_t peer = -1;
  /// The counters of the ring concerned.
  std::uint64_t ring_head = 0, ring_tail = 0, ring_done = 0;
};

/// Position of a thread of a GPU in CUDA's coordinates. The host computes the linear indices.
struct alignas(16) kernel_place {
  std::uint32_t block[3] = {}, grid_x = 1;
  std::uint32_t thread[3] = {}, grid_y = 1;
  std::uint32_t extent_x = 1, extent_y = 1;  ///< of the block
  std::uint32_t shared_bytes = 0;            ///< dynamic: identifies a launch of several PEs
  std::uint32_t contexts = 1;                ///< PEs of the process
};

/// The first failure of kernels, in host memory that the GPU can access.
struct failure_mirror {
  std::uint32_t status = 0;  ///< errc; the other members are valid once it is not 0.
                             ///< Release/acquire
  failure_numbers numbers;   ///< valid if the code of its kind is not ok
  kernel_place place;
  std::uint64_t unread = 0;
  failure_record record;  ///< otherwise valid, without pe, block, thread and on_lane: it has a text
};

/// Called once, for a PE's first failure, after its status is set. Any thread.
struct failure_listener {
  void (*notify)(void* argument, errc code) noexcept = nullptr;
  void* argument = nullptr;
};

struct alignas(cache_line) device_state {
  std::uint32_t version = device_state_version;
  std::int32_t pe = 0;
  std::int32_t n_pes = 1;
  std::uint32_t ring_count = 0;  ///< rings of the CPU engine; followed by those of the SM engine
  std::uint64_t heap_base = 0;   ///< this PE's heap in this address space
  std::uint64_t heap_reserved =
      0;  ///< bytes of address space behind heap_base; every PE's is the same
  const peer_view* peers = nullptr;  ///< [n_pes]; in a GPU's memory they follow the state
  ring_view* rings = nullptr;        ///< in order: ring, sm_ring, host_ring, kernel_ring
  /// Limit above which a kernel posts its transfers to mapped peers to a queue, if it has one. 0:
  /// posts all; no_inline_limit: none.
  alignas(16) std::uint64_t inline_max_bytes = 0;
  /// Limit for one thread, which moves 16 bytes at a time. In kernels of a GPU.
  std::uint64_t thread_inline_max_bytes = 0;
  std::uint64_t timeout_ns = 0;  ///< deadline of every wait
  /// Limit for host threads and for lanes that wait; not less than inline_max_bytes.
  std::uint64_t awaited_inline_max_bytes = 0;
  std::uint32_t host_ring_count = 0;  ///< 0 unless a host proxy serves this PE; else 1, and
                                      ///< on the host one more for each tenant
  std::uint32_t sm_ring_count = 0;    ///< rings of the SM engine; the proxy's ring, if any, follows
  std::uint32_t kernel_ring_count = 0;  ///< 1 or 0; on the host: the last ring is the proxy's ring
                                        ///< to which only the GPU's kernels post
  std::uint32_t timeout_ms = 0;         ///< in kernels of a GPU: see gpu_timeout()
  sm_workspace* sm = nullptr;           ///< null if sm_ring_count is 0
  workspace_layout workspace;
  collective_state* collectives = nullptr;
  context_table* contexts = nullptr;
  check_state* checks = nullptr;  ///< checked mode (ARK_CHECK); null: off
  trace_hooks* trace = nullptr;   ///< null unless ARK_TRACE is on
  plan_state* plans = nullptr;    ///< null before the first one; in GPU memory if the heap is there
  gpu_copier* host_copier =
      nullptr;  ///< on the host, if the CPU cannot access the heap: copies for it
  failure_mirror* mirror = nullptr;                ///< in kernels of a GPU, never null there
  failure_listener on_failure;                     ///< on the host: notifies the kernels of a GPU
  const std::uint32_t* progress_asleep = nullptr;  ///< on the host: not 0 while a host thread that
                                                   ///< has posted has to call progress_hint()
  const std::uint64_t* const* finalizing =
      nullptr;  ///< on the host, [pe]: a word that is not 0 once that PE is in finalize and its
                ///< operations are completed
  std::uint32_t tenant_count = 0;  ///< on the host: each tenant has the ring of this number, from
                                   ///< the end, of the CPU engine's and of the proxy's
  bool kernels_wait = true;  ///< false: a kernel that waits for another PE would block that PE
  alignas(cache_line) std::uint64_t heap_bytes =
      0;  ///< committed so far; grows, never shrinks. Release/acquire
  // Adjacent and aligned: a thread of a GPU loads both words at once.
  alignas(16) std::uint64_t queue_used =
      0;                         ///< in kernels of a GPU: not 0 once one has posted to a ring
  std::uint64_t plan_count = 0;  ///< number of slots ever used. Release/acquire
  alignas(cache_line) std::uint32_t status =
      0;  ///< sticky errc of the first failure. Release/acquire
  std::uint32_t failure_count = 0;
  failure_record failure;  ///< on the host: valid once status is non-zero

  alignas(cache_line) std::uint32_t any_calls = 0;  ///< calls of *_any; varies their first index
};

/// Record a failure: the first one of a PE is kept, becomes its sticky status (which wakes every
/// waiter) and is logged once; later ones are only counted. Callable by any host thread, engine or
/// CPU lane. Returns true if this is the first.
ARK_API bool failure_publish(device_state& state, const failure_record& record) noexcept;

}  // namespace ark::detail
