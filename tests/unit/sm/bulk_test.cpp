// Copying through stages: the plan of a transfer, and the pipeline on a unit that does things late.
#include <gtest/gtest.h>

#include <algorithm>
#include <ark/device/engine/staged_copy.hpp>
#include <array>
#include <cstring>
#include <deque>
#include <random>
#include <vector>

namespace ark::device::sm {
namespace {

TEST(BulkPlan, BodyIsAlignedInSourceAndDest) {
  alignas(16) static std::byte dest[8192], source[8192];
  for (std::uint64_t bytes = 0; bytes < 2048; bytes += 7) {
    for (unsigned d = 0; d < 16; ++d) {
      for (unsigned s = 0; s < 16; ++s) {
        const bulk_plan plan = plan_bulk(dest + d, source + s, bytes);
        ASSERT_EQ(plan.head + plan.body + plan.tail, bytes);
        ASSERT_EQ(plan.body != 0, d == s && bytes >= bulk_least) << bytes << " " << d << " " << s;
        if (plan.body == 0) continue;
        ASSERT_EQ((d + plan.head) % bulk_unit, 0u);
        ASSERT_EQ(plan.body % bulk_unit, 0u);
        ASSERT_LT(plan.head, bulk_unit);
        ASSERT_LT(plan.tail, bulk_unit);
      }
    }
  }
}

/// Loads and stores that happen as late as the waits allow, or at a random time before. It notes
/// every use of a stage that a load or a store still needs.
class late_unit {
 public:
  late_unit(std::uint32_t stage_bytes, std::uint64_t seed) : random_(seed) {
    for (auto& stage : stages_) stage.resize(stage_bytes);
  }
  void load(unsigned stage, const std::byte* source, std::uint32_t bytes) {
    if (is_read_later(stage)) ++violations;
    if (loading_[stage].bytes != 0) ++violations;
    loading_[stage] = {source, bytes};
    sometimes();
  }
  bool wait_load(unsigned stage, std::uint32_t parity) {
    if (parity != phase_[stage]) return false;  // would wait for ever, or for nothing
    phase_[stage] ^= 1;
    finish_load(stage);
    sometimes();
    return true;
  }
  void store(std::byte* dest, unsigned stage, std::uint32_t bytes) {
    if (loading_[stage].bytes != 0) ++violations;
    stores_.push_back({dest, stage, bytes});
    sometimes();
  }
  void wait_read_1() {
    while (stores_.size() > 1) finish_store();
  }
  void wait_all() {
    while (!stores_.empty()) finish_store();
  }
  /// What a copy leaves unfinished.
  [[nodiscard]] std::size_t pending() const { return stores_.size(); }
  unsigned violations = 0;

 private:
  struct load_under_way {
    const std::byte* source = nullptr;
    std::uint32_t bytes = 0;
  };
  struct store_under_way {
    std::byte* dest;
    unsigned stage;
    std::uint32_t bytes;
  };
  [[nodiscard]] bool is_read_later(unsigned stage) const {
    return std::any_of(stores_.begin(), stores_.end(),
                       [&](const store_under_way& store) { return store.stage == stage; });
  }
  void finish_load(unsigned stage) {
    auto& load = loading_[stage];
    if (load.bytes != 0) std::memcpy(stages_[stage].data(), load.source, load.bytes);
    load = {};
  }
  void finish_store() {
    const store_under_way store = stores_.front();
    stores_.pop_front();
    std::memcpy(store.dest, stages_[store.stage].data(), store.bytes);
  }
  void sometimes() {
    if (random_() % 3 == 0 && !stores_.empty()) finish_store();
    if (random_() % 3 == 0) finish_load(static_cast<unsigned>(random_() % bulk_stages));
  }

  std::array<std::vector<std::byte>, bulk_stages> stages_;
  std::array<load_under_way, bulk_stages> loading_;
  std::array<std::uint32_t, bulk_stages> phase_{};
  std::deque<store_under_way> stores_;
  std::mt19937_64 random_;
};

class BulkCopy : public testing::Test {
 protected:
  BulkCopy() : source_(100'000), dest_(100'000) {
    std::mt19937 random(7);
    for (auto& byte : source_) byte = static_cast<std::byte>(random());
  }
  std::vector<std::byte> source_, dest_;
};

TEST_F(BulkCopy, EveryLengthArrivesAndParitiesGoOnFromCopyToCopy) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    late_unit unit(1024, seed);
    bulk_position next{};
    for (const std::uint64_t bytes :
         {16u, 512u, 1024u, 1040u, 2048u, 3072u, 3088u, 4096u, 50'000u}) {
      std::fill(dest_.begin(), dest_.end(), std::byte{0});
      ASSERT_TRUE(bulk_copy(unit, dest_.data(), source_.data(), bytes, 1024, next));
      ASSERT_EQ(std::memcmp(dest_.data(), source_.data(), bytes), 0) << bytes << " seed " << seed;
      ASSERT_EQ(dest_[bytes], std::byte{0});
      ASSERT_EQ(unit.pending(), 0u) << "a signal now would come before its data";
      ASSERT_EQ(unit.violations, 0u) << bytes << " seed " << seed;
    }
  }
}

/// A unit whose waits for stages do nothing: what the pipeline's waits are for.
struct hasty_unit : late_unit {
  using late_unit::late_unit;
  void wait_read_1() {}
};
TEST_F(BulkCopy, WithoutTheWaitForItsStageAReuseIsSeen) {
  unsigned violations = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    hasty_unit unit(1024, seed);
    bulk_position next{};
    bulk_copy(unit, dest_.data(), source_.data(), 50'000, 1024, next);
    violations += unit.violations;
  }
  EXPECT_GT(violations, 0u);
}

/// A unit that ends at "read", which is not "written".
struct early_unit : late_unit {
  using late_unit::late_unit;
  void wait_all() {}
};
TEST_F(BulkCopy, WithoutTheLastWaitDataIsMissing) {
  unsigned missing = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    early_unit unit(1024, seed);
    bulk_position next{};
    std::fill(dest_.begin(), dest_.end(), std::byte{0});
    bulk_copy(unit, dest_.data(), source_.data(), 4096, 1024, next);
    missing += unit.pending() > 0;
  }
  EXPECT_GT(missing, 0u);
}

TEST_F(BulkCopy, ALoadThatDoesNotEndEndsTheCopy) {
  struct broken_unit : late_unit {
    using late_unit::late_unit;
    bool wait_load(unsigned, std::uint32_t) { return false; }
  } unit(1024, 1);
  bulk_position next{};
  EXPECT_FALSE(bulk_copy(unit, dest_.data(), source_.data(), 4096, 1024, next));
}

}  // namespace
}  // namespace ark::device::sm
