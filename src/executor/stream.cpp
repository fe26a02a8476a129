#include "executor/stream.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "executor/names.hpp"

namespace ark::executor {

std::vector<grid*> grid_queues::push(std::unique_ptr<grid> fresh) {
  detail::cpu_stream& stream = *fresh->config.stream;
  stream.queue.push_back(std::move(fresh));
  stream.pending.store(stream.queue.size(), std::memory_order_release);
  if (stream.queue.size() > 1) return {};
  return arrive(*stream.queue.front());
}

std::vector<grid*> grid_queues::pop(grid& done, std::unique_ptr<grid>& taken) {
  detail::cpu_stream& stream = *done.config.stream;
  const auto code = static_cast<errc>(done.failure.load(std::memory_order_acquire));
  if (stream.failure == errc::ok) stream.failure = code;
  taken = std::move(stream.queue.front());
  stream.queue.pop_front();
  stream.pending.store(stream.queue.size(), std::memory_order_release);
  if (stream.queue.empty()) return {};
  return arrive(*stream.queue.front());
}

std::vector<grid*> grid_queues::arrive(grid& head) {
  if (head.partners.size <= 1) return {&head};
  std::vector<grid*>& present = launch_groups_[head.partners.id];
  present.push_back(&head);
  if (present.size() < head.partners.size) return {};
  std::vector<grid*> complete = std::move(present);
  launch_groups_.erase(head.partners.id);
  std::sort(complete.begin(), complete.end(),
            [](const grid* a, const grid* b) { return a->partners.index < b->partners.index; });
  return complete;
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
