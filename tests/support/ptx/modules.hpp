// The PTX that the build has made.
#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ptx {

/// Of the generations that a test is for: `all` in the long form, else sm_90.
inline std::vector<int> generations(std::vector<int> all) {
  return ARK_TEST_LONG ? std::move(all) : std::vector<int>{90};
}

/// Of NAME.cu of this folder or tests/codegen, for sm_`arch`.
inline std::string module_of(const std::string& name, int arch) {
  std::istringstream folders(PTX_FOLDERS);
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::ifstream file(folder + "/" + name + "_" + std::to_string(arch) + ".ptx");
    if (!file) continue;
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }
  throw std::runtime_error("no PTX of " + name + " for sm_" + std::to_string(arch));
}

/// A control: `text` with each `what` made `other`. Throws if there is none.
inline std::string with(std::string text, const std::string& what, const std::string& other) {
  if (text.find(what) == std::string::npos) throw std::runtime_error("there is no " + what);
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += other.size())
    text.replace(at, what.size(), other);
  return text;
}

}  // namespace ptx
