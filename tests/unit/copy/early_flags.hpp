// Message passing with a copy and a flag, between two threads.
#pragma once

#include <ark/detail/platform/atomics.hpp>
#include <cstddef>
#include <cstdint>
#include <thread>

namespace ark::detail {

/// Copies so small that their last line is still on its way when the flag goes.
inline constexpr std::size_t early_words = 12;

/// In how many of `rounds` a reader saw the flag that was released after a copy, and then a word of
/// the copy before.
inline unsigned early_flags(void (*copy)(void*, const void*, std::size_t), unsigned rounds) {
  alignas(64) std::uint64_t source[early_words] = {}, dest[early_words] = {};
  alignas(64) std::uint64_t flag = 0;
  alignas(64) std::uint64_t answer = 0;
  unsigned early = 0;
  const auto await = [](const std::uint64_t* word, std::uint64_t round) {
    for (unsigned spin = 1; load_acquire(word) < round; ++spin) {
      if (spin % 1024 == 0) std::this_thread::yield();
    }
  };
  std::thread reader([&] {
    for (std::uint64_t round = 1; round <= rounds; ++round) {
      await(&flag, round);
      bool old = false;
      for (const std::uint64_t& word : dest) old |= load_relaxed(&word) < round;
      early += old;
      store_release(&answer, round);
    }
  });
  for (std::uint64_t round = 1; round <= rounds; ++round) {
    for (std::uint64_t& word : source) word = round;
    copy(dest, source, sizeof dest);
    store_release(&flag, round);
    await(&answer, round);
  }
  reader.join();
  return early;
}

}  // namespace ark::detail
