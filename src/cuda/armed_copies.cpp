#include "cuda/armed_copies.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ark/detail/atomics.hpp>
#include <ark/errc.hpp>
#include <chrono>
#include <iterator>
#include <new>
#include <vector>

#include "error/log.hpp"

namespace ark {

namespace {

const cuda_driver& api() { return cuda_driver::get(); }

std::size_t pages_of(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

}  // namespace

armed_copies::armed_copies(const cuda_device& device, const armed_options& options,
                           std::function<void(const std::string&)> failed)
    : device_(device),
      options_(options),
      failed_(std::move(failed)),
      page_(pages_of(options.most_plans * sizeof(std::uint64_t)), "counts of a GPU's plans"),
      pins_(device),
      control_(device) {
  page_.back(page_.bytes());
  pins_.pin(page_.base(), page_.bytes());
  done_ = {new (page_.base()) std::uint64_t[options.most_plans](), options.most_plans};
  const cuda_scope current(device_);
  cuda_check(
      api().mem_host_get_device_pointer(&done_of_device_, static_cast<void*>(page_.base()), 0u),
      "cuMemHostGetDevicePointer", {device_.number(), page_.bytes()});
  thread_ = std::thread(&armed_copies::main, this);
}

armed_copies::~armed_copies() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_one();
  thread_.join();
  std::vector<const detail::plan_state*> left;
  for (const entry& plan : plans_) {
    if (plan.what.words != nullptr) left.push_back(plan.what.words);
  }
  for (const detail::plan_state* words : left) {
    try {
      remove(words);
    } catch (const error& problem) {
      logger().warn("plans on device {}: {}", device_.number(), problem.what());
    }
  }
}

std::list<armed_copies::entry>::iterator armed_copies::find(const detail::plan_state* words) {
  return std::find_if(plans_.begin(), plans_.end(),
                      [words](const entry& one) { return one.what.words == words; });
}

/// The acquire pairs with the device's write, which comes after the transfer.
std::uint64_t armed_copies::done(const entry& plan) const {
  return detail::load_acquire(&done_[plan.slot]);
}

std::uint64_t armed_copies::armed(const detail::plan_state* words) const {
  const std::lock_guard lock(mutex_);
  const auto at = const_cast<armed_copies*>(this)->find(words);
  return at == plans_.end() ? 0 : at->armed;
}

/// The driver would copy pageable memory of the host by itself, now, and wait for the stream first:
/// without end. One end of the source stands for the other.
void armed_copies::check_source(const plan_copy& what) const {
  CUmemorytype kind{};
  const CUresult code =
      api().pointer_get_attribute(static_cast<void*>(&kind), CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                  device_pointer(what.source + what.bytes - 1));
  if (code == CUDA_SUCCESS) return;
  if (code != CUDA_ERROR_INVALID_VALUE) {
    cuda_check(code, "cuPointerGetAttribute", {device_.number(), what.bytes});
  }
  throw error(errc::invalid_argument,
              fmt::format("source = {}, {} bytes: pageable memory of the host, which device {} "
                          "cannot copy by itself; accepted: symmetric memory, memory of a GPU, "
                          "pinned memory",
                          fmt::ptr(what.source), what.bytes, device_.number()));
}

void armed_copies::add(const plan_copy& what, std::uint64_t base) {
  const cuda_scope current(device_);
  check_source(what);
  const std::lock_guard lock(mutex_);
  std::size_t slot = 0;
  const auto taken = [&] {
    return std::any_of(plans_.begin(), plans_.end(),
                       [&](const entry& one) { return one.slot == slot; });
  };
  while (slot < done_.size() && taken()) ++slot;
  if (slot == done_.size()) {
    throw error(
        errc::out_of_memory,
        fmt::format("{} plans of device {} are in use, which is the limit of those that copy "
                    "engines carry out; destroy some",
                    done_.size(), device_.number()));
  }
  plans_.push_back({what, cuda_stream(device_), base, 0, slot});
  const auto at = std::prev(plans_.end());
  detail::store_release(&done_[slot], std::uint64_t{0});
  try {
    while (at->armed < options_.depth) arm_one(*at);
  } catch (...) {
    try {
      end(at);
    } catch (const error& problem) {
      logger().warn("plan on device {}: {}", device_.number(), problem.what());
    }
    throw;
  }
}

/// One more transfer behind those that stand. The write of a word comes with a fence for everything
/// before it on its stream: who sees the signal sees the data, who sees `done` sees both.
void armed_copies::arm_one(entry& plan) {
  const plan_copy& what = plan.what;
  const std::uint64_t number = plan.armed + 1;
  cuda_check(api().stream_wait_value_64(plan.stream.get(), device_pointer(&what.words->started),
                                        cuuint64_t{plan.base + number},
                                        unsigned{CU_STREAM_WAIT_VALUE_GEQ}),
             "cuStreamWaitValue64", {device_.number()});
  plan.armed = number;  // from here on something waits
  cuda_check(api().memcpy_async(device_pointer(what.dest), device_pointer(what.source), what.bytes,
                                plan.stream.get()),
             "cuMemcpyAsync", {device_.number(), what.bytes});
  if (what.signal != nullptr) plan.stream.write_word(device_pointer(what.signal), number);
  plan.stream.write_word(done_of_device_ + plan.slot * sizeof(std::uint64_t), number);
  plan.stream.write_word(device_pointer(&what.words->done), plan.base + number);
}

/// Open the gate of everything that stands, and wait for it. The counts are equal afterwards, even
/// where arming had failed half way: a fence that looks at them must not wait.
void armed_copies::let_go(entry& plan) {
  const std::uint64_t last = plan.base + plan.armed;
  control_.write_word(device_pointer(&plan.what.words->started), last);
  if (!plan.stream.wait(options_.timeout_ns)) {
    const std::uint64_t ended = done(plan);
    // What it still waits for may come: freeing it would wait without end, and its slot stays its.
    plan.stream.release();
    plan.what.words = nullptr;
    throw error(errc::timeout,
                fmt::format("plan on device {}: {} of {} transfers that stood ready have ended "
                            "after {:.1f} s",
                            device_.number(), ended, plan.armed,
                            static_cast<double>(options_.timeout_ns) * 1e-9));
  }
  control_.write_word(device_pointer(&plan.what.words->done), last);
  if (!control_.wait(options_.timeout_ns)) {
    throw error(errc::timeout,
                fmt::format("plan on device {}: a word is not written after {:.1f} s",
                            device_.number(), static_cast<double>(options_.timeout_ns) * 1e-9));
  }
}

/// Let it go and forget it, unless its stream stays behind.
void armed_copies::end(std::list<entry>::iterator at) {
  const auto forget = [&] {
    if (at->what.words != nullptr) plans_.erase(at);
  };
  try {
    let_go(*at);
  } catch (...) {
    forget();
    throw;
  }
  forget();
}

std::uint64_t armed_copies::remove(const detail::plan_state* words) {
  const cuda_scope current(device_);
  const std::lock_guard lock(mutex_);
  const auto at = find(words);
  if (at == plans_.end()) {
    throw error(errc::invalid_argument,
                fmt::format("plan {} is not one of device {}", fmt::ptr(words), device_.number()));
  }
  const std::uint64_t last = at->base + at->armed;
  end(at);
  return last;
}

/// True if something was put behind.
bool armed_copies::arm_all() {
  bool any = false;
  for (entry& plan : plans_) {
    if (plan.what.words == nullptr) continue;
    while (plan.armed - done(plan) < options_.depth) {
      arm_one(plan);
      any = true;
    }
  }
  return any;
}

void armed_copies::main() {
  using namespace std::chrono_literals;
  const cuda_scope current(device_);
  unsigned quiet = 0;
  std::unique_lock lock(mutex_);
  while (!ending_) {
    try {
      quiet = !broken_ && arm_all() ? 0 : quiet + 1;
    } catch (const error& problem) {
      broken_ = true;
      failed_(problem.what());
    }
    // Far from the end of what stands there is time; when nobody starts anything there is more.
    changed_.wait_for(lock, quiet < 200 ? 50us : 2ms);
  }
}

}  // namespace ark
