// What an instruction reads and writes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "machine.hpp"

namespace ptx {

using source = std::function<std::uint64_t(lane&)>;
using target = std::function<void(lane&, std::uint64_t)>;

inline std::uint64_t low(std::uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}
inline std::int64_t signed_of(std::uint64_t value, unsigned bits) {
  return static_cast<std::int64_t>(value << (64 - bits)) >> (64 - bits);
}

/// An instruction while its step is made.
class instruction {
 public:
  instruction(const statement& it, scope& names, machine& gpu)
      : it_(it), names_(names), gpu_(gpu) {}

  [[nodiscard]] const statement& text() const { return it_; }
  [[nodiscard]] scope& names() { return names_; }
  [[nodiscard]] machine& gpu() { return gpu_; }
  [[nodiscard]] const std::string& part(std::size_t i) const { return it_.opcode[i]; }
  [[nodiscard]] bool has(const std::string& part) const;
  /// The opcode's last part, or the one before it.
  [[nodiscard]] type last_type(std::size_t from_end = 1) const;
  /// "global", "shared", "local", "const", "param", or "" for generic.
  [[nodiscard]] std::string space() const;
  [[nodiscard]] std::size_t count() const { return it_.operands.size(); }
  [[nodiscard]] const std::string& operand(std::size_t i) const;

  /// Value of operand `i`, or of `text`.
  [[nodiscard]] source value(std::size_t i) { return value_of(operand(i)); }
  [[nodiscard]] source value_of(const std::string& text);
  /// "{%r1, %r2}", or one.
  [[nodiscard]] std::vector<source> values(std::size_t i);
  [[nodiscard]] target into(std::size_t i) { return into_register(operand(i)); }
  [[nodiscard]] target into_register(const std::string& text);
  [[nodiscard]] std::vector<target> into_all(std::size_t i);
  /// "[%rd1+8]": where it is in its space.
  [[nodiscard]] source address(std::size_t i);
  [[noreturn]] void unknown() const;

 private:
  const statement& it_;
  scope& names_;
  machine& gpu_;
};

// One file each: null if it is none of theirs.
step arithmetic(instruction& it);
step memory_access(instruction& it);
step control(instruction& it);
step copy_unit(instruction& it);

}  // namespace ptx
