#include "gradients_replay.hpp"

#include <algorithm>
#include <ark/gradients.hpp>
#include <cmath>
#include <numeric>

namespace ark_perf {

namespace {

using counts_of = std::vector<std::size_t>;

/// Floats of weights, and of scale and bias of the normalisation behind them.
void add_convolution(counts_of& to, std::size_t in, std::size_t out, std::size_t width) {
  to.insert(to.end(), {in * out * width * width, out, out});
}

/// Of numbers of bottleneck blocks.
counts_of resnet(const std::vector<std::size_t>& blocks) {
  counts_of counts;
  const auto convolution = [&](std::size_t in, std::size_t out, std::size_t width) {
    add_convolution(counts, in, out, width);
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

/// Of modules with a 1x1 branch, a 3x3 one, a double 3x3 one and one behind a pool; 0: no branch.
counts_of inception_bn() {
  struct module {
    std::size_t one, reduce, three, reduce_double, three_double, pool;
    std::size_t passed = 0;  ///< channels of a pool without a convolution
  };
  constexpr module modules[] = {{64, 64, 64, 64, 96, 32},       {64, 64, 96, 64, 96, 64},
                                {0, 128, 160, 64, 96, 0, 320},  {224, 64, 96, 96, 128, 128},
                                {192, 96, 128, 96, 128, 128},   {160, 128, 160, 128, 160, 128},
                                {96, 128, 192, 160, 192, 128},  {0, 128, 192, 192, 256, 0, 608},
                                {352, 192, 320, 160, 224, 128}, {352, 192, 320, 192, 224, 128}};
  counts_of counts;
  add_convolution(counts, 3, 64, 7);
  add_convolution(counts, 64, 64, 1);
  add_convolution(counts, 64, 192, 3);
  std::size_t in = 192;
  for (const module& of : modules) {
    if (of.one != 0) add_convolution(counts, in, of.one, 1);
    add_convolution(counts, in, of.reduce, 1);
    add_convolution(counts, of.reduce, of.three, 3);
    add_convolution(counts, in, of.reduce_double, 1);
    add_convolution(counts, of.reduce_double, of.three_double, 3);
    add_convolution(counts, of.three_double, of.three_double, 3);
    if (of.pool != 0) add_convolution(counts, in, of.pool, 1);
    in = of.one + of.three + of.three_double + of.pool + of.passed;
  }
  counts.insert(counts.end(), {in * 1000, 1000});
  return counts;
}

/// The last gradient of each burst as a share of all gradients, and
/// the milliseconds between bursts, in the order of the backward pass.
struct network {
  const char* name;
  std::vector<std::size_t> (*counts)();
  std::vector<int> last_of_burst;  ///< in forward order, of as many gradients as the last one says
  std::vector<double> gaps_ms;
};
const std::vector<network>& networks() {
  static const std::vector<network> all = {
      {"resnet50",
       [] {
         return resnet({3, 4, 6, 3});
       },
       {9, 22, 35, 50, 62, 77, 90, 103, 117, 130, 143, 156},
       {16, 15, 9, 10, 12, 18, 15, 21, 30, 25, 20, 5}},
      {"resnet152",
       [] {
         return resnet({3, 8, 36, 3});
       },
       {4, 17, 31, 44, 99, 155, 208, 248, 306, 383, 424, 450},
       {520, 274, 340, 260, 185, 260, 274, 75, 15, 18, 14, 7}},
      {"inception-bn",
       inception_bn,
       {4, 11, 21, 32, 43, 52, 85, 110, 150, 180, 230, 250},
       {520, 274, 340, 260, 185, 260, 274, 75, 15, 18, 14, 7}}};
  return all;
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

namespace {

#if ARK_PERF_OPERATORS
replay replay_of_trace(const gradients_options& how) {
  replay run;
  for (const ark::gradients::trace_layer& layer : ark::gradients::read_trace(how.trace)) {
    run.counts.push_back(how.scaled(layer.bytes / sizeof(float)));
    run.ready_us.push_back(layer.ready_us * how.images / 64);
    run.forward_us.push_back(layer.forward_us * how.images / 64);
  }
  run.backward_us = *std::max_element(run.ready_us.begin(), run.ready_us.end());
  return run;
}
#endif

replay replay_of_network(const gradients_options& how) {
  const network& of = *std::find_if(networks().begin(), networks().end(),
                                    [&](const network& one) { return one.name == how.network; });
  replay run;
  run.counts = of.counts();
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
  run.forward_us.assign(n, now / 2 / static_cast<double>(n));
  return run;
}

}  // namespace

replay replay_of(const gradients_options& how) {
#if ARK_PERF_OPERATORS
  if (!how.trace.empty()) return replay_of_trace(how);
#endif
  return replay_of_network(how);
}

}  // namespace ark_perf
