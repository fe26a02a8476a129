#include <fmt/core.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <ark/overlap/planner.hpp>
#include <cmath>
#include <optional>

namespace ark::overlap {

namespace {

/// The simpler strategy wins if the gain is smaller than this, which a run cannot show.
constexpr double least_gain = 0.99;
/// The serial order: the measured time, but at least the sum of both, below which a measurement on
/// a busy machine may fall.
constexpr double least_serial_stretch = 2;

/// The distance of two sizes; 0 bytes count as 1.
double apart(std::size_t a, std::size_t b) {
  const auto at_least_one = [](std::size_t bytes) {
    return static_cast<double>(std::max<std::size_t>(bytes, 1));
  };
  return std::abs(std::log(at_least_one(a) / at_least_one(b)));
}

std::vector<collective_time> times_of(const calibration& measured, collective what, engine by) {
  std::vector<collective_time> found;
  for (const collective_time& one : measured.times) {
    if (one.what == what && one.by == by && one.bytes > 0 && one.us > 0) found.push_back(one);
  }
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
  return found;
}

/// Interpolated in the logarithms between measured sizes; outside, the stretch of the nearest size.
std::optional<double> stretch_for(const calibration& measured, const question& asked,
                                  const strategy& how) {
  const overlap_stretch *below = nullptr, *above = nullptr;
  for (const overlap_stretch& one : measured.stretches) {
    if (one.beside != asked.kind || one.what != asked.what || !(one.how == how)) continue;
    if (one.bytes <= asked.bytes && (below == nullptr || one.bytes > below->bytes)) below = &one;
    if (one.bytes >= asked.bytes && (above == nullptr || one.bytes < above->bytes)) above = &one;
  }
  if (below == nullptr && above == nullptr) return std::nullopt;
  if (below == nullptr || above == nullptr || below->bytes == above->bytes)
    return (below != nullptr ? below : above)->stretch;
  const double share = apart(below->bytes, asked.bytes) / apart(below->bytes, above->bytes);
  return below->stretch + share * (above->stretch - below->stretch);
}

/// The engines for which there are times, in their order.
std::vector<engine> engines_of(const calibration& measured, collective what) {
  std::vector<engine> found;
  for (const collective_time& one : measured.times) {
    if (one.what == what && std::find(found.begin(), found.end(), one.by) == found.end())
      found.push_back(one.by);
  }
  return found;
}

std::string text_of(const strategy& how) {
  return how.when == order::serial ? "serial, " + name_of(how.by)
                                   : name_of(how.when) + ", " + name_of(how.by);
}

}  // namespace

double expected_us(const calibration& measured, collective what, engine by, std::size_t bytes) {
  const std::vector<collective_time> known = times_of(measured, what, by);
  if (known.empty()) return -1;
  if (bytes <= known.front().bytes) return known.front().us;
  const auto at = static_cast<double>(bytes);
  const auto size = [](const collective_time& one) { return static_cast<double>(one.bytes); };
  if (bytes >= known.back().bytes) return known.back().us * at / size(known.back());
  const auto above =
      std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.bytes >= bytes; });
  const auto below = above - 1;
  const double share = std::log(at / size(*below)) / std::log(size(*above) / size(*below));
  return below->us * std::pow(above->us / below->us, share);
}

answer plan(const calibration& measured, const question& asked) {
  if (!(asked.compute_us >= 0) || !std::isfinite(asked.compute_us)) {
    throw error(errc::invalid_argument,
                fmt::format("overlap::plan: compute_us {}; accepted: 0 or more", asked.compute_us));
  }
  const std::vector<engine> engines = engines_of(measured, asked.what);
  answer best;
  best.serial_us = -1;
  std::string alone;
  for (const engine& by : engines) {
    const double us = expected_us(measured, asked.what, by, asked.bytes);
    if (us < 0) continue;
    alone += fmt::format("{}{} {:.0f} us", alone.empty() ? "" : ", ", name_of(by), us);
    const strategy serial{order::serial, by};
    const double stretch = stretch_for(measured, asked, serial).value_or(least_serial_stretch);
    const double both =
        overlapped_us(asked.compute_us, us, std::max(stretch, least_serial_stretch));
    if (best.serial_us >= 0 && both >= best.serial_us) continue;
    best.serial_us = both;
    best.how = serial;
  }
  if (best.serial_us < 0) {
    throw error(errc::invalid_argument,
                fmt::format("overlap::plan: no time of {} in the calibration; accepted: one that "
                            "calibrate() has made",
                            name_of(asked.what)));
  }
  best.expected_us = best.serial_us;
  double stretch = 0;
  for (const engine& by : engines) {
    const double us = expected_us(measured, asked.what, by, asked.bytes);
    for (const order when : {order::compute_first, order::collective_first}) {
      const std::optional<double> found =
          us < 0 ? std::nullopt : stretch_for(measured, asked, {when, by});
      if (!found) continue;
      const double expected = overlapped_us(asked.compute_us, us, *found);
      if (expected >= best.expected_us * (best.how.when == order::serial ? least_gain : 1))
        continue;
      best.expected_us = expected;
      best.how = {when, by};
      stretch = *found;
    }
  }
  best.why = fmt::format("{} of {} bytes alone: {}; a {} kernel of {:.0f} us; serial {:.0f} us",
                         name_of(asked.what), asked.bytes, alone, name_of(asked.kind),
                         asked.compute_us, best.serial_us);
  if (best.how.when != order::serial) {
    best.why += fmt::format("; {}: {:.0f} us (stretch {:.2f})", text_of(best.how), best.expected_us,
                            stretch);
  } else {
    best.why += "; no overlap is expected to gain 1 %";
  }
  return best;
}

}  // namespace ark::overlap
