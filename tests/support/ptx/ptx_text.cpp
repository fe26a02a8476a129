#include "ptx_text.hpp"

#include <cstring>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace ptx {

namespace {

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\n\r");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\n\r") - first + 1);
}

std::string without_comments(const std::string& text) {
  std::string left;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.compare(at, 2, "//") == 0) at = std::min(text.find('\n', at), text.size() - 1);
    left += text[at];
  }
  return left;
}

bool starts(const std::string& text, const char* with) { return text.rfind(with, 0) == 0; }

[[noreturn]] void refuse(const std::string& text) {
  throw std::runtime_error("PTX that is not understood: " + text);
}

std::vector<std::byte> initial_value(const std::string& text, std::size_t each) {
  std::vector<std::byte> bytes;
  std::string list = trimmed(text);
  if (starts(list, "{")) list = list.substr(1, list.find('}') - 1);
  for (const std::string& number : split(list)) {
    const std::uint64_t value = std::stoull(number, nullptr, 0);
    const auto* first = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), first, first + each);
  }
  return bytes;
}

/// ".visible .global .align 8 .b8 name[16] = {1, 2}"
variable parse_variable(const std::string& text) {
  variable it;
  const auto equals = text.find('=');
  std::istringstream words(text.substr(0, equals));
  type of;
  for (std::string word; words >> word;) {
    if (word == ".align") {
      words >> it.align;
    } else if (word[0] == '.') {
      if (!is_type(word.substr(1), &of) && word != ".visible" && word != ".weak" &&
          word != ".extern" && word != ".ptr")
        it.space = word.substr(1);
    } else {
      it.name = word;
    }
  }
  std::size_t count = 1;
  if (const auto bracket = it.name.find('['); bracket != std::string::npos) {
    const std::string number = it.name.substr(bracket + 1, it.name.find(']') - bracket - 1);
    count = number.empty() ? 0 : std::stoull(number);
    it.name.resize(bracket);
  }
  it.bytes = count * of.bytes();
  it.align = std::max(it.align, of.bytes());
  if (equals != std::string::npos) it.initial = initial_value(text.substr(equals + 1), of.bytes());
  return it;
}

std::vector<variable> parse_list(const std::string& text) {
  std::vector<variable> all;
  for (const std::string& one : split(text)) all.push_back(parse_variable(one));
  return all;
}

statement parse_instruction(const std::string& text) {
  statement it{statement::kind::instruction, text, {}, false, {}, {}, {}};
  std::string rest = text;
  if (rest[0] == '@') {
    const auto space = rest.find_first_of(" \t\n");
    it.negated = rest[1] == '!';
    it.guard = rest.substr(it.negated ? 2 : 1, space - (it.negated ? 2 : 1));
    rest = trimmed(rest.substr(space));
  }
  const auto space = rest.find_first_of(" \t\n");
  std::istringstream parts(rest.substr(0, space));
  for (std::string part; std::getline(parts, part, '.');) it.opcode.push_back(part);
  if (space != std::string::npos) it.operands = split(rest.substr(space));
  return it;
}

statement parse_statement(const std::string& text) {
  if (starts(text, ".reg")) return {statement::kind::registers, text, {}, false, {}, {}, {}};
  if (starts(text, ".param") || starts(text, ".local") || starts(text, ".shared"))
    return {statement::kind::variable, text, {}, false, {}, {}, parse_variable(text)};
  return parse_instruction(text);
}

/// `text`: between a function's braces.
std::vector<statement> parse_body(const std::string& text) {
  std::vector<statement> all;
  std::string now;
  for (const char c : text) {
    const bool begun = !trimmed(now).empty();
    if (!begun && (c == '{' || c == '}')) {
      all.push_back(
          {c == '{' ? statement::kind::open : statement::kind::close, {c}, {}, false, {}, {}, {}});
    } else if (c == ';') {
      const std::string whole = trimmed(now);
      if (!whole.empty() && !starts(whole, ".pragma")) all.push_back(parse_statement(whole));
      now.clear();
    } else if (c == ':' && trimmed(now).find_first_of(" \t\n.[") == std::string::npos) {
      all.push_back({statement::kind::label, trimmed(now), {}, false, {}, {}, {}});
      now.clear();
    } else {
      now += c;
    }
  }
  return all;
}

/// From the brace at `open` to behind the one that closes it.
std::size_t behind_braces(const std::string& text, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    if (text[at] == '{') ++depth;
    if (text[at] == '}' && --depth == 0) return at + 1;
  }
  refuse(text.substr(open, 80));
}

/// "(results) name (parameters) directives"
function parse_header(std::string text) {
  function it;
  text = trimmed(text);
  if (starts(text, "(")) {
    const auto end = text.find(')');
    it.results = parse_list(text.substr(1, end - 1));
    text = trimmed(text.substr(end + 1));
  }
  const auto open = text.find('(');
  it.name = trimmed(text.substr(0, open));
  if (open == std::string::npos) return it;
  it.parameters = parse_list(text.substr(open + 1, text.find(')', open) - open - 1));
  return it;
}

}  // namespace

bool is_type(const std::string& name, type* found) {
  if (name == "pred") {
    *found = {'p', 8};
    return true;
  }
  if (name == "bf16") {
    *found = {'h', 16};
    return true;
  }
  static const std::regex form("([busf])(8|16|32|64|128)");
  std::smatch parts;
  if (!std::regex_match(name, parts, form)) return false;
  *found = {parts[1].str()[0], static_cast<unsigned>(std::stoul(parts[2]))};
  return true;
}

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> all;
  std::string now;
  int depth = 0;
  for (const char c : list) {
    depth += (c == '{' || c == '[' || c == '(') - (c == '}' || c == ']' || c == ')');
    if (c == ',' && depth == 0) {
      all.push_back(trimmed(now));
      now.clear();
    } else {
      now += c;
    }
  }
  if (!trimmed(now).empty()) all.push_back(trimmed(now));
  return all;
}

module_text parse(const std::string& source) {
  const std::string text = without_comments(source);
  module_text all;
  static const std::regex ignored(R"(\s*\.(version|target|address_size)[^\n]*\n)");
  static const std::regex head(R"(\s*((\.visible|\.weak|\.extern)\s+)*\.(entry|func)\b)");
  for (std::size_t at = 0; text.find_first_not_of(" \t\n\r", at) != std::string::npos;) {
    std::smatch match;
    const auto begin = text.begin() + static_cast<std::ptrdiff_t>(at);
    constexpr auto here = std::regex_constants::match_continuous;
    if (std::regex_search(begin, text.end(), match, ignored, here)) {
      at += static_cast<std::size_t>(match.length());
    } else if (std::regex_search(begin, text.end(), match, head, here)) {
      const auto name = at + static_cast<std::size_t>(match.length());
      const auto end = text.find_first_of("{;", name);
      function it = parse_header(text.substr(name, end - name));
      at = end + 1;
      if (text[end] == '{') {
        at = behind_braces(text, end);
        it.body = parse_body(text.substr(end + 1, at - end - 2));
        all.functions.push_back(std::move(it));
      }
    } else {
      const auto end = text.find(';', at);
      all.variables.push_back(parse_variable(text.substr(at, end - at)));
      at = end + 1;
    }
  }
  return all;
}

}  // namespace ptx
