// The example 09-serving: its file format with all errors, its statistics, plans and settings.
#include <filesystem>
#include <numeric>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "load_plan.hpp"
#include "server_settings.hpp"
#include "statistics.hpp"
#include "weights_file.hpp"

namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

/// The text of what `call` throws; empty if it does not.
template <class Call>
std::string thrown_by(const Call& call) {
  try {
    call();
  } catch (const std::exception& problem) {
    return problem.what();
  }
  return "";
}

class WeightsFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "serving_test." + std::to_string(::getpid());
    std::filesystem::create_directories(folder_);
    path_ = folder_ + "/weights.safetensors";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& header, std::size_t data_bytes = 0) {
    const std::uint64_t length = header.size();
    std::ofstream file(path_, std::ios::binary);
    file.write(reinterpret_cast<const char*>(&length), sizeof(length));
    file << header << std::string(data_bytes, '\0');
  }
  /// What is wrong with the file for the second half of the first model.
  std::string problem() {
    return thrown_by([&] { static_cast<void>(weights_file(path_).half_of(models[0], 1)); });
  }
  /// Writes the model's own file, with `from` replaced in its header by a text of the same length.
  void write_changed(const std::string& from, const std::string& to) {
    ASSERT_EQ(from.size(), to.size());
    write_weights(path_, models[0], 7);
    std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
    std::string text(2000, '\0');
    file.read(text.data(), 2000);
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << text;
    file.seekp(static_cast<std::streamoff>(at));
    file << to;
  }
  std::string folder_, path_;
};

TEST_F(WeightsFile, ReadsWhatItWrote) {
  for (const model& m : models) {
    write_weights(path_, m, 7);
    const weights_file file(path_);
    std::uint64_t number = 0;
    for (int h = 0; h < 2; ++h) {
      const std::vector<float> weights = file.half_of(m, h);
      ASSERT_EQ(weights.size(), m.halves[h].floats());
      const float largest = std::sqrt(6.0f / static_cast<float>(m.halves[h].layers[0].rows()));
      EXPECT_EQ(weights[0], largest * noise(7, number));
      number += weights.size();
    }
    // Header, weights and nothing else.
    std::uint64_t header = 0;
    std::ifstream(path_, std::ios::binary).read(reinterpret_cast<char*>(&header), sizeof(header));
    EXPECT_EQ(std::filesystem::file_size(path_), 8 + header + number * sizeof(float));
  }
}

TEST_F(WeightsFile, TensorsMayLieInAnotherOrder) {
  constexpr model small = {"small", {{{{1, 1}}, 1}, {{{1, 1}}, 1}}};
  write(R"({"__metadata__":{"format":"pt"},)"
        R"("layers.1.bias":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},)"
        R"("layers.0.bias":{"dtype":"F32","shape":[1],"data_offsets":[8,12]},)"
        R"("layers.1.weight":{"dtype":"F32","shape":[1,1],"data_offsets":[12,16]},)"
        R"("layers.0.weight":{"dtype":"F32","shape":[1,1],"data_offsets":[4,8]}})");
  const float data[] = {1, 2, 3, 4};
  std::ofstream(path_, std::ios::binary | std::ios::app)
      .write(reinterpret_cast<const char*>(data), sizeof(data));
  const weights_file file(path_);
  EXPECT_THAT(file.half_of(small, 0), ElementsAre(2, 3));
  EXPECT_THAT(file.half_of(small, 1), ElementsAre(4, 1));
}

TEST_F(WeightsFile, RefusesWhatIsNoFileOfTheFormat) {
  EXPECT_THAT(problem(), AllOf(HasSubstr(path_), HasSubstr("cannot be opened: No such file")));
  std::ofstream(path_) << "1234567";
  EXPECT_THAT(problem(), HasSubstr("truncated: 7 bytes; accepted: 8 or more"));
  std::ofstream(path_) << "12345678";
  EXPECT_THAT(problem(),
              HasSubstr("truncated: a header of 4050765991979987505 bytes in a file of 8"));
  write("{\"layers");
  EXPECT_THAT(problem(), HasSubstr("the header is no JSON object"));
  write("[1]");
  EXPECT_THAT(problem(), HasSubstr("the header is no JSON object"));
}

