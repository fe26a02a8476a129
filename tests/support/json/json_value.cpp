#include "json_value.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

namespace ark_json {

json_value json_value::parse(const std::string& text) {
  const auto made_of = [](const auto& self, const nlohmann::json& from) -> json_value {
    if (from.is_string()) return from.get_ref<const std::string&>();
    if (from.is_boolean()) return from.get<bool>();
    if (from.is_number_unsigned()) return from.get<std::uint64_t>();
    if (from.is_number_integer()) return from.get<std::int64_t>();
    if (from.is_number()) return from.get<double>();
    json_value made;
    if (from.is_null()) return made;
    made.kind_ = from.is_array() ? kind::list : kind::object;
    made.text_ = from.dump();  // to print
    for (const auto& [key, value] : from.items()) {
      if (from.is_object()) made.keys_.push_back(key);
      made.values_.push_back(self(self, value));
    }
    return made;
  };
  try {
    return made_of(made_of, nlohmann::json::parse(text));
  } catch (const nlohmann::json::exception& problem) {
    throw std::invalid_argument(problem.what());
  }
}

json_value json_value::read(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return parse(text.str());
}

bool json_value::contains(const std::string& key) const {
  return std::find(keys_.begin(), keys_.end(), key) != keys_.end();
}

const json_value& json_value::operator[](const std::string& key) const {
  const auto found = std::find(keys_.begin(), keys_.end(), key);
  if (found == keys_.end()) throw std::out_of_range("JSON without the key '" + key + "'");
  return values_[static_cast<std::size_t>(found - keys_.begin())];
}

bool operator==(const json_value& a, const json_value& b) {
  if (a.is_number() && b.is_number()) return a.number_ == b.number_;
  if (a.kind_ != b.kind_) return false;
  if (a.kind_ == json_value::kind::text) return a.text_ == b.text_;
  return a.number_ == b.number_ && a.keys_ == b.keys_ && a.values_ == b.values_;
}

std::ostream& operator<<(std::ostream& out, const json_value& value) {
  if (value.is_number()) return out << value.number_;
  if (value.kind_ == json_value::kind::flag) return out << (value.flag() ? "true" : "false");
  return out << (value.kind_ == json_value::kind::null ? "null" : value.text_);
}

}  // namespace ark_json
