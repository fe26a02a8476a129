#include "error/message_parts.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/core.h>

#include <cstdlib>
#include <memory>

namespace ark {
namespace {

const std::string& text_of(const std::string& item) { return item; }
template <class Number>
std::string text_of(Number item) {
  return std::to_string(item);
}

template <class Item>
std::string join(std::span<const Item> items, std::string_view separator) {
  std::string text;
  for (const Item& item : items) {
    if (&item != items.data()) text += separator;
    text += text_of(item);
  }
  return text;
}

}  // namespace

std::string joined(std::span<const std::string> items, std::string_view separator) {
  return join(items, separator);
}
std::string joined(std::span<const int> items, std::string_view separator) {
  return join(items, separator);
}
std::string joined(std::span<const std::uint64_t> items, std::string_view separator) {
  return join(items, separator);
}

std::string as_ranges(std::span<const int> numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += fmt::format("{}{}", i == 0 ? "" : ",", numbers[i]);
    if (last > i) text += fmt::format("-{}", numbers[last]);
    i = last + 1;
  }
  return text;
}

std::string symbol_name(const void* function) {
  Dl_info found;
  if (dladdr(function, &found) == 0) return fmt::format("{}", function);
  if (found.dli_sname == nullptr) {
    return fmt::format(
        "{}+{:#x}", found.dli_fname,
        static_cast<const char*>(function) - static_cast<const char*>(found.dli_fbase));
  }
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(found.dli_sname, nullptr, nullptr, &status), &std::free);
  return status == 0 ? text.get() : found.dli_sname;
}

}  // namespace ark
