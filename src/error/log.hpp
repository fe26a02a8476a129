// The library's log: one line per event on stderr.
//
//   2026-11-21 10:15:02.123 ark warn PE 3: heap: ...
//
// All functions may be called by any thread at any time, before init and after main included: the
// logger is never destroyed.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace ark {

/// Levels of ARK_LOG: events of this level and more urgent ones are printed.
enum class log_level : std::uint8_t { error, warn, info, debug };

/// Parses "error", "warn", "info" or "debug"; nothing for any other text.
[[nodiscard]] std::optional<log_level> log_level_parse(std::string_view text) noexcept;
[[nodiscard]] const char* log_level_name(log_level level) noexcept;

/// Prints events. Does not throw if memory is short: the line then has the text without its values.
class event_log {
 public:
  template <class... Values>
  void error(fmt::format_string<Values...> text, Values&&... values) const {
    print(log_level::error, text, fmt::make_format_args(values...));
  }
  template <class... Values>
  void warn(fmt::format_string<Values...> text, Values&&... values) const {
    print(log_level::warn, text, fmt::make_format_args(values...));
  }
  template <class... Values>
  void info(fmt::format_string<Values...> text, Values&&... values) const {
    print(log_level::info, text, fmt::make_format_args(values...));
  }

 private:
  static void print(log_level level, fmt::string_view text, fmt::format_args values);
};

/// Before log_level_set is called, the level is that of ARK_LOG, or warn if that is unset or
/// invalid (init rejects an invalid value).
[[nodiscard]] inline event_log logger() noexcept { return {}; }

void log_level_set(log_level level) noexcept;

/// Sets the PE that log lines name: the calling thread's if it has one, otherwise the process's; -1
/// clears it. A process of one PE sets the process's; if several PEs share a process, each host
/// thread sets its own.
void log_pe_set_process(int pe) noexcept;
void log_pe_set_thread(int pe) noexcept;
/// The PE that a line logged by this thread would name, -1 if none.
[[nodiscard]] int log_pe() noexcept;

}  // namespace ark
