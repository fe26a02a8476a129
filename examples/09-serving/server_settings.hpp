// The server's switches: ark's form of each, and the plain one.
#pragma once

#include <charconv>
#include <sstream>
#include <stdexcept>
#include <string>

#include "model.hpp"

struct server_settings {
  bool gather =
      true;  ///< data=gather: requests to the batch by one descriptor; copy: by a staging buffer
  bool sleeps = true;  ///< wait=event: batches overlap, no thread waits for one; block
  enum { live, stop, in_place } load = live;     ///< in-place: the wrong thing, for a test
  enum { shares, fifo, sliced } order = shares;  ///< of the tenants
  double slice_ms = 2;                           ///< of a tenant, where order=sliced
  unsigned batch[tenants] = {8, 8};              ///< the most samples of a batch
  double share[tenants] = {0.5, 0.5};            ///< of the workers
  unsigned priority[tenants] = {};               ///< a higher one goes first, before shares
  double goal_ms[tenants] = {0, 0};  ///< p99 that a control loop holds by batch and share; 0: none
};

/// Settings from KEY=VALUE words; throws std::runtime_error with word and accepted form.
inline server_settings read_settings(const std::string& text) {
  server_settings read;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string key = word.substr(0, equals),
                      value = word.substr(std::min(equals + 1, word.size()));
    const auto refuse = [&](const char* accepted) {
      throw std::runtime_error("'" + word + "'; accepted: " + accepted);
    };
    const auto number = [&](double least, double most, const char* accepted) {
      double seen = 0;
      const auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), seen);
      if (code != std::errc{} || end != value.data() + value.size() ||
          !(seen >= least && seen <= most))
        refuse(accepted);
      return seen;
    };
    const auto one_of = [&](std::initializer_list<const char*> names, const char* accepted) {
      int at = 0;
      for (const char* name : names) {
        if (value == name) return at;
        ++at;
      }
      refuse(accepted);
      return 0;
    };
    const std::size_t dot = key.find('.');
    int tenant = -1;
    for (int t = 0; t < tenants && dot != std::string::npos; ++t)
      if (key.substr(dot + 1) == models[t].name) tenant = t;
    const std::string name = key.substr(0, dot);
    if (key == "data") {
      read.gather = one_of({"copy", "gather"}, "data=copy or data=gather") == 1;
    } else if (key == "wait") {
      read.sleeps = one_of({"block", "event"}, "wait=block or wait=event") == 1;
    } else if (key == "load") {
      constexpr decltype(read.load) kinds[] = {server_settings::live, server_settings::stop,
                                               server_settings::in_place};
      read.load = kinds[one_of({"live", "stop", "in-place"}, "load=live, stop or in-place")];
    } else if (key == "order") {
      constexpr decltype(read.order) kinds[] = {server_settings::shares, server_settings::fifo,
                                                server_settings::sliced};
      read.order = kinds[one_of({"shares", "fifo", "sliced"}, "order=shares, fifo or sliced")];
    } else if (key == "slice_ms") {
      read.slice_ms = number(0.1, 1000, "slice_ms=0.1 to 1000");
    } else if (name == "batch" && tenant >= 0) {
      read.batch[tenant] = static_cast<unsigned>(number(1, 32, "batch.MODEL=1 to 32"));
    } else if (name == "share" && tenant >= 0) {
      read.share[tenant] = number(0.01, 0.99, "share.MODEL=0.01 to 0.99");
    } else if (name == "priority" && tenant >= 0) {
      read.priority[tenant] = static_cast<unsigned>(number(0, 7, "priority.MODEL=0 to 7"));
    } else if (name == "goal_ms" && tenant >= 0) {
      read.goal_ms[tenant] = number(0, 10000, "goal_ms.MODEL=0 to 10000");
    } else {
      refuse(
          "data, wait, load, order, slice_ms, and batch, share, priority or goal_ms with .mlp or "
          ".conv");
    }
  }
  return read;
}
