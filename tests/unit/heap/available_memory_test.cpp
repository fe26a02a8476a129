#include "os/available_memory.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <string>

namespace ark {
namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t mb = std::uint64_t{1} << 20;

/// A file system with the files that available_memory() reads.
class AvailableMemory : public ::testing::Test {
 protected:
  AvailableMemory() {
    say("proc/meminfo", "MemTotal: 32768000 kB\nMemAvailable: 8192000 kB\nSwapFree: 1024 kB\n");
  }
  ~AvailableMemory() override { fs::remove_all(root_); }
  void say(const std::string& file, const std::string& text) {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text;
  }
  /// Room and what is kept.
  [[nodiscard]] std::uint64_t whole() const {
    const memory_room found = available_memory(root_);
    return found.bytes + found.kept;
  }

  fs::path root_ = fs::temp_directory_path() / ("ark_available_" + std::to_string(getpid()));
};

TEST_F(AvailableMemory, IsTheMachinesWithoutGroups) {
  EXPECT_EQ(whole(), 8001 * mb);
  EXPECT_EQ(available_memory(root_).kept, 1000 * mb);
}

TEST_F(AvailableMemory, IsTheLimitOfGroupsOfVersion2) {
  say("proc/self/cgroup", "0::/jobs/one\n");
  say("sys/fs/cgroup/jobs/one/memory.max", "max\n");
  say("sys/fs/cgroup/jobs/one/memory.current", "5\n");
  EXPECT_EQ(whole(), 8001 * mb) << "no limit";
  say("sys/fs/cgroup/jobs/memory.max", std::to_string(3200 * mb) + "\n");
  say("sys/fs/cgroup/jobs/memory.current", std::to_string(1000 * mb) + "\n");
  say("sys/fs/cgroup/jobs/memory.stat", "anon 1\ninactive_file " + std::to_string(400 * mb) + "\n");
  EXPECT_EQ(whole(), 2600 * mb) << "the group above; its page cache can be had";
  EXPECT_EQ(available_memory(root_).kept, 100 * mb);
}

TEST_F(AvailableMemory, IsTheLimitOfAGroupOfVersion1AlsoInAContainer) {
  say("proc/self/cgroup", "7:cpu:/x\n4:memory:/docker/0123\n0::/\n");
  say("sys/fs/cgroup/memory/memory.limit_in_bytes", std::to_string(640 * mb));
  say("sys/fs/cgroup/memory/memory.usage_in_bytes", std::to_string(700 * mb));
  EXPECT_EQ(available_memory(root_).bytes, 0u);
  say("sys/fs/cgroup/memory/memory.usage_in_bytes", std::to_string(100 * mb));
  EXPECT_EQ(available_memory(root_).bytes, 520 * mb);
}

TEST_F(AvailableMemory, HasNoLimitIfTheSystemStatesNone) {
  EXPECT_EQ(available_memory(root_ / "nowhere").bytes, ~std::uint64_t{0});
}

TEST_F(AvailableMemory, OneLookIsForSeveralCallers) {
  const auto have = [&](std::uint64_t bytes) {
    say("proc/meminfo", "MemTotal: 32768000 kB\nMemAvailable: " +
                            std::to_string((bytes + 1000 * mb) / 1024) + " kB\n");
  };
  memory_watch watch(std::chrono::hours(1), root_);
  have(100 * mb);
  EXPECT_EQ(watch.room_for(mb, mb).bytes, 100 * mb);
  EXPECT_EQ(watch.room_for(mb, mb).kept, 1000 * mb);
  have(50 * mb);
  EXPECT_EQ(watch.room_for(mb, mb).bytes, 98 * mb) << "less what was taken since";
  EXPECT_EQ(watch.room_for(99 * mb, mb).bytes, 50 * mb) << "a look before a refusal";
  have(200 * mb);
  EXPECT_EQ(watch.room_for(60 * mb, mb).bytes, 200 * mb);
  EXPECT_EQ(watch.room_for(mb, 15 * mb).bytes, 199 * mb);
  EXPECT_EQ(watch.room_for(mb, mb).bytes, 200 * mb) << "a look after 16 MiB";

  memory_watch hasty(std::chrono::nanoseconds(0), root_);
  EXPECT_EQ(hasty.room_for(mb, mb).bytes, 200 * mb);
  have(50 * mb);
  EXPECT_EQ(hasty.room_for(mb, mb).bytes, 50 * mb) << "a look after its time";
}

TEST(AvailableMemoryOfThisMachine, IsMeasured) {
  EXPECT_GT(available_memory().bytes, mb);
  EXPECT_LT(available_memory().bytes, ~std::uint64_t{0});
}

}  // namespace
}  // namespace ark
