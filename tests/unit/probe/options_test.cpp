// The probes' command line: what is taken, and how what is not is told.
#include "options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace ark_probe {
namespace {

using ::testing::HasSubstr;

options parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "probe");
  return parse_options(static_cast<int>(arguments.size()), arguments.data());
}

std::string refusal(const std::vector<const char*>& arguments) {
  try {
    parse(arguments);
  } catch (const usage_error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ProbeOptions, DefaultsAreDeviceZeroForAMinute) {
  const options how = parse({});
  EXPECT_EQ(how.device, 0);
  EXPECT_EQ(how.seconds, 60);
  EXPECT_EQ(how.connections, 8);
  EXPECT_EQ(how.commit, "unknown");
  EXPECT_TRUE(how.role.empty());
  EXPECT_FALSE(how.help);
}

TEST(ProbeOptions, TakesAllOfThem) {
  const options how = parse({"--device", "2", "--seconds", "12", "--connections", "32", "--commit",
                             "abc-dirty", "--role", "answers", "--fd", "5", "--help"});
  EXPECT_EQ(how.device, 2);
  EXPECT_EQ(how.seconds, 12);
  EXPECT_EQ(how.connections, 32);
  EXPECT_EQ(how.commit, "abc-dirty");
  EXPECT_EQ(how.role, "answers");
  EXPECT_EQ(how.fd, 5);
  EXPECT_TRUE(how.help);
}

TEST(ProbeOptions, NumberOutOfRangeNamesValueAndRange) {
  EXPECT_EQ(refusal({"--connections", "33"}), "--connections '33': it takes a number from 1 to 32");
  EXPECT_EQ(refusal({"--seconds", "0"}), "--seconds '0': it takes a number from 1 to 3600");
  EXPECT_EQ(refusal({"--device", "-1"}), "--device '-1': it takes a number from 0 to 1023");
  EXPECT_EQ(refusal({"--device", "99999999999999999999"}),
            "--device '99999999999999999999': it takes a number from 0 to 1023");
}

TEST(ProbeOptions, TextThatIsNoNumberIsRefused) {
  EXPECT_THAT(refusal({"--device", "one"}), HasSubstr("'one'"));
  EXPECT_THAT(refusal({"--device", "1x"}), HasSubstr("'1x'"));
  EXPECT_THAT(refusal({"--device", ""}), HasSubstr("it takes a number"));
}

TEST(ProbeOptions, UnknownArgumentNamesTheAcceptedOnes) {
  EXPECT_THAT(refusal({"--gpu", "1"}), HasSubstr("unknown argument '--gpu': it takes --device"));
  EXPECT_THAT(refusal({"--gpu"}), HasSubstr("unknown argument '--gpu'"));
}

TEST(ProbeOptions, ArgumentWithoutItsValueIsRefused) {
  EXPECT_EQ(refusal({"--commit"}), "--commit without a value");
  EXPECT_EQ(refusal({"--commit", "--device", "1"}), "--commit without a value");
  EXPECT_EQ(refusal({"--device"}), "--device without a value");
}

TEST(ProbeOptions, UsageNamesTheProgramAndItsExitStatus) {
  EXPECT_THAT(usage("probe_gate"), HasSubstr("usage: probe_gate [--device N]"));
  EXPECT_THAT(usage("probe_gate"), HasSubstr("77"));
}

}  // namespace
}  // namespace ark_probe
