// The atomic operations that can be measured, and what each leaves behind.
#pragma once

#include <ark/amo.hpp>
#include <cstdint>

namespace ark_perf {

enum class atomic_op : int {
  fetch,
  set,
  swap,
  compare_swap,
  inc,
  fetch_inc,
  add,
  fetch_add,
  bit_and,
  fetch_and,
  bit_or,
  fetch_or,
  bit_xor,
  fetch_xor,
};

struct atomic_name {
  const char* name;
  atomic_op op;
  bool fetches;
};

/// In the order in which they are listed and run.
inline constexpr atomic_name atomic_names[] = {
    {"fetch", atomic_op::fetch, true},  {"set", atomic_op::set, false},
    {"swap", atomic_op::swap, true},    {"compare_swap", atomic_op::compare_swap, true},
    {"inc", atomic_op::inc, false},     {"fetch_inc", atomic_op::fetch_inc, true},
    {"add", atomic_op::add, false},     {"fetch_add", atomic_op::fetch_add, true},
    {"and", atomic_op::bit_and, false}, {"fetch_and", atomic_op::fetch_and, true},
    {"or", atomic_op::bit_or, false},   {"fetch_or", atomic_op::fetch_or, true},
    {"xor", atomic_op::bit_xor, false}, {"fetch_xor", atomic_op::fetch_xor, true},
};

inline const atomic_name& atomic_of(atomic_op op) { return atomic_names[static_cast<int>(op)]; }

/// The operand of the i-th operation on a word.
ARK_HOST_DEVICE inline std::uint64_t atomic_operand(atomic_op op, std::uint64_t i) {
  switch (op) {
    case atomic_op::bit_and:
    case atomic_op::fetch_and:
      return ~(std::uint64_t{1} << (i % 63));
    case atomic_op::bit_or:
    case atomic_op::fetch_or:
    case atomic_op::bit_xor:
    case atomic_op::fetch_xor:
      return std::uint64_t{1} << (i % 63);
    case atomic_op::compare_swap:
      return i + 1;
    case atomic_op::fetch:
    case atomic_op::set:
    case atomic_op::swap:
    case atomic_op::inc:
    case atomic_op::fetch_inc:
    case atomic_op::add:
    case atomic_op::fetch_add:
      return i * 3 + 1;
  }
  return 0;
}

/// What a word holds before its first operation: for compare_swap what that one expects.
inline std::uint64_t atomic_initial(atomic_op op) {
  return op == atomic_op::compare_swap ? 0 : 0x5555555555555555u;
}

/// What a word that holds `old` must hold after the i-th operation.
std::uint64_t atomic_expected(atomic_op op, std::uint64_t old, std::uint64_t i);

/// Do the i-th operation on `word` of `pe`; a fetching form returns what it brought, after it has
/// come.
ARK_HOST_DEVICE inline std::uint64_t atomic_call(atomic_op op, std::uint64_t* word, std::uint64_t i,
                                                 int pe) {
  const std::uint64_t operand = atomic_operand(op, i);
  switch (op) {
    case atomic_op::fetch:
      return ark::atomic_fetch(word, pe);
    case atomic_op::set:
      ark::atomic_set(word, operand, pe);
      return 0;
    case atomic_op::swap:
      return ark::atomic_swap(word, operand, pe);
    case atomic_op::compare_swap:
      return ark::atomic_compare_swap(word, i, operand, pe);
    case atomic_op::inc:
      ark::atomic_inc(word, pe);
      return 0;
    case atomic_op::fetch_inc:
      return ark::atomic_fetch_inc(word, pe);
    case atomic_op::add:
      ark::atomic_add(word, operand, pe);
      return 0;
    case atomic_op::fetch_add:
      return ark::atomic_fetch_add(word, operand, pe);
    case atomic_op::bit_and:
      ark::atomic_and(word, operand, pe);
      return 0;
    case atomic_op::fetch_and:
      return ark::atomic_fetch_and(word, operand, pe);
    case atomic_op::bit_or:
      ark::atomic_or(word, operand, pe);
      return 0;
    case atomic_op::fetch_or:
      return ark::atomic_fetch_or(word, operand, pe);
    case atomic_op::bit_xor:
      ark::atomic_xor(word, operand, pe);
      return 0;
    case atomic_op::fetch_xor:
      return ark::atomic_fetch_xor(word, operand, pe);
  }
  return 0;
}

/// Start the i-th operation; a fetching form fills *fetched by the next quiet.
ARK_HOST_DEVICE inline void atomic_call_nbi(atomic_op op, std::uint64_t* fetched,
                                            std::uint64_t* word, std::uint64_t i, int pe) {
  const std::uint64_t operand = atomic_operand(op, i);
  switch (op) {
    case atomic_op::fetch:
      ark::atomic_fetch_nbi(fetched, word, pe);
      return;
    case atomic_op::swap:
      ark::atomic_swap_nbi(fetched, word, operand, pe);
      return;
    case atomic_op::compare_swap:
      ark::atomic_compare_swap_nbi(fetched, word, i, operand, pe);
      return;
    case atomic_op::fetch_inc:
      ark::atomic_fetch_inc_nbi(fetched, word, pe);
      return;
    case atomic_op::fetch_add:
      ark::atomic_fetch_add_nbi(fetched, word, operand, pe);
      return;
    case atomic_op::fetch_and:
      ark::atomic_fetch_and_nbi(fetched, word, operand, pe);
      return;
    case atomic_op::fetch_or:
      ark::atomic_fetch_or_nbi(fetched, word, operand, pe);
      return;
    case atomic_op::fetch_xor:
      ark::atomic_fetch_xor_nbi(fetched, word, operand, pe);
      return;
    case atomic_op::set:
    case atomic_op::inc:
    case atomic_op::add:
    case atomic_op::bit_and:
    case atomic_op::bit_or:
    case atomic_op::bit_xor:
      atomic_call(op, word, i, pe);
      return;
  }
}

}  // namespace ark_perf
