#include "operands.hpp"

#include <algorithm>
#include <stdexcept>

namespace ptx {

namespace {

/// What a thread can ask about itself; null if that is nothing.
source special(const std::string& name) {
  const auto of = [&](const char* what, const dims& (*which)(lane&)) -> source {
    const std::string text = what;
    if (name.rfind(text, 0) != 0 || name.size() != text.size() + 2) return nullptr;
    const char axis = name.back();
    return [which, axis](lane& one) -> std::uint64_t {
      const dims& all = which(one);
      return axis == 'x' ? all.x : axis == 'y' ? all.y : all.z;
    };
  };
  if (auto found = of("%tid", [](lane& one) -> const dims& { return one.thread; })) return found;
  if (auto found = of("%ntid", [](lane& one) -> const dims& { return one.gpu->block_shape; }))
    return found;
  if (auto found = of("%ctaid", [](lane& one) -> const dims& { return one.at->index; }))
    return found;
  if (auto found = of("%nctaid", [](lane& one) -> const dims& { return one.gpu->grid; }))
    return found;
  if (name == "%laneid") return [](lane& one) { return std::uint64_t{one.place_in_warp()}; };
  if (name == "%gridid") return [](lane&) { return std::uint64_t{1}; };
  if (name == "%smid") return [](lane& one) { return std::uint64_t{one.at->index.x}; };
  if (name == "%dynamic_smem_size")
    return [](lane& one) { return std::uint64_t{one.gpu->dynamic_shared}; };
  if (name == "%globaltimer" || name == "%clock64" || name == "%clock")
    return [](lane& one) { return one.gpu->now(); };
  return nullptr;
}

bool is_number(const std::string& text) {
  return !text.empty() && (std::isdigit(static_cast<unsigned char>(text[0])) != 0 ||
                           (text[0] == '-' && text.size() > 1));
}

/// "12", "-1", "0x1F", "0f3F800000", "0d3FF0000000000000".
std::uint64_t number(const std::string& text) {
  if (text.rfind("0f", 0) == 0 || text.rfind("0d", 0) == 0)
    return std::stoull(text.substr(2), nullptr, 16);
  if (text[0] == '-') return static_cast<std::uint64_t>(std::stoll(text, nullptr, 0));
  return std::stoull(text, nullptr, 0);
}

std::string inside(const std::string& text, char open) {
  return !text.empty() && text[0] == open ? text.substr(1, text.size() - 2) : text;
}

}  // namespace

bool instruction::has(const std::string& part) const {
  return std::find(it_.opcode.begin(), it_.opcode.end(), part) != it_.opcode.end();
}

type instruction::last_type(std::size_t from_end) const {
  type found;
  if (from_end > it_.opcode.size() || !is_type(it_.opcode[it_.opcode.size() - from_end], &found))
    unknown();
  return found;
}

std::string instruction::space() const {
  for (const char* one : {"global", "shared", "local", "const", "param"})
    if (has(one)) return one;
  return has("shared::cta") || has("shared::cluster") ? "shared" : "";
}

const std::string& instruction::operand(std::size_t i) const {
  if (i >= it_.operands.size()) unknown();
  return it_.operands[i];
}

source instruction::value_of(const std::string& text) {
  if (const scope::name* known = names_.find(text)) {
    const std::size_t where = known->where;
    if (known->is == scope::name::kind::local)
      return [where](lane& one) { return one.top().local + where; };
    return [where](lane& one) { return one.top().registers[where]; };
  }
  if (auto found = special(text)) return found;
  if (is_number(text)) return [value = number(text)](lane&) { return value; };
  if (text.empty() || text[0] == '%') unknown();
  return [text](lane& one) { return one.gpu->address_of(text); };
}

std::vector<source> instruction::values(std::size_t i) {
  std::vector<source> all;
  for (const std::string& one : split(inside(operand(i), '{'))) all.push_back(value_of(one));
  return all;
}

target instruction::into_register(const std::string& text) {
  if (text == "_") return [](lane&, std::uint64_t) {};
  const scope::name* known = names_.find(text);
  if (known == nullptr || known->is != scope::name::kind::reg) unknown();
  return [where = known->where](lane& one, std::uint64_t value) {
    one.top().registers[where] = value;
  };
}

std::vector<target> instruction::into_all(std::size_t i) {
  std::vector<target> all;
  for (const std::string& one : split(inside(operand(i), '{'))) all.push_back(into_register(one));
  return all;
}

source instruction::address(std::size_t i) {
  const std::string text = inside(operand(i), '[');
  const auto plus = text.find('+');
  const source base = value_of(text.substr(0, plus));
  if (plus == std::string::npos) return base;
  const std::uint64_t offset = number(text.substr(plus + 1));
  return [base, offset](lane& one) { return base(one) + offset; };
}

void instruction::unknown() const {
  throw std::runtime_error("no such instruction here: " + it_.text);
}

step compile_instruction(const statement& text, scope& names, machine& gpu) {
  instruction it(text, names, gpu);
  step made;
  try {
    for (const auto part : {&arithmetic, &memory_access, &control, &copy_unit})
      if (!made) made = part(it);
    if (!made) it.unknown();
  } catch (const std::runtime_error& problem) {  // kernels that do not come here may run
    made = [why = std::string(problem.what())](lane& one) { one.refuse(why); };
  }
  if (text.guard.empty()) return made;
  const source guard = it.value_of(text.guard);
  return [made, guard, negated = text.negated](lane& one) {
    if ((guard(one) != 0) != negated) made(one);
  };
}

}  // namespace ptx
