// Executes plans by a GPU's copy engines. Only if libark is built with a CUDA toolkit.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "config/config.hpp"
#include "gpu/driver/cuda_pins.hpp"
#include "gpu/plans/plan_graph.hpp"
#include "os/reserved_region.hpp"

namespace ark {

struct plan_graph_options {
  unsigned most_plans = 8;  ///< each has a stream, and a resident block on the device
  std::uint64_t timeout_ns = 0;
  /// A graph ends after this time without a start, and is launched again: operations that wait for
  /// the whole device wait at most this long.
  std::uint64_t idle_ns = 100'000'000;
};

/// A graph for each plan is resident on the device (plan_graph): a kernel that increments `started`
/// starts a transfer without the CPU. A thread of this class launches graphs again that have ended
/// because nothing was started.
///
/// The state of plans and all addresses are of device memory. Members: any thread. The device
/// outlives it.
class plan_graphs {
 public:
  /// Allocates memory and loads kernels; the destructor frees them. Other members do neither,
  /// because it may wait for the graphs on the device. `failed` is called on the thread of this
  /// class, with CUDA's text, when a graph cannot be launched again.
  plan_graphs(const cuda_device& device, const plan_graph_options& options,
              std::function<void(const std::string&)> failed);
  ~plan_graphs();
  plan_graphs(const plan_graphs&) = delete;
  plan_graphs& operator=(const plan_graphs&) = delete;

  /// Add a plan. `base`: the present counts of its state. The graphs of this process on the device
  /// end meanwhile and are launched again, because making one waits for them. Throws ark::error:
  /// out_of_memory beyond most_plans, invalid_argument for a source in pageable memory, timeout if
  /// a graph does not end, or CUDA's error; the plan is then not added.
  void add(const plan_copy& what, std::uint64_t base);
  /// Remove a plan, whose started transfers are all done. Ends its graph and waits for it; returns
  /// the final counts. Throws timeout, and abandons its stream, if it does not end.
  std::uint64_t remove(const detail::plan_state* words);
  /// Remove all plans; logs a warning for those that do not end. Only the destructor may follow.
  void end() noexcept;

 private:
  struct entry {
    std::unique_ptr<plan_graph> plan;  ///< null: its stream was abandoned
    std::size_t slot = 0;              ///< index of its state
  };

  class graphs_away;

  void main();
  void launch_all();
  void make(const plan_copy& what, std::uint64_t base);
  void leave();
  void resume() noexcept;
  std::uint64_t end_graph(plan_graph& plan);
  std::uint64_t take_down(std::list<entry>::iterator at);
  void check_source(const plan_copy& what) const;
  [[nodiscard]] std::size_t free_slot() const;
  [[nodiscard]] plan_graph_place place(const plan_copy& what, std::uint64_t base, std::size_t slot);
  [[nodiscard]] cuda_stream idle_stream();
  [[nodiscard]] std::list<entry>::iterator find(const detail::plan_state* words);

  const cuda_device& device_;
  plan_graph_options options_;
  std::function<void(const std::string&)> failed_;
  reserved_region page_;  ///< host memory
  cuda_pins pins_;
  std::span<plan_graph_state> words_;  ///< in page_, one per slot
  CUdeviceptr words_of_device_ = 0;    ///< address of the same memory on the device
  cuda_stream control_;
  plan_kernels kernels_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<entry> plans_;
  /// Streams of removed plans, for reuse. New ones would in time share the hardware queues of
  /// running graphs.
  std::vector<cuda_stream> idle_streams_;
  bool ending_ = false, broken_ = false;
  bool away_ = false;   ///< no graph is launched
  std::thread thread_;  ///< started with the first plan
};

}  // namespace ark
