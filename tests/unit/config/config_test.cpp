// The table of variables: defaults, sources, refusals, unknown names.
#include "config/config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/errc.hpp>
#include <set>
#include <string>

namespace ark {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string refusal(const char* name, const char* value) {
  try {
    (void)config_read(nullptr, {{name, value}});
  } catch (const error& problem) {
    EXPECT_EQ(problem.code(), errc::invalid_argument);
    return problem.what();
  }
  return "accepted";
}

TEST(Config, EveryDefaultIsAccepted) {
  const config_result read = config_read(nullptr, {});
  EXPECT_EQ(read.values.symmetric_size, std::size_t{64} << 20);
  EXPECT_EQ(read.values.timeout_ns, 120'000'000'000u);
  EXPECT_EQ(read.values.route, detail::route_policy::automatic);
  EXPECT_EQ(read.entries.size(), config_table().size());
  for (const config_entry& entry : read.entries)
    EXPECT_EQ(entry.source, config_source::built_in) << entry.name;
  EXPECT_TRUE(read.unknown.empty());
}

TEST(Config, EnvironmentWinsOverDefaultsAndTheCallerOverTheEnvironment) {
  const char* const environment[] = {"HOME=/", "ARK_TIMEOUT=5s", "ARK_RINGS=2", nullptr};
  const config_result read = config_read(environment, {{"ARK_RINGS", "3"}});
  EXPECT_EQ(read.values.timeout_ns, 5'000'000'000u);
  EXPECT_EQ(read.values.rings, 3u);
  for (const config_entry& entry : read.entries) {
    if (entry.name == "ARK_TIMEOUT") {
      EXPECT_EQ(entry.source, config_source::environment);
    } else if (entry.name == "ARK_RINGS") {
      EXPECT_EQ(entry.source, config_source::caller);
    }
  }
  EXPECT_EQ(read.source_of("ARK_RINGS"), config_source::caller);
  EXPECT_EQ(read.source_of("ARK_ROUTE"), config_source::built_in);
}

TEST(Config, EveryVariableRefusesNonsenseNamingItselfTheValueAndTheAcceptedForm) {
  for (const config_variable& row : config_table()) {
    EXPECT_THAT(refusal(row.name, "nonsense?"),
                AllOf(HasSubstr(row.name), HasSubstr("'nonsense?'"), HasSubstr(row.accepted)));
  }
}

TEST(Config, LimitsAreEnforced) {
  for (const auto& [name, value] : {std::pair{"ARK_RING_SLOTS", "1000"},
                                    {"ARK_RING_SLOTS", "1"},
                                    {"ARK_RINGS", "0"},
                                    {"ARK_SYMMETRIC_SIZE", "10"},
                                    {"ARK_TIMEOUT", "0"},
                                    {"ARK_CPU_STACK", "4k"},
                                    {"ARK_SCHED", "pct"},
                                    {"ARK_ROUTE", "AUTO"},
                                    {"ARK_HEAP", "gpu"},
                                    {"ARK_CUDA_DEVICE", "-1"},
                                    {"ARK_CUDA_WAIT", "1"},
                                    {"ARK_LOG", "loud"}}) {
    EXPECT_THAT(refusal(name, value), AllOf(HasSubstr(name), HasSubstr("accepted:"))) << value;
  }
}

TEST(Config, UnknownNamesAreKeptWithTheNearestValidOne) {
  const char* const environment[] = {"ARK_TIMEOUTS=1", "ARKANSAS=2", "ARK_SYMETRIC_SIZE=1g",
                                     nullptr};
  const config_result read = config_read(environment, {});
  ASSERT_EQ(read.unknown.size(), 2u);
  EXPECT_EQ(read.unknown[0].name, "ARK_SYMETRIC_SIZE");
  EXPECT_EQ(read.unknown[0].value, "1g");
  EXPECT_EQ(read.unknown[0].nearest, "ARK_SYMMETRIC_SIZE");
  EXPECT_EQ(read.unknown[1].name, "ARK_TIMEOUTS");
  EXPECT_EQ(read.unknown[1].nearest, "ARK_TIMEOUT");
}

TEST(Config, ARemovedNameComesWithItsReplacement) {
  const char* const environment[] = {"ARK_CPU_GUARD=1", "ARK_PROXY_CPUS=0", nullptr};
  const config_result read = config_read(environment, {});
  ASSERT_EQ(read.unknown.size(), 2u);
  EXPECT_EQ(read.unknown[0].advice, "removed: ARK_CHECK=1 has guard pages");
  EXPECT_THAT(read.unknown[1].advice, HasSubstr("taskset"));
}

TEST(Config, NamesAreUniqueAndDocumented) {
  std::set<std::string> names;
  for (const config_variable& row : config_table()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_THAT(config_documentation(), HasSubstr(std::string("`") + row.name + "`"));
  }
}

}  // namespace
}  // namespace ark
