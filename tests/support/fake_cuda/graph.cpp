// Graphs of kernels, copies and loops. A launch is work of its stream, whose thread goes through
// the nodes one by one: of those that may come next, the one added last, as a caller expects least.
#include <algorithm>
#include <cstring>
#include <list>
#include <memory>
#include <vector>

#include "fake_functions.hpp"
#include "fake_state.hpp"

namespace fake {
namespace {

/// What a handle points to.
struct condition {
  unsigned at_launch, value;
  bool used;  ///< a node has it
};

struct copy_of {
  void* to = nullptr;
  const void* from = nullptr;
  std::size_t bytes = 0;
};

}  // namespace
}  // namespace fake

struct CUgraphNode_st {
  CUgraphNodeType type;
  std::vector<CUgraphNode> after;
  std::function<fake::work()> make;  ///< of a kernel
  fake::copy_of copy;
  fake::condition* on = nullptr;  ///< of a loop
  CUgraph body = nullptr;
};

struct CUgraph_st {
  std::list<CUgraphNode_st> nodes;
  std::list<fake::condition> conditions;
  std::list<CUgraph_st> bodies;
  CUgraph parent = nullptr;
  std::shared_ptr<CUgraph_st> self;  ///< until it is destroyed
};

/// What has been instantiated lives on while it runs.
struct CUgraphExec_st {
  std::shared_ptr<CUgraph_st> graph;
};

namespace fake {
namespace {

CUgraph root_of(CUgraph graph) {
  while (graph->parent != nullptr) graph = graph->parent;
  return graph;
}

/// One way through a graph.
class run {
 public:
  /// `late`: copies that are not made yet.
  run(const CUgraph_st& graph, std::vector<copy_of>& late) : graph_(graph), late_(late) {}

  /// A bit more of it. True once it has ended.
  bool step() {
    if (now_ == nullptr && !choose()) return true;
    if (go_on()) {
      ended_.push_back(now_);
      now_ = nullptr;
    }
    return false;
  }

 private:
  [[nodiscard]] bool has_ended(const CUgraphNode_st* node) const {
    return std::find(ended_.begin(), ended_.end(), node) != ended_.end();
  }
  bool choose() {
    for (auto at = graph_.nodes.rbegin(); at != graph_.nodes.rend(); ++at) {
      const bool ready = std::all_of(at->after.begin(), at->after.end(),
                                     [this](CUgraphNode node) { return has_ended(node); });
      if (!ready || has_ended(&*at)) continue;
      now_ = &*at;
      if (now_->make) kernel_ = now_->make();
      return true;
    }
    return false;
  }
  bool go_on() {
    if (now_->type == CU_GRAPH_NODE_TYPE_KERNEL) return kernel_();
    if (now_->type == CU_GRAPH_NODE_TYPE_MEMCPY) {
      late_.push_back(now_->copy);
      return true;
    }
    if (!body_ && now_->on->value == 0) return true;
    if (!body_) body_ = std::make_unique<run>(*now_->body, late_);
    if (body_->step()) body_.reset();
    return false;
  }

  const CUgraph_st& graph_;
  std::vector<copy_of>& late_;
  std::vector<const CUgraphNode_st*> ended_;
  const CUgraphNode_st* now_ = nullptr;
  work kernel_;
  std::unique_ptr<run> body_;  ///< the turn of a loop
};

/// A launch: the way through, and then the copies that were late.
class launch {
 public:
  explicit launch(std::shared_ptr<CUgraph_st> graph) : graph_(std::move(graph)) {
    for (condition& one : graph_->conditions) one.value = one.at_launch;
    alive(1);
  }
  ~launch() { alive(-1); }
  launch(const launch&) = delete;
  launch& operator=(const launch&) = delete;
  bool step() {
    if (!copies_are_late()) {
      for (const copy_of& one : late_) copy(one.to, one.from, one.bytes);
      late_.clear();
    }
    ended_ = ended_ || run_.step();
    return ended_ && late_.empty();
  }

