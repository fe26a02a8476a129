// A PE's GPU from the runtime's view, built with or without CUDA. Includes no header of CUDA.
#pragma once

#include <ark/detail/queue/ring_view.hpp>
#include <ark/detail/state/team_state.hpp>
#include <ark/errc.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "config/config.hpp"
#include "gpu/driver/gpu_facts.hpp"
#include "gpu/kernels/kernel_view.hpp"
#include "gpu/memory/gpu_copier.hpp"
#include "gpu/memory/pipeline.hpp"
#include "heap/memory_backend.hpp"
#include "os/job_link.hpp"

struct CUstream_st;

namespace ark {

class gpu_plans;

/// One device, the host's access to its memory, and the context of the PE's kernels there. Any
/// thread unless noted. All members throw ark::error; destroyed after the heap that it has made.
class gpu {
 public:
  struct request {
    int number = -1;     ///< -1: the calling thread's current device, or chosen by `local_rank`
    int local_rank = 0;  ///< index among the PEs of the host
    std::uint64_t timeout_ns = 0;
  };
  /// Makes the device the calling thread's current one, until this object is destroyed on the same
  /// thread. Throws unsupported if this libark was built without CUDA, or there is no driver or no
  /// device.
  explicit gpu(const request& wanted);
  ~gpu();
  gpu(const gpu&) = delete;
  gpu& operator=(const gpu&) = delete;

  [[nodiscard]] const gpu_facts& facts() const noexcept;
  [[nodiscard]] gpu_copier& copier() noexcept;
  /// The reason why its copy engines cannot execute plans; empty if they can.
  [[nodiscard]] std::string plan_obstacle() const;
  /// The reason why heap_kind::cuda is not available, or, if `shared`, not between processes; empty
  /// if it is.
  [[nodiscard]] std::string mapping_obstacle(bool shared) const;
  /// The reason why kernels here cannot access the memory of the GPU `other` of this host like this
  /// one's, or why that is unknown; empty if they can, or if this process does not see that GPU.
  [[nodiscard]] std::string obstacle_between(const gpu_uuid& other) const;
  /// Collective. `kind`: cuda, cuda_ipc or cuda_host.
  [[nodiscard]] std::unique_ptr<memory_backend> make_heap(heap_kind kind, const job_link& link,
                                                          std::size_t reserve_bytes);

  /// The multiprocessors that kernels of `stream` may run on; 0: all. Null is the legacy default
  /// stream.
  [[nodiscard]] unsigned green_multiprocessors(CUstream_st* stream) const;

  /// Make the kernels' context: called once, before the members below.
  void build_context(const kernel_view& view);
  /// The kernels' context, in the GPU's memory.
  [[nodiscard]] detail::device_state* context() const noexcept;
  void set_heap_bytes(std::uint64_t bytes);
  void set_status(errc code);
  /// Publish `count` plans at `table` to kernels.
  void set_plans(detail::plan_state* table, std::uint64_t count);
  /// See gpu_context::set_team.
  void set_team(int slot, const detail::team_view& view, std::span<const std::int32_t> pes);
  [[nodiscard]] std::optional<failure_record> failure() const;
  /// See gpu_context::proxy_ring.
  [[nodiscard]] const detail::ring_view& proxy_ring() const noexcept;
  /// The memory of the kernels' plans, and their engine; `failed`: see gpu_plans.
  [[nodiscard]] std::unique_ptr<gpu_plans> make_plans(
      std::function<void(const std::string&)> failed);
  [[nodiscard]] std::unique_ptr<gpu_pipeline> make_pipeline();
  /// Write the addresses of the contexts into the program's translation units (cuda_program_write).
  void write_program() const;

  /// multiprocessors: 0: all; otherwise see green_contexts::create.
  [[nodiscard]] CUstream_st* stream_create(unsigned multiprocessors = 0);
  void stream_destroy(CUstream_st* stream);
  /// True if nothing is queued or running; null is the legacy default stream.
  [[nodiscard]] bool stream_query(CUstream_st* stream);
  /// True unless the stream has nothing queued or running and records no graph, which
  /// stream_query() would make invalid; null is the legacy default stream.
  [[nodiscard]] bool stream_in_use(CUstream_st* stream);

 private:
  struct impl;
  std::unique_ptr<impl> impl_;
};

}  // namespace ark
