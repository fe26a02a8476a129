// Facts about a PE's GPU and the PEs that share it. Includes no header of CUDA.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace ark {

/// The PEs of the job that share a PE's GPU. This decides whether a kernel may wait for another PE:
/// only a PE that runs concurrently can end the wait.
enum class gpu_mode : std::uint8_t {
  exclusive,    ///< no other PE
  in_process,   ///< PEs of the same process: their kernels run concurrently
  mps,          ///< PEs of other processes, concurrently through CUDA's multi-process service
  time_sliced,  ///< PEs of other processes, in time slices: a kernel that waits blocks the PE for
                ///< which it waits
};
[[nodiscard]] const char* gpu_mode_name(gpu_mode mode) noexcept;

using gpu_uuid = std::array<std::byte, 16>;
/// Text of an id, "GPU-0f3a...", in the format of nvidia-smi.
[[nodiscard]] std::string gpu_uuid_text(const gpu_uuid& uuid);

/// One GPU. Read once, when a PE starts.
struct gpu_facts {
  int number = -1;  ///< in the process's numbering
  std::string name;
  gpu_uuid uuid{};
  int driver_version = 0;  ///< 13000: CUDA 13.0
  int capability = 0;      ///< 90: sm_90
  int multiprocessors = 0;
  std::size_t memory_bytes = 0;
  bool mps = false;                  ///< contexts are shared through the multi-process service
  bool one_context_only = false;     ///< compute mode: one process at a time
  bool maps_memory = false;          ///< device memory can be mapped in pieces
  bool passes_memory = false;        ///< such pieces can be exported as file descriptors
  bool host_memory_is_same = false;  ///< registered host memory has one address for CPU and GPU
  bool host_atomics = false;         ///< its atomics on host memory are atomic with respect to the
                                     ///< CPUs'
};

/// Identifies a PE's GPU; PEs exchange it to find those that share one.
struct gpu_place {
  gpu_uuid uuid{};
  std::uint64_t host = 0, process = 0;  ///< see placement
};

/// The use of a PE's GPU in its job.
struct gpu_sharing {
  gpu_mode mode = gpu_mode::exclusive;
  int pes = 1;                     ///< PEs of the job on this GPU
  int processes = 1;               ///< processes of these PEs
  bool one_gpu_in_process = true;  ///< no PE of this process has another GPU
};
/// `all[pe]`: the GPU of each PE. `mps`: of the GPU of PE `pe`.
[[nodiscard]] gpu_sharing gpu_sharing_of(std::span<const gpu_place> all, std::size_t pe, bool mps);

}  // namespace ark
