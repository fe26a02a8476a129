#include "arguments.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ark/ark.hpp>
#include <bit>
#include <chrono>
#include <string>

#include "chunks.hpp"
#include "heap_access.hpp"

namespace ark::gradients {

namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw error(errc::invalid_argument, "gradients::exchange: " + what);
}
[[noreturn]] void differ(const std::string& what) {
  throw error(errc::asymmetric, "gradients::exchange: " + what);
}

/// Memory for what PEs compare.
class comparison {
 public:
  explicit comparison(std::size_t words) : words_(2 * words) {}
  /// The largest of `mine` on all PEs, word by word.
  std::vector<std::uint64_t> largest(const std::vector<std::uint64_t>& mine) {
    if (mine.empty()) return {};
    if (!heap_access().is_direct()) return largest_by_reading(mine);
    std::copy(mine.begin(), mine.end(), words_.data());
    std::uint64_t* const all = words_.data() + words_.size() / 2;
    ark_uint64_max_reduce(ARK_TEAM_WORLD, all, words_.data(), mine.size());
    check_failure("exchange");
    return {all, all + mine.size()};
  }
  /// An address that is the same on all PEs.
  [[nodiscard]] const std::uint64_t* origin() const { return words_.data(); }

 private:
  /// No collective of the host adds or compares in a GPU's memory.
  std::vector<std::uint64_t> largest_by_reading(std::vector<std::uint64_t> all) {
    words_.write(all);
    ark_barrier_all();
    std::vector<std::uint64_t> theirs(all.size());
    for (int pe = 0; pe < ark_n_pes(); ++pe) {
      ark_getmem(theirs.data(), words_.data(), theirs.size() * sizeof theirs[0], pe);
      for (std::size_t i = 0; i < all.size(); ++i) all[i] = std::max(all[i], theirs[i]);
    }
    ark_barrier_all();
    check_failure("exchange");
    return all;
  }

  symmetric_array<std::uint64_t> words_;
};

/// Median time of a put and of its completion at the next PE.
double put_us(std::byte* to, const std::byte* from, std::size_t bytes) {
  using clock = std::chrono::steady_clock;
  constexpr int rounds = 7;
  std::vector<double> times;
  for (int k = 0; k < rounds; ++k) {
    const auto begin = clock::now();
    ark_putmem(to, from, bytes, (ark_my_pe() + 1) % ark_n_pes());
    ark_quiet();
    times.push_back(std::chrono::duration<double, std::micro>(clock::now() - begin).count());
  }
  std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
  return times[rounds / 2];
}

/// An urgent chunk waits twice for what was posted before it: as a part, and as a result.
constexpr std::size_t most_default_credit = 1024 * 1024;

/// A chunk takes its link 20 times as long as a message without data, so that messages cost 5
/// percent; and each PE owns four of them or more.
std::size_t calibrated_chunk(comparison& all, std::size_t all_bytes) {
  constexpr std::size_t small = 64, large = 256 * 1024, least = 128 * 1024, most = 1024 * 1024;
  const symmetric_array<std::byte> memory(2 * large);
  const double latency_us = put_us(memory.data(), memory.data() + large, small);
  const double large_us = put_us(memory.data(), memory.data() + large, large);
  const double rate = static_cast<double>(large - small) / std::max(large_us - latency_us, 1.0);
  const auto wanted = static_cast<std::uint64_t>(20 * latency_us * rate);
  const auto chunk =
      all.largest({std::bit_floor(std::clamp<std::uint64_t>(wanted, least, most))})[0];
  const std::size_t share = all_bytes / (4 * static_cast<std::size_t>(ark_n_pes()));
  return std::min<std::size_t>(chunk, rounded_up(std::max<std::size_t>(share, 4096)));
}

void agree_on_options(comparison& all, const std::vector<tensor>& tensors, const options& how) {
  const std::uint64_t count = tensors.size(), chunk = how.chunk_bytes,
                      result = static_cast<std::uint64_t>(how.result);
  const auto most = all.largest({count, ~count, chunk, ~chunk, result, ~result});
  if (most[0] != ~most[1] || most[2] != ~most[3]) {
    differ(
        fmt::format("{} tensors and chunk_bytes {} on PE {}; others have {} to {} tensors and "
                    "{} to {}",
                    count, chunk, ark_my_pe(), ~most[1], most[0], ~most[3], most[2]));
  }
  if (most[4] != ~most[5]) {
    differ(fmt::format("result is {} on PE {}; accepted: the same on all PEs",
                       how.result == reduction::mean ? "mean" : "sum", ark_my_pe()));
  }
}

