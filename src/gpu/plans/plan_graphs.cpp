#include "gpu/plans/plan_graphs.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <ark/detail/platform/atomics.hpp>
#include <ark/errc.hpp>
#include <chrono>
#include <iterator>
#include <new>

#include "error/log.hpp"
#include "os/resource_limits.hpp"

namespace ark {

namespace {

std::size_t pages_of(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

/// Shared by all objects of this process: a graph of any of them on a device blocks a thread that
/// makes one there.
std::mutex process_mutex;
std::vector<plan_graphs*> process_copies;

}  // namespace

/// While this object lives, no graph of this process runs on the device of `maker`.
class plan_graphs::graphs_away {
 public:
  explicit graphs_away(const plan_graphs& maker) : lock_(process_mutex) {
    try {
      for (plan_graphs* each : process_copies) {
        if (each->device_.number() != maker.device_.number()) continue;
        left_.push_back(each);
        each->leave();
      }
    } catch (...) {
      resume();
      throw;
    }
  }
  ~graphs_away() { resume(); }
  graphs_away(const graphs_away&) = delete;
  graphs_away& operator=(const graphs_away&) = delete;

 private:
  void resume() noexcept {
    for (plan_graphs* each : left_) each->resume();
  }

  std::lock_guard<std::mutex> lock_;
  std::vector<plan_graphs*> left_;
};

plan_graphs::plan_graphs(const cuda_device& device, const plan_graph_options& options,
                         std::function<void(const std::string&)> failed)
    : device_(device),
      options_(options),
      failed_(std::move(failed)),
      page_(pages_of(options.most_plans * sizeof(plan_graph_state)), "counts of a GPU's plans"),
      pins_(device),
      control_(device),
      kernels_(device) {
  page_.back(page_.bytes());
  pins_.pin(page_.base(), page_.bytes());
  words_ = {new (page_.base()) plan_graph_state[options.most_plans](), options.most_plans};
  const cuda_scope current(device_);
  cuda_check(cuda_driver::get().mem_host_get_device_pointer(&words_of_device_,
                                                            static_cast<void*>(page_.base()), 0u),
             "cuMemHostGetDevicePointer", {device_.number(), page_.bytes()});
  const std::lock_guard lock(process_mutex);
  process_copies.push_back(this);
}

plan_graphs::~plan_graphs() {
  {
    const std::lock_guard lock(process_mutex);
    std::erase(process_copies, this);
  }
  end();
}

void plan_graphs::end() noexcept {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
  std::vector<const detail::plan_state*> left;
  for (const entry& one : plans_) {
    if (one.plan) left.push_back(one.plan->words());
  }
  for (const detail::plan_state* words : left) {
    try {
      remove(words);
    } catch (const error& problem) {
      logger().warn("plans on device {}: {}", device_.number(), problem.what());
    }
  }
}

std::list<plan_graphs::entry>::iterator plan_graphs::find(const detail::plan_state* words) {
  return std::find_if(plans_.begin(), plans_.end(),
                      [words](const entry& one) { return one.plan && one.plan->words() == words; });
}

/// A copy in the body of a loop accesses no pageable host memory: the driver copies that with the
/// CPU. Only the last byte of the source is checked.
void plan_graphs::check_source(const plan_copy& what) const {
  CUmemorytype kind{};
  const CUresult code = cuda_driver::get().pointer_get_attribute(
      static_cast<void*>(&kind), CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
      device_pointer(what.source + what.bytes - 1));
  if (code == CUDA_SUCCESS) return;
  if (code != CUDA_ERROR_INVALID_VALUE) {
    cuda_check(code, "cuPointerGetAttribute", {device_.number(), what.bytes});
  }
  throw error(errc::invalid_argument,
              fmt::format("source = {}, {} bytes: pageable memory of the host, which device {} "
                          "cannot copy by itself; accepted: symmetric memory, memory of a GPU, "
                          "pinned memory",
                          static_cast<const void*>(what.source), what.bytes, device_.number()));
}

std::size_t plan_graphs::free_slot() const {
  for (std::size_t slot = 0; slot < words_.size(); ++slot) {
    const bool taken = std::any_of(plans_.begin(), plans_.end(),
                                   [&](const entry& one) { return one.slot == slot; });
    if (!taken) return slot;
  }
  throw error(errc::out_of_memory,
              fmt::format("{} plans of device {} are in use, which is the limit of those that copy "
                          "engines carry out; destroy some",
                          words_.size(), device_.number()));
}

plan_graph_place plan_graphs::place(const plan_copy& what, std::uint64_t base, std::size_t slot) {
  return {what, base, new (&words_[slot]) plan_graph_state(),
          words_of_device_ + slot * sizeof(plan_graph_state)};
}

cuda_stream plan_graphs::idle_stream() {
  if (idle_streams_.empty()) return cuda_stream(device_);
  cuda_stream last = std::move(idle_streams_.back());
  idle_streams_.pop_back();
  return last;
}

/// Make the graphs end after the started transfers.
void plan_graphs::leave() {
  const std::lock_guard lock(mutex_);
  away_ = true;
  for (const entry& one : plans_) {
    if (one.plan) one.plan->close();
  }
  for (const entry& one : plans_) {
    if (!one.plan || one.plan->stream().wait(options_.timeout_ns)) continue;
    throw error(errc::timeout,
                fmt::format("plans on device {}: a graph has not left {:.1f} s after another plan "
                            "was to be made; kernels start it all the time",
                            device_.number(), static_cast<double>(options_.timeout_ns) * 1e-9));
  }
}

/// Let the thread launch the graphs again.
void plan_graphs::resume() noexcept {
  {
    const std::lock_guard lock(mutex_);
    away_ = false;
    for (const entry& one : plans_) {
      if (one.plan) one.plan->reopen();
    }
  }
  changed_.notify_one();
}

void plan_graphs::add(const plan_copy& what, std::uint64_t base) {
  const cuda_scope current(device_);
  check_source(what);
  const graphs_away others(*this);
  make(what, base);
}

void plan_graphs::make(const plan_copy& what, std::uint64_t base) {
  const std::lock_guard lock(mutex_);
  if (!thread_.joinable()) thread_ = thread_start("the graphs of plans", &plan_graphs::main, this);
  const std::size_t slot = free_slot();
  plans_.push_back({std::make_unique<plan_graph>(device_, place(what, base, slot), idle_stream(),
                                                 kernels_, options_.idle_ns),
                    slot});
  const auto at = std::prev(plans_.end());
  try {
    at->plan->launch();
  } catch (...) {
    try {
      take_down(at);
    } catch (const error& problem) {
      logger().warn("plan on device {}: {}", device_.number(), problem.what());
    }
    throw;
  }
}

/// The counts are equal afterwards, even if the graph could not be launched again: a fence that
/// compares them must not wait.
std::uint64_t plan_graphs::end_graph(plan_graph& plan) {
  const double seconds = static_cast<double>(options_.timeout_ns) * 1e-9;
  plan.close();
  if (!plan.stream().wait(options_.timeout_ns)) {
    const std::uint64_t done = plan.done();
    plan.abandon();  // freeing a running graph would wait forever
    throw error(errc::timeout,
                fmt::format("plan on device {}: its graph, with {} transfers done, has not ended "
                            "after {:.1f} s",
                            device_.number(), done, seconds));
  }
  const std::uint64_t last = plan.base() + plan.done();
  control_.write_word(device_pointer(&plan.words()->started), last);
  if (!control_.wait(options_.timeout_ns)) {
    throw error(errc::timeout,
                fmt::format("plan on device {}: a word is not written after {:.1f} s",
                            device_.number(), seconds));
  }
  return last;
}

/// End a plan and remove it. If its stream is abandoned, its slot is not used again: the graph may
/// still write there.
std::uint64_t plan_graphs::take_down(std::list<entry>::iterator at) {
  const std::unique_ptr<plan_graph> plan = std::move(at->plan);
  try {
    const std::uint64_t last = end_graph(*plan);
    idle_streams_.push_back(plan->take_stream());
    plans_.erase(at);
    return last;
  } catch (...) {
    if (plan->stream().get() != nullptr) plans_.erase(at);
    throw;
  }
}

std::uint64_t plan_graphs::remove(const detail::plan_state* words) {
  const cuda_scope current(device_);
  const std::lock_guard lock(mutex_);
  const auto at = find(words);
  if (at == plans_.end()) {
    throw error(errc::invalid_argument,
                fmt::format("plan {} is not one of device {}", static_cast<const void*>(words),
                            device_.number()));
  }
  return take_down(at);
}

void plan_graphs::launch_all() {
  for (const entry& one : plans_) {
    if (one.plan) one.plan->launch();
  }
}

void plan_graphs::main() {
  using namespace std::chrono_literals;
  const cuda_scope current(device_);
  std::unique_lock lock(mutex_);
  while (!ending_) {
    try {
      if (!broken_ && !away_) launch_all();
    } catch (const error& problem) {
      broken_ = true;
      failed_(problem.what());
    }
    changed_.wait_for(lock, 2ms);  // a graph that has ended is launched again within this time
  }
}

}  // namespace ark
