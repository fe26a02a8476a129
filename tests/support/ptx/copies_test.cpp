// Copies of the inline path as nvcc compiles them: every byte once, and none outside.
#include <gmock/gmock.h>

#include <cstring>
#include <random>

#include "machine.hpp"
#include "modules.hpp"

namespace ptx {
namespace {

constexpr std::size_t room = 2048, border = 64;
constexpr std::byte untouched{0xee};

struct kernel {
  const char* name;
  unsigned threads;
};
constexpr kernel kernels[] = {
    {"copy_of_thread", 1},  {"copy_of_warp", 32}, {"copy_of_block", 96}, {"streaming_of_thread", 1},
    {"copy_streaming", 40}, {"copy_keep", 64},    {"copy_bypass", 33},   {"copy_automatic", 128}};

class PtxCopies : public ::testing::TestWithParam<int> {
 protected:
  PtxCopies() {
    std::mt19937_64 random(20261122);
    for (std::byte& one : source_) one = static_cast<std::byte>(random());
  }
  /// Of `bytes` from `from` to `to` in the two arrays: what has gone wrong, or "".
  std::string copy(machine& gpu, const kernel& by, std::size_t bytes, std::size_t to,
                   std::size_t from) {
    std::fill(dest_.begin(), dest_.end(), untouched);
    std::byte* const at = dest_.data() + border + to;
    const std::byte* const data = source_.data() + border + from;
    gpu.run(by.name, {1}, {by.threads}, static_cast<void*>(at), static_cast<const void*>(data),
            bytes);
    if (std::memcmp(at, data, bytes) != 0) return "another byte";
    for (const std::byte& one : dest_) {
      if ((&one < at || &one >= at + bytes) && one != untouched) return "a byte outside";
    }
    return "";
  }
  void let(machine& gpu) {
    gpu.allow(source_.data(), source_.size());
    gpu.allow(dest_.data(), dest_.size());
  }

  alignas(64) std::array<std::byte, room> source_{}, dest_{};
};

INSTANTIATE_TEST_SUITE_P(Of, PtxCopies, ::testing::ValuesIn(generations({80, 90, 100})),
                         [](const auto& arch) { return "sm_" + std::to_string(arch.param); });

TEST_P(PtxCopies, MoveEveryByteOnceAndNoneOutside) {
  machine gpu(module_of("copies", GetParam()));
  let(gpu);
  for (const kernel& by : kernels) {
    for (const std::size_t bytes : {0, 1, 3, 4, 8, 9, 16, 31, 64, 127, 1003}) {
      for (const std::size_t to : {0, 1, 8}) {
        for (const std::size_t from : {0, 4, 13})
          ASSERT_EQ(copy(gpu, by, bytes, to, from), "")
              << by.name << " " << bytes << " bytes from " << from << " to " << to;
      }
    }
  }
}

TEST_P(PtxCopies, AWrongOffsetIsDetected) {
  machine wrong(with(module_of("copies", GetParam()), "neg.s32", "not.b32"));
  wrong.most_instructions = 100'000;
  let(wrong);
  std::string seen;
  for (std::size_t to = 0; to < 16 && seen.empty(); ++to) {
    try {
      seen = copy(wrong, kernels[2], 1000, to, 3);
    } catch (const fault& found) {
      seen = found.what();
    }
  }
  EXPECT_NE(seen, "");
}

}  // namespace
}  // namespace ptx
