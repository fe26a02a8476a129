// Reading what a trace has written.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "json_value.hpp"

namespace ark {

using ark_json::json_value;

/// A place for the files of one test, gone with it.
class trace_place {
 public:
  trace_place() : folder_(::testing::TempDir() + "ark-trace-XXXXXX") {
    if (mkdtemp(folder_.data()) == nullptr) throw std::runtime_error("mkdtemp: " + folder_);
  }
  ~trace_place() {
    for (int pe = 0; pe < 8; ++pe) unlink(path(pe).c_str());
    rmdir(folder_.c_str());
  }
  trace_place(const trace_place&) = delete;
  trace_place& operator=(const trace_place&) = delete;
  [[nodiscard]] std::string prefix() const { return folder_ + "/t"; }
  [[nodiscard]] std::string path(int pe) const {
    return prefix() + "." + std::to_string(pe) + ".json";
  }
  [[nodiscard]] json_value read(int pe) const { return json_value::read(path(pe)); }

 private:
  std::string folder_;
};

/// The three events of one descriptor or kernel. Times in nanoseconds.
struct trace_span {
  std::string name;
  json_value arguments;
  int begun = 0, started = 0, ended = 0;  ///< how often each was seen
  std::int64_t begun_ns = -1, started_ns = -1, ended_ns = -1;

  /// Each of the three once, and in order.
  [[nodiscard]] bool whole() const {
    return begun == 1 && started == 1 && ended == 1 && begun_ns <= started_ns &&
           started_ns <= ended_ns;
  }
};

inline std::int64_t trace_ns(const json_value& event) {
  return std::llround(event["ts"].number() * 1000);
}

inline bool is_of(const json_value& event, const char* category) {
  return event.contains("cat") && event["cat"] == category;
}

inline std::map<std::string, trace_span> trace_spans(const json_value& file, const char* category) {
  std::map<std::string, trace_span> spans;
  for (const json_value& event : file["traceEvents"]) {
    if (!is_of(event, category)) continue;
    trace_span& span = spans[event["id2"]["local"].text()];
    const std::string& phase = event["ph"].text();
    if (phase == "b") {
      ++span.begun;
      span.begun_ns = trace_ns(event);
      span.name = event["name"].text();
      span.arguments = event["args"];
    } else if (phase == "n") {
      ++span.started;
      span.started_ns = trace_ns(event);
    } else if (phase == "e") {
      ++span.ended;
      span.ended_ns = trace_ns(event);
    }
  }
  return spans;
}

/// Posting times of the puts of `bytes`, in the order of their tickets.
inline std::vector<std::int64_t> trace_posted(const json_value& file, std::uint64_t bytes) {
  std::map<std::uint64_t, std::int64_t> by_ticket;
  for (const auto& [id, span] : trace_spans(file, "descriptor")) {
    if (span.arguments["bytes"] == bytes)
      by_ticket[static_cast<std::uint64_t>(span.arguments["ticket"].number())] = span.begun_ns;
  }
  std::vector<std::int64_t> posted;
  for (const auto& [ticket, ns] : by_ticket) posted.push_back(ns);
  return posted;
}

/// Of signals that count 1, 2, ...: how many waits have seen one, each after the put that brought
/// its value was posted. A wait may see a later value than it waited for.
inline std::size_t trace_seen_after(const json_value& waiter,
                                    const std::vector<std::int64_t>& posted) {
  std::size_t waits = 0;
  for (const json_value& event : waiter["traceEvents"]) {
    if (!is_of(event, "signal")) continue;
    ++waits;
    const auto value = static_cast<std::size_t>(event["args"]["value"].number());
    const bool sent = value >= 1 && value <= posted.size();
    EXPECT_TRUE(sent) << value;
    if (!sent) continue;
    EXPECT_GE(trace_ns(event), posted[value - 1]) << value;
  }
  return waits;
}

}  // namespace ark
