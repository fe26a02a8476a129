// The threads of streams, and the hardware queues that they share.
#include "fake_streams.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <map>
#include <thread>
#include <utility>

namespace fake {

namespace {

bool is_on(int& setting) { return std::atomic_ref<int>(setting).load() != 0; }
bool is_stuck() { return is_on(fake_cuda_settings()->stuck); }

/// All that is left of streams at exit is left to the process: threads may still look at it.
struct device_streams {
  std::vector<std::shared_ptr<CUstream_st>> all;
  std::map<std::pair<int, unsigned>, std::shared_ptr<hardware_queue>> queues;  ///< by priority
  std::map<int, unsigned> made;                                                ///< of a priority
  unsigned total = 0;
};
std::mutex mutex;
std::map<int, device_streams>& devices() {
  static auto* table = new std::map<int, device_streams>;
  return *table;
}

/// As the driver reads it.
unsigned connections() {
  const int set = fake_cuda_settings()->connections;
  if (set != 0) return static_cast<unsigned>(set);
  const char* text = std::getenv("CUDA_DEVICE_MAX_CONNECTIONS");
  return text == nullptr ? 8 : static_cast<unsigned>(std::atoi(text));
}

void forget(const std::shared_ptr<CUstream_st>& one) {
  const std::lock_guard lock(mutex);
  std::erase(devices()[one->device].all, one);
}

}  // namespace

bool copies_are_late() { return is_on(fake_cuda_settings()->late_copies); }

std::uint64_t hardware_queue::add() {
  const std::lock_guard lock(mutex_);
  return *waiting_.insert(++last_).first;
}

bool hardware_queue::is_next(std::uint64_t number) const {
  const std::lock_guard lock(mutex_);
  return *waiting_.begin() == number;
}

void hardware_queue::has_begun(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  waiting_.erase(number);
}

namespace {

/// The caller holds `mutex`.
CUstream start_stream(int device, unsigned number, std::shared_ptr<hardware_queue> queue) {
  device_streams& here = devices()[device];
  const auto made = std::make_shared<CUstream_st>(device, number, std::move(queue));
  here.all.push_back(made);
  std::thread([made] {
    made->run();
    forget(made);
  }).detach();
  return made.get();
}

}  // namespace

CUstream make_stream(int device, int priority) {
  const std::lock_guard lock(mutex);
  device_streams& here = devices()[device];
  auto& queue = here.queues[{priority, here.made[priority]++ % connections()}];
  if (queue == nullptr) queue = std::make_shared<hardware_queue>();
  return start_stream(device, here.total++, queue);
}

CUstream make_alone_stream(int device) {
  const std::lock_guard lock(mutex);
  return start_stream(device, 0, std::make_shared<hardware_queue>());
}

std::vector<std::shared_ptr<CUstream_st>> streams_of(int device) {
  const std::lock_guard lock(mutex);
  return devices()[device].all;
}

}  // namespace fake

void CUstream_st::add(fake::command what) {
  const std::lock_guard lock(mutex_);
  work_.push_back({std::move(what), ++last_, queue_->add()});
  changed_.notify_one();
}

bool CUstream_st::idle() {
  const std::lock_guard lock(mutex_);
  return work_.empty();
}

void CUstream_st::end() {
  const std::lock_guard lock(mutex_);
  ending_ = true;
  changed_.notify_one();
}

std::uint64_t CUstream_st::added() {
  const std::lock_guard lock(mutex_);
  return last_;
}

std::string CUstream_st::standing(std::uint64_t until) {
  const std::lock_guard lock(mutex_);
  if (work_.empty() || work_.front().place > until) return {};
  const step& first = work_.front();
  std::string text = first.what.call;
  if (!first.begun && !queue_->is_next(first.in_queue))
    text += ", behind another in its hardware queue";
  return text;
}

void CUstream_st::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return ending_ || !work_.empty(); });
    if (work_.empty()) return;
    const auto next = next_step();
    const bool ready = next != work_.end() && !fake::is_stuck() && begin(*next);
    lock.unlock();
    const bool done = ready && next->what.run();
    if (!done) std::this_thread::yield();
    lock.lock();
    if (!done) continue;
    work_.erase(next);
  }
}

/// Copies that are late stand in nobody's way.
std::list<CUstream_st::step>::iterator CUstream_st::next_step() {
  if (!fake::copies_are_late()) return work_.begin();
  return std::find_if(work_.begin(), work_.end(), [this](step& one) {
    if (one.what.copy) one.begun = true;
    if (one.what.copy) queue_->has_begun(one.in_queue);
    return !one.what.copy;
  });
}

/// False as long as it may not.
bool CUstream_st::begin(step& one) {
  if (one.begun) return true;
  one.begun = queue_->is_next(one.in_queue);
  if (one.begun) queue_->has_begun(one.in_queue);
  return one.begun;
}
