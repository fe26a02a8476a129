#include "atomic_ops.hpp"

namespace ark_perf {

std::uint64_t atomic_expected(atomic_op op, std::uint64_t old, std::uint64_t i) {
  const std::uint64_t operand = atomic_operand(op, i);
  switch (op) {
    case atomic_op::fetch:
      return old;
    case atomic_op::set:
    case atomic_op::swap:
      return operand;
    case atomic_op::compare_swap:
      return old == i ? operand : old;
    case atomic_op::inc:
    case atomic_op::fetch_inc:
      return old + 1;
    case atomic_op::add:
    case atomic_op::fetch_add:
      return old + operand;
    case atomic_op::bit_and:
    case atomic_op::fetch_and:
      return old & operand;
    case atomic_op::bit_or:
    case atomic_op::fetch_or:
      return old | operand;
    case atomic_op::bit_xor:
    case atomic_op::fetch_xor:
      return old ^ operand;
  }
  return old;
}

}  // namespace ark_perf
