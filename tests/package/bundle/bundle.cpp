// A word of each library of a bundle. Those that could be compiled are header-only there.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#if !defined(FMT_HEADER_ONLY) || defined(SPDLOG_COMPILED_LIB)
#error "fmt or spdlog is not the bundle's"
#endif

int main() {
  return fmt::format("{}", 1) == "1" && spdlog::level::from_str("warning") == spdlog::level::warn
             ? 0
             : 1;
}
