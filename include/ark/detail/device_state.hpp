// A PE's context as kernels see it: who am I, where are the peers' heaps, which rings are mine.
//
// One per PE. Written by the host at init and at heap growth, read by kernels and by the host API.
// Plain data, the same layout for g++ and nvcc; the mutable words sit on cache lines of their own.
#pragma once

#include <ark/detail/failure.hpp>
#include <ark/detail/portability.hpp>
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

inline constexpr std::uint32_t device_state_version = 3;
inline constexpr std::size_t cache_line = 128;

/// How a PE is reached. Chosen once, at init.
enum class peer_route : std::uint32_t {
  unreachable = 0,
  mapped = 1,  ///< its heap is in our address space: load and store, or a queue whose engine does
  proxy = 2,   ///< only the host proxy reaches it
};

struct peer_view {
  std::uint64_t heap_base =
      0;  ///< address of the peer's heap in this address space; 0 unless mapped
  peer_route route = peer_route::unreachable;
  std::uint32_t reserved = 0;
};

/// Route forcing, for comparison and for tests (ARK_ROUTE).
enum class route_policy : std::uint32_t { automatic = 0, inline_only = 1, queue_only = 2 };

inline constexpr std::uint64_t no_inline_limit = ~std::uint64_t{0};

/// device_state::inline_max_bytes of a policy; `bytes`: ARK_INLINE_BYTES.
[[nodiscard]] constexpr std::uint64_t inline_limit(route_policy policy, std::uint64_t bytes) {
  return policy == route_policy::automatic     ? bytes
         : policy == route_policy::inline_only ? no_inline_limit
                                               : 0;
}
/// The same of host threads, which would only wait while an engine's thread copies in their place.
[[nodiscard]] constexpr std::uint64_t host_inline_limit(route_policy policy) {
  return inline_limit(policy, no_inline_limit);
}

/// What collectives keep between calls; one caller per PE at a time, so plain words.
struct collective_state {
  std::uint64_t barrier_epoch = 0;
  std::uint64_t* expected_arrivals =
      nullptr;  ///< [n_pes], arrivals from each PE seen so far by this PE's calls
};

/// Offsets, within every PE's heap, of the words the library itself uses.
struct workspace_layout {
  /// uint64[64][2]: a dissemination round, even or odd barrier; the last is the owner's own, the
  /// number of the last barrier that it has come to.
  std::uint64_t barrier_flags = 0;
  std::uint64_t arrivals = 0;    ///< uint64[n_pes]: counted up by each PE's collective data
  std::uint64_t heartbeats = 0;  ///< for the host's watch over the PEs
  std::uint64_t checks = 0;      ///< check_workspace, for checked mode
};

/// Where kernels leave their first failure for the host: in host memory that the GPU reaches.
struct failure_mirror {
  std::uint32_t status = 0;  ///< errc; the record is valid once it is not 0. Release/acquire
  failure_record record;
};

/// Told of a PE's first failure, once, after its status is set. Any thread.
struct failure_listener {
  void (*told)(void* argument, errc code) noexcept = nullptr;
  void* argument = nullptr;
};

struct alignas(cache_line) device_state {
  std::uint32_t version = device_state_version;
  std::int32_t pe = 0;
  std::int32_t n_pes = 1;
  std::uint32_t ring_count = 0;  ///< rings of the CPU's engine; the SM engine's come after them
  std::uint64_t heap_base = 0;   ///< this PE's heap in this address space
  std::uint64_t heap_reserved =
      0;  ///< bytes of address space behind heap_base; every PE's is the same
  const peer_view* peers = nullptr;  ///< [n_pes]
  ring_view* rings = nullptr;        ///< of all counts, one after the other
  /// A kernel's larger transfers to mapped peers take a queue where it has one. 0: all of them do;
  /// no_inline_limit: none.
  std::uint64_t inline_max_bytes = 0;
  std::uint64_t timeout_ns = 0;             ///< deadline of every wait
  std::uint64_t host_inline_max_bytes = 0;  ///< as inline_max_bytes, of host threads; no less
  std::uint32_t host_ring_count = 0;        ///< 1 if a host proxy serves this PE, else 0
  std::uint32_t sm_ring_count = 0;  ///< rings of the SM engine; the proxy's, if any, comes after
  std::uint32_t kernel_ring_count = 0;  ///< on the host, the last: the proxy's that only the GPU's
                                        ///< kernels post to; 1 or 0
  sm_workspace* sm = nullptr;           ///< null if sm_ring_count is 0
  workspace_layout workspace;
  collective_state* collectives = nullptr;
  check_state* checks = nullptr;  ///< checked mode (ARK_CHECK); null: off
  trace_hooks* trace = nullptr;   ///< null unless ARK_TRACE asks for it
  plan_state* plans = nullptr;    ///< null until there is one; in a GPU's memory where the heap is
  std::uint64_t plan_count = 0;   ///< of them, those beyond have never been in use. Release/acquire
  gpu_copier* host_copier =
      nullptr;                       ///< on the host, where the CPU cannot touch the heap: its hand
  failure_mirror* mirror = nullptr;  ///< in kernels of a GPU: tells the host
  failure_listener on_failure;       ///< on the host: tells the kernels of a GPU
  bool kernels_wait = true;          ///< false: a kernel that waits for another PE would hold it up
  bool adds_in_bulk = false;  ///< in kernels: all whose heaps they may add to have one GPU, in
                              ///< whose memory these are; bulk adds are atomic towards one only

  alignas(cache_line) std::uint64_t heap_bytes =
      0;  ///< committed so far; grows, never shrinks. Release/acquire
  /// Fences that left something behind in an engine's ring: so many in the upper half, and in the
  /// lower those of which everything is known to be delivered. While they differ nothing may be
  /// stored in front of a ring (queue::route).
  std::uint64_t fences = 0;
  alignas(cache_line) std::uint32_t status =
      0;  ///< sticky errc of the first failure. Release/acquire
  std::uint32_t failure_count = 0;
  failure_record failure;  ///< valid once status is non-zero

  alignas(cache_line) std::uint32_t any_calls = 0;  ///< of *_any: where each begins to look
};

/// Record a failure: the first one of a PE is kept, becomes its sticky status (which wakes every
/// waiter) and is logged once; later ones are only counted. Callable by any host thread, engine or
/// CPU lane. Returns true for the first.
ARK_API bool failure_publish(device_state& state, const failure_record& record) noexcept;

}  // namespace ark::detail
