// A PE's GPU, as the runtime sees it: built with or without CUDA, no header of CUDA's.
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

/// One device, the host's hand in its memory, and the context of the PE's kernels there. Any thread
/// but where said. All members throw ark::error; destroyed after the heap it has made.
class gpu {
 public:
  struct request {
    int number = -1;     ///< -1: the calling thread's current device, else by `local_rank`
    int local_rank = 0;  ///< among the PEs of the host
    std::uint64_t timeout_ns = 0;
  };
  /// Makes the device the calling thread's current one, until this ends on the same thread. Throws
  /// unsupported if this libark was built without CUDA, or there is no driver, or no device.
  explicit gpu(const request& wanted);
  ~gpu();
  gpu(const gpu&) = delete;
  gpu& operator=(const gpu&) = delete;

  [[nodiscard]] const gpu_facts& facts() const noexcept;
  [[nodiscard]] gpu_copier& copier() noexcept;
  /// Why its copy engines cannot carry out plans; empty: they can.
  [[nodiscard]] std::string plan_obstacle() const;
  /// Why heap_kind::cuda cannot be had, `shared`: between processes; empty if it can.
  [[nodiscard]] std::string mapping_obstacle(bool shared) const;
  /// Why kernels here cannot use the memory of the GPU `other` of this host as they use this one's,
  /// or why that is not known; empty if they can, or if this process does not see that GPU.
  [[nodiscard]] std::string obstacle_between(const gpu_uuid& other) const;
  /// Collective. `kind`: cuda, cuda_ipc or cuda_host.
  [[nodiscard]] std::unique_ptr<memory_backend> make_heap(heap_kind kind, const job_link& link,
                                                          std::size_t reserve_bytes);

  /// The kernels' context: once, before the members below.
  void build_context(const kernel_view& view);
  /// In the GPU's memory.
  [[nodiscard]] detail::device_state* context() const noexcept;
  void set_heap_bytes(std::uint64_t bytes);
  void set_status(errc code);
  /// Kernels find `count` plans at `table`.
  void set_plans(detail::plan_state* table, std::uint64_t count);
  /// As gpu_context::set_team.
  void set_team(int slot, const detail::team_view& view, std::span<const std::int32_t> pes);
  [[nodiscard]] std::optional<failure_record> failure() const;
  /// As gpu_context::proxy_ring.
  [[nodiscard]] const detail::ring_view& proxy_ring() const noexcept;
  /// Where the kernels' plans are, and their engine; `failed` is gpu_plans'.
  [[nodiscard]] std::unique_ptr<gpu_plans> make_plans(
      std::function<void(const std::string&)> failed);
  [[nodiscard]] std::unique_ptr<gpu_pipeline> make_pipeline();
  /// Tell the program's translation units where the contexts are (cuda_program_write).
  void write_program() const;

  [[nodiscard]] CUstream_st* stream_create();
  void stream_destroy(CUstream_st* stream);
  /// True if nothing is queued or running; null is the legacy default stream.
  [[nodiscard]] bool stream_query(CUstream_st* stream);

 private:
  struct impl;
  std::unique_ptr<impl> impl_;
};

}  // namespace ark
