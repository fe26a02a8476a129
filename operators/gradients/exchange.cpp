#include <fmt/core.h>

#include <algorithm>
#include <ark/ark.hpp>
#include <ark/gradients.hpp>
#include <chrono>
#include <exception>
#include <optional>

#include "arguments.hpp"
#include "exchange_thread.hpp"
#include "tuner.hpp"

namespace ark::gradients {

/// Of a PE alone, whose gradients are the result, ready and done are the same words, and there is
/// no thread.
class exchange::state {
 public:
  state(std::vector<tensor> tensors, const options& how);
  ~state();

  [[nodiscard]] bool is_open() const { return iteration_ != ended_; }
  void begin();
  void ready(std::size_t t);
  void end() { ended_ = iteration_; }
  void wait(std::size_t t);
  [[nodiscard]] bool wait_for(std::size_t t, std::uint64_t timeout_us);
  void check_tensor(const char* call, std::size_t t) const;
  void check_open(const char* call) const;
  [[nodiscard]] std::uint64_t awaited(std::size_t t) const { return std::max(ended_, by_host_[t]); }
  [[nodiscard]] kernel_view view() const {
    return {thread_ ? words_.ready() : words_.done(),
            words_.done(),
            iteration_,
            ended_,
            tensors_.size(),
            me_};
  }
  [[nodiscard]] statistics so_far() const;
  [[nodiscard]] iteration_record record() const;

 private:
  void tune(double iteration_us);