 private:
  std::shared_ptr<CUgraph_st> graph_;
  std::vector<copy_of> late_;
  run run_{*graph_, late_};
  bool ended_ = false;
};

CUresult add_copy(const CUDA_MEMCPY_NODE_PARAMS& wanted, CUgraphNode_st& node) {
  const CUDA_MEMCPY3D& how = wanted.copyParams;
  const auto fits = [&](std::size_t pitch) {
    constexpr std::size_t most = (std::size_t{1} << 31) - 1;
    return pitch == 0 || (pitch >= how.WidthInBytes && pitch <= most);
  };
  const bool one_row =
      how.Height == 1 && how.Depth == 1 && fits(how.srcPitch) && fits(how.dstPitch);
  const bool by_address =
      how.srcMemoryType == CU_MEMORYTYPE_UNIFIED && how.dstMemoryType == CU_MEMORYTYPE_UNIFIED;
  const within_driver here;
  CUcontext current = nullptr;
  CtxGetCurrent(&current);
  CUmemorytype kind{};
  for (const CUdeviceptr at : {how.srcDevice, how.dstDevice}) {
    if (PointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, at) != CUDA_SUCCESS)
      return CUDA_ERROR_INVALID_VALUE;
  }
  node.copy = {reach(how.dstDevice, how.WidthInBytes), reach(how.srcDevice, how.WidthInBytes),
               how.WidthInBytes};
  const bool reached = node.copy.to != nullptr && node.copy.from != nullptr;
  const bool right = one_row && by_address && reached && wanted.copyCtx == current;
  return right ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult add_loop(CUDA_CONDITIONAL_NODE_PARAMS& wanted, CUgraph graph, CUgraphNode_st& node) {
  const CUgraph root = root_of(graph);
  for (condition& one : root->conditions) {
    if (reinterpret_cast<CUgraphConditionalHandle>(&one) == wanted.handle) node.on = &one;
  }
  if (node.on == nullptr || node.on->used || wanted.type != CU_GRAPH_COND_TYPE_WHILE ||
      wanted.size != 1 || wanted.ctx == nullptr) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  node.on->used = true;
  graph->bodies.emplace_back();
  node.body = &graph->bodies.back();
  node.body->parent = graph;
  wanted.phGraph_out = &node.body;
  return CUDA_SUCCESS;
}

CUresult fill(CUgraphNode_st& node, CUgraph graph, CUgraphNodeParams& what) {
  if (what.type == CU_GRAPH_NODE_TYPE_KERNEL)
    return kernel_work(what.kernel.func, what.kernel.kernelParams, &node.make);
  if (what.type == CU_GRAPH_NODE_TYPE_MEMCPY) return add_copy(what.memcpy, node);
  if (what.type == CU_GRAPH_NODE_TYPE_CONDITIONAL) return add_loop(what.conditional, graph, node);
  return CUDA_ERROR_NOT_SUPPORTED;
}

}  // namespace

void graph_set_conditional(CUgraphConditionalHandle handle, unsigned value) {
  reinterpret_cast<condition*>(handle)->value = value;
}

CUresult GraphCreate(CUgraph* graph, unsigned) {
  if (const CUresult code = called("cuGraphCreate"); code != CUDA_SUCCESS) return code;
  const auto made = std::make_shared<CUgraph_st>();
  made->self = made;
  *graph = made.get();
  alive(1);
  return CUDA_SUCCESS;
}

CUresult GraphDestroy(CUgraph graph) {
  const auto last = std::move(graph->self);
  alive(-1);
  return called("cuGraphDestroy");
}

CUresult GraphConditionalHandleCreate(CUgraphConditionalHandle* handle, CUgraph graph, CUcontext,
                                      unsigned value, unsigned flags) {
  if (const CUresult code = called("cuGraphConditionalHandleCreate"); code != CUDA_SUCCESS)
    return code;
  if (flags != CU_GRAPH_COND_ASSIGN_DEFAULT) return CUDA_ERROR_INVALID_VALUE;
  graph->conditions.push_back({value, 0, false});
  *handle = reinterpret_cast<CUgraphConditionalHandle>(&graph->conditions.back());
  return CUDA_SUCCESS;
}

CUresult GraphAddNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                      const CUgraphEdgeData*, std::size_t count, CUgraphNodeParams* what) {
  if (const CUresult code = called("cuGraphAddNode"); code != CUDA_SUCCESS) return code;
  graph->nodes.emplace_back();
  CUgraphNode_st& made = graph->nodes.back();
  made.type = what->type;
  made.after.assign(after, after + count);
  const CUresult code = fill(made, graph, *what);
  if (code != CUDA_SUCCESS) {
    graph->nodes.pop_back();
    return code;
  }
  *node = &made;
  return CUDA_SUCCESS;
}

CUresult GraphInstantiateWithFlags(CUgraphExec* ready, CUgraph graph, unsigned long long) {
  if (const CUresult code = called("cuGraphInstantiateWithFlags"); code != CUDA_SUCCESS)
    return code;
  const bool all_used = std::all_of(graph->conditions.begin(), graph->conditions.end(),
                                    [](const condition& one) { return one.used; });
  if (!all_used) return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult code = settled("cuGraphInstantiateWithFlags"); code != CUDA_SUCCESS)
    return code;
  *ready = new CUgraphExec_st{graph->self};
  alive(1);
  return CUDA_SUCCESS;
}

CUresult GraphLaunch(CUgraphExec ready, CUstream stream) {
  if (const CUresult code = called("cuGraphLaunch"); code != CUDA_SUCCESS) return code;
  const auto now = std::make_shared<launch>(ready->graph);
  return queue(stream, {"a graph", [now] { return now->step(); }});
}

CUresult GraphExecDestroy(CUgraphExec ready) {
  delete ready;
  alive(-1);
  return called("cuGraphExecDestroy");
}

}  // namespace fake
