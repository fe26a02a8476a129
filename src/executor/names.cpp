#include "executor/names.hpp"

#include <fmt/core.h>

#include <bit>
#include <map>

#include "error/log.hpp"
#include "error/message_parts.hpp"
#include "executor/warp_operation.hpp"

namespace ark::executor {
namespace {

std::string triple(const detail::extent3& value) {
  return fmt::format("[{},{},{}]", value.x, value.y, value.z);
}

// Collects linear thread indices in ascending order and prints them as ranges.
class index_list {
 public:
  void add(std::uint32_t index) {
    ++count_;
    if (open_ && index == last_ + 1) {
      last_ = index;
      return;
    }
    close();
    first_ = last_ = index;
    open_ = true;
  }
  std::string text() {
    close();
    return text_;
  }
  [[nodiscard]] std::uint32_t count() const { return count_; }

 private:
  void close() {
    if (!open_) return;
    if (!text_.empty()) text_ += ',';
    text_ += first_ == last_ ? fmt::format("{}", first_) : fmt::format("{}-{}", first_, last_);
    open_ = false;
  }

  std::string text_;
  std::uint32_t first_ = 0, last_ = 0, count_ = 0;
  bool open_ = false;
};

void append(std::string& text, const std::string& what, index_list& lanes) {
  if (lanes.count() == 0) return;
  if (!text.empty()) text += "; ";
  text += fmt::format("{} {} {} ({})", lanes.count(), lanes.count() == 1 ? "lane" : "lanes", what,
                      lanes.text());
}

// The queue holds lanes by arrival; the text lists them by index.
void append_barrier(std::string& text, const thread_block& block) {
  std::map<std::uint32_t, bool> inside;
  for (const lane* one = block.in_barrier.head; one != nullptr; one = one->next) {
    inside[one->linear_index] = true;
  }
  index_list lanes;
  for (const auto& [index, _] : inside) lanes.add(index);
  append(text, "in __syncthreads", lanes);
}

void append_warps(std::string& text, const thread_block& block) {
  for (std::uint32_t w = 0; w * warp_lanes < block.count; ++w) {
    const warp& shown = block.warps[w];
    for (std::uint32_t i = 0; i < shown.pending_count; ++i) {
      const pending_operation& waiting = shown.pending[i];
      index_list lanes;
      for (std::uint32_t b = 0; b < warp_lanes; ++b) {
        if (((waiting.arrived >> b) & 1u) != 0) lanes.add(w * warp_lanes + b);
      }
      append(text,
             fmt::format("in {} with mask {:08x}", warp_kind_name(waiting.kind), waiting.mask),
             lanes);
    }
  }
}

const void* kernel_address(const detail::kernel_call& call) {
  return call.kernel != nullptr ? call.kernel : reinterpret_cast<const void*>(call.entry);
}

}  // namespace

const std::string& kernel_names::of(const detail::kernel_call& call) {
  const auto [at, fresh] = known_.try_emplace(kernel_address(call));
  if (fresh) at->second = symbol_name(kernel_address(call));
  return at->second;
}

std::string grid_name(const grid& named) {
  return fmt::format("grid {} ({})", named.id, symbol_name(kernel_address(named.call)));
}

std::string block_name(const thread_block& named) {
  return fmt::format("block {} of {}", triple(named.block_index), grid_name(named.owner()));
}

std::string lane_name(const lane& named) {
  return fmt::format("thread {} of {}", triple(named.thread_index), block_name(block_of(named)));
}

std::string lane_list(std::uint32_t bits, unsigned warp_index) {
  index_list lanes;
  for (std::uint32_t remaining = bits; remaining != 0; remaining &= remaining - 1) {
    lanes.add(warp_index * warp_lanes + static_cast<std::uint32_t>(std::countr_zero(remaining)));
  }
  return lanes.text();
}

std::string stuck_text(const thread_block& block) {
  std::string text;
  append_barrier(text, block);
  append_warps(text, block);
  return text;
}

std::string wait_text(const detail::wait_info& info) {
  std::string text = info.op == detail::op_kind::none ? "sleep" : detail::op_kind_name(info.op);
  if (info.address != nullptr) {
    text += fmt::format(" until word {} is {} {} (seen {})", info.address,
                        detail::cmp_kind_name(info.cmp), info.expected, info.seen);
  }
  if (info.pe >= 0) text += fmt::format(", PE {}", info.pe);
  return text;
}

std::string block_text(const thread_block& block) {
  std::string text = stuck_text(block);
  std::map<std::string, index_list> waiting;
  index_list ready;
  index_list fresh;
  for (std::uint32_t i = 0; i < block.count; ++i) {
    const lane& one = block.lanes[i];
    if (one.state == lane_state::waiting) {
      waiting[one.info != nullptr ? wait_text(*one.info) : "a wait"].add(i);
    } else if (one.state == lane_state::ready) {
      ready.add(i);
    } else if (one.state == lane_state::fresh) {
      fresh.add(i);
    }
  }
  for (auto& [what, lanes] : waiting) append(text, "in " + what, lanes);
  append(text, "ready", ready);
  append(text, "not started", fresh);
  if (block.live < block.count) {
    text += fmt::format("{}{} returned", text.empty() ? "" : "; ", block.count - block.live);
  }
  return block_name(block) + ": " + text;
}

void report_failure(errc code, const std::string& text) {
  logger().error("{}: {}", errc_name(code), text);
}

}  // namespace ark::executor
