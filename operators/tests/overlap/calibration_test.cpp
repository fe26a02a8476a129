// The measurement of a machine for overlap::plan(), and where its result is kept.
#include <stdlib.h>

#include <ark/overlap/calibrate.hpp>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "mp/api/api_test.hpp"

namespace ark_mp {
namespace {

using namespace ark::overlap;

class Calibration : public pe_test {
 protected:
  void SetUp() override {
    pe_test::SetUp();
    std::string pattern = (std::filesystem::temp_directory_path() / "ark-cache-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override {
    std::filesystem::remove_all(folder_);
    pe_test::TearDown();
  }
  /// Small, and kept nowhere.
  static calibrate_options brief() {
    calibrate_options options;
    options.bytes = {1024};
    options.repeat = 1;
    options.array_bytes = std::size_t{256} << 10;
    options.path = "";
    return options;
  }
  template <class Call>
  static std::string thrown_by(const Call& call, ark::errc code) {
    try {
      call();
    } catch (const ark::error& thrown) {
      EXPECT_EQ(thrown.code(), code) << thrown.what();
      return thrown.what();
    }
    return "nothing was thrown";
  }

  std::filesystem::path folder_;
};

/// The same on every PE?
void expect_alike(const std::string& text) {
  const sym<std::uint64_t> mine(2);
  mine[0] = std::hash<std::string>()(text);
  EXPECT_EQ(ark_uint64_max_reduce(ARK_TEAM_WORLD, mine + 1, mine, 1), 0);
  EXPECT_EQ(mine[0], mine[1]) << text;
}

// Every PE gets the same measurements, plans from them, and finds them again where they are kept if
// no path is given.
TEST_F(Calibration, IsTheSameOnEveryPeAndIsKept) {
  calibrate_options options = brief();
  options.bytes = {1024, 16'384};
  const sym<char> folder(200);  // of PE 0, which writes and reads
  folder_.string().copy(folder, 199);
  ark_barrier_all();
  EXPECT_EQ(ark_broadcastmem(ARK_TEAM_WORLD, folder, folder, 200, 0), 0);
  setenv("XDG_CACHE_HOME", folder, 1);
  options.path = cache_path();
  const calibration made = calibrate(options);
  EXPECT_EQ(made.times.size(), all_collectives.size() * 2 * candidate_engines.size());
  EXPECT_EQ(made.stretches.size(), 2 * made.times.size() * all_orders.size());
  for (const auto& one : made.times) EXPECT_GT(one.us, 0);
  EXPECT_GT(made.link.request_us, 0);
  EXPECT_GT(made.link.bytes_per_us, 0);
  EXPECT_EQ(link_of(made).bytes_per_us, made.link.bytes_per_us);
  EXPECT_EQ(to_json(calibrated()), to_json(made));
  unsetenv("XDG_CACHE_HOME");
  expect_alike(to_json(made));
  const answer found = plan(made, {500, load_class::compute_bound, collective::alltoall, 4096});
  EXPECT_GT(found.expected_us, 0);
  EXPECT_LE(found.expected_us, found.serial_us);
  options.bytes = {};
  EXPECT_EQ(thrown_by([&] { (void)calibrate(options); }, ark::errc::invalid_argument)
                .find("overlap::calibrate: no sizes"),
            0u);
  ark_barrier_all();
}

TEST_F(Calibration, AFileThatCannotBeWrittenIsAnErrorOnEveryPe) {
  calibrate_options options = brief();
  options.path = folder_.string();
  const std::size_t before = ark::heap_query().used;
  const std::string text = thrown_by([&] { (void)calibrate(options); }, ark::errc::system_error);
  EXPECT_NE(text.find("not a regular file"), std::string::npos) << text;
  expect_alike(text);
  EXPECT_EQ(ark::heap_query().used, before);
}

// With a warning in the log.
TEST_F(Calibration, WithoutAFileItIsKeptInMemory) {
  calibrate_options options = brief();
  options.path = (folder_ / "file" / "below.json").string();
  std::ofstream(folder_ / "file") << "no folder";
  const std::string made = to_json(calibrated(options));
  expect_alike(made);
  options.repeat = 0;  // another measurement would be refused
  EXPECT_EQ(to_json(calibrated(options)), made);
}

TEST_F(Calibration, AFileOfAnotherJobIsMeasuredAgain) {
  calibrate_options options = brief();
  options.path = (folder_ / "kept.json").string();
  calibration other = calibrated(options);
  options.repeat = 0;
  EXPECT_EQ(to_json(calibrated(options)), to_json(other));
  const calibration first = other;
  const auto expect_refused = [&] {
    const std::string text =
        thrown_by([&] { (void)calibrated(options); }, ark::errc::invalid_argument);
    EXPECT_NE(text.find("repeat 0"), std::string::npos) << text;
  };
  const auto expect_measured_again = [&] {
    if (me_ == 0) save(other, options.path);
    expect_refused();
    other = first;
  };
  other.machine = "another";
  expect_measured_again();
  other.cores = "another";
  expect_measured_again();
  other.times.resize(candidate_engines.size());  // those of one collective
  expect_measured_again();
  other.pes = 99;
  expect_measured_again();
  // One of an ark that did not know all collectives.
  std::string older = to_json(first);
  older.replace(older.find("ark_overlap/2"), 13, "ark_overlap/1");
  if (me_ == 0) std::ofstream(options.path) << older;
  expect_refused();
  options.repeat = 1;
  EXPECT_EQ(calibrated(options).times.size(), all_collectives.size() * candidate_engines.size());
  if (me_ == 0) {
    EXPECT_EQ(read(options.path).pes, n_);
  }
}

TEST_F(Calibration, MeasuresTheRequestedCollectives) {
  calibrate_options options = brief();
  options.collectives = {collective::reduce, collective::broadcast};
  const calibration made = calibrate(options);
  ASSERT_EQ(made.times.size(), 2 * candidate_engines.size());
  EXPECT_EQ(made.times.front().what, collective::reduce);
  EXPECT_EQ(made.times.back().what, collective::broadcast);
  for (const collective what : options.collectives) {
    const answer found = plan(made, {10, load_class::memory_bound, what, 1024});
    EXPECT_GT(found.expected_us, 0);
    EXPECT_LE(found.expected_us, found.serial_us);
  }
  EXPECT_NE(thrown_by([&] { (void)plan(made, {10}); }, ark::errc::invalid_argument)
                .find("no time of fcollect"),
            std::string::npos);
  options.collectives = {};
  EXPECT_EQ(thrown_by([&] { (void)calibrate(options); }, ark::errc::invalid_argument),
            "overlap::calibrate: no collectives; accepted: 1 or more");
}

// A block of a byte is less than an element of the sum.
TEST_F(Calibration, EachCollectiveRunsByEachEngineWithEachSize) {
  testbench_options sizes;
  sizes.most_bytes = 4097;
  sizes.array_bytes = std::size_t{256} << 10;
  testbench on(sizes);
  for (const collective what : all_collectives) {
    for (const engine& by : candidate_engines) {
      EXPECT_GT(on.collective_us(what, by, 1), 0);
      EXPECT_GT(on.collective_us(what, by, sizes.most_bytes), 0);
    }
  }
}

TEST_F(Calibration, SizesOutOfRangeAreRefused) {
  const auto refused = [](const calibrate_options& options) {
    return thrown_by([&] { (void)calibrate(options); }, ark::errc::invalid_argument);
  };
  calibrate_options options = brief();
  options.array_bytes = std::size_t{128} << 10;
  EXPECT_EQ(refused(options), "overlap: array_bytes 131072; accepted: 262144 to 562949953421312");
  options = brief();
  options.bytes = {1024, std::size_t{1} << 63};
  EXPECT_EQ(refused(options),
            "overlap: bytes 9223372036854775808; accepted: 1 to " + std::to_string(INT64_MAX / n_));
}

// Among stores of some nanoseconds the launch of a kernel is noise.
TEST_F(Calibration, TheCostOfARequestIsNeverZero) {
  testbench_options sizes;
  sizes.most_bytes = 4096;
  sizes.array_bytes = std::size_t{256} << 10;
  testbench on(sizes);
  for (int i = 0; i < 5; ++i) {
    EXPECT_GT(on.put_us(8, false), 0);
    EXPECT_GT(on.put_us(8, true), 0);
    EXPECT_GT(on.put_us(4096, false), 0);
  }
}

TEST_F(Calibration, ALinkForSlicesIsNoFasterThanTheCostOfASlice) {
  const ark::fused::link_cost usual;
  calibration measured;
  EXPECT_EQ(link_of(measured).request_us, usual.request_us);
  EXPECT_EQ(link_of(measured).bytes_per_us, usual.bytes_per_us);
  measured.link = {0.003, 0.02, 40'000};  // stores into another PE's memory
  EXPECT_EQ(link_of(measured).request_us, usual.request_us);
  EXPECT_EQ(link_of(measured).bytes_per_us, 40'000);
  measured.link = {5, 60, 120};
  EXPECT_EQ(link_of(measured).request_us, 5);
}

}  // namespace
}  // namespace ark_mp
