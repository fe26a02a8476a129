#include "dram_channel.hpp"

#include <algorithm>
#include <array>

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

cycle dram_channel::serve(cycle now) {
  if (idle()) return never;
  if (now < bus_free_) return bus_free_;
  if (turn(now)) return bus_free_;
  std::vector<request>& queue = draining_ ? writes_ : reads_;
  const std::size_t none = queue.size();
  std::size_t best = none;
  std::array<std::uint32_t, 32> first{};
  std::uint32_t wanted = 0,
                missing = 0;  // banks whose open row is wanted, and with a request for another
  for (std::size_t i = 0; i < none; ++i) {
    const std::uint32_t of = queue[i].bank, bit = std::uint32_t{1} << of;
    if (banks_[of].row == queue[i].row) {
      wanted |= bit;
      if (best == none && banks_[of].ready <= now) best = i;
    } else if ((missing & bit) == 0) {
      missing |= bit;
      first[of] = static_cast<std::uint32_t>(i);
    }
  }
  missing &= ~wanted;
  std::uint32_t oldest = nobody;
  for (std::uint32_t of = 0; of < shape_.banks; ++of) {
    if ((missing >> of & 1) != 0 && banks_[of].ready <= now) oldest = std::min(oldest, first[of]);
  }
  if (oldest != nobody) {
    bank& opened = banks_[queue[oldest].bank];
    opened.ready = now + (opened.row == nobody ? 0 : shape_.precharge) + shape_.activate;
    opened.row = queue[oldest].row;
    ++counts_.activates;
  }
  if (best == none) {
    cycle next = never;
    for (std::uint32_t of = 0; of < shape_.banks; ++of) {
      if (((wanted | missing) >> of & 1) != 0)
        next = std::min(next, std::max(banks_[of].ready, now + 1));
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
