#include "options.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string_view>

namespace ark_probe {

namespace {

constexpr std::string_view known[] = {"--device", "--seconds", "--connections",
                                      "--commit", "--role",    "--fd"};

template <class Number>
Number number_in(std::string_view name, std::string_view text, Number least, Number most) {
  Number value{};
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = code == std::errc() && end == text.data() + text.size();
  if (whole && value >= least && value <= most) return value;
  throw usage_error(std::string(name) + " '" + std::string(text) + "': it takes a number from " +
                    std::to_string(least) + " to " + std::to_string(most));
}

void set(options& into, std::string_view name, std::string_view value) {
  if (name == "--device") {
    into.device = number_in(name, value, 0, 1023);
  } else if (name == "--seconds") {
    into.seconds = number_in(name, value, 1, 3600);
  } else if (name == "--connections") {
    into.connections = number_in(name, value, 1, 32);
  } else if (name == "--commit") {
    into.commit = value;
  } else if (name == "--role") {
    into.role = value;
  } else if (name == "--fd") {
    into.fd = number_in(name, value, 0, 1 << 20);
  }
}

}  // namespace

options parse_options(int argc, const char* const* argv) {
  options parsed;
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (name == "--help") {
      parsed.help = true;
    } else if (std::find(std::begin(known), std::end(known), name) == std::end(known)) {
      throw usage_error("unknown argument '" + std::string(name) +
                        "': it takes --device, --seconds, --connections, --commit and --help");
    } else if (i + 1 == argc || std::string_view(argv[i + 1]).starts_with("--")) {
      throw usage_error(std::string(name) + " without a value");
    } else {
      set(parsed, name, argv[++i]);
    }
  }
  return parsed;
}

std::string usage(const std::string& program) {
  return "usage: " + program +
         " [--device N] [--seconds S] [--connections 1-32] [--commit TEXT]\n"
         "Prints one JSON object a line. Exit status 77: there is no GPU; 3: something hung, the "
         "last\n"
         "line says what.\n";
}

}  // namespace ark_probe
