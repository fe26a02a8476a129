// Where this program's kernels run: ark_perf's on the CPU executor, ark_perf_cuda's on a GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace ark_perf {

/// The heap may then be in the GPU's memory, which host threads cannot look into.
bool kernels_on_gpu() noexcept;

/// Empty, or why there is no GPU for the kernels.
std::string why_no_gpu();

/// Before the first session: keeps what the driver makes for this process's GPU, which takes it
/// seconds, from one session to the next. Only where it is known which GPU that will be:
/// ARK_CUDA_DEVICE says so, or there is one.
void keep_gpu();

/// Of the calling PE's kernels: its number; 0 on the CPU executor.
int gpu_number();

/// Keep the calling PE's GPU busy until its clock is up. Returns for how many milliseconds: 0 on
/// the CPU executor. Throws ark::error as stream_sync.
unsigned warm_up();

/// Zeroed memory of the host that this program's kernels and host threads use at once.
struct pinned_free {
  void operator()(void* memory) const noexcept;
};
using pinned_memory = std::unique_ptr<void, pinned_free>;
/// Throws ark::error if there is none.
pinned_memory pinned_alloc(std::size_t bytes);

/// Copies between the kernels' memory as a program without ark does: cudaMemcpyAsync, and a look at
/// its stream until it is done; memcpy on the CPU. One thread.
class copier {
 public:
  copier();
  ~copier();
  copier(const copier&) = delete;
  copier& operator=(const copier&) = delete;
  /// Throws ark::error: what the copy failed with, or timeout after `timeout_ns`.
  void copy(void* dest, const void* source, std::size_t bytes, std::uint64_t timeout_ns);

 private:
  void* stream_ = nullptr;
};

}  // namespace ark_perf
