// A graph that executes a plan, and then waits for its next start. Only if libark is built with a
// CUDA toolkit.
#pragma once

#include <ark/detail/platform/atomics.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "gpu/driver/gpu_stream.hpp"
#include "gpu/kernels/module.hpp"
#include "queue/plan_copy.hpp"

namespace ark {

/// The reason why no such graph can be built with this driver; empty if one can.
[[nodiscard]] std::string plan_graph_obstacle(const cuda_driver& driver);

/// The kernels of all such graphs of a device.
struct plan_kernels {
  explicit plan_kernels(const cuda_device& device);

  cuda_module module;
  CUfunction enter, deliver;
};

struct cuda_graph_deleter {
  void operator()(CUgraph graph) const noexcept;
  void operator()(CUgraphExec graph) const noexcept;
};

/// State that a plan's graph and the host exchange, in pinned host memory.
struct plan_graph_state {
  /// Transfers of this plan; written by the device.
  alignas(detail::cache_line) std::uint64_t done = 0;
  /// Written by the host: no more transfers are started.
  alignas(detail::cache_line) std::uint64_t closed = 0;
};

/// The transfer of a plan and the state of its graph.
struct plan_graph_place {
  plan_copy what;
  std::uint64_t base = 0;  ///< the plan's counts at its creation
  plan_graph_state* words = nullptr;
  CUdeviceptr words_of_device = 0;  ///< address of the same memory on the device
};

/// A kernel waits for the first start; then a loop runs the copy and a kernel that signals, counts,
/// and waits for the next start. A waiting kernel occupies a block of one thread. A plan that is
/// not started for a while, or is to end, leaves the loop without a copy; while the plan exists,
/// launch() launches it again.
///
/// Called with the device current, one thread at a time; throws ark::error with CUDA's text.
class plan_graph {
 public:
  /// Nothing runs before launch(). `device` and `kernels` outlive it.
  plan_graph(const cuda_device& device, const plan_graph_place& place, cuda_stream stream,
             const plan_kernels& kernels, std::uint64_t idle_ns);

  /// Launch the graph if it does not run.
  void launch();
  /// Make the graph end once all started transfers are done. Can neither fail nor wait.
  void close() { detail::store_release(&place_.words->closed, std::uint64_t{1}); }
  /// Allow the graph to be launched again.
  void reopen() { detail::store_release(&place_.words->closed, std::uint64_t{0}); }
  /// The number of completed transfers of this plan. The acquire pairs with the release of the
  /// kernel after the copy.
  [[nodiscard]] std::uint64_t done() const { return detail::load_acquire(&place_.words->done); }
  /// Called when the graph may still run: leaks its stream and memory.
  void abandon() noexcept;

  [[nodiscard]] const cuda_stream& stream() const noexcept { return stream_; }
  /// The stream, for another plan. Called once the graph has ended.
  [[nodiscard]] cuda_stream take_stream() noexcept { return std::move(stream_); }
  [[nodiscard]] detail::plan_state* words() const noexcept { return place_.what.words; }
  /// The plan's counts when it was created.
  [[nodiscard]] std::uint64_t base() const noexcept { return place_.base; }

 private:
  void build(const plan_kernels& kernels, std::uint64_t idle_ns);
  CUgraphNode add(CUgraph to, CUgraphNode after, CUgraphNodeParams& what) const;
  CUgraphNode add_kernel(CUgraph to, CUgraphNode after, CUfunction kernel, void* turn) const;
  CUgraphNode add_copy(CUgraph to) const;
  CUgraph add_loop(CUgraph to, CUgraphNode after, CUgraphConditionalHandle condition) const;

  const cuda_device& device_;
  plan_graph_place place_;
  cuda_stream stream_;
  std::unique_ptr<CUgraph_st, cuda_graph_deleter> graph_;
  std::unique_ptr<CUgraphExec_st, cuda_graph_deleter> ready_;
};

}  // namespace ark
