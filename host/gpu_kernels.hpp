// A PE's kernels on a GPU: their context there, their launches and streams, and their failures.
#pragma once

#include <ark/detail/queue/ring_view.hpp>
#include <ark/detail/queue/sm_workspace.hpp>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

#include "gpu/kernels/kernel_modules.hpp"
#include "gpu_choice.hpp"
#include "pe_core.hpp"
#include "progress_entry.hpp"
#include "symmetric_memory.hpp"

namespace ark {

/// Any host thread unless noted. Throws ark::error; unsupported for launches and streams if the
/// heap is in host memory only.
class gpu_kernels {
 public:
  /// Constructed before any thread that can report a failure, because failures are passed to
  /// kernels.
  explicit gpu_kernels(pe_core& core);
  ~gpu_kernels();
  gpu_kernels(const gpu_kernels&) = delete;
  gpu_kernels& operator=(const gpu_kernels&) = delete;

  /// Called once, before all other members: makes the context in the GPU's memory; no effect
  /// without a GPU. Returns the kernels' ring that the proxy serves, null if no peer needs the
  /// proxy. `peers`: the host's. The arguments outlive this.
  [[nodiscard]] const detail::ring_view* build(const gpu_choice& choice,
                                               const symmetric_memory& memory,
                                               std::span<const detail::peer_view> peers);
  /// Collective: make the context available to launches.
  void open();
  /// Make the context unavailable to launches. No work is left on its streams.
  void close() noexcept;

  /// A context in the GPU's memory, for kernels that nvcc has compiled.
  detail::device_state* context();
  /// The dynamic shared memory that such a launch must request.
  std::size_t shared_bytes(std::size_t wanted);
  /// The dynamic shared memory of one launch for all PEs of this process, which throws unsupported
  /// if they do not have the same GPU. *pes receives their number.
  std::size_t group_shared_bytes(std::size_t wanted, unsigned* pes);
  /// The number of PEs on this PE's GPU, if their launches may have engine blocks; otherwise 0.
  unsigned engine_shares();
  /// The multiprocessors that kernels of `stream` may run on; 0: all of the GPU.
  unsigned green_multiprocessors(CUstream_st* stream);
  /// True if none of the PE's streams but `stream` has work, the default stream included.
  [[nodiscard]] bool runs_alone(CUstream_st* stream);
  /// True if the GPU has a context, and kernels may therefore fail.
  [[nodiscard]] bool built() const noexcept { return built_.load(std::memory_order_acquire); }
  /// Take over the failure that kernels have stored, if there is one.
  void notice_failure() noexcept {
    if (built()) [[unlikely]]
      check_failure();
  }

  // Interface of a progress source.
  bool progress(unsigned /*budget*/) noexcept {
    notice_failure();
    return false;
  }
  [[nodiscard]] bool idle() const noexcept { return true; }

  // CUDA's streams. Null stands for the legacy default stream.
  /// True if the program's streams are CUDA's.
  [[nodiscard]] bool has_streams() const noexcept;
  /// multiprocessors: see gpu::stream_create.
  CUstream_st* stream_create(unsigned multiprocessors = 0);
  void stream_destroy(CUstream_st* stream);
  void stream_sync(CUstream_st* stream);
  [[nodiscard]] bool stream_query(CUstream_st* stream);
  /// Synchronise all of them, the default stream too; no effect without has_streams().
  void streams_sync();

 private:
  [[nodiscard]] std::vector<CUstream_st*> all_streams();
  [[nodiscard]] bool is_idle(CUstream_st* stream) const noexcept;
  void set_program_pe(const cuda_pe& pe);
  void notify(errc code) noexcept;
  void check_failure() noexcept;

  pe_core& core_;
  const gpu_choice* choice_ = nullptr;  ///< null before build()
  std::atomic<bool> built_{false};      ///< the GPU has the context
  progress_entry watch_;                ///< polls for the kernels' failure
  std::mutex mutex_;
  std::vector<CUstream_st*> streams_;
};

}  // namespace ark
