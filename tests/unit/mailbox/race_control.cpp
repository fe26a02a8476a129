// What the race detector says of a mailbox with a producer, a channel and a host on real threads,
// and of one whose head is published without release.
//
//   mailbox_race_control sound | plain
//
// Always built with the race detector, whatever the rest is built with.
#include "../queue/race_control.hpp"

#include <thread>
#include <tuple>

#include "../queue/eventually.hpp"
#include "mailbox/mailbox_storage.hpp"
#include "mailbox/simulated_channel.hpp"

namespace {

using namespace ark;
using namespace ark::detail;
using testing::eventually;

using sound_accesses = scoped_ring_atomics<scope::system>;
struct plain_publication : sound_accesses {
  static inline std::uint64_t* head = nullptr;
  template <class T>
  static void store_release(T* word, T value) {
    word == head ? store_relaxed(word, value) : sound_accesses::store_release(word, value);
  }
};

constexpr std::uint64_t pushes = 500;

/// Each put moves plain data that was written just before. Returns what is wrong, or null.
template <class Atomics>
const char* exchange() {
  static std::uint64_t source[pushes], dest[pushes];
  const mailbox_storage storage(8);
  channel_memory memory;
  storage.map_into(memory);
  const auto heap = reinterpret_cast<std::uint64_t>(dest);
  memory.map(channel_region::identity(reinterpret_cast<std::uint64_t>(source), sizeof source));
  memory.map(channel_region::identity(heap, sizeof dest));
  plain_publication::head = &storage.view().counters->head.value;
  const ce::basic_mailbox<Atomics> box(storage.view());
  basic_simulated_channel<Atomics> channel(storage.queue(), storage.registers(), memory, {});
  std::jthread producer([&] {
    for (std::uint64_t i = 0; i < pushes; ++i) {
      source[i] = i + 1;
      if (box.post(make_put(0, 8 * i, &source[i], 8), heap, testing::yield_until).code != errc::ok)
        return;
    }
  });
  std::jthread runner([&] {
    std::ignore = eventually([&] {
      while (channel.step()) {
      }
      return box.done() == pushes || !channel.fault().empty();
    });
  });
  for (std::uint64_t seen = 0; seen < pushes;) {
    box.rearm();
    if (!eventually([&] { return box.done() != seen; })) return "a put never came";
    for (const std::uint64_t now = box.done(); seen < now; ++seen)
      if (dest[seen] != seen + 1) return "done before data";
  }
  return nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  return ark::testing::race_control(argc, argv, exchange<sound_accesses>,
                                    exchange<plain_publication>);
}
