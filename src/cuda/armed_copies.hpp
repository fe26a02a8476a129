// Carries out plans by a GPU's copy engines. Only where libark is built with a CUDA toolkit.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <span>
#include <string>
#include <thread>

#include "cuda/device.hpp"
#include "cuda/stream.hpp"
#include "handle/reserved_region.hpp"
#include "memory/cuda_host.hpp"
#include "plan/plan_copy.hpp"

namespace ark {

struct armed_options {
  unsigned depth = 16;  ///< transfers of a plan that stand ready
  unsigned most_plans =
      8;  ///< a stream each; streams share few queues of the device, and wait for each other there
  std::uint64_t timeout_ns = 0;
};

/// Transfers stand on a stream of their plan before they are started: a wait until `started` has
/// got to their number, the copy, the signal, `done`. A kernel that counts `started` up sets off
/// the next of them, without the CPU; a thread of this class puts new ones behind. What stands
/// cannot be taken back: removing a plan lets the rest of it go, so its destination may be written
/// until then.
///
/// The words and all addresses are of device memory. Members: any thread. The device outlives it.
class armed_copies {
 public:
  /// `failed` is told, on the thread of this class, when no more transfers can be put behind.
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

  /// Transfers of the plan that stand ready or have been carried out.
  [[nodiscard]] std::uint64_t armed(const detail::plan_state* words) const;

 private:
  struct entry {
    plan_copy what;  ///< its words null: a stream that was left behind
    cuda_stream stream;
    std::uint64_t base = 0;
    std::uint64_t armed = 0;
    std::size_t slot = 0;  ///< of its count in done_
  };

  void main();
  bool arm_all();
  void arm_one(entry& plan);
  void let_go(entry& plan);
  void end(std::list<entry>::iterator at);
  void check_source(const plan_copy& what) const;
  [[nodiscard]] std::list<entry>::iterator find(const detail::plan_state* words);
  [[nodiscard]] std::uint64_t done(const entry& plan) const;

  const cuda_device& device_;
  armed_options options_;
  std::function<void(const std::string&)> failed_;
  reserved_region page_;  ///< of host memory
  cuda_pins pins_;
  std::span<std::uint64_t> done_;   ///< in it: of each slot, transfers done, written by the device
  CUdeviceptr done_of_device_ = 0;  ///< the same memory as the device sees it
  cuda_stream control_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::list<entry> plans_;
  bool ending_ = false, broken_ = false;
  std::thread thread_;
};

}  // namespace ark