TEST_F(WeightsFile, NamesTheTensorThatDoesNotFit) {
  const auto first = [&](const std::string& value) {
    write("{\"layers.1.weight\":" + value + "}", 8);
    return problem();
  };
  EXPECT_THAT(first("{}").substr(path_.size()),
              testing::StrEq(": layers.1.weight: dtype is missing; accepted: \"F32\""));
  EXPECT_THAT(first("3"), HasSubstr("layers.1.weight: dtype is missing"));
  EXPECT_THAT(first(R"({"dtype":"F16"})"), HasSubstr("dtype is \"F16\"; accepted: \"F32\""));
  EXPECT_THAT(first(R"({"dtype":"F32","shape":[640,32]})"),
              HasSubstr("shape is [640,32]; accepted: [32,640]"));
  const std::string fits = R"({"dtype":"F32","shape":[32,640])";
  EXPECT_THAT(first(fits + "}"), HasSubstr("data_offsets is missing; accepted: two numbers"));
  EXPECT_THAT(first(fits + R"(,"data_offsets":[0,-1]})"),
              HasSubstr("data_offsets is [0,-1]; accepted: two numbers"));
  EXPECT_THAT(first(fits + R"(,"data_offsets":[0,8]})"),
              HasSubstr("data_offsets are [0,8]; accepted: 81920 bytes"));
  EXPECT_THAT(first(fits + R"(,"data_offsets":[81920,0]})"), HasSubstr("accepted: 81920 bytes"));
  EXPECT_THAT(first(fits + R"(,"data_offsets":[0,81920]})"),
              HasSubstr("layers.1.weight: truncated: data to 81920 of 8 bytes"));
  write_changed("layers.3.bias", "layers.9.bias");
  EXPECT_THAT(problem(), HasSubstr("no tensor 'layers.3.bias'"));
  write_changed("\"shape\":[10]", "\"shape\":[11]");
  EXPECT_THAT(problem(), HasSubstr("layers.3.bias: shape is [11]; accepted: [10]"));
}

TEST_F(WeightsFile, RefusesAFileThatEndsEarly) {
  write_weights(path_, models[0], 7);
  const std::uint64_t bytes = std::filesystem::file_size(path_);
  weights_file open(path_);  // its size was checked
  std::filesystem::resize_file(path_, bytes - 1);
  EXPECT_THAT(problem(), HasSubstr("layers.3.bias: truncated: data to "));
  EXPECT_THAT(thrown_by([&] { static_cast<void>(open.half_of(models[0], 1)); }),
              HasSubstr("truncated: ends at " + std::to_string(bytes - 1)));
}

TEST(Statistics, QuantilesByNearestRank) {
  std::vector<double> values(1000);
  std::iota(values.begin(), values.end(), 1);
  EXPECT_EQ(quantile(values, 0.5), 500);
  EXPECT_EQ(quantile(values, 0.99), 990);
  EXPECT_EQ(quantile(values, 0.9991), 1000);
  EXPECT_EQ(quantile(values, 1), 1000);
  EXPECT_EQ(quantile(values, 1e-9), 1);
  EXPECT_EQ(quantile({7}, 0.99), 7);
  EXPECT_EQ(quantile({}, 0.99), 0);
}

TEST(Statistics, ArrivalsHaveTheRateOfAPoissonProcess) {
  const std::vector<double> times = arrivals(1000, 1, 100, 3);
  EXPECT_NEAR(static_cast<double>(times.size()), 1e5, 5 * std::sqrt(1e5));
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
  EXPECT_LT(times.back(), 100);
  // The pauses of a Poisson process have mean and standard deviation 1/rate.
  double sum = 0, squares = 0;
  for (std::size_t i = 1; i < times.size(); ++i) {
    const double pause = times[i] - times[i - 1];
    sum += pause;
    squares += pause * pause;
  }
  const double mean = sum / static_cast<double>(times.size() - 1);
  EXPECT_NEAR(mean, 1e-3, 2e-5);
  EXPECT_NEAR(std::sqrt(squares / static_cast<double>(times.size() - 1) - mean * mean), 1e-3, 2e-5);
  EXPECT_EQ(arrivals(1000, 1, 100, 3), times);
  EXPECT_NE(arrivals(1000, 1, 100, 4), times);
  EXPECT_TRUE(arrivals(0, 1, 100, 3).empty());
}

TEST(Statistics, BurstsArriveTogetherAtTheSameRate) {
  const std::vector<double> times = arrivals(1000, 10, 100, 3);
  EXPECT_NEAR(static_cast<double>(times.size()), 1e5, 5 * 10 * std::sqrt(1e4));
  ASSERT_EQ(times.size() % 10, 0u);
  for (std::size_t i = 0; i < times.size(); ++i) EXPECT_EQ(times[i], times[i / 10 * 10]);
}

