#include "cache_kernels.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <string>

namespace ark::cache_model {
namespace {

struct traffic {
  std::uint64_t lines_loaded = 0, bytes_stored = 0;
};

traffic of(const kernel& one) {
  traffic sum;
  std::vector<access> accesses;
  for (unsigned wave = 0; wave < one.work.waves; ++wave) {
    accesses.clear();
    one.work.accesses(wave, accesses);
    for (const access& what : accesses) {
      if (what.store) sum.bytes_stored += 4U * static_cast<unsigned>(std::popcount(what.words));
      if (!what.store) ++sum.lines_loaded;
    }
  }
  return sum;
}

const kernel& named(std::string_view name) {
  for (const kernel& one : all_kernels()) {
    if (one.name == name) return one;
  }
  throw std::invalid_argument(std::string(name));
}

TEST(CacheKernels, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const kernel& one : all_kernels()) names.insert(one.name);
  EXPECT_EQ(names.size(), all_kernels().size());
  EXPECT_EQ(names.size(), 18);
}

TEST(CacheKernels, MoveTheBytesOfTheirShapes) {
  // Tiles of 128 x 128: each reads 128 rows of A and 128 columns of B, 960 long.
  EXPECT_EQ(of(named("gemm")).lines_loaded, 128U * (128 * 960 * 2 + 128 * 960 * 2) / 64);
  EXPECT_EQ(of(named("gemm")).bytes_stored, 2048U * 1024 * 2);
  EXPECT_EQ(of(named("activation")).lines_loaded, (32U << 20) / 64);
  EXPECT_EQ(of(named("transpose")).bytes_stored, 4004U * 3012 * 2);
  EXPECT_EQ(of(named("pooling")).bytes_stored, 16U * 64 * 56 * 56 * 2);
  EXPECT_EQ(of(named("adam")).bytes_stored, 3U * (6 << 20));
  EXPECT_EQ(of(named("attention_decode")).lines_loaded, 2U * 8 * 8 * 2048 * 256 / 64);
}

TEST(CacheKernels, AreTheSameInEachRun) {
  std::vector<access> once, again;
  const kernel& bags = named("embedding_bag");
  bags.work.accesses(17, once);
  bags.work.accesses(17, again);
  ASSERT_EQ(once.size(), again.size());
  for (std::size_t i = 0; i < once.size(); ++i) EXPECT_EQ(once[i].line, again[i].line) << i;
}

}  // namespace
}  // namespace ark::cache_model