/// Of each tensor, whether it needs a copy.
std::vector<bool> agree_on_tensors(comparison& all, const std::vector<tensor>& tensors) {
  std::vector<std::uint64_t> mine;
  for (const tensor& one : tensors) {
    const std::uint64_t shape = one.count << 2 | static_cast<std::uint64_t>(one.type);
    const bool is_symmetric = one.count == 0 || ark_addr_accessible(one.data, ark_my_pe()) != 0;
    const std::uint64_t offset = is_symmetric && one.count != 0
                                     ? reinterpret_cast<std::uint64_t>(one.data) -
                                           reinterpret_cast<std::uint64_t>(all.origin())
                                     : 0;
    mine.insert(mine.end(), {shape, ~shape, is_symmetric ? 0u : 1u, offset, ~offset});
  }
  const auto most = all.largest(mine);
  std::vector<bool> needs_copy;
  for (std::size_t t = 0; t < tensors.size(); ++t) {
    const std::uint64_t* const of = &most[5 * t];
    if (of[0] != ~of[1]) {
      differ(
          fmt::format("tensor {} has {} elements of type {} on PE {}; accepted: the same on all "
                      "PEs",
                      t, tensors[t].count, static_cast<int>(tensors[t].type), ark_my_pe()));
    }
    needs_copy.push_back(of[2] != 0 || of[3] != ~of[4]);
  }
  return needs_copy;
}

host_list find_hosts(comparison& all) {
  const int pes = ark_n_pes();
  std::vector<std::uint64_t> first(static_cast<std::size_t>(pes));
  first[static_cast<std::size_t>(ark_my_pe())] =
      static_cast<std::uint64_t>(ark_team_translate_pe(ARK_TEAM_SHARED, 0, ARK_TEAM_WORLD));
  first = all.largest(first);
  return host_list({first.begin(), first.end()});
}

}  // namespace

void check_failure(const char* call) {
  if (const errc code = status(); code != errc::ok)
    throw error(code,
                fmt::format("gradients::exchange::{}: {}", call, failure_text(last_failure())));
}

void check_arguments(const std::vector<tensor>& tensors, const options& how) {
  if (how.chunk_bytes % 64 != 0)
    refuse(fmt::format("chunk_bytes = {}; accepted: a multiple of 64", how.chunk_bytes));
  if (how.credit_bytes != 0 && how.credit_bytes < how.chunk_bytes) {
    refuse(fmt::format("credit_bytes = {}; accepted: at least chunk_bytes, {}", how.credit_bytes,
                       how.chunk_bytes));
  }
  if (!(how.burst_threshold > 0))
    refuse(fmt::format("burst_threshold = {}; accepted: more than 0", how.burst_threshold));
  if (!(how.drift_share >= 0))
    refuse(fmt::format("drift_share = {}; accepted: 0 or more", how.drift_share));
  if (!(how.message_us >= 0))
    refuse(fmt::format("message_us = {}; accepted: 0 or more", how.message_us));
  std::size_t chunks = 0;
  for (std::size_t t = 0; t < tensors.size(); ++t) {
    if (tensors[t].data == nullptr && tensors[t].count != 0)
      refuse(fmt::format("tensor {} of {} elements has a null address", t, tensors[t].count));
    const std::size_t element = element_bytes(tensors[t].type);
    if (element == 0)
      refuse(fmt::format("tensor {}: type {}; accepted: 0 to 3", t,
                         static_cast<int>(tensors[t].type)));
    if (reinterpret_cast<std::uintptr_t>(tensors[t].data) % element != 0)
      refuse(
          fmt::format("tensor {} at {}; accepted: a multiple of {}", t, tensors[t].data, element));
    chunks += bytes_of(tensors[t]) / std::max<std::size_t>(how.chunk_bytes, 4096) + 1;
  }
  if (chunks > most_chunks)
    refuse(fmt::format("{} chunks of chunk_bytes = {}; accepted: at most {} chunks", chunks,
                       how.chunk_bytes, most_chunks));
}

agreement agree(const std::vector<tensor>& tensors, const options& how) {
  comparison compared(
      std::max({std::size_t{6}, 5 * tensors.size(), static_cast<std::size_t>(ark_n_pes())}));
  agree_on_options(compared, tensors, how);
  agreement all{how, tensors, symmetric_array<std::byte>(0), find_hosts(compared)};
  std::size_t bytes = 0, copied = 0;
  const std::vector<bool> needs_copy = agree_on_tensors(compared, tensors);
  for (std::size_t t = 0; t < tensors.size(); ++t) {
    bytes += bytes_of(tensors[t]);
    if (needs_copy[t]) copied += rounded_up(bytes_of(tensors[t]));
  }
  if (ark_n_pes() == 1) return all;
  all.copies = symmetric_array<std::byte>(copied);
  std::byte* next = all.copies.data();
  for (std::size_t t = 0; t < tensors.size(); ++t) {
    if (!needs_copy[t]) continue;
    all.sent[t].data = next;
    // Behind one another where they can be, so that one message carries several.
    next += bytes_of(tensors[t]);
    if (t + 1 == tensors.size() || tensors[t + 1].type != tensors[t].type)
      next = all.copies.data() + rounded_up(static_cast<std::size_t>(next - all.copies.data()));
  }
  if (all.how.chunk_bytes == 0) all.how.chunk_bytes = calibrated_chunk(compared, bytes);
  if (all.how.credit_bytes == 0)
    all.how.credit_bytes = std::min(4 * all.how.chunk_bytes, most_default_credit);
  all.how.credit_bytes = std::max(all.how.credit_bytes, all.how.chunk_bytes);
  return all;
}

}  // namespace ark::gradients