TEST(Plan, SegmentsHaveTheirKeysAndTheServerTheOthers) {
  std::istringstream lines(
      "# comment\n\nfirst rate.mlp=12.5 burst.conv=4 seconds=0.5 warm=0.1 exchange_ms=20 data=copy "
      "batch.mlp=3\nsecond\n");
  const std::vector<segment> plan = read_plan(lines);
  ASSERT_EQ(plan.size(), 2u);
  EXPECT_EQ(plan[0].name, "first");
  EXPECT_THAT(plan[0].rate, ElementsAre(12.5, 0));
  EXPECT_THAT(plan[0].burst, ElementsAre(1, 4));
  EXPECT_EQ(plan[0].seconds, 0.5);
  EXPECT_EQ(plan[0].warm, 0.1);
  EXPECT_EQ(plan[0].exchange_ms, 20);
  EXPECT_EQ(plan[0].use, " data=copy batch.mlp=3");
  EXPECT_EQ(plan[1].use, "");
}

TEST(Plan, RefusesWithLineAndValue) {
  const auto problem = [](const std::string& text) {
    std::istringstream lines(text);
    return thrown_by([&] { read_plan(lines); });
  };
  EXPECT_EQ(problem("a\nb c"), "plan, line 2: 'c'; accepted: KEY=VALUE");
  EXPECT_EQ(problem("a seconds=0"),
            "plan, line 1: 'seconds=0'; accepted: more than 0, at most 1000000");
  EXPECT_EQ(problem("a rate.mlp=-1"), "plan, line 1: 'rate.mlp=-1'; accepted: 0 to 1000000");
  EXPECT_EQ(problem("a rate.mlp=1x"), "plan, line 1: 'rate.mlp=1x'; accepted: 0 to 1000000");
  EXPECT_EQ(problem("a burst.mlp=0"), "plan, line 1: 'burst.mlp=0'; accepted: 1 to 1000000");
  EXPECT_EQ(problem("a warm=nan"), "plan, line 1: 'warm=nan'; accepted: 0 to 1000000");
  EXPECT_EQ(problem("# nothing"), "plan: no segment; accepted: NAME KEY=VALUE ...");
}

TEST(ServerSettings, EachSwitchAlone) {
  EXPECT_TRUE(read_settings("").gather);
  EXPECT_FALSE(read_settings("data=copy").gather);
  EXPECT_TRUE(read_settings("").sleeps);
  EXPECT_FALSE(read_settings("wait=block").sleeps);
  EXPECT_EQ(read_settings("").load, server_settings::live);
  EXPECT_EQ(read_settings("load=stop").load, server_settings::stop);
  EXPECT_EQ(read_settings("load=in-place").load, server_settings::in_place);
  EXPECT_EQ(read_settings("").order, server_settings::shares);
  EXPECT_EQ(read_settings("order=fifo").order, server_settings::fifo);
  EXPECT_EQ(read_settings("order=sliced slice_ms=3").slice_ms, 3);
  EXPECT_EQ(read_settings("batch.conv=5").batch[1], 5u);
  EXPECT_EQ(read_settings("share.mlp=0.7").share[0], 0.7);
  EXPECT_EQ(read_settings("priority.mlp=7").priority[0], 7u);
  EXPECT_EQ(read_settings("goal_ms.conv=5").goal_ms[1], 5);
}

TEST(ServerSettings, RefusesWithWordAndAcceptedForm) {
  const auto problem = [](const std::string& text) {
    return thrown_by([&] { read_settings(text); });
  };
  EXPECT_EQ(problem("data=both"), "'data=both'; accepted: data=copy or data=gather");
  EXPECT_EQ(problem("wait="), "'wait='; accepted: wait=block or wait=event");
  EXPECT_EQ(problem("load=late"), "'load=late'; accepted: load=live, stop or in-place");
  EXPECT_EQ(problem("order=1"), "'order=1'; accepted: order=shares, fifo or sliced");
  EXPECT_EQ(problem("slice_ms=0"), "'slice_ms=0'; accepted: slice_ms=0.1 to 1000");
  EXPECT_EQ(problem("batch.mlp=33"), "'batch.mlp=33'; accepted: batch.MODEL=1 to 32");
  EXPECT_EQ(problem("share.mlp=1"), "'share.mlp=1'; accepted: share.MODEL=0.01 to 0.99");
  EXPECT_EQ(problem("priority.mlp=8"), "'priority.mlp=8'; accepted: priority.MODEL=0 to 7");
  EXPECT_EQ(problem("goal_ms.conv=x"), "'goal_ms.conv=x'; accepted: goal_ms.MODEL=0 to 10000");
  for (const char* word : {"batch.vgg=3", "batch=3", "polite", "="})
    EXPECT_THAT(problem(word),
                AllOf(HasSubstr("'" + std::string(word) + "'; accepted: data, wait")));
}

}  // namespace
