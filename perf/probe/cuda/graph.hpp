// Owners of CUDA graphs, and the two ways to put nodes into one.
#pragma once

#include "memory.hpp"

namespace ark_probe {

/// A graph under construction.
class graph {
 public:
  graph() { check(cudaGraphCreate(&handle_, 0), "cudaGraphCreate"); }
  ~graph() { cudaGraphDestroy(handle_); }
  graph(const graph&) = delete;
  graph& operator=(const graph&) = delete;
  operator cudaGraph_t() const { return handle_; }  // NOLINT: every call takes it

  /// A condition that is true when the graph starts.
  [[nodiscard]] cudaGraphConditionalHandle condition() const {
    cudaGraphConditionalHandle made = 0;
    check(cudaGraphConditionalHandleCreate(&made, handle_, 1, cudaGraphCondAssignDefault),
          "cudaGraphConditionalHandleCreate");
    return made;
  }
  /// Adds a node that runs a body once, or as long as the condition holds. Returns that body.
  [[nodiscard]] cudaGraph_t add_body(cudaGraphConditionalHandle on,
                                     cudaGraphConditionalNodeType kind) const {
    cudaGraphNodeParams how = {};
    how.type = cudaGraphNodeTypeConditional;
    how.conditional.handle = on;
    how.conditional.type = kind;
    how.conditional.size = 1;
    cudaGraphNode_t node = nullptr;
    check(cudaGraphAddNode(&node, handle_, nullptr, nullptr, 0, &how),
          "cudaGraphAddNode(conditional)");
    return how.conditional.phGraph_out[0];
  }

 private:
  cudaGraph_t handle_ = nullptr;
};

/// Puts what `work` enqueues on `through` into `into`, one node after the other.
template <class Work>
void graph_capture(cudaGraph_t into, cudaStream_t through, Work work) {
  check(cudaStreamBeginCaptureToGraph(through, into, nullptr, nullptr, 0,
                                      cudaStreamCaptureModeThreadLocal),
        "cudaStreamBeginCaptureToGraph");
  cudaGraph_t same = nullptr;
  try {
    work();
  } catch (...) {
    cudaStreamEndCapture(through, &same);
    throw;
  }
  check(cudaStreamEndCapture(through, &same), "cudaStreamEndCapture");
}

/// A graph that can be launched, on the device already.
class graph_exec {
 public:
  graph_exec(const graph& from, unsigned long long flags, cudaStream_t through) {
    check(cudaGraphInstantiate(&handle_, from, flags),
          "cudaGraphInstantiate(flags " + std::to_string(flags) + ")");
    const cudaError_t code = cudaGraphUpload(handle_, through);
    if (code == cudaSuccess) return;
    cudaGraphExecDestroy(handle_);
    check(code, "cudaGraphUpload");
  }
  ~graph_exec() { cudaGraphExecDestroy(handle_); }
  graph_exec(const graph_exec&) = delete;
  graph_exec& operator=(const graph_exec&) = delete;
  operator cudaGraphExec_t() const { return handle_; }  // NOLINT: every call takes it

  void launch(cudaStream_t in) const { check(cudaGraphLaunch(handle_, in), "cudaGraphLaunch"); }

 private:
  cudaGraphExec_t handle_ = nullptr;
};

}  // namespace ark_probe
