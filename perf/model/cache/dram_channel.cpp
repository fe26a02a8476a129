#include "dram_channel.hpp"

#include <algorithm>
#include <bit>

namespace ark::cache_model {

void dram_channel::read(std::uint32_t line, std::uint32_t tag, cycle now) {
  const auto same = [line](const request& one) { return one.line == line; };
  if (std::ranges::any_of(writes_, same)) {
    replies_.push_back({tag, now + shape_.access, true});
  } else {
    reads_.push_back(made(line, tag));
  }
}

void dram_channel::accept(const request& one, cycle now) {
  const auto same = [&](const request& other) { return other.line == one.line; };
  if (std::ranges::none_of(writes_, same)) writes_.push_back(one);
  if (one.tag != nobody) replies_.push_back({one.tag, now, false});
}

void dram_channel::write(std::uint32_t line, std::uint32_t tag, cycle now) {
  if (beyond_.empty() && writes_.size() < shape_.write_queue) {
    accept(made(line, tag), now);
  } else {
    beyond_.push_back(made(line, tag));
  }
}

/// True if the bus turns now.
bool dram_channel::turn(cycle now) {
  const bool drain = draining_
                         ? !writes_.empty() && (reads_.empty() || writes_.size() > shape_.write_low)
                         : reads_.empty() || writes_.size() >= shape_.write_high;
  if (drain == draining_) return false;
  draining_ = drain;
  bus_free_ = now + shape_.turnaround;
  return true;
}

void dram_channel::open_row(const std::vector<request>& queue, std::uint32_t may, cycle now) {
  for (std::uint32_t left = may; left != 0; left &= left - 1) {
    const auto of = static_cast<unsigned>(std::countr_zero(left));
    if (banks_[of].ready > now) may &= ~(std::uint32_t{1} << of);
  }
  if (may == 0) return;
  const auto oldest =
      std::ranges::find_if(queue, [may](const request& one) { return (may >> one.bank & 1) != 0; });
  bank& opened = banks_[oldest->bank];
  opened.ready = now + (opened.row == nobody ? 0 : shape_.precharge) + shape_.activate;
  opened.row = oldest->row;
  ++counts_.activates;
}

cycle dram_channel::serve(cycle now) {
  if (idle()) return never;
  if (now < bus_free_) return bus_free_;
  if (turn(now)) return bus_free_;
  std::vector<request>& queue = draining_ ? writes_ : reads_;
  const std::size_t none = queue.size();
  std::size_t best = none;
  std::uint32_t asked = 0, wanted = 0;  // banks with a request, and with one for the open row
  for (std::size_t i = 0; i < none; ++i) {
    const request& one = queue[i];
    const bank& of = banks_[one.bank];
    const bool open = of.row == one.row;
    asked |= std::uint32_t{1} << one.bank;
    wanted |= std::uint32_t{open} << one.bank;
    // One branch, since the processor cannot predict which rows are open.
    if (static_cast<int>(open) & static_cast<int>(best == none) & static_cast<int>(of.ready <= now))
      best = i;
  }
  open_row(queue, asked & ~wanted, now);
  if (best == none) {
    cycle next = never;
    for (std::uint32_t left = asked; left != 0; left &= left - 1) {
      const bank& of = banks_[static_cast<std::size_t>(std::countr_zero(left))];
      next = std::min(next, std::max(of.ready, now + 1));
    }
    return next;
  }
  const request done = queue[best];
  queue.erase(queue.begin() + static_cast<std::ptrdiff_t>(best));
  bus_free_ = now + shape_.burst;
  banks_[done.bank].ready = bus_free_;
  if (draining_) {
    ++counts_.writes;
    while (!beyond_.empty() && writes_.size() < shape_.write_queue) {
      accept(beyond_.front(), now);
      beyond_.pop_front();
    }
  } else {
    ++counts_.reads;
    replies_.push_back({done.tag, now + shape_.access + shape_.burst, true});
  }
  return bus_free_;
}

}  // namespace ark::cache_model
