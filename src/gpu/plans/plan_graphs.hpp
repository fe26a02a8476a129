// Carries out plans by a GPU's copy engines. Only where libark is built with a CUDA toolkit.
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
  /// A graph ends, and is launched again, after so long without a start: what waits for the whole
  /// device waits for this.
  std::uint64_t idle_ns = 100'000'000;
};

/// A graph for each plan is resident on the device (plan_graph): a kernel that increments
/// `started` starts a transfer without the CPU. A thread of this class launches graphs again that
/// have left because nothing was started.
///
/// The words and all addresses are of device memory. Members: any thread. The device outlives it.
class plan_graphs {
 public:
  /// Allocates memory and loads kernels; the destructor frees them. Other members do neither, as
  /// it may wait for the graphs on the device. `failed` is called on the thread of this class, with
  /// CUDA's text, when a graph cannot be launched again.
  plan_graphs(const cuda_device& device, const plan_graph_options& options,
              std::function<void(const std::string&)> failed);
  ~plan_graphs();
  plan_graphs(const plan_graphs&) = delete;
  plan_graphs& operator=(const plan_graphs&) = delete;

  /// `base`: what the words count to now. The graphs of this process on the device leave meanwhile
  /// and are launched again, because making one waits for them. Throws ark::error: out_of_memory
  /// beyond most_plans, invalid_argument for a source in pageable memory, timeout if a graph does
  /// not leave, or what CUDA says; nothing of it is left then.
  void add(const plan_copy& what, std::uint64_t base);
  /// All started transfers are done. Ends the plan's graph and waits for it; the counts are then
  /// what this returns. Throws timeout, and leaves its stream behind, if it does not end.
  std::uint64_t remove(const detail::plan_state* words);
  /// Remove all, and warn of what does not end. Only the destructor may follow.
  void end() noexcept;

 private:
  struct entry {
    std::unique_ptr<plan_graph> plan;  ///< null: its stream was left behind
    std::size_t slot = 0;              ///< of its words
  };

  class graphs_away;

  void main();
  void launch_all();
  void make(const plan_copy& what, std::uint64_t base);
  void leave();
  void come_back() noexcept;
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
  reserved_region page_;  ///< of host memory
  cuda_pins pins_;
  std::span<plan_graph_state> words_;  ///< in it, of each slot
  CUdeviceptr words_of_device_ = 0;    ///< the same memory as the device sees it
  cuda_stream control_;
  plan_kernels kernels_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<entry> plans_;
  /// Of plans that are gone. New ones would in time share the hardware queues of running graphs.
  std::vector<cuda_stream> idle_streams_;
  bool ending_ = false, broken_ = false;
  bool away_ = false;   ///< no graph is launched
  std::thread thread_;  ///< once there is a plan
};

}  // namespace ark
