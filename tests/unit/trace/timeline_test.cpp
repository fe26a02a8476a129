// The timeline's bound and its file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <ark/errc.hpp>
#include <thread>

#include "trace/recorder.hpp"
#include "trace_file.hpp"

namespace ark {
namespace {

TEST(Timeline, KeepsTheFirstAndCountsTheOthers) {
  timeline events(100);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 50; ++k) events.add({});
    });
  }
  for (std::thread& one : threads) one.join();
  EXPECT_EQ(events.dropped(), 100u);
  const auto json = json_value::parse("[" + events.json(3) + "]");
  int begun = 0;
  for (const auto& event : json) begun += event["ph"] == "b" ? 1 : 0;
  EXPECT_EQ(begun, 100);
}

TEST(Timeline, DroppedEventsAreCountedInTheFileAndLogged) {
  const trace_place place;
  {
    trace_recorder recorder({trace_mode::timeline, place.prefix(), 2}, 1, {}, 0);
    for (int i = 0; i < 5; ++i) recorder.message_sent(0, "put", 8, false, false);
    ::testing::internal::CaptureStderr();
    recorder.write();
  }
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              ::testing::HasSubstr("3 events did not fit into " + place.path(1)));
  const auto file = place.read(1);
  EXPECT_EQ(file["otherData"]["dropped_events"], 3);
  EXPECT_EQ(file["ark"]["dropped_events"], 3);
  EXPECT_EQ(file["ark"]["messages"]["sent"], 5);
}

TEST(Timeline, NanosecondsSurviveTheMicrosecondsOfTheFormat) {
  timeline events(1);
  trace_event event;
  event.begun_ns = 1'234'567'000'000'001;
  event.started_ns = event.begun_ns + 1;
  event.ended_ns = event.begun_ns + 1002;
  events.add(event);
  EXPECT_THAT(events.json(0), ::testing::HasSubstr("\"ts\":1234567000000.001,"));
  EXPECT_THAT(events.json(0), ::testing::HasSubstr("\"ts\":1234567000001.003,"));
}

TEST(TraceFile, APlaceThatCannotBeWrittenIsNamedAtOnce) {
  try {
    const trace_recorder recorder({trace_mode::counters, "/nonexistent/x"}, 2, {}, 0);
    FAIL() << "accepted";
  } catch (const error& problem) {
    EXPECT_EQ(problem.code(), errc::system_error);
    EXPECT_THAT(problem.what(), ::testing::HasSubstr("/nonexistent/x.2.json: No such file"));
  }
}

TEST(TraceFile, AFullDiskIsLogged) {
  const trace_place place;
  ASSERT_EQ(symlink("/dev/full", place.path(0).c_str()), 0);
  trace_recorder recorder({trace_mode::counters, place.prefix()}, 0, {}, 0);
  ::testing::internal::CaptureStderr();
  recorder.write();
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              ::testing::HasSubstr("writing " + place.path(0) + ": No space left on device"));
}

TEST(TraceFile, WithoutAPrefixOneLineGoesToStderr) {
  trace_recorder recorder({trace_mode::counters, ""}, 4, {}, 0);
  detail::trace_count_inline(recorder, 24);
  ::testing::internal::CaptureStderr();
  recorder.write();
  const std::string text = ::testing::internal::GetCapturedStderr();
  const std::string start = "ark: trace of PE 4: ";
  ASSERT_THAT(text, ::testing::StartsWith(start));
  EXPECT_EQ(json_value::parse(text.substr(start.size()))["routes"]["inline"]["bytes"], 24);
}

}  // namespace
}  // namespace ark
