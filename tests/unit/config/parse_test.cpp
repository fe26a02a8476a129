// Numbers with units.
#include "config/parse.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace ark {
namespace {

TEST(Parse, BytesTakeFractionsAndUnitsInEitherCase) {
  EXPECT_EQ(parse::bytes("0"), 0u);
  EXPECT_EQ(parse::bytes("4096"), 4096u);
  EXPECT_EQ(parse::bytes("64k"), 65536u);
  EXPECT_EQ(parse::bytes("64KB"), 65536u);
  EXPECT_EQ(parse::bytes("1.5g"), 3u << 29);
  EXPECT_EQ(parse::bytes("2T"), std::uint64_t{1} << 41);
}

TEST(Parse, BytesRefuseTextThatIsNoSize) {
  for (const char* text :
       {"", "k", "-1", "1x", "1kk", "nan", "inf", "1e30", "99999999999t", "0x10", " 1"}) {
    EXPECT_THROW((void)parse::bytes(text), std::invalid_argument) << text;
  }
}

TEST(Parse, DurationsTakeUnitsAndBareSeconds) {
  EXPECT_EQ(parse::duration_ns("2"), 2'000'000'000u);
  EXPECT_EQ(parse::duration_ns("500ms"), 500'000'000u);
  EXPECT_EQ(parse::duration_ns("1.5s"), 1'500'000'000u);
  EXPECT_EQ(parse::duration_ns("2m"), 120'000'000'000u);
  EXPECT_EQ(parse::duration_ns("1h"), 3'600'000'000'000u);
  EXPECT_EQ(parse::duration_ns("250us"), 250'000u);
  EXPECT_EQ(parse::duration_ns("7ns"), 7u);
}

TEST(Parse, DurationsRefuseZeroNegativeAndUnknownUnits) {
  for (const char* text : {"0", "0s", "-1s", "1d", "", "s", "0.1ns"}) {
    EXPECT_THROW((void)parse::duration_ns(text), std::invalid_argument) << text;
  }
}

TEST(Parse, NumbersKeepTheirRange) {
  EXPECT_EQ(parse::number("64", 1, 64), 64u);
  for (const char* text : {"0", "65", "-1", "1.5", "12a", "", "99999999999999999999"}) {
    EXPECT_THROW((void)parse::number(text, 1, 64), std::invalid_argument) << text;
  }
}

TEST(Parse, FlagsAreOneOfEightWords) {
  for (const char* text : {"1", "on", "yes", "true"}) EXPECT_TRUE(parse::flag(text)) << text;
  for (const char* text : {"0", "off", "no", "false"}) EXPECT_FALSE(parse::flag(text)) << text;
  for (const char* text : {"2", "", "ON ", "maybe"})
    EXPECT_THROW((void)parse::flag(text), std::invalid_argument) << text;
}

}  // namespace
}  // namespace ark