  const std::vector<tensor> tensors_;
  const int me_ = ark_my_pe();
  const heap_access heap_;
  words_of_tensors words_;
  std::optional<exchange_thread> thread_;
  std::optional<tuner> tuner_;
  std::uint64_t iteration_ = 0, ended_ = 0;
  double began_us_ = 0;
  std::vector<std::uint64_t> by_host_;  ///< iteration of the last ready() of each tensor
  std::vector<iteration_record::of_tensor> times_;  ///< of the program's calls
};

exchange::state::state(std::vector<tensor> tensors, const options& how)
    : tensors_((check_arguments(tensors, how), std::move(tensors))),
      words_(tensors_.size()),
      by_host_(tensors_.size()),
      times_(tensors_.size()) {
  agreement agreed = agree(tensors_, how);
  if (ark_n_pes() == 1) return;
  thread_.emplace(tensors_, std::move(agreed), words_);
  if (how.order == policy::bytescheduler && me_ == 0) {
    tuner_.emplace(thread_->how().chunk_bytes, thread_->stripe_bytes());
    tune(0);
  }
}

exchange::state::~state() {
  if (!thread_) return;
  thread_->drain();
  // Other PEs may still send, and wait for answers. Not while an error ends this PE's work.
  if (words_.alive() && std::uncaught_exceptions() == 0 && status() == errc::ok) {
    ark_signal_wait_until(words_.drained(), ARK_CMP_EQ, 1);
    if (status() == errc::ok) ark_barrier_all();
  }
}

void exchange::state::check_tensor(const char* call, std::size_t t) const {
  if (t >= tensors_.size())
    throw error(errc::invalid_argument,
                fmt::format("gradients::exchange::{}: tensor {}; accepted: below {}", call, t,
                            tensors_.size()));
}
void exchange::state::check_open(const char* call) const {
  if (!is_open())
    throw error(errc::wrong_state,
                fmt::format("gradients::exchange::{}: outside of an iteration; accepted: between "
                            "begin_iteration and end_iteration",
                            call));
}

void exchange::state::begin() {
  const double now = now_us();
  if (tuner_ && iteration_ > 0) tune(now - began_us_);
  began_us_ = now;
  ++iteration_;
}

/// PE 0 decides for all. The others take the window when it arrives.
void exchange::state::tune(double iteration_us) {
  if (iteration_us > 0 && !tuner_->iteration(iteration_us)) return;
  const std::uint64_t word = packed(tuner_->now(), thread_->how().chunk_bytes);
  for (int pe = 0; pe < ark_n_pes(); ++pe) ark_signal_set(words_.window(), word, pe);
}

void exchange::state::ready(std::size_t t) {
  if (by_host_[t] == iteration_)
    throw error(errc::wrong_state,
                fmt::format("gradients::exchange::ready: tensor {} a second time in iteration {}",
                            t, iteration_));
  if (const std::uint64_t done = heap_.word(words_.done() + t); done + 1 < iteration_)
    throw error(errc::wrong_state,
                fmt::format("gradients::exchange::ready: tensor {} in iteration {}, whose result "
                            "of iteration {} is not there yet; accepted: after wait()",
                            t, iteration_, iteration_ - 1));
  by_host_[t] = iteration_;
  times_[t].ready_us = now_us();
  if (thread_) {
    thread_->ready(t, iteration_);
  } else {
    ark_signal_set(words_.done() + t, iteration_, me_);
  }
}

void exchange::state::wait(std::size_t t) {
  times_[t].waits_us = now_us();
  if (const std::uint64_t iteration = awaited(t); iteration != 0) {
    if (thread_) thread_->sleep_until_done(t, iteration, std::chrono::seconds(1));
    ark_signal_wait_until(words_.done() + t, ARK_CMP_GE, iteration);
  }
  times_[t].has_us = now_us();
  check_failure("wait");
}

bool exchange::state::wait_for(std::size_t t, std::uint64_t timeout_us) {
  if (thread_) thread_->sleep_until_done(t, awaited(t), std::chrono::microseconds(timeout_us));
  check_failure("wait_for");
  const bool has_result = heap_.word(words_.done() + t) >= awaited(t);
  if (has_result) wait(t);
  return has_result;
}

statistics exchange::state::so_far() const {
  statistics now = thread_ ? thread_->so_far() : statistics{};
  now.iterations = ended_;
  now.is_tuned = tuner_ && tuner_->is_settled();
  return now;
}

iteration_record exchange::state::record() const {
  iteration_record all = thread_ ? thread_->record() : iteration_record{times_, {}};
  for (std::size_t t = 0; t < tensors_.size(); ++t) {
    all.tensors[t].bytes = bytes_of(tensors_[t]);
    all.tensors[t].waits_us = times_[t].waits_us;
    all.tensors[t].has_us = times_[t].has_us;
  }
  return all;
}

// --- The calls

exchange::exchange(std::vector<tensor> tensors, const options& how)
    : state_(std::make_unique<state>(std::move(tensors), how)) {}
exchange::~exchange() = default;

void exchange::begin_iteration() {
  if (state_->is_open())
    throw error(errc::wrong_state,
                "gradients::exchange::begin_iteration: the last iteration has not ended; accepted: "
                "after end_iteration");
  check_failure("begin_iteration");
  state_->begin();
}
void exchange::ready(std::size_t tensor) {
  state_->check_tensor("ready", tensor);
  state_->check_open("ready");
  state_->ready(tensor);
}
kernel_view exchange::view_of(const char* call, std::size_t tensor, bool is_in_iteration) const {
  state_->check_tensor(call, tensor);
  if (is_in_iteration) state_->check_open(call);
  kernel_view of = state_->view();
  of.awaited = state_->awaited(tensor);
  return of;
}
void exchange::end_iteration() {
  state_->check_open("end_iteration");
  state_->end();
}
void exchange::wait(std::size_t tensor) {
  state_->check_tensor("wait", tensor);
  state_->wait(tensor);
}
bool exchange::wait_for(std::size_t tensor, std::uint64_t timeout_us) {
  state_->check_tensor("wait_for", tensor);
  return state_->wait_for(tensor, timeout_us);
}
kernel_view exchange::view() const { return state_->view(); }
statistics exchange::so_far() const { return state_->so_far(); }
iteration_record exchange::last_iteration() const { return state_->record(); }

}  // namespace ark::gradients
