// The load generator's plan: segments, which follow each other.
#pragma once

#include <charconv>
#include <istream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "model.hpp"

/// So many seconds of requests by Poisson arrivals or bursts, with one setting of the server.
struct segment {
  std::string name;
  double rate[tenants] = {}, burst[tenants] = {1, 1};  ///< requests per second, and of a burst
  double seconds = 1, warm = 0;                        ///< warm: at the begin, not in the latencies
  double exchange_ms = 0;  ///< an exchange of weights so often, in turns; 0: none
  std::string use;         ///< for the server
};

/// A line for each segment: NAME KEY=VALUE ...; the keys are those of `segment`, rate.MODEL and
/// burst.MODEL; other keys are the server's. Lines that begin with # are comments. Throws
/// std::runtime_error with line, value and accepted form.
inline std::vector<segment> read_plan(std::istream& lines) {
  std::vector<segment> plan;
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const auto refuse = [&](const std::string& seen, const std::string& accepted) {
      throw std::runtime_error("plan, line " + std::to_string(number) + ": '" + seen +
                               "'; accepted: " + accepted);
    };
    std::istringstream words(line);
    segment one;
    if (!(words >> one.name) || one.name[0] == '#') continue;
    for (std::string word; words >> word;) {
      const std::size_t equals = word.find('=');
      if (equals == std::string::npos) refuse(word, "KEY=VALUE");
      const std::string key = word.substr(0, equals);
      double* value = nullptr;
      for (int t = 0; t < tenants; ++t) {
        if (key == std::string("rate.") + models[t].name) value = one.rate + t;
        if (key == std::string("burst.") + models[t].name) value = one.burst + t;
      }
      if (key == "seconds") value = &one.seconds;
      if (key == "warm") value = &one.warm;
      if (key == "exchange_ms") value = &one.exchange_ms;
      if (value == nullptr) {
        one.use += " " + word;
        continue;
      }
      const char *const from = word.c_str() + equals + 1, *const to = word.c_str() + word.size();
      const auto [end, code] = std::from_chars(from, to, *value);
      const bool least = key[0] == 'b' ? *value >= 1 : key == "seconds" ? *value > 0 : *value >= 0;
      if (code != std::errc{} || end != to || !least || *value > 1e6)
        refuse(word, key[0] == 'b'      ? "1 to 1000000"
                     : key == "seconds" ? "more than 0, at most 1000000"
                                        : "0 to 1000000");
    }
    plan.push_back(std::move(one));
  }
  if (plan.empty()) throw std::runtime_error("plan: no segment; accepted: NAME KEY=VALUE ...");
  return plan;
}
