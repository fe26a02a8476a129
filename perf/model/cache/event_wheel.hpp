// Events in the order of their cycles; those of one cycle in the order in which they were added.
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

#include "dram_channel.hpp"

namespace ark::cache_model {

enum class event_kind : std::uint8_t {
  issue,
  l1_turn,
  l2_arrival,
  l2_turn,
  channel,
  l2_fill,
  l1_fill,
  load_done,
  store_done
};

struct event {
  event_kind kind;
  std::uint32_t who, what;
};

/// A slot for each of the next cycles, and a heap for what is later. One thread.
class event_wheel {
 public:
  /// at: now() or later.
  void add(cycle at, event one) {
    ++waiting_;
    if (at - now_ < span) {
      slots_[at % span].push_back(one);
    } else {
      later_.push({at, later_count_++, one});
    }
  }
  [[nodiscard]] cycle now() const { return now_; }
  /// Calls handle(event) for each until none is left; handle may add.
  template <class Handle>
  void run(Handle&& handle) {
    for (; waiting_ > 0; ++now_) {
      std::vector<event>& due = slots_[now_ % span];
      for (; !later_.empty() && later_.top().at == now_; later_.pop())
        due.push_back(later_.top().what);
      for (std::size_t i = 0; i < due.size(); ++i) {
        --waiting_;
        last_ = now_;
        handle(event{due[i]});
      }
      due.clear();
    }
    now_ = last_;
  }

 private:
  static constexpr cycle span = 256;
  struct far_event {
    cycle at;
    std::uint64_t count;
    event what;
    bool operator<(const far_event& other) const {
      return at != other.at ? at > other.at : count > other.count;
    }
  };
  std::vector<std::vector<event>> slots_ = std::vector<std::vector<event>>(span);
  std::priority_queue<far_event> later_;
  std::uint64_t later_count_ = 0;
  std::size_t waiting_ = 0;
  cycle now_ = 0, last_ = 0;
};

}  // namespace ark::cache_model
