// ark_perf compare: which rows are worse, and what it refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "ark_perf_options.hpp"

namespace {

using ark_perf::compare_command;
using ark_perf::comparison;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

struct row {
  const char* test;
  const char* unit;
  double median, min, max;
  const char* from = "kernel";
  int bytes = 8;
};

class Compare : public testing::Test {
 protected:
  Compare() {
    std::string path = (std::filesystem::temp_directory_path() / "ark-compare-XXXXXX").string();
    if (mkdtemp(path.data()) == nullptr) throw std::runtime_error(path + " cannot be made");
    folder_ = path;
  }
  ~Compare() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  std::string report(const std::string& name, const std::vector<row>& rows) const {
    std::string tests;
    for (const row& one : rows) {
      tests += std::string(tests.empty() ? "" : ",") + R"({"test": ")" + one.test +
               R"(", "options": {"from": ")" + one.from + R"(", "window": 64, "route": null}, )" +
               R"("rows": [{"bytes": )" + std::to_string(one.bytes) + R"(, "repeats": {"unit": ")" +
               one.unit + R"(", "median": )" + std::to_string(one.median) + R"(, "min": )" +
               std::to_string(one.min) + R"(, "max": )" + std::to_string(one.max) + "}}]}";
    }
    return file(name, R"({"schema": "ark_perf/1", "tests": [)" + tests + "]}");
  }
  comparison of(const row& before, const row& after, std::vector<std::string> more = {}) const {
    more.insert(more.end(), {report("old", {before}), report("new", {after})});
    return compare_command(more);
  }
  std::filesystem::path folder_;
};

TEST_F(Compare, AMedianThatIsWorseByMoreThanTheThreshold) {
  EXPECT_EQ(of({"put_latency", "us", 1, 0.9, 1.1}, {"put_latency", "us", 1.2, 1.15, 1.3}).status,
            1);
  EXPECT_EQ(of({"put_latency", "us", 1, 0.99, 1.01}, {"put_latency", "us", 1.09, 1.08, 1.1}).status,
            0);
  EXPECT_EQ(of({"put_bw", "MB/s", 100, 99, 101}, {"put_bw", "MB/s", 80, 79, 81}).status, 1);
  EXPECT_EQ(of({"put_mr", "messages/s", 1e6, 9e5, 1.1e6}, {"put_mr", "messages/s", 8e5, 7e5, 8.5e5})
                .status,
            1);
}

TEST_F(Compare, BetterRowsChangeNothing) {
  EXPECT_EQ(of({"put_latency", "us", 1, 0.9, 1.1}, {"put_latency", "us", 0.1, 0.1, 0.1}).status, 0);
  EXPECT_EQ(of({"put_bw", "MB/s", 100, 99, 101}, {"put_bw", "MB/s", 900, 800, 999}).status, 0);
}

TEST_F(Compare, RepeatsThatOverlapDoNotCount) {
  const comparison found =
      of({"put_latency", "us", 1, 0.9, 1.5}, {"put_latency", "us", 1.4, 1.2, 2});
  EXPECT_EQ(found.status, 0);
  EXPECT_THAT(found.text, AllOf(HasSubstr("+40.0%"), Not(HasSubstr("WORSE"))));
}

TEST_F(Compare, TheThresholdIsTheCallers) {
  const row before{"put_latency", "us", 1, 1, 1}, after{"put_latency", "us", 1.3, 1.3, 1.3};
  EXPECT_EQ(of(before, after).status, 1);
  EXPECT_EQ(of(before, after, {"--threshold", "40"}).status, 0);
}

TEST_F(Compare, RowsAreOfOneTestOptionsAndSize) {
  const comparison found =
      compare_command({report("old", {{"put_latency", "us", 1, 1, 1},
                                      {"put_latency", "us", 1, 1, 1, "host"},
                                      {"put_latency", "us", 9, 9, 9, "kernel", 64}}),
                       report("new", {{"put_latency", "us", 2, 2, 2, "host"},
                                      {"put_latency", "us", 1, 1, 1},
                                      {"get_latency", "us", 1, 1, 1}})});
  EXPECT_EQ(found.status, 1);
  EXPECT_THAT(found.text, AllOf(HasSubstr("put_latency from=host 8 B"), HasSubstr("1 of 2 rows"),
                                HasSubstr("1 rows of the first report, 1 of the second")));
}

TEST_F(Compare, NamesWhatItCannotCompare) {
  const std::string good = report("good", {{"put_latency", "us", 1, 1, 1}});
  const std::string other = report("other", {{"get_latency", "us", 1, 1, 1}});
  const struct {
    std::vector<std::string> words;
    std::vector<const char*> named;
  } calls[] = {
      {{}, {"OLD", "required"}},
      {{good}, {"NEW", "required"}},
      {{good, good, "third"}, {"third"}},
      {{"--threshold", "-1", good, good}, {"--threshold", "-1"}},
      {{"--threshold", "much", good, good}, {"--threshold", "much"}},
      {{good, (folder_ / "missing").string()}, {"missing", "cannot be read"}},
      {{folder_.string(), good}, {"cannot be read"}},
      {{file("text", "put_latency 1"), good}, {"text'", "ark_perf --format json"}},
      {{file("keys", R"({"schema": "ark_perf/1"})"), good}, {"keys'", "tests"}},
      {{file("schema", R"({"schema": "osu/7"})"), good}, {"osu/7", "accepted: ark_perf/1"}},
      {{good, other}, {"no row in common"}},
      {{report("twice", {{"put_latency", "us", 1, 1, 1}, {"put_latency", "us", 2, 2, 2}}), good},
       {"twice'", "put_latency 8 B", "--repeat"}},
  };
  for (const auto& [words, named] : calls) {
    const comparison found = compare_command(words);
    EXPECT_EQ(found.status, 2) << found.text;
    for (const char* part : named) EXPECT_THAT(found.text, HasSubstr(part));
  }
  EXPECT_EQ(compare_command({"--help"}).status, 0);
}

}  // namespace
