// A graph that carries out a plan, and arms itself again. Only where libark is built with a CUDA
// toolkit.
#pragma once

#include <memory>
#include <string>

#include "gpu/kernels/module.hpp"
#include "gpu/plans/armed_plan.hpp"

namespace ark {

/// Why this driver has no graph that does it; empty: it has.
[[nodiscard]] std::string armed_graph_obstacle(const cuda_driver& driver);

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

/// A kernel waits for the first start; then a loop: the copy, and a kernel that signals, counts,
/// and waits for the next start. A kernel that waits holds a block of one thread. A plan that is
/// not started for a while, or is to end, leaves the loop without a copy; as long as the plan
/// lives, arm() launches it again.
class armed_graph final : public armed_plan {
 public:
  /// Nothing runs before arm(). `kernels` outlive it.
  armed_graph(const cuda_device& device, const armed_place& place, cuda_stream stream,
              const plan_kernels& kernels, std::uint64_t idle_ns);

  bool arm() override;
  void let_go(const cuda_stream& control) override;
  [[nodiscard]] std::uint64_t last() const override { return place_.base + done(); }
  [[nodiscard]] std::string overdue() const override;
  void abandon() noexcept override;

 private:
  void build(const plan_kernels& kernels, std::uint64_t idle_ns);
  CUgraphNode add(CUgraph to, CUgraphNode after, CUgraphNodeParams& what) const;
  CUgraphNode add_kernel(CUgraph to, CUgraphNode after, CUfunction kernel, void* turn) const;
  CUgraphNode add_copy(CUgraph to) const;
  CUgraph add_loop(CUgraph to, CUgraphNode after, CUgraphConditionalHandle condition) const;

  std::unique_ptr<CUgraph_st, cuda_graph_deleter> graph_;
  std::unique_ptr<CUgraphExec_st, cuda_graph_deleter> ready_;
};

}  // namespace ark
