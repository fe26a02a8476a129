// A copy through stages of shared memory, against a model of the copy unit whose loads and stores
// end late and in any order. Each wait that the walk makes is left out once, which must be noticed.
#include <gtest/gtest.h>

#include <algorithm>
#include <ark/detail/transfer/bulk_walk.hpp>
#include <array>
#include <cstddef>
#include <random>
#include <vector>

namespace ark::detail {
namespace {

constexpr std::size_t stage_bytes = 128;

/// What the control leaves out.
enum class omit { nothing, loaded, emptied, stored };

/// A bulk copy under way.
struct transfer {
  bool is_load;
  unsigned stage;
  std::size_t offset, bytes;
  unsigned number = 0;  ///< of a store, from 1
  bool read = false;    ///< of a store: its stage has been read
  std::vector<std::byte> bytes_read = {};
};

class model_unit {
 public:
  model_unit(const std::vector<std::byte>& source, std::uint64_t seed, omit left_out)
      : source_(source), dest_(source.size()), random_(seed), left_out_(left_out) {}
  [[nodiscard]] const std::vector<std::byte>& dest() const { return dest_; }
  [[nodiscard]] bool misused() const { return misused_; }
  std::size_t fail_after = ~std::size_t{0};  ///< loads that end; the others never do

  void load(unsigned stage, std::size_t offset, std::size_t bytes) {
    check(stage, offset, bytes);
    under_way_.push_back({true, stage, offset, bytes});
    idle();
  }
  bool loaded(unsigned stage, unsigned parity) {
    // As the hardware: true if the phase that is not over has the other parity.
    while (left_out_ != omit::loaded && phases_.at(stage) % 2 == parity) {
      if (!step()) return false;
    }
    return true;
  }
  void store(unsigned stage, std::size_t offset, std::size_t bytes) {
    check(stage, offset, bytes);
    under_way_.push_back({false, stage, offset, bytes, ++stores_begun_});
    idle();
  }
  void emptied_but_last() {
    const auto unread = [this] {
      return std::count_if(under_way_.begin(), under_way_.end(), [this](const transfer& one) {
        return !one.is_load && !one.read && one.number < stores_begun_;
      });
    };
    while (left_out_ != omit::emptied && unread() > 0 && step()) {
    }
  }
  void stored() {
    const auto stores = [this] {
      return std::count_if(under_way_.begin(), under_way_.end(),
                           [](const transfer& one) { return !one.is_load; });
    };
    while (left_out_ != omit::stored && stores() > 0 && step()) {
    }
  }

 private:
  void check(unsigned stage, std::size_t offset, std::size_t bytes) {
    misused_ |= stage >= bulk_stages || bytes == 0 || bytes > stage_bytes || bytes % 16 != 0 ||
                offset % 16 != 0 || offset + bytes > source_.size();
  }
  /// Let up to three transfers go a step further.
  void idle() {
    for (std::uint64_t steps = random_() % 4; steps > 0; --steps) step();
  }
  /// One transfer, any of them, goes a step further. False if none can.
  bool step() {
    std::vector<std::size_t> able;
    for (std::size_t i = 0; i < under_way_.size(); ++i) {
      if (!under_way_[i].is_load || loads_ended_ < fail_after) able.push_back(i);
    }
    if (able.empty()) return false;
    const std::size_t chosen = able[random_() % able.size()];
    transfer& one = under_way_[chosen];
    std::byte* stage = stages_[one.stage].data();
    if (one.is_load) {
      std::copy_n(source_.data() + one.offset, one.bytes, stage);
      ++phases_[one.stage];
      ++loads_ended_;
    } else if (!one.read) {
      one.bytes_read.assign(stage, stage + one.bytes);
      one.read = true;
      return true;
    } else {
      std::copy(one.bytes_read.begin(), one.bytes_read.end(), dest_.data() + one.offset);
    }
    under_way_.erase(under_way_.begin() + static_cast<std::ptrdiff_t>(chosen));
    return true;
  }

  const std::vector<std::byte>& source_;
  std::vector<std::byte> dest_;
  std::mt19937_64 random_;
  omit left_out_;
  std::array<std::array<std::byte, stage_bytes>, bulk_stages> stages_{};
  std::array<unsigned, bulk_stages> phases_{};
  std::vector<transfer> under_way_;
  std::size_t loads_ended_ = 0;
  unsigned stores_begun_ = 0;
  bool misused_ = false;
};

std::vector<std::byte> made_source(std::size_t bytes) {
  std::vector<std::byte> source(bytes);
  for (std::size_t i = 0; i < bytes; ++i)
    source[i] = static_cast<std::byte>((i * 167 + i / 256 * 31) % 255 + 1);
  return source;
}

/// How many of the seeds end with something else than the source at the destination.
unsigned wrong_ends(omit left_out, std::size_t bytes, unsigned seeds) {
  const std::vector<std::byte> source = made_source(bytes);
  unsigned wrong = 0;
  for (unsigned seed = 0; seed < seeds; ++seed) {
    model_unit unit(source, seed, left_out);
    const bool good = bulk_walk(bytes, stage_bytes, unit);
    EXPECT_FALSE(unit.misused());
    wrong += !good || unit.dest() != source;
  }
  return wrong;
}

TEST(BulkWalk, EveryByteArrivesInAnyOrderOfCompletion) {
  for (std::size_t bytes = 0; bytes <= 12 * stage_bytes; bytes += 16)
    ASSERT_EQ(wrong_ends(omit::nothing, bytes, 100), 0u) << bytes << " bytes";
}

TEST(BulkWalk, ControlWithoutTheWaitForALoad) {
  EXPECT_GT(wrong_ends(omit::loaded, 10 * stage_bytes, 100), 0u);
}

TEST(BulkWalk, ControlWithoutTheWaitForAnEmptyStage) {
  EXPECT_GT(wrong_ends(omit::emptied, 10 * stage_bytes, 100), 0u);
}

TEST(BulkWalk, ControlWithoutTheWaitForTheStores) {
  EXPECT_GT(wrong_ends(omit::stored, 10 * stage_bytes, 100), 0u);
}

TEST(BulkWalk, ALoadThatNeverEndsIsReportedAndTheStoresBeforeItAreThere) {
  const std::vector<std::byte> source = made_source(10 * stage_bytes);
  for (unsigned seed = 0; seed < 100; ++seed) {
    model_unit unit(source, seed, omit::nothing);
    unit.fail_after = 5;
    EXPECT_FALSE(bulk_walk(source.size(), stage_bytes, unit));
    // Loads end in any order: the first that does not may be any; what was stored is whole.
    for (std::size_t at = 0; at < source.size(); at += stage_bytes) {
      if (unit.dest()[at] == std::byte{0}) break;
      EXPECT_TRUE(std::equal(source.begin() + static_cast<std::ptrdiff_t>(at),
                             source.begin() + static_cast<std::ptrdiff_t>(at + stage_bytes),
                             unit.dest().begin() + static_cast<std::ptrdiff_t>(at)));
    }
  }
}

}  // namespace
}  // namespace ark::detail
