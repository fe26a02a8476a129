// Carries out plans by a GPU's copy engines. Only where libark is built with a CUDA toolkit.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "config/config.hpp"
#include "gpu/driver/cuda_pins.hpp"
#include "gpu/plans/armed_graph.hpp"
#include "os/reserved_region.hpp"

namespace ark {

struct armed_options {
  unsigned depth = 16;  ///< transfers of a plan that stand ready
  unsigned most_plans =
      8;  ///< a stream each; streams share few queues of the device, and wait for each other there
  std::uint64_t timeout_ns = 0;
  plan_arming arming = plan_arming::streams;
  std::uint64_t idle_ns = 1'000'000'000;  ///< a graph ends, and is launched again, after so long
};

/// Transfers stand ready on a stream of their plan before they are started: some of them behind
/// waits (armed_stream), or all in a graph that loops (armed_graph). A kernel that counts
/// `started` up sets off the next of them, without the CPU; a thread of this class sees to it that
/// enough stand ready. Removing a plan may carry out what stands, so its destination may be written
/// until then.
///
/// The words and all addresses are of device memory. Members: any thread. The device outlives it.
class armed_copies {
 public:
  /// Memory is allocated and freed here and in the destructor, and there only: both may wait for
  /// what stands armed on the device. `failed` is told, on the thread of this class, when no more
  /// transfers can be made ready.
  armed_copies(const cuda_device& device, const armed_options& options,
               std::function<void(const std::string&)> failed);
  ~armed_copies();
  armed_copies(const armed_copies&) = delete;
  armed_copies& operator=(const armed_copies&) = delete;

  /// `base`: what the words count to now. Throws ark::error: out_of_memory beyond most_plans,
  /// invalid_argument for a source in pageable memory, or what CUDA says; nothing of it is left
  /// then.
  void add(const plan_copy& what, std::uint64_t base);
  /// What has been started is done. Lets the rest go and waits for it: `started` and `done` count
  /// to what this returns. Throws timeout, and leaves its stream behind, if it does not end.
  std::uint64_t remove(const detail::plan_state* words);
  /// Remove all, and warn of what does not end. Only the destructor may follow.
  void end() noexcept;

 private:
  struct entry {
    std::unique_ptr<armed_plan> plan;  ///< null: its stream was left behind
    std::size_t slot = 0;              ///< of its words
  };

  void main();
  bool arm_all();
  std::uint64_t let_go(armed_plan& plan);
  std::uint64_t take_down(std::list<entry>::iterator at);
  void check_source(const plan_copy& what) const;
  [[nodiscard]] std::size_t free_slot() const;
  [[nodiscard]] armed_place place(const plan_copy& what, std::uint64_t base, std::size_t slot);
  [[nodiscard]] cuda_stream idle_stream();
  [[nodiscard]] std::unique_ptr<armed_plan> make(const armed_place& place);
  [[nodiscard]] std::list<entry>::iterator find(const detail::plan_state* words);

  const cuda_device& device_;
  armed_options options_;
  std::function<void(const std::string&)> failed_;
  reserved_region page_;  ///< of host memory
  cuda_pins pins_;
  std::span<armed_words> words_;     ///< in it, of each slot
  CUdeviceptr words_of_device_ = 0;  ///< the same memory as the device sees it
  cuda_stream control_;
  std::optional<plan_kernels> kernels_;  ///< of graphs
  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<entry> plans_;
  /// Of plans that are gone. New ones would in time come into the hardware queues where plans
  /// stand.
  std::vector<cuda_stream> idle_streams_;
  bool ending_ = false, broken_ = false;
  std::thread thread_;  ///< once there is a plan
};

}  // namespace ark
