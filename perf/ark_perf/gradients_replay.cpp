#include "gradients_replay.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ark_perf {

namespace {

/// Numbers of bottleneck blocks, the last gradient of each burst as a share of all gradients, and
/// the milliseconds between bursts, in the order of the backward pass.
struct network {
  const char* name;
  std::vector<std::size_t> blocks;
  std::vector<int> last_of_burst;  ///< in forward order, of as many gradients as the last one says
  std::vector<double> gaps_ms;
};
const std::vector<network>& networks() {
  static const std::vector<network> all = {
      {"resnet50",
       {3, 4, 6, 3},
       {9, 22, 35, 50, 62, 77, 90, 103, 117, 130, 143, 156},
       {16, 15, 9, 10, 12, 18, 15, 21, 30, 25, 20, 5}},
      {"resnet152",
       {3, 8, 36, 3},
       {4, 17, 31, 44, 99, 155, 208, 248, 306, 383, 424, 450},
       {520, 274, 340, 260, 185, 260, 274, 75, 15, 18, 14, 7}}};
  return all;
}

/// Floats of weights, and of scale and bias of the normalisation behind them.
std::vector<std::size_t> resnet(const std::vector<std::size_t>& blocks) {
  std::vector<std::size_t> counts;
  const auto convolution = [&](std::size_t in, std::size_t out, std::size_t width) {
    counts.insert(counts.end(), {in * out * width * width, out, out});
  };
  convolution(3, 64, 7);
  std::size_t in = 64, inner = 64;
  for (const std::size_t count : blocks) {
    const std::size_t out = 4 * inner;
    for (std::size_t b = 0; b < count; ++b) {
      convolution(in, inner, 1);
      convolution(inner, inner, 3);
      convolution(inner, out, 1);
      if (b == 0) convolution(in, out, 1);
      in = out;
    }
    inner *= 2;
  }
  counts.insert(counts.end(), {in * 1000, 1000});
  return counts;
}

}  // namespace

std::size_t replay::bytes() const {
  return sizeof(float) * std::accumulate(counts.begin(), counts.end(), std::size_t{0});
}

std::vector<std::string> replayed_networks() {
  std::vector<std::string> names;
  for (const network& one : networks()) names.emplace_back(one.name);
  return names;
}

replay replay_of(const gradients_options& how) {
  const network& of = *std::find_if(networks().begin(), networks().end(),
                                    [&](const network& one) { return one.name == how.network; });
  replay run;
  run.counts = resnet(of.blocks);
  for (std::size_t& count : run.counts) count = std::max<std::size_t>(1, how.scaled(count));
  const std::size_t n = run.counts.size();
  run.ready_us.resize(n);
  const double all = of.last_of_burst.back() + 1;
  const auto end_of = [&](std::size_t burst) {
    return static_cast<std::size_t>(
        std::lround((of.last_of_burst[burst] + 1) * static_cast<double>(n) / all));
  };
  double now = 0;
  for (std::size_t burst = of.last_of_burst.size(); burst-- > 0;) {
    for (std::size_t t = burst == 0 ? 0 : end_of(burst - 1); t < end_of(burst); ++t)
      run.ready_us[t] = now;
    now += of.gaps_ms[of.last_of_burst.size() - 1 - burst] * 1000 * how.images / 64;
  }
  run.backward_us = now;
  run.forward_us = now / 2;
  return run;
}

}  // namespace ark_perf
