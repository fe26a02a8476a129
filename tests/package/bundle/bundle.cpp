// A word of each library of a bundle. Those that could be compiled are header-only there.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#if !defined(FMT_HEADER_ONLY) || defined(SPDLOG_COMPILED_LIB)
#error "fmt or spdlog is not the bundle's"
#endif

TEST(Bundle, HasEveryLibrary) {
  EXPECT_EQ(fmt::format("{}", 1), "1");
  EXPECT_EQ(spdlog::level::from_str("warning"), spdlog::level::warn);
  EXPECT_EQ(CLI::App("bundle").get_description(), "bundle");
  EXPECT_THAT(nlohmann::json({{"a", 1}}).dump(), testing::HasSubstr("\"a\":1"));
}
