// What the race detector says of the ring, and of a ring that publishes without release.
//
//   race_control sound | plain      one producer, one consumer, and a source buffer of plain words
//
// Always built with the race detector, whatever the rest is built with.
#include <ark/detail/queue/ring.hpp>
#include <cstdio>
#include <cstring>
#include <thread>

#include "posting.hpp"

namespace {

using namespace ark::detail;
using ark::testing::eventually;
using ark::testing::post;
using ark::testing::yield_until;

struct plain_publication : ring_atomics {
  template <class T>
  static void store_release(T* word, T value) {
    ring_atomics::store_relaxed(word, value);
  }
  static void store_pair_release(std::uint64_t* words, std::uint64_t first, std::uint64_t second) {
    ring_atomics::store_pair_relaxed(words, first, second);
  }
};

constexpr std::uint64_t slots = 8, posts = 200;

/// Each descriptor says where plain data lies that was written just before. Returns what is wrong,
/// or null.
template <class Atomics>
const char* exchange() {
  static descriptor memory[slots];
  static ring_counters counters;
  static std::uint64_t source[posts];
  const ring_view view{memory[0].word, &counters, slots - 1, 3, 0};
  const basic_ring<Atomics> shared(view);
  std::jthread producer([&] {
    for (std::uint64_t i = 0; i < posts; ++i) {
      source[i] = i + 1;
      if (post(shared, make_put(0, i, &source[i], 8), yield_until).code != ark::errc::ok) return;
    }
  });
  for (std::uint64_t ticket = 0; ticket < posts; ++ticket) {
    descriptor d;
    if (!eventually([&] { return shared.peek(ticket, d); })) return "a descriptor never came";
    if (*reinterpret_cast<const std::uint64_t*>(d.get(field::source)) != ticket + 1)
      return "old source";
    shared.publish_tail(ticket + 1);
  }
  return nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  const bool is_plain = argc == 2 && std::strcmp(argv[1], "plain") == 0;
  if (!is_plain && (argc != 2 || std::strcmp(argv[1], "sound") != 0)) {
    std::fprintf(stderr, "usage: %s sound | plain\n", argv[0]);
    return 2;
  }
  const char* wrong = is_plain ? exchange<plain_publication>() : exchange<ring_atomics>();
  std::printf("%s: %s\n", argv[1], wrong == nullptr ? "all came" : wrong);
  return wrong == nullptr ? 0 : 1;
}
