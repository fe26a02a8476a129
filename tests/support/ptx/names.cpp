#include <algorithm>
#include <sstream>

#include "machine.hpp"

namespace ptx {

void scope::declare_registers(const std::string& text) {
  std::istringstream words(text);
  std::string directive, kind, list;
  words >> directive >> kind;
  std::getline(words, list);
  for (const std::string& one : split(list)) {
    const auto open = one.find('<');
    if (open == std::string::npos) {
      levels_.back()[one] = {name::kind::reg, registers++};
      continue;
    }
    const std::size_t count = std::stoull(one.substr(open + 1));
    for (std::size_t i = 0; i < count; ++i)
      levels_.back()[one.substr(0, open) + std::to_string(i)] = {name::kind::reg, registers++};
  }
}

std::size_t scope::declare_local(const variable& what) {
  const std::size_t unit = std::max<std::size_t>(what.align, 16);
  local_bytes = (local_bytes + unit - 1) / unit * unit;
  levels_.back()[what.name] = {name::kind::local, local_bytes, what.bytes};
  local_bytes += what.bytes;
  return local_bytes - what.bytes;
}

const scope::name* scope::find(const std::string& text) const {
  for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
    if (const auto found = level->find(text); found != level->end()) return &found->second;
  }
  return nullptr;
}

}  // namespace ptx
