// A program of ark whose stalls are known: each PE computes, sends a message to the next one, and
// waits for that of the previous one; or all wait for a sum.
#include <ark/stall.h>

#include <ark/ark.hpp>
#include <ark/gradients.hpp>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "work.h"

namespace {

/// Delays each message by a fixed time beside the PE's own work, as a slow link does.
class slow_link {
 public:
  slow_link(long delay_us, void (*send)(std::uint64_t number))
      : delay_us_(delay_us), send_(send), thread_([this] { run(); }) {}
  ~slow_link() {
    post(0);
    thread_.join();
  }
  slow_link(const slow_link&) = delete;
  slow_link& operator=(const slow_link&) = delete;
  /// Begin message `number`, after the last one has been sent; 0 ends the link.
  void post(std::uint64_t number) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !busy_; });
    busy_ = true;
    number_ = number;
    changed_.notify_all();
  }

 private:
  void run() {
    for (;;) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return busy_; });
      if (number_ == 0) return;
      lock.unlock();
      pause_us(delay_us_);
      send_(number_);
      lock.lock();
      busy_ = false;
      changed_.notify_all();
    }
  }
  long delay_us_;
  void (*send_)(std::uint64_t);
  std::mutex mutex_;
  std::condition_variable changed_;
  bool busy_ = false;
  std::uint64_t number_ = 0;
  std::thread thread_;
};

struct message {
  char *to, *from;
  std::uint64_t* arrived;
  std::size_t bytes;
} mine;

ARK_GLOBAL void await(std::uint64_t* arrived, std::uint64_t count) {
  if (threadIdx.x == 0) ark_signal_wait_until(arrived, ARK_CMP_GE, count);
}

/// The message of iteration `number`, counted from 1.
void send(std::uint64_t number) {
  const int next = (ark_my_pe() + 1) % ark_n_pes();
  ark_char_put_signal(mine.to, mine.from, mine.bytes, mine.arrived, number, ARK_SIGNAL_SET, next);
}

void sum(ark::gradients::exchange& gradients) {
  gradients.begin_iteration();
  gradients.ready(0);
  gradients.end_iteration();
  gradients.wait(0);
}

void communicate(const work& w, slow_link& link, std::uint64_t number) {
  if (w.link_us > 0) {
    link.post(number);
  } else {
    send(number);
  }
  if (w.kernel != 0) {
    ark::launch({1, 2}, await, mine.arrived, number);
    ark::device_sync();
  } else {
    ark_signal_wait_until(mine.arrived, ARK_CMP_GE, number);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const work w = work_of(argc, argv);
  ark::session session;
  FILE* const input = open_input(&w, ark_my_pe());
  mine.bytes = static_cast<std::size_t>(w.bytes);
  mine.to = static_cast<char*>(ark_malloc(mine.bytes));
  mine.from = static_cast<char*>(ark_malloc(mine.bytes));
  mine.arrived = static_cast<std::uint64_t*>(ark_calloc(1, sizeof(std::uint64_t)));
  if (mine.to == nullptr || mine.from == nullptr || mine.arrived == nullptr) return 1;
  ark_barrier_all();
  {
    slow_link link(w.link_us, send);
    float gradient = 0;
    ark::gradients::exchange gradients({ark::gradients::tensor_of(&gradient, 1)});
    for (long i = 0; i < w.iterations; ++i) {
      if (w.marks != 0) ark_stall_iteration();
      if (w.marks != 0 && input != nullptr) ark_stall_phase("input");
      read_input(&w, input);
      if (w.marks != 0) ark_stall_phase("compute");
      compute(&w, ark_my_pe());
      if (w.exchange != 0) {
        sum(gradients);
      } else if (ark_n_pes() > 1) {
        communicate(w, link, static_cast<std::uint64_t>(i) + 1);
      }
    }
    if (w.marks != 0) ark_stall_iteration();
  }
  ark_barrier_all();
  return ark_status() == 0 ? 0 : 1;
}
