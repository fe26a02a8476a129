#include <fmt/core.h>

#include <algorithm>
#include <ark/serve/control_loop.hpp>
#include <cmath>

namespace ark::serve {

namespace {

constexpr double headroom_kept = 0.1;    // of the goal
constexpr double shortfall_kept = 0.05;  // of the arrivals
constexpr double most_change = 0.5;      // of a setting in one period
constexpr double least_step = 1.0 / 16, step_growth = 1.25;
constexpr double same_share = 0.01;        // shares that differ by less are one
constexpr double other_latency = 1.5;      // factor that makes known latencies obsolete
constexpr double gain_before_knee = 0.25;  // of what a latency in proportion to 1/share would gain

[[noreturn]] void refuse(std::size_t tenant, const char* what, double value, const char* accepted) {
  throw error(errc::invalid_argument, fmt::format("control_loop: tenant {}: {} {}, accepted: {}",
                                                  tenant, what, value, accepted));
}

}  // namespace

control_loop::control_loop(std::vector<tenant_goal> goals, std::vector<tenant_setting> first)
    : goals_(std::move(goals)), settings_(std::move(first)), states_(goals_.size()) {
  if (goals_.empty() || goals_.size() != settings_.size()) {
    throw error(errc::invalid_argument,
                fmt::format("control_loop: {} goals and {} settings; one of each for each tenant",
                            goals_.size(), settings_.size()));
  }
  for (std::size_t i = 0; i < goals_.size(); ++i) {
    const tenant_goal& goal = goals_[i];
    if (!(goal.latency_s > 0) || !std::isfinite(goal.latency_s))
      refuse(i, "latency_s", goal.latency_s, "a positive time");
    if (goal.most_batch == 0) refuse(i, "most_batch", 0, "1 or more");
    if (!(goal.least_share > 0 && goal.least_share <= 1))
      refuse(i, "least_share", goal.least_share, "above 0, at most 1");
    if (!(goal.most_share >= goal.least_share && goal.most_share <= 1))
      refuse(i, "most_share", goal.most_share, "from least_share to 1");
    tenant_setting& setting = settings_[i];
    if (setting.batch == 0 || setting.batch > goal.most_batch)
      refuse(i, "batch", setting.batch, "from 1 to most_batch");
    if (!(setting.share >= goal.least_share && setting.share <= goal.most_share))
      refuse(i, "share", setting.share, "from least_share to most_share");
  }
}

std::span<const tenant_setting> control_loop::step(std::span<const tenant_measured> last) {
  if (last.size() != goals_.size()) {
    throw error(
        errc::invalid_argument,
        fmt::format("control_loop::step: {} tenants measured, of {}", last.size(), goals_.size()));
  }
  for (std::size_t i = 0; i < last.size(); ++i) {
    const auto check = [&](const char* what, double value) {
      if (!(value >= 0) || !std::isfinite(value)) refuse(i, what, value, "0 or more");
    };
    check("latency_s", last[i].latency_s);
    check("throughput", last[i].throughput);
    check("arrivals", last[i].arrivals);
  }
  for (std::size_t i = 0; i < last.size(); ++i) {
    if (last[i].arrivals == 0 && last[i].throughput == 0) continue;
    decide(i, last[i]);
  }
  fit();
  return settings_;
}

/// Record a latency and search for the knee.
void control_loop::note(std::size_t tenant, double latency_s) {
  state& of = states_[tenant];
  const tenant_setting& setting = settings_[tenant];
  if (of.batch != setting.batch) of.latencies.clear();
  of.batch = setting.batch;
  auto at = of.latencies.begin();
  while (at != of.latencies.end() && at->first < setting.share - same_share) ++at;
  if (at != of.latencies.end() && at->first <= setting.share + same_share) {
    const double ratio = latency_s / at->second;
    if (ratio > other_latency || ratio < 1 / other_latency) {  // of another model, or other load
      of.latencies = {{setting.share, latency_s}};
      of.knee = of.flat_from = 0;
      return;
    }
    at->second = latency_s;
  } else {
    of.latencies.insert(at, {setting.share, latency_s});
  }
  for (std::size_t i = 1; i < of.latencies.size(); ++i) {
    const auto& [less, slow] = of.latencies[i - 1];
    const auto& [more, fast] = of.latencies[i];
    const double gain = 1 - fast / slow, in_proportion = 1 - less / more;
    if (gain >= gain_before_knee * in_proportion) continue;
    of.flat_from = less;
    if (i > 1) of.knee = less;
    return;
  }
}

void control_loop::decide(std::size_t tenant, const tenant_measured& last) {
  const tenant_goal& goal = goals_[tenant];
  tenant_setting& setting = settings_[tenant];
  state& of = states_[tenant];
  const double latency = std::max(last.latency_s, 1e-9);
  const double slack = goal.latency_s - latency;
  const double shortfall =
      last.arrivals > 0 ? std::max(0.0, 1 - last.throughput / last.arrivals) : 0;
  const bool is_short = shortfall > shortfall_kept, is_late = slack < 0;
  const bool catches_up = last.throughput > last.arrivals * (1 + shortfall_kept);
  // A latency that a backlog has caused says nothing about the share.
  if (!is_short && !catches_up && last.latency_s > 0) note(tenant, latency);
  if (!is_short && !is_late && slack <= headroom_kept * goal.latency_s) return;
  const int direction = is_short || is_late ? 1 : -1;
  if (of.direction == -direction) {
    of.step = std::max(of.step / 2, least_step);
  } else {
    of.step = std::min(of.step * step_growth, 1.0);
  }
  of.direction = direction;

  const double relative = std::abs(slack) / latency;
  const double change = of.step * std::min(std::max(relative, shortfall), most_change);
  const unsigned larger =
      std::min(std::max(static_cast<unsigned>(setting.batch * (1 + change)), setting.batch + 1),
               goal.most_batch);
  double share = setting.share;
  if (direction > 0) {
    share *= 1 + change;
    // A larger batch serves more requests, each of them later.
    if (is_short) {
      setting.batch = larger;
    } else if (!catches_up) {
      if (of.flat_from > 0) share = std::min(share, std::max(of.flat_from, setting.share));
      setting.batch = std::max(
          1u, std::min(static_cast<unsigned>(setting.batch * (1 - change)), setting.batch - 1));
    }
  } else if (larger > setting.batch && latency * larger / setting.batch <= goal.latency_s) {
    setting.batch = larger;
  } else {
    // To the middle of the headroom that is kept, if the latency is in proportion to 1/share.
    const double less = slack / goal.latency_s - headroom_kept / 2;
    share *= 1 - of.step * std::min(less, most_change);
    share = std::max(share, std::min(of.knee, setting.share));
  }
  setting.share = std::clamp(share, goal.least_share, goal.most_share);
}

/// Reduce shares that add up to more than 1. Those at their least stay there, and the others bear
/// the difference.
void control_loop::fit() {
  for (std::size_t round = 0; round < settings_.size(); ++round) {
    double fixed = 0, free = 0;
    for (std::size_t i = 0; i < settings_.size(); ++i)
      (settings_[i].share <= goals_[i].least_share ? fixed : free) += settings_[i].share;
    if (fixed + free <= 1 || free == 0) return;
    const double factor = std::max(0.0, 1 - fixed) / free;
    for (std::size_t i = 0; i < settings_.size(); ++i)
      settings_[i].share = std::max(settings_[i].share * factor, goals_[i].least_share);
  }
}

}  // namespace ark::serve
