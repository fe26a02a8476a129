// Waiting in tests: always bounded.
#pragma once

#include <chrono>
#include <cstdint>
#include <thread>

namespace ark::testing {

/// A deadline that nothing here reaches.
inline constexpr std::uint64_t long_ns = 30'000'000'000;

/// Waits until `ready()`, giving way; false if that takes longer than anything here should.
template <class Ready>
[[nodiscard]] bool eventually(Ready&& ready) {
  constexpr std::chrono::seconds patience(40);
  constexpr unsigned looks_per_clock = 64;
  const auto start = std::chrono::steady_clock::now();
  for (unsigned looks = 1; !ready(); ++looks) {
    if (looks % looks_per_clock == 0 && std::chrono::steady_clock::now() - start > patience)
      return false;
    std::this_thread::yield();
  }
  return true;
}

}  // namespace ark::testing
