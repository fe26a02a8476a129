// PTX as text: its functions, variables and statements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ptx {

/// Of a parameter, a register or a variable: b, u, s, f or p (a predicate) and how many bits.
struct type {
  char kind = 'b';
  unsigned bits = 64;
  [[nodiscard]] std::size_t bytes() const { return bits / 8; }
};
/// "u64"; false if that is no type.
bool is_type(const std::string& name, type* found);

/// .global, .const, .shared, .local or .param.
struct variable {
  std::string space, name;
  std::size_t bytes = 0, align = 1;
  std::vector<std::byte> initial;
};

/// One instruction, or a label, or a brace, in the order of the text.
struct statement {
  enum class kind : std::uint8_t { instruction, label, open, close, registers, variable } is;
  std::string text;   ///< as written, without what follows it
  std::string guard;  ///< the predicate's name, or empty
  bool negated = false;
  std::vector<std::string> opcode;    ///< between the dots
  std::vector<std::string> operands;  ///< between the commas
  variable declared;
};

struct function {
  std::string name;
  std::vector<variable> results, parameters;
  std::vector<statement> body;
};

struct module_text {
  std::vector<function> functions;
  std::vector<variable> variables;
};

/// Throws std::runtime_error with the text that is not understood.
module_text parse(const std::string& source);

/// At commas that stand in no bracket.
std::vector<std::string> split(const std::string& list);

}  // namespace ptx
