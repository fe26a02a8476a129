#include "executor/warp_operation.hpp"

#include <algorithm>
#include <bit>

namespace ark::executor {
namespace {

using detail::match_op;
using detail::shuffle_op;
using detail::vote_op;

template <class Body>
void for_each_lane(std::uint32_t arrived, const Body& body) {
  for (std::uint32_t remaining = arrived; remaining != 0; remaining &= remaining - 1)
    body(std::countr_zero(remaining));
}

void vote(vote_op op, std::uint32_t arrived, lane* lanes) {
  std::uint32_t ballot = 0;
  for_each_lane(arrived, [&](int i) { ballot |= lanes[i].value != 0 ? 1u << i : 0u; });
  std::uint64_t result = 0;
  switch (op) {
    case vote_op::all:
      result = ballot == arrived ? 1 : 0;
      break;
    case vote_op::any:
      result = ballot != 0 ? 1 : 0;
      break;
    case vote_op::ballot:
      result = ballot;
      break;
  }
  for_each_lane(arrived, [&](int i) { lanes[i].result = result; });
}

// The lane that `i` reads, by the rules of the shfl instruction: for a lane outside the segment,
// `i` itself.
int shuffle_source(shuffle_op op, int i, unsigned operand, int width) {
  const int distance = static_cast<int>(operand & 31u);
  const int first = i & ~(width - 1);
  const int last = first + width - 1;
  switch (op) {
    case shuffle_op::index:
      return first | (distance & (width - 1));
    case shuffle_op::up:
      return i - distance >= first ? i - distance : i;
    case shuffle_op::down:
      return i + distance <= last ? i + distance : i;
    case shuffle_op::bfly:
      return (i ^ distance) <= last ? i ^ distance : i;
  }
  return i;
}

void shuffle(shuffle_op op, std::uint32_t arrived, lane* lanes) {
  for_each_lane(arrived, [&](int i) {
    const int from = shuffle_source(op, i, lanes[i].source, lanes[i].width);
    // A lane that does not participate has no value. CUDA leaves the result undefined; here it is
    // the reader's own value.
    lanes[i].result = lanes[((arrived >> from) & 1u) != 0 ? from : i].value;
  });
}

void match(match_op op, std::uint32_t arrived, lane* lanes) {
  for_each_lane(arrived, [&](int i) {
    std::uint32_t same = 0;
    for_each_lane(arrived, [&](int j) { same |= lanes[j].value == lanes[i].value ? 1u << j : 0u; });
    lanes[i].all_equal = same == arrived;
    lanes[i].result = op == match_op::any || same == arrived ? same : 0;
  });
}

std::uint32_t combine(char op, bool is_signed, std::uint32_t a, std::uint32_t b) {
  const auto sa = static_cast<std::int32_t>(a);
  const auto sb = static_cast<std::int32_t>(b);
  switch (op) {
    case 'a':
      return a + b;
    case 'm':
      return is_signed ? static_cast<std::uint32_t>(std::min(sa, sb)) : std::min(a, b);
    case 'M':
      return is_signed ? static_cast<std::uint32_t>(std::max(sa, sb)) : std::max(a, b);
    case '&':
      return a & b;
    case '|':
      return a | b;
    default:
      return a ^ b;
  }
}

void reduce(unsigned selector, std::uint32_t arrived, lane* lanes) {
  const char op = static_cast<char>(selector & ~reduce_signed);
  const bool is_signed = (selector & reduce_signed) != 0;
  const int first = std::countr_zero(arrived);
  auto total = static_cast<std::uint32_t>(lanes[first].value);
  for_each_lane(arrived & (arrived - 1), [&](int i) {
    total = combine(op, is_signed, total, static_cast<std::uint32_t>(lanes[i].value));
  });
  for_each_lane(arrived, [&](int i) { lanes[i].result = total; });
}

std::string reduce_name(unsigned selector) {
  switch (static_cast<char>(selector & ~reduce_signed)) {
    case 'a':
      return "__reduce_add_sync";
    case 'm':
      return "__reduce_min_sync";
    case 'M':
      return "__reduce_max_sync";
    case '&':
      return "__reduce_and_sync";
    case '|':
      return "__reduce_or_sync";
    default:
      return "__reduce_xor_sync";
  }
}

}  // namespace

void warp_compute(std::uint16_t kind, std::uint32_t arrived, lane* lanes) {
  const unsigned selector = kind & 0xffu;
  switch (static_cast<warp_family>(kind >> 8)) {
    case warp_family::sync:
      return;
    case warp_family::vote:
      return vote(static_cast<vote_op>(selector), arrived, lanes);
    case warp_family::shuffle:
      return shuffle(static_cast<shuffle_op>(selector), arrived, lanes);
    case warp_family::match:
      return match(static_cast<match_op>(selector), arrived, lanes);
    case warp_family::reduce:
      return reduce(selector, arrived, lanes);
  }
}

std::string warp_kind_name(std::uint16_t kind) {
  static constexpr const char* votes[] = {"__all_sync", "__any_sync", "__ballot_sync"};
  static constexpr const char* shuffles[] = {"__shfl_sync", "__shfl_up_sync", "__shfl_down_sync",
                                             "__shfl_xor_sync"};
  static constexpr const char* matches[] = {"__match_any_sync", "__match_all_sync"};
  const unsigned selector = kind & 0xffu;
  switch (static_cast<warp_family>(kind >> 8)) {
    case warp_family::sync:
      return "__syncwarp";
    case warp_family::vote:
      return votes[selector & 3u];
    case warp_family::shuffle:
      return shuffles[selector & 3u];
    case warp_family::match:
      return matches[selector & 1u];
    case warp_family::reduce:
      return reduce_name(selector);
  }
  return "warp operation";
}

}  // namespace ark::executor
