#include "error/joined.hpp"

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

}  // namespace ark
