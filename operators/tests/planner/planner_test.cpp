// The choice of an engine and an order, from given times, and the file of a calibration.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <ark/errc.hpp>
#include <ark/overlap/planner.hpp>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <thread>

namespace {

using namespace ark::overlap;

constexpr std::size_t kib = 1024;

/// lanes(1) is the fastest alone; the queue disturbs a computation least.
calibration example() {
  calibration made;
  made.machine = "a machine, 2 CPUs";
  made.cores = "2 workers on a host, a core each";
  made.version = "0.1.0 (1234567)";
  made.pes = 2;
  made.hosts = 1;
  made.link = {0.5, 2.25, 12'000};
  made.times = {{collective::fcollect, by_lanes(1), 64 * kib, 100},
                {collective::fcollect, by_lanes(1), 1024 * kib, 1600},
                {collective::fcollect, by_queue(), 64 * kib, 130},
                {collective::fcollect, by_queue(), 1024 * kib, 2000}};
  for (const load_class kind : {load_class::compute_bound, load_class::memory_bound}) {
    const double disturbs = kind == load_class::compute_bound ? 1.1 : 2.5;
    for (const std::size_t bytes : {64 * kib, 1024 * kib}) {
      made.stretches.push_back(
          {kind, collective::fcollect, {order::collective_first, by_lanes(1)}, bytes, 2.0});
      made.stretches.push_back(
          {kind, collective::fcollect, {order::collective_first, by_queue()}, bytes, disturbs});
      made.stretches.push_back(
          {kind, collective::fcollect, {order::compute_first, by_queue()}, bytes, disturbs + 0.4});
    }
  }
  return made;
}

TEST(OverlapModel, StretchIsTheInverseOfTheTime) {
  EXPECT_DOUBLE_EQ(overlapped_us(100, 60, 1), 100);
  EXPECT_DOUBLE_EQ(overlapped_us(100, 60, 2), 160);
  EXPECT_DOUBLE_EQ(overlapped_us(60, 100, 1.5), 130);
  for (const double stretch : {1.0, 1.3, 2.0, 2.7})
    EXPECT_DOUBLE_EQ(stretch_of(80, 200, overlapped_us(80, 200, stretch)), stretch);
  EXPECT_EQ(stretch_of(0, 200, 300), 1);
  EXPECT_EQ(stretch_of(80, 200, 150), 1);
}

TEST(OverlapModel, TimesBetweenAndBeyondTheMeasuredSizes) {
  const calibration all = example();
  const auto us = [&](std::size_t bytes) {
    return expected_us(all, collective::fcollect, by_lanes(1), bytes);
  };
  EXPECT_DOUBLE_EQ(us(64 * kib), 100);
  EXPECT_DOUBLE_EQ(us(1024 * kib), 1600);
  EXPECT_NEAR(us(256 * kib), 400, 1e-9);  // the same bandwidth at both ends
  EXPECT_DOUBLE_EQ(us(2048 * kib), 3200);
  EXPECT_DOUBLE_EQ(us(1), 100);
  EXPECT_LT(expected_us(all, collective::alltoall, by_lanes(1), kib), 0);
  EXPECT_LT(expected_us(all, collective::fcollect, by_lanes(4), kib), 0);
}

TEST(OverlapPlan, TakesTheEngineThatIsSlowerAloneWhereItDisturbsLess) {
  const answer found =
      plan(example(), {2000, load_class::compute_bound, collective::fcollect, 1024 * kib});
  EXPECT_EQ(found.how, (strategy{order::collective_first, by_queue()}));
  EXPECT_DOUBLE_EQ(found.expected_us, 2200);
  EXPECT_DOUBLE_EQ(found.serial_us, 3600);
  EXPECT_NE(found.why.find("lanes(1) 1600 us, queue 2000 us"), std::string::npos) << found.why;
  EXPECT_NE(found.why.find("collective_first, queue: 2200 us (stretch 1.10)"), std::string::npos)
      << found.why;
}

TEST(OverlapPlan, IsSerialIfNoEngineGains) {
  const question asked{2000, load_class::memory_bound, collective::fcollect, 1024 * kib};
  const answer found = plan(example(), asked);
  EXPECT_EQ(found.how, (strategy{order::serial, by_lanes(1)}));
  EXPECT_DOUBLE_EQ(found.expected_us, 3600);
  EXPECT_NE(found.why.find("no overlap is expected to gain"), std::string::npos) << found.why;
  // Nothing to overlap with.
  EXPECT_EQ(
      plan(example(), {0, load_class::compute_bound, collective::fcollect, 64 * kib}).how.when,
      order::serial);
}

// A serial run has a stretch of its own where one was measured: it may disturb, too.
TEST(OverlapPlan, ComparesWithTheSerialOrderAsItWasMeasured) {
  const question asked{2000, load_class::memory_bound, collective::fcollect, 1024 * kib};
  calibration all = example();
  for (const engine& by : {by_lanes(1), by_queue()}) {
    all.stretches.push_back(
        {asked.kind, asked.what, {order::serial, by}, asked.bytes, by == by_queue() ? 2.6 : 3.5});
  }
  const answer found = plan(all, asked);
  EXPECT_EQ(found.how, (strategy{order::collective_first, by_lanes(1)}));
  EXPECT_DOUBLE_EQ(found.expected_us, 3600);
  EXPECT_DOUBLE_EQ(found.serial_us, 5200);
}

// A busy machine can make the parts alone look longer than both one after the other.
TEST(OverlapPlan, TheSerialOrderTakesNoLessThanBoth) {
  const question asked{2000, load_class::compute_bound, collective::fcollect, 1024 * kib};
  calibration all = example();
  for (const engine& by : {by_lanes(1), by_queue()})
    all.stretches.push_back({asked.kind, asked.what, {order::serial, by}, asked.bytes, 1.0});
  const answer found = plan(all, asked);
  EXPECT_DOUBLE_EQ(found.serial_us, 3600);
  EXPECT_EQ(found.how, (strategy{order::collective_first, by_queue()}));
}

TEST(OverlapPlan, StretchesBetweenAndBeyondTheMeasuredSizes) {
  calibration all = example();
  for (overlap_stretch& one : all.stretches)
    one.stretch = one.how.when != order::collective_first ? 3 : one.bytes == 64 * kib ? 1.2 : 1.6;
  const auto check = [&](std::size_t bytes, double stretch) {
    const double us = expected_us(all, collective::fcollect, by_lanes(1), bytes);
    const answer found = plan(all, {us, load_class::compute_bound, collective::fcollect, bytes});
    EXPECT_EQ(found.how, (strategy{order::collective_first, by_lanes(1)}));
    EXPECT_NEAR(found.expected_us, stretch * us, 1e-6) << bytes;
  };
  check(kib, 1.2);
  check(64 * kib, 1.2);
  check(256 * kib, 1.4);
  check(512 * kib, 1.5);
  check(1024 * kib, 1.6);
  check(4096 * kib, 1.6);
}

template <class Call>
std::string thrown_by(const Call& call, ark::errc code) {
  try {
    call();
  } catch (const ark::error& thrown) {
    EXPECT_EQ(thrown.code(), code);
    return thrown.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

TEST(OverlapPlan, RefusesQuestionsBeyondTheCalibration) {
  const auto text = [](const question& asked) {
    return thrown_by([&] { (void)plan(example(), asked); }, ark::errc::invalid_argument);
  };
  EXPECT_NE(text({-1, load_class::compute_bound, collective::fcollect, 1}).find("compute_us -1"),
            std::string::npos);
  EXPECT_NE(text({std::numeric_limits<double>::quiet_NaN()}).find("compute_us nan"),
            std::string::npos);
  EXPECT_NE(
      text({1, load_class::compute_bound, collective::alltoall, 1}).find("no time of alltoall"),
      std::string::npos);
}

class CalibrationFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "ark-overlap-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string file(const char* name) const { return (folder_ / name).string(); }

  static std::ptrdiff_t files_in(const std::filesystem::path& folder) {
    return std::distance(std::filesystem::directory_iterator(folder), {});
  }

  std::filesystem::path folder_;
};

TEST_F(CalibrationFile, ReadReturnsTheSavedCalibration) {
  const std::string path = file("new/folder.json");
  save(example(), path);
  const calibration again = read(path);
  EXPECT_EQ(to_json(again), to_json(example()));
  EXPECT_EQ(again.machine, "a machine, 2 CPUs");
  EXPECT_EQ(again.cores, "2 workers on a host, a core each");
  EXPECT_EQ(again.pes, 2);
  EXPECT_EQ(again.link.latency_us, 2.25);
  ASSERT_EQ(again.times.size(), example().times.size());
  EXPECT_EQ(again.times.back().by, by_queue());
  ASSERT_EQ(again.stretches.size(), example().stretches.size());
  EXPECT_EQ(again.stretches.front().how.by, by_lanes(1));
  EXPECT_DOUBLE_EQ(again.stretches.back().stretch, 2.9);
  EXPECT_EQ(files_in(folder_ / "new"), 1);
}

TEST_F(CalibrationFile, EveryCollectiveHasAName) {
  calibration made = example();
  for (const collective what : all_collectives) {
    made.times.push_back({what, by_lanes(4), kib, 7});
    made.stretches.push_back(
        {load_class::memory_bound, what, {order::collective_first, by_lanes(4)}, kib, 1.25});
  }
  const calibration again = from_json(to_json(made));
  EXPECT_EQ(to_json(again), to_json(made));
  for (const collective what : all_collectives) {
    const answer found = plan(again, {100, load_class::memory_bound, what, kib});
    EXPECT_EQ(found.how, (strategy{order::collective_first, by_lanes(4)})) << name_of(what);
    EXPECT_DOUBLE_EQ(found.expected_us, 100 + 0.25 * 7);
    EXPECT_EQ(found.why.find(name_of(what)), 0u) << found.why;
  }
}

TEST_F(CalibrationFile, AnOlderSchemaIsRefusedWithTheCallThatMakesANewFile) {
  std::string text = to_json(example());
  text.replace(text.find("ark_overlap/2"), 13, "ark_overlap/1");
  std::ofstream(file("old.json")) << text;
  EXPECT_NE(thrown_by([&] { (void)read(file("old.json")); }, ark::errc::invalid_argument)
                .find(R"(schema "ark_overlap/1"; accepted: "ark_overlap/2", which overlap::calib)"),
            std::string::npos);
  EXPECT_FALSE(kept(file("old.json")));
}

TEST_F(CalibrationFile, DamageIsNamed) {
  const auto refused = [&](const std::string& text) {
    std::ofstream(file("bad.json")) << text;
    return thrown_by([&] { (void)read(file("bad.json")); }, ark::errc::invalid_argument);
  };
  EXPECT_NE(refused("{").find("bad.json: not a calibration"), std::string::npos);
  EXPECT_NE(refused(R"({"schema": "ark_perf/1"})").find(R"(schema "ark_perf/1"; accepted)"),
            std::string::npos);
  std::string text = to_json(example());
  text.replace(text.find("fcollect"), 8, "gather");
  EXPECT_NE(refused(text).find("'gather'; accepted: fcollect, alltoall, broadcast, reduce"),
            std::string::npos);
  EXPECT_NE(thrown_by([&] { (void)read(file("none.json")); }, ark::errc::system_error)
                .find("none.json: No such file"),
            std::string::npos);
  EXPECT_NE(thrown_by([&] { (void)read(folder_.string()); }, ark::errc::system_error)
                .find("Is a directory"),
            std::string::npos);
  EXPECT_NE(thrown_by([&] { save(example(), "/proc/none/file.json"); }, ark::errc::system_error)
                .find("/proc/none/file.json"),
            std::string::npos);
}

TEST_F(CalibrationFile, ANumberOutOfItsRangeIsNamedAndRefused) {
  const auto refused = [](const char* from, const char* to) {
    std::string text = to_json(example());
    EXPECT_NE(text.find(from), std::string::npos) << from;
    text.replace(text.find(from), std::string(from).size(), to);
    return thrown_by([&] { (void)from_json(text); }, ark::errc::invalid_argument);
  };
  const auto expect = [&](const char* from, const char* to, const char* says) {
    const std::string text = refused(from, to);
    EXPECT_NE(text.find(says), std::string::npos) << text;
  };
  expect(R"("pes": 2)", R"("pes": -2)", "pes is -2; accepted: a whole number from 1 to 2147483647");
  expect(R"("pes": 2)", R"("pes": 4294967298)", "pes is 4294967298; accepted");
  expect(R"("hosts": 1)", R"("hosts": 0)", "hosts is 0; accepted");
  expect(R"("request_us": 0.5)", R"("request_us": -1)",
         "link.request_us is -1; accepted: a number, 0 or more");
  expect(R"("request_us": 0.5)", R"("request_us": null)", "link.request_us is null; accepted");
  expect(R"("latency_us": 2.25)", R"("latency_us": -1)", "link.latency_us is -1; accepted");
  expect(R"("bytes_per_us": 12000.0)", R"("bytes_per_us": 0)",
         "link.bytes_per_us is 0; accepted: a number, more than 0");
  expect(R"("bytes": 65536)", R"("bytes": -1)", "times[0].bytes is -1; accepted: a whole number");
  expect(R"("bytes": 65536)", R"("bytes": 1e30)", "times[0].bytes is 1e+30; accepted");
  expect(R"("us": 100.0)", R"("us": -3)", "times[0].us is -3; accepted: a number, more than 0");
  expect(R"("lanes": 1)", R"("lanes": 0)",
         "times[0].lanes is 0; accepted: a whole number from 1 to 1024");
  expect(R"("stretch": 2.0)", R"("stretch": -5)",
         "stretches[0].stretch is -5; accepted: a number, 1 or more");
}

TEST_F(CalibrationFile, OneWithoutTimesIsRefused) {
  calibration none = example();
  none.times.clear();
  EXPECT_NE(thrown_by([&] { (void)to_json(none); }, ark::errc::invalid_argument)
                .find("times is empty; accepted: one or more"),
            std::string::npos);
}

TEST_F(CalibrationFile, ValuesThatReadRefusesAreNotSaved) {
  calibration bad = example();
  bad.link.request_us = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(thrown_by([&] { save(bad, file("nan.json")); }, ark::errc::invalid_argument)
                .find("link.request_us is nan; accepted: a number, 0 or more"),
            std::string::npos);
  bad = example();
  bad.stretches[1].stretch = std::numeric_limits<double>::infinity();
  EXPECT_NE(thrown_by([&] { save(bad, file("nan.json")); }, ark::errc::invalid_argument)
                .find("stretches[1].stretch is inf; accepted"),
            std::string::npos);
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

// Each job writes a file of its own and renames it.
TEST_F(CalibrationFile, SeveralWritersOfOneFileDoNotDisturbEachOther) {
  const std::string path = file("shared.json");
  save(example(), path);
  std::atomic<int> failed{0};
  const auto repeat = [&](const auto& call) {
    for (int i = 0; i < 100; ++i) {
      try {
        call();
      } catch (const ark::error& why) {
        if (failed++ == 0) ADD_FAILURE() << why.what();
      }
    }
  };
  const auto write = [&] { repeat([&] { save(example(), path); }); };
  std::thread first(write), second(write);
  repeat([&] { (void)read(path); });
  first.join();
  second.join();
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(files_in(folder_), 1);
}

TEST_F(CalibrationFile, OnlyARegularFileIsReplaced) {
  const std::string fifo = file("fifo");
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  for (const std::string& path : {fifo, folder_.string()}) {
    EXPECT_NE(thrown_by([&] { save(example(), path); }, ark::errc::system_error)
                  .find(path + ": not a regular file; accepted"),
              std::string::npos);
  }
  EXPECT_TRUE(std::filesystem::is_fifo(fifo));
  EXPECT_EQ(files_in(folder_), 1);
}

TEST_F(CalibrationFile, PathIsThatOfCaches) {
  setenv("XDG_CACHE_HOME", "/a/cache", 1);
  EXPECT_EQ(cache_path(4, 2), "/a/cache/ark/overlap-4x2.json");
  setenv("HOME", "/home/someone", 1);
  setenv("XDG_CACHE_HOME", "a/relative/one", 1);
  EXPECT_EQ(cache_path(4, 2), "/home/someone/.cache/ark/overlap-4x2.json");
  unsetenv("XDG_CACHE_HOME");
  EXPECT_EQ(cache_path(2, 1), "/home/someone/.cache/ark/overlap-2x1.json");
  unsetenv("HOME");
  EXPECT_EQ(cache_path(2, 1), "");
}

}  // namespace
