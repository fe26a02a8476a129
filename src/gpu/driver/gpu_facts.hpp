// What is known of a PE's GPU and of the PEs that share it. No header of CUDA's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace ark {

/// The PEs of the job that run on a PE's GPU beside it. It decides whether a kernel may wait
/// for another PE: only one that runs meanwhile can end the wait.
enum class gpu_mode : std::uint8_t {
  exclusive,    ///< none
  in_process,   ///< PEs of the same process: their kernels run side by side
  mps,          ///< PEs of other processes, side by side through CUDA's multi-process service
  time_sliced,  ///< PEs of other processes, in turns: a kernel that waits holds up the PE it waits
                ///< for
};
[[nodiscard]] const char* gpu_mode_name(gpu_mode mode) noexcept;

using gpu_uuid = std::array<std::byte, 16>;
/// "GPU-0f3a...", as nvidia-smi writes it.
[[nodiscard]] std::string gpu_uuid_text(const gpu_uuid& uuid);

/// One GPU. Read once, when a PE starts.
struct gpu_facts {
  int number = -1;  ///< as the process counts its devices
  std::string name;
  gpu_uuid uuid{};
  int driver_version = 0;  ///< 13000: CUDA 13.0
  int capability = 0;      ///< 90: sm_90
  int multiprocessors = 0;
  std::size_t memory_bytes = 0;
  bool mps = false;                  ///< contexts are shared through the multi-process service
  bool one_context_only = false;     ///< compute mode: one process at a time
  bool maps_memory = false;          ///< device memory can be mapped piece by piece
  bool passes_memory = false;        ///< and such pieces go to other processes as descriptors
  bool host_memory_is_same = false;  ///< registered host memory has one address for both
  bool host_atomics = false;         ///< its atomics on host memory are atomic with the CPUs'
};

/// Which GPU a PE has: what PEs exchange to find those that share one.
struct gpu_place {
  gpu_uuid uuid{};
  std::uint64_t host = 0, process = 0;  ///< of placement
};

/// A PE's GPU as its job uses it.
struct gpu_sharing {
  gpu_mode mode = gpu_mode::exclusive;
  int pes = 1;                     ///< of the job on this GPU
  int processes = 1;               ///< that these PEs are in
  bool one_gpu_in_process = true;  ///< no PE of this process has another one
};
/// `all[pe]` says where each PE is. `mps`: of the GPU of PE `pe`.
[[nodiscard]] gpu_sharing gpu_sharing_of(std::span<const gpu_place> all, std::size_t pe, bool mps);

}  // namespace ark
