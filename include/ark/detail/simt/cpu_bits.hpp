// CUDA's functions on bits for g++ and clang++. Lanes and host threads.
#pragma once

#include <bit>

constexpr int __popc(unsigned value) { return std::popcount(value); }
constexpr int __popcll(unsigned long long value) { return std::popcount(value); }

/// Leading zeros; all 32 or 64 of them for 0.
constexpr int __clz(int value) { return std::countl_zero(static_cast<unsigned>(value)); }
constexpr int __clzll(long long value) {
  return std::countl_zero(static_cast<unsigned long long>(value));
}

/// Place of the lowest bit that is set, from 1; 0 for 0.
constexpr int __ffs(int value) {
  return value == 0 ? 0 : std::countr_zero(static_cast<unsigned>(value)) + 1;
}
constexpr int __ffsll(long long value) {
  return value == 0 ? 0 : std::countr_zero(static_cast<unsigned long long>(value)) + 1;
}

/// The bits in reverse order.
constexpr unsigned __brev(unsigned value) {
  unsigned reversed = 0;
  for (int i = 0; i < 32; ++i) reversed |= ((value >> i) & 1u) << (31 - i);
  return reversed;
}
constexpr unsigned long long __brevll(unsigned long long value) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned>(value))) << 32 |
         __brev(static_cast<unsigned>(value >> 32));
}
