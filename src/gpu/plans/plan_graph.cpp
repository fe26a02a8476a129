#include "gpu/plans/plan_graph.hpp"

#include <fmt/core.h>

#include <cstddef>

#include "gpu/plan_image.hpp"
#include "gpu/plans/plan_turn.hpp"

namespace ark {

namespace {

/// The first version whose loops may copy.
constexpr int least_version = 12040;

}  // namespace

std::string plan_graph_obstacle(const cuda_driver& driver) {
  if (driver.version() >= least_version && driver.graph_conditional_handle_create &&
      driver.graph_add_node) {
    return {};
  }
  return fmt::format(
      "the driver (CUDA {}.{}) has no graphs with loops that copy; a driver of CUDA {}.{} or newer "
      "has",
      driver.version() / 1000, driver.version() % 1000 / 10, least_version / 1000,
      least_version % 1000 / 10);
}

plan_kernels::plan_kernels(const cuda_device& device)
    : module(device, plan_image),
      enter(module.function("ark_plan_enter")),
      deliver(module.function("ark_plan_deliver")) {}

void cuda_graph_deleter::operator()(CUgraph graph) const noexcept {
  cuda_warn(cuda_driver::get().graph_destroy(graph), "cuGraphDestroy");
}

void cuda_graph_deleter::operator()(CUgraphExec graph) const noexcept {
  cuda_warn(cuda_driver::get().graph_exec_destroy(graph), "cuGraphExecDestroy");
}

plan_graph::plan_graph(const cuda_device& device, const plan_graph_place& place, cuda_stream stream,
                       const plan_kernels& kernels, std::uint64_t idle_ns)
    : device_(device), place_(place), stream_(std::move(stream)) {
  CUgraph made = nullptr;
  cuda_check(cuda_driver::get().graph_create(&made, 0u), "cuGraphCreate", {device_.number()});
  graph_.reset(made);
  build(kernels, idle_ns);
  CUgraphExec ready = nullptr;
  cuda_check(cuda_driver::get().graph_instantiate_with_flags(&ready, made, 0ull),
             "cuGraphInstantiateWithFlags", {device_.number()});
  ready_.reset(ready);
}

void plan_graph::build(const plan_kernels& kernels, std::uint64_t idle_ns) {
  CUgraphConditionalHandle condition = 0;
  cuda_check(
      cuda_driver::get().graph_conditional_handle_create(
          &condition, graph_.get(), device_.context(), 0u, unsigned{CU_GRAPH_COND_ASSIGN_DEFAULT}),
      "cuGraphConditionalHandleCreate", {device_.number()});
  detail::plan_state& counts = *place_.what.words;
  const auto of_host = [&](std::size_t offset) {
    return reinterpret_cast<std::uint64_t*>(place_.words_of_device + offset);
  };
  plan_turn turn{condition,
                 &counts.started,
                 &counts.done,
                 place_.what.signal,
                 place_.base,
                 of_host(offsetof(plan_graph_state, done)),
                 of_host(offsetof(plan_graph_state, closed)),
                 idle_ns};
  CUgraphNode entered = add_kernel(graph_.get(), nullptr, kernels.enter, &turn);
  CUgraph body = add_loop(graph_.get(), entered, condition);
  add_kernel(body, add_copy(body), kernels.deliver, &turn);
}

/// `after`: null if the node has no predecessor.
CUgraphNode plan_graph::add(CUgraph to, CUgraphNode after, CUgraphNodeParams& what) const {
  CUgraphNode made = nullptr;
  cuda_check(cuda_driver::get().graph_add_node(&made, to, &after,
                                               static_cast<const CUgraphEdgeData*>(nullptr),
                                               std::size_t{after == nullptr ? 0u : 1u}, &what),
             "cuGraphAddNode", {device_.number()});
  return made;
}

CUgraphNode plan_graph::add_kernel(CUgraph to, CUgraphNode after, CUfunction kernel,
                                   void* turn) const {
  void* parameters[] = {turn};
  CUgraphNodeParams what{};
  what.type = CU_GRAPH_NODE_TYPE_KERNEL;
  what.kernel.func = kernel;
  what.kernel.gridDimX = what.kernel.gridDimY = what.kernel.gridDimZ = 1;
  what.kernel.blockDimX = what.kernel.blockDimY = what.kernel.blockDimZ = 1;
  what.kernel.kernelParams = static_cast<void**>(parameters);
  return add(to, after, what);
}

/// A copy of one row of all bytes.
CUgraphNode plan_graph::add_copy(CUgraph to) const {
  CUgraphNodeParams what{};
  what.type = CU_GRAPH_NODE_TYPE_MEMCPY;
  what.memcpy.copyCtx = device_.context();
  CUDA_MEMCPY3D& copy = what.memcpy.copyParams;
  copy.srcMemoryType = copy.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
  copy.srcDevice = device_pointer(place_.what.source);
  copy.dstDevice = device_pointer(place_.what.dest);
  copy.WidthInBytes = place_.what.bytes;  // pitches, which have an upper limit, are for more rows
  copy.Height = copy.Depth = 1;
  return add(to, nullptr, what);
}

/// Adds a loop; returns its empty body.
CUgraph plan_graph::add_loop(CUgraph to, CUgraphNode after,
                             CUgraphConditionalHandle condition) const {
  CUgraphNodeParams what{};
  what.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
  what.conditional.handle = condition;
  what.conditional.type = CU_GRAPH_COND_TYPE_WHILE;
  what.conditional.size = 1;
  what.conditional.ctx = device_.context();
  add(to, after, what);
  return what.conditional.phGraph_out[0];
}

void plan_graph::launch() {
  if (!cuda_stream_idle(device_, stream_.get())) return;
  cuda_check(cuda_driver::get().graph_launch(ready_.get(), stream_.get()), "cuGraphLaunch",
             {device_.number()});
}

void plan_graph::abandon() noexcept {
  stream_.release();
  static_cast<void>(ready_.release());
  static_cast<void>(graph_.release());
}

}  // namespace ark
