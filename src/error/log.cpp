#include "error/log.hpp"

#include <fmt/format.h>
#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <ark/detail/failure/call_names.hpp>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <utility>

namespace ark {
namespace {

constinit std::atomic<int> process_pe{-1};
constinit thread_local int thread_pe = -1;

/// "%*": the PE that logs. The sink is synchronous, so this runs on the logging thread.
class pe_flag : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg&, const std::tm&,
              spdlog::memory_buf_t& destination) override {
    const int pe = log_pe();
    const std::string text = pe < 0 ? "PE ?" : "PE " + std::to_string(pe);
    destination.append(text.data(), text.data() + text.size());
  }
  [[nodiscard]] std::unique_ptr<custom_flag_formatter> clone() const override {
    return std::make_unique<pe_flag>();
  }
};

spdlog::level::level_enum spdlog_level(log_level level) noexcept {
  switch (level) {
    case log_level::error:
      return spdlog::level::err;
    case log_level::warn:
      return spdlog::level::warn;
    case log_level::info:
      return spdlog::level::info;
    case log_level::debug:
      return spdlog::level::debug;
  }
  return spdlog::level::warn;
}

log_level level_from_environment() noexcept {
  const char* text = std::getenv("ARK_LOG");
  return text == nullptr ? log_level::warn : log_level_parse(text).value_or(log_level::warn);
}

/// Constructed in static storage and never destroyed. The bare logger allocates nothing, so that it
/// exists even if its sink cannot be made; it is then silent.
spdlog::logger* logger_create() noexcept {
  alignas(spdlog::logger) static std::byte storage[sizeof(spdlog::logger)];
  auto* created = new (storage) spdlog::logger("ark");
  created->set_level(spdlog_level(level_from_environment()));
  try {
    auto formatter = std::make_unique<spdlog::pattern_formatter>();
    formatter->add_flag<pe_flag>('*').set_pattern("%Y-%m-%d %H:%M:%S.%e %n %l %*: %v");
    auto sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
    sink->set_formatter(std::move(formatter));
    created->sinks().push_back(std::move(sink));
  } catch (...) {
    created->sinks().clear();
  }
  return created;
}

spdlog::logger& spdlog_logger() noexcept {
  static spdlog::logger* const instance = logger_create();
  return *instance;
}

}  // namespace

std::optional<log_level> log_level_parse(std::string_view text) noexcept {
  for (const log_level level :
       {log_level::error, log_level::warn, log_level::info, log_level::debug}) {
    if (text == log_level_name(level)) return level;
  }
  return std::nullopt;
}

const char* log_level_name(log_level level) noexcept {
  switch (level) {
    case log_level::error:
      return "error";
    case log_level::warn:
      return "warn";
    case log_level::info:
      return "info";
    case log_level::debug:
      return "debug";
  }
  return "unknown";
}

void event_log::print(log_level level, fmt::string_view text, fmt::format_args values) {
  spdlog::logger& to = spdlog_logger();
  const spdlog::level::level_enum at = spdlog_level(level);
  if (!to.should_log(at)) return;
  std::string line;
  try {
    line = detail::in_names_of_program(fmt::vformat(text, values));
  } catch (const std::exception&) {
    return to.log(at, text);
  }
  to.log(at, line);
}

void log_level_set(log_level level) noexcept { spdlog_logger().set_level(spdlog_level(level)); }

void log_pe_set_process(int pe) noexcept { process_pe.store(pe, std::memory_order_relaxed); }
void log_pe_set_thread(int pe) noexcept { thread_pe = pe; }
int log_pe() noexcept {
  return thread_pe >= 0 ? thread_pe : process_pe.load(std::memory_order_relaxed);
}

}  // namespace ark
