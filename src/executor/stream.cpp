#include "executor/stream.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "executor/names.hpp"

namespace ark::executor {

namespace {

/// Makes `later` wait for all grids of the stream, which end in order.
void follow(const detail::cpu_stream& earlier, grid& later) {
  if (earlier.queue.empty()) return;
  earlier.queue.back()->followers.push_back(&later);
  ++later.waits_for;
}

bool may_start(const grid& one) {
  return one.waits_for == 0 && one.config.stream->queue.front().get() == &one;
}

}  // namespace

std::vector<grid*> grid_queues::push(std::unique_ptr<grid> fresh) {
  detail::cpu_stream& stream = *fresh->config.stream;
  if (stream.base != nullptr) follow(*stream.base, *fresh);
  for (const detail::cpu_stream* other : stream.ordered) follow(*other, *fresh);
  stream.queue.push_back(std::move(fresh));
  stream.pending.store(stream.queue.size(), std::memory_order_release);
  std::vector<grid*> starting;
  if (may_start(*stream.queue.back())) arrive(*stream.queue.back(), starting);
  return starting;
}

std::vector<grid*> grid_queues::pop(grid& done, std::unique_ptr<grid>& taken) {
  detail::cpu_stream& stream = *done.config.stream;
  const auto code = static_cast<errc>(done.failure.load(std::memory_order_acquire));
  if (stream.failure == errc::ok) stream.failure = code;
  taken = std::move(stream.queue.front());
  stream.queue.pop_front();
  stream.ended.fetch_add(1, std::memory_order_acq_rel);
  stream.pending.store(stream.queue.size(), std::memory_order_release);
  std::vector<grid*> starting;
  if (!stream.queue.empty() && stream.queue.front()->waits_for == 0)
    arrive(*stream.queue.front(), starting);
  for (grid* follower : done.followers) {
    --follower->waits_for;
    if (may_start(*follower)) arrive(*follower, starting);
  }
  return starting;
}

void grid_queues::arrive(grid& head, std::vector<grid*>& starting) {
  if (head.partners.size <= 1) {
    starting.push_back(&head);
    return;
  }
  std::vector<grid*>& present = launch_groups_[head.partners.id];
  present.push_back(&head);
  if (present.size() < head.partners.size) return;
  std::vector<grid*> complete = std::move(present);
  launch_groups_.erase(head.partners.id);
  std::sort(complete.begin(), complete.end(),
            [](const grid* a, const grid* b) { return a->partners.index < b->partners.index; });
  for (grid* one : complete) one->place = head.id;  // of the grid that arrived last
  starting.insert(starting.end(), complete.begin(), complete.end());
}

std::string grid_queues::waiting_text() const {
  std::string text;
  for (const auto& [id, present] : launch_groups_) {
    for (const grid* one : present) {
      text += fmt::format("{} waits for {} of the {} grids of launch group {}\n", grid_name(*one),
                          one->partners.size - present.size(), one->partners.size, id);
    }
  }
  return text;
}

}  // namespace ark::executor
