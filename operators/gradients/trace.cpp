#include <fmt/core.h>
#include <fmt/os.h>

#include <algorithm>
#include <ark/ark.hpp>
#include <ark/gradients.hpp>
#include <charconv>
#include <fstream>
#include <system_error>

namespace ark::gradients {

namespace {

constexpr std::string_view head = "layer,bytes,ready_us,forward_us";

[[noreturn]] void refuse(const std::string& path, const std::string& what) {
  throw error(errc::invalid_argument, fmt::format("trace {}: {}", path, what));
}

/// The number before the next comma or the end, and the text behind it.
template <class Number>
bool take(std::string_view& text, Number& to) {
  const std::string_view field = text.substr(0, text.find(','));
  const char* const end = field.data() + field.size();
  const auto [at, code] = std::from_chars(field.data(), end, to);
  text.remove_prefix(std::min(text.size(), field.size() + 1));
  return code == std::errc{} && at == end && !field.empty() && to >= Number{0};
}

}  // namespace

std::vector<trace_layer> trace_of(const iteration_record& record) {
  const auto& tensors = record.tensors;
  std::vector<trace_layer> layers;
  if (tensors.empty()) return layers;
  const double first =
      std::min_element(tensors.begin(), tensors.end(), [](const auto& a, const auto& b) {
        return a.ready_us < b.ready_us;
      })->ready_us;
  double forward_us = 0;
  for (std::size_t t = 0; t < tensors.size(); ++t) {
    const bool is_last = t + 1 == tensors.size();
    const double until = is_last ? first : tensors[t + 1].waits_us;
    double us = until - tensors[t].has_us;
    if (is_last && us < 0) us = t == 0 ? 0 : forward_us / static_cast<double>(t);
    forward_us += us;
    layers.push_back({tensors[t].bytes, tensors[t].ready_us - first, std::max(us, 0.0)});
  }
  return layers;
}

void write_trace(const std::string& path, const std::vector<trace_layer>& layers) {
  try {
    auto file = fmt::output_file(path);
    file.print("{}\n", head);
    for (std::size_t t = 0; t < layers.size(); ++t)
      file.print("{},{},{:.1f},{:.1f}\n", t, layers[t].bytes, layers[t].ready_us,
                 layers[t].forward_us);
    file.close();
  } catch (const std::system_error& failed) {
    refuse(path, failed.what());
  }
}

std::vector<trace_layer> read_trace(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) refuse(path, "cannot be read, or is empty");
  if (line != head) refuse(path, fmt::format("line 1 is '{}'; accepted: '{}'", line, head));
  std::vector<trace_layer> layers;
  while (std::getline(file, line)) {
    std::string_view left = line;
    std::size_t layer = 0;
    trace_layer one;
    if (!take(left, layer) || layer != layers.size() || !take(left, one.bytes) ||
        !take(left, one.ready_us) || !take(left, one.forward_us) || !left.empty()) {
      refuse(path, fmt::format("line {} is '{}'; accepted: layer {}, its bytes, and two times of 0 "
                               "or more, with commas",
                               layers.size() + 2, line, layers.size()));
    }
    layers.push_back(one);
  }
  if (layers.empty()) refuse(path, "has no layers; accepted: one or more");
  return layers;
}

}  // namespace ark::gradients
