// Stream-ordered collectives of the sizes at which a GPU goes over to several blocks.
#include <memory>

#include "pes.hpp"

namespace ark_gpu {
namespace {

constexpr std::size_t most = (std::size_t{1} << 19) / sizeof(std::uint32_t);

/// Elements of a call. The last two are moved by several blocks, whose parts are not all whole.
constexpr std::size_t counts[] = {1, 1000, most / 8, most - 3, most};

/// What PE `pe` sends in call `call`.
std::vector<std::uint32_t> sent(int pe, std::size_t call, std::size_t count) {
  std::vector<std::uint32_t> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = static_cast<std::uint32_t>(i * 2654435761u + call * 40503u) ^
                static_cast<std::uint32_t>(pe) << 24;
  return values;
}

std::size_t differing(const std::vector<std::uint32_t>& seen,
                      const std::vector<std::uint32_t>& expected) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) wrong += seen[i] != expected[i] ? 1 : 0;
  return wrong;
}

using words = array<std::uint32_t>;

/// call(dest, source, count, stream) on all sizes, one after the other on the stream and without a
/// wait between them; expected(count, call) is what dest then has. `blocks`: that source has.
template <class Call, class Expected>
void check_collective(unsigned blocks, const Call& call, const Expected& expected) {
  on_pes(2, {{"ARK_SYMMETRIC_SIZE", "64m"}}, [&](const pe& self) {
    const stream queue;
    std::vector<std::unique_ptr<words>> sources, dests;
    for (const std::size_t count : counts) {
      sources.push_back(std::make_unique<words>(count * blocks));
      dests.push_back(std::make_unique<words>(count * static_cast<unsigned>(self.n)));
      sources.back()->write(sent(self.me, sources.size(), count * blocks));
    }
    ark_barrier_all();
    for (std::size_t i = 0; i < sources.size(); ++i) {
      EXPECT_EQ(call(self, dests[i]->get(), sources[i]->get(), counts[i], queue.get()),
                ark::errc::ok);
    }
    ark::stream_sync(queue.get());
    for (std::size_t i = 0; i < sources.size(); ++i)
      EXPECT_EQ(differing(dests[i]->read(), expected(self, i + 1, counts[i])), 0u) << counts[i];
    ark_barrier_all();
    dests.clear();
    sources.clear();
  });
}

TEST(StreamCollective, BroadcastFromTheLast) {
  check_collective(
      1,
      [](const pe& self, auto* dest, const auto* source, std::size_t count, ark::stream_t on) {
        return ark::broadcast_on_stream(ARK_TEAM_WORLD, dest, source, count, self.n - 1, on);
      },
      [](const pe& self, std::size_t call, std::size_t count) {
        return sent(self.n - 1, call, count);
      });
}

TEST(StreamCollective, FcollectOfAll) {
  check_collective(
      1,
      [](const pe&, auto* dest, const auto* source, std::size_t count, ark::stream_t on) {
        return ark::fcollect_on_stream(ARK_TEAM_WORLD, dest, source, count, on);
      },
      [](const pe& self, std::size_t call, std::size_t count) {
        std::vector<std::uint32_t> all;
        for (int from = 0; from < self.n; ++from) {
          const auto block = sent(from, call, count);
          all.insert(all.end(), block.begin(), block.end());
        }
        return all;
      });
}

TEST(StreamCollective, AlltoallOfAll) {
  const unsigned blocks = 8;  // at least as many as PEs
  check_collective(
      blocks,
      [](const pe&, auto* dest, const auto* source, std::size_t count, ark::stream_t on) {
        return ark::alltoall_on_stream(ARK_TEAM_WORLD, dest, source, count, on);
      },
      [](const pe& self, std::size_t call, std::size_t count) {
        std::vector<std::uint32_t> all;
        for (int from = 0; from < self.n; ++from) {
          const auto blocks_of = sent(from, call, count * blocks);
          const auto first = blocks_of.begin() +
                             static_cast<std::ptrdiff_t>(count * static_cast<unsigned>(self.me));
          all.insert(all.end(), first, first + static_cast<std::ptrdiff_t>(count));
        }
        return all;
      });
}

TEST(StreamCollective, SumOfAll) {
  check_collective(
      1,
      [](const pe&, auto* dest, const auto* source, std::size_t count, ark::stream_t on) {
        return ark::reduce_on_stream(ARK_TEAM_WORLD, dest, source, count,
                                     ark::device::collective::sum_op{}, on);
      },
      [](const pe& self, std::size_t call, std::size_t count) {
        std::vector<std::uint32_t> all(count);
        for (int from = 0; from < self.n; ++from) {
          const auto values = sent(from, call, count);
          for (std::size_t i = 0; i < count; ++i) all[i] += values[i];
        }
        return all;
      });
}

}  // namespace
}  // namespace ark_gpu
