// PE 1: the second half of each batch. Activations arrive by put with signal, results return
// alike, in the order of a stream.
#pragma once

#include "halves.hpp"

class back {
 public:
  back(exchange_memory& memory, const std::string& folder) : memory_(memory) {
    for (int t = 0; t < tenants; ++t) {
      weights_.push_back(std::make_unique<half_weights>(folder, t, 1));
      weights_[t]->load(0);
      weights_[t]->redirect();
    }
  }

  /// Until PE 0 sends stop.
  void run() {
    while (!stopped_) {
      if (sleeps_) {
        for (int t = 0; t < tenants; ++t) watch_messages(t);
        queue_.dispatch(std::chrono::milliseconds(100));
      } else {
        const std::uint64_t next[] = {taken_[0] + 1, taken_[1] + 1};
        ark_uint64_wait_until_any_vector(memory_.arrived.data(), tenants, nullptr, ARK_CMP_GE,
                                         next);
      }
      if (ark_status() != 0) throw std::runtime_error(ark::failure_text(ark::last_failure()));
      for (int t = 0; t < tenants; ++t) take_messages(t);
    }
    streams_.sync();
  }

 private:
  struct pinned {
    std::uint64_t number;
    ark::serve::pin<float> weights;
  };

  /// Wakes dispatch(), where no watch is left from a time before.
  void watch_messages(int t) {
    if (std::exchange(watched_[t], true)) return;
    queue_.on_signal(
        memory_.arrived.data() + t, ARK_CMP_GT, taken_[t],
        [this, t](const ark::serve::completion&) { watched_[t] = false; }, ark::serve::no_timeout);
  }

  void take_messages(int t) {
    while (taken_[t] < ark_signal_fetch(memory_.arrived.data() + t)) take(t, taken_[t]++);
  }

  void take(int t, std::uint64_t number) {
    message_head* const message = memory_.received_at(t, number);
    message_head* const result = memory_.result_at(t, number);
    *result = *message;
    sleeps_ = message->sleeps != 0;
    const ark::stream_t stream = streams_.of(t, message->own_stream != 0);
    streams_.set(t, message->share, message->priority);
    while (!pins_[t].empty() && pins_[t].front().number < message->ended) pins_[t].pop_front();
    std::size_t floats = 0;
    switch (message->what) {
      case message_head::batch:
        pins_[t].push_back({number, weights_[t]->pin()});
        launch_half(models[t].halves[1], pins_[t].back().weights.data(), memory_.behind(message),
                    memory_.behind(result), memory_.between[t].data(), message->samples, stream);
        floats = std::size_t{message->samples} * classes;
        break;
      case message_head::prepare:
        loader_.post([this, t, version = message->version] {
          weights_[t]->load(version);
          ark_signal_set(memory_.loaded.data() + t, version, 0);
        });
        break;
      case message_head::redirect:
        weights_[t]->redirect();
        break;
      case message_head::load:
        weights_[t]->load(message->version);
        weights_[t]->redirect();
        break;
      case message_head::in_place:
        weights_[t]->load_in_place(message->version);
        break;
      case message_head::report:
        result->cpu_us = process_cpu_us();
        break;
      case message_head::stop:
        stopped_ = true;
        break;
    }
    ark::put_signal_on_stream(reinterpret_cast<float*>(memory_.reply_at(t, number)),
                              reinterpret_cast<const float*>(result),
                              sizeof(message_head) / sizeof(float) + floats,
                              memory_.finished.data() + t, number + 1, ARK_SIGNAL_SET, 0, stream);
  }

  exchange_memory& memory_;
  tenant_streams streams_;
  std::vector<std::unique_ptr<half_weights>> weights_;
  std::deque<pinned> pins_[tenants];
  std::uint64_t taken_[tenants] = {};
  bool watched_[tenants] = {}, sleeps_ = false, stopped_ = false;
  ark::serve::completion_queue queue_;
  loader loader_;
};
