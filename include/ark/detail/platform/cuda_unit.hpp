// Lets the kernels of a translation unit find their PE on a GPU. Shared by libark and code that
// nvcc compiles.
//
// Every translation unit has a table of its process's PEs in constant memory. libark keeps a list
// of these units and writes their tables when a PE starts. A launch therefore sets nothing, so it
// is legal while a stream is being captured, and CUDA's own <<<>>> works as well.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <ark/detail/platform/ptx.hpp>
#include <cstddef>
#include <cstdint>

/// 1: kernels of a GPU contain the checks of checked mode, which ARK_CHECK enables. The default is
/// 1 for debugging (-G), 0 otherwise.
#ifndef ARK_CHECKED
#ifdef __CUDACC_DEBUG__
#define ARK_CHECKED 1
#else
#define ARK_CHECKED 0
#endif
#endif

namespace ark::detail {

struct device_state;

/// Maximum number of PEs of one process on GPUs.
inline constexpr unsigned cuda_contexts_max = 63;

/// The values of the context of a process's only PE that a store to a peer needs, in constant
/// memory: an acquire invalidates the SM's data cache but not the constant cache. Only for peers
/// whose heaps lie at equal distances, multiples of 4 GiB, so that an address can be computed.
/// `peers` is 0 if there are none, or if the process has several PEs.
struct cuda_stores {
  /// Lower bound of most_bytes and thread_most_bytes.
  static constexpr std::uint64_t least_most_bytes = 64;
  std::uint64_t heap_base;   ///< of the PE
  std::uint64_t heap_bytes;  ///< committed, or less: a running kernel need not see the heap grow
  std::uint64_t most_bytes, thread_most_bytes;  ///< of one transfer; not above heap_bytes
  std::uint32_t first_peer, peers;              ///< the peers: first_peer and those after it
  /// Upper halves of distances: from the PE's heap to first_peer's, modulo 2^32; from one peer to
  /// the next.
  std::uint32_t to_first, to_next;
};

/// The contexts of this process's PEs, by place in the process. They are in memory of the PEs'
/// GPUs.
struct cuda_context_table {
  cuda_stores stores;
  /// Unused places hold the first PE's context. The last element is null: see cuda_group_place.
  device_state* of[cuda_contexts_max + 1];
  std::uint32_t count;
  std::uint32_t last_pe;     ///< last PE of the job
  std::uint32_t place_mask;  ///< 0 if the process has one PE; otherwise the mask of all places
};

/// If several PEs share a process, the size of a launch's dynamic shared memory encodes its PE: the
/// bytes that the kernel needs, rounded up to a multiple of cuda_launcher_unit, plus
/// cuda_launcher_step times the PE's place. cuda_group_place encodes a launch of all PEs, whose
/// places are along z of the grid.
inline constexpr std::size_t cuda_launcher_unit = 1024;
inline constexpr std::size_t cuda_launcher_step = 16;
inline constexpr unsigned cuda_group_place = cuda_contexts_max;
static_assert((cuda_group_place + 1) * cuda_launcher_step <= cuda_launcher_unit);

[[nodiscard]] constexpr std::size_t cuda_launcher_bytes(std::size_t wanted, unsigned place) {
  const std::size_t whole =
      (wanted + cuda_launcher_unit - 1) / cuda_launcher_unit * cuda_launcher_unit;
  return whole + place * cuda_launcher_step;
}
/// The place encoded in `bytes`; may be cuda_group_place.
[[nodiscard]] ARK_HOST_DEVICE constexpr unsigned cuda_launcher_place(std::size_t bytes) {
  return static_cast<unsigned>(bytes % cuda_launcher_unit / cuda_launcher_step);
}
#if ARK_DEVICE_PASS
/// True for a launch of all PEs of the process, `count` in number.
ARK_DEVICE inline bool cuda_launched_as_group(unsigned count) {
  return count != 1 && cuda_launcher_place(ptx_dynamic_shared_bytes()) == cuda_group_place;
}
/// The context of the calling block's PE. `table`: in constant memory.
ARK_DEVICE inline device_state* cuda_context_of_launch(const cuda_context_table& table) {
  const auto* const of = reinterpret_cast<const std::uint64_t*>(table.of);
  const unsigned place = cuda_launcher_place(ptx_dynamic_shared_bytes());
  std::uint64_t found = ptx_load_constant(of + (place & ptx_load_constant(&table.place_mask)));
  if (found == 0) [[unlikely]] {
    const bool is_one = blockIdx.z < ptx_load_constant(&table.count);
    found = ptx_load_constant(of + (is_one ? blockIdx.z : 0));
  }
  return reinterpret_cast<device_state*>(found);
}
#endif

/// A translation unit that nvcc has compiled. Objects are static; libark lists them while they
/// live.
class cuda_unit {
 public:
  /// `write` writes the unit's table on the calling thread's device; returns CUDA's error text, or
  /// null.
  using writer = const char* (*)(const cuda_context_table& table);
  /// `checked`: its kernels check their arguments in checked mode (ARK_CHECKED).
  ARK_API cuda_unit(writer write, bool checked) noexcept;
  ARK_API ~cuda_unit();
  cuda_unit(const cuda_unit&) = delete;
  cuda_unit& operator=(const cuda_unit&) = delete;

  const writer write;
  const bool checked;
};

}  // namespace ark::detail
