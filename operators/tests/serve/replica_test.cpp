// Versions that are exchanged while they are read: none is seen torn, and no reader waits.
#include <gmock/gmock.h>
#include <sys/socket.h>
#include <unistd.h>

#include <ark/local.hpp>
#include <ark/serve.hpp>
#include <ark/symmetric_array.hpp>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "../refusal.hpp"
#include "api_test.hpp"

namespace ark_mp {
namespace {

using ark::errc;
using ark::symmetric_array;
using namespace ark::serve;
using ::testing::HasSubstr;

/// Element i of a version of a PE's weights; all bytes of version 0 are 0.
std::uint64_t element(std::uint64_t version, std::size_t i) {
  return version == 0 ? 0 : version * 1'000'003 + i;
}
std::vector<std::uint64_t> weights(std::uint64_t version, std::size_t count) {
  std::vector<std::uint64_t> all(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = element(version, i);
  return all;
}

struct read_counts {
  std::uint64_t reads, torn, last_version, backward;
};

/// Pins a version, reads it with yields between, and compares it with the version's elements.
ARK_GLOBAL void read_in_kernel(replica_view<std::uint64_t> from, std::uint64_t last,
                               read_counts* counts) {
  std::uint64_t seen = 0;
  do {
    const pin<std::uint64_t> now = from.read();
    const std::uint64_t first = now[0];
    bool is_torn = false;
    for (std::size_t i = 0; i < now.size(); ++i) {
      is_torn |= now[i] != (first == 0 ? 0 : first + i);
      if (i % 16 == 15) __nanosleep(100);
    }
    seen = now.version();
    is_torn |= first != (seen == 0 ? 0 : seen * 1'000'003);
    ++counts->reads;
    if (is_torn) ++counts->torn;
    if (seen < counts->last_version) ++counts->backward;
    counts->last_version = seen;
  } while (seen < last && counts->torn == 0);
}

/// PE 1 pushes new versions to PE 0, one lane of which reads all the time: the checker of
/// exchanges. Version k of PE 1 is version k of PE 0 as well.
void push_while_read(std::uint64_t versions, std::size_t count) {
  replica<std::uint64_t> mine(count);
  const symmetric_array<read_counts> counts(1);
  if (ark_my_pe() == 0)
    ark::launch({1, 1, 0, nullptr, false}, read_in_kernel, mine.view(), versions, counts.data());
  if (ark_my_pe() == 1) {
    for (std::uint64_t version = 1; version <= versions; ++version) {
      mine.load(weights(version, count).data());
      EXPECT_EQ(mine.push(0), version);
    }
  }
  ark::device_sync();
  ark_barrier_all();
  const read_counts& seen = counts.data()[0];
  EXPECT_EQ(seen.torn, 0u) << "of " << seen.reads << " reads, at version " << seen.last_version;
  EXPECT_EQ(seen.backward, 0u);
  if (ark_my_pe() == 0) {
    EXPECT_EQ(seen.last_version, versions);
  }
}

TEST(ReplicaInProcess, NoVersionIsTornUnderAnySchedule) {
  std::vector<std::string> schedules = {"fifo"};
  for (int seed = 1; seed <= (ARK_TEST_ALL_SEEDS ? 50 : 6); ++seed) {
    for (const char* kind : {"random:", "pct:"}) schedules.push_back(kind + std::to_string(seed));
  }
  for (const std::string& sched : schedules) {
    for (const char* route : {"inline", "queue", "proxy"}) {
      SCOPED_TRACE(sched + " " + route);
      ark::local_run(2, [](int) { push_while_read(6, 200); },
                     {{"ARK_SCHED", sched}, {"ARK_ROUTE", route}});
    }
  }
}

class Replica : public pe_test {
 protected:
  static void expect_version(const replica<std::uint64_t>& of, std::uint64_t version,
                             std::uint64_t content) {
    const pin<std::uint64_t> now = of.read();
    EXPECT_EQ(now.version(), version);
    for (std::size_t i = 0; i < now.size(); ++i) ASSERT_EQ(now[i], element(content, i)) << i;
  }
  [[nodiscard]] std::string path() const {
    return testing::TempDir() + "replica_test." + std::to_string(::getpid());
  }
  [[nodiscard]] std::string file_of(const std::vector<std::uint64_t>& values,
                                    std::size_t bytes_before = 0) const {
    std::ofstream file(path(), std::ios::binary);
    file << std::string(bytes_before, 'h');
    file.write(reinterpret_cast<const char*>(values.data()),
               static_cast<std::streamsize>(values.size() * sizeof values[0]));
    return path();
  }
  void TearDown() override {
    std::remove(path().c_str());
    pe_test::TearDown();
  }
  static constexpr std::size_t count = 5000;
};

TEST_F(Replica, LoadsFromMemoryFilesSocketsAndPes) {
  replica<std::uint64_t> mine(count);
  expect_version(mine, 0, 0);
  EXPECT_EQ(mine.load(weights(1, count).data()), 1u);
  expect_version(mine, 1, 1);
  EXPECT_EQ(mine.load_file(file_of(weights(2, count), 100), 100), 2u);
  expect_version(mine, 2, 2);
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  const std::vector<std::uint64_t> third = weights(3, count);
  std::thread sender([&] {
    for (std::size_t at = 0; at < count * 8; at += 1000)
      EXPECT_EQ(::write(ends[1], reinterpret_cast<const char*>(third.data()) + at, 1000), 1000);
  });
  EXPECT_EQ(mine.load_fd(ends[0]), 3u);
  sender.join();
  ::close(ends[0]);
  ::close(ends[1]);
  expect_version(mine, 3, 3);
  if (n_ == 1) return;
  ark_barrier_all();
  if (me_ == 0) {
    mine.load(weights(7, count).data());
    EXPECT_EQ(mine.push(1), 4u);
  }
  ark_barrier_all();
  if (me_ == 1) expect_version(mine, 4, 7);
  if (me_ == 0) mine.load(weights(8, count).data());
  ark_barrier_all();
  if (me_ == 1) {
    EXPECT_EQ(mine.load_pe(0), 5u);
    expect_version(mine, 5, 8);
  }
}

/// The program fills the shadow itself: here by a put of another PE, after whose signal it
/// publishes.
TEST_F(Replica, AnotherPePutsIntoTheShadow) {
  replica<std::uint64_t> mine(count);
  const symmetric_array<std::uint64_t> source(count), address(1), arrived(1);
  std::copy_n(weights(me_ + 1u, count).data(), count, source.data());
  auto shadow = mine.begin();
  ark_barrier_all();
  // The first load of every PE has the same shadow.
  ark::put_signal(shadow.data(), source.data(), count, arrived.data(), 1, ARK_SIGNAL_SET, next_);
  ark::signal_wait_until(arrived.data(), ARK_CMP_EQ, 1);
  expect_version(mine, 0, 0);
  EXPECT_EQ(shadow.publish(), 1u);
  expect_version(mine, 1, previous_ + 1u);
  ark_barrier_all();
}

TEST_F(Replica, APinKeepsItsVersion) {
  replica<std::uint64_t> mine(count);
  mine.load(weights(1, count).data());
  pin<std::uint64_t> old = mine.read();
  const pin<std::uint64_t> moved = std::move(old);
  mine.load(weights(2, count).data());
  EXPECT_EQ(moved.version(), 1u);
  EXPECT_EQ(moved[count - 1], element(1, count - 1));
  EXPECT_EQ(mine.version(), 2u);
}

/// Threads of the host read while a thread loads from memory, and another PE pushes.
TEST_F(Replica, HostThreadsReadWholeVersionsWhileOthersLoad) {
  replica<std::uint64_t> mine(count);
  std::atomic<bool> ends{false};
  std::atomic<std::uint64_t> torn{0}, reads{0};
  std::vector<std::thread> readers;
  for (int r = 0; r < 2; ++r) {
    readers.emplace_back([&] {
      while (!ends) {
        const pin<std::uint64_t> now = mine.read();
        const std::uint64_t first = now[0];
        bool is_torn = first % 1'000'003 != 0;
        for (std::size_t i = 0; i < count; ++i) is_torn |= now[i] != (first == 0 ? 0 : first + i);
        if (is_torn) ++torn;
        ++reads;
      }
    });
  }
  while (reads == 0) std::this_thread::yield();
  for (std::uint64_t version = 1; version <= 200; ++version) {
    try {
      if (n_ > 1 && version % 4 == 3) {
        mine.push(next_);
      } else if (n_ > 1 && version % 4 == 0) {
        mine.load_pe(next_);
      } else {
        mine.load(weights(version, count).data());
      }
    } catch (const ark::error& refused) {  // another PE's push is under way
      ASSERT_EQ(refused.code(), errc::wrong_state) << refused.what();
    }
  }
  ends = true;
  for (std::thread& one : readers) one.join();
  EXPECT_EQ(torn, 0u) << "of " << reads;
  ark_barrier_all();
}

TEST_F(Replica, RefusesByNameAndServesOn) {
  using enum errc;
  replica<std::uint64_t> mine(count);
  mine.load(weights(1, count).data());
  const std::string bytes = std::to_string(count * 8);
  EXPECT_THAT(refusal(system_error, [&] { mine.load_file(path() + ".none"); }),
              HasSubstr(path() + ".none: No such file"));
  for (const std::size_t has : {count - 1, count + 1}) {
    EXPECT_THAT(refusal(invalid_argument, [&] { mine.load_file(file_of(weights(2, has))); }),
                HasSubstr(std::to_string(has * 8) +
                          " bytes from byte 0; accepted: a regular file "
                          "with " +
                          bytes));
  }
  EXPECT_THAT(refusal(invalid_argument, [&] { mine.load_file(path(), 1 << 20); }),
              HasSubstr("from byte 1048576"));
  EXPECT_THAT(refusal(invalid_argument, [&] { mine.load_file("/dev/zero"); }),
              HasSubstr("/dev/zero: "));
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "12345678", 8), 8);
  ::close(ends[1]);
  EXPECT_THAT(refusal(system_error, [&] { mine.load_fd(ends[0]); }),
              HasSubstr("the end of the data after 8 of " + bytes));
  ::close(ends[0]);
  EXPECT_THAT(refusal(system_error, [&] { mine.load_fd(-1); }), HasSubstr("descriptor -1"));
  for (const int pe : {-1, me_, n_})
    EXPECT_THAT(refusal(invalid_argument, [&] { mine.push(pe); }),
                HasSubstr("PE " + std::to_string(pe) + "; accepted: another PE"));
  {
    const auto open = mine.begin();
    EXPECT_THAT(refusal(wrong_state, [&] { mine.load(weights(2, count).data()); }),
                HasSubstr("PE " + std::to_string(me_) + "'s replica is being loaded by PE " +
                          std::to_string(me_)));
  }
  ark_barrier_all();
  if (n_ > 1 && me_ == 1) {
    EXPECT_EQ(mine.push(0), 2u);
    const auto open = mine.begin();
    ark_barrier_all();
    ark_barrier_all();
  } else if (n_ > 1) {
    ark_barrier_all();
    if (me_ == 0) {
      EXPECT_THAT(refusal(wrong_state, [&] { mine.push(1); }),
                  HasSubstr("PE 1's replica is being loaded by PE 1"));
    }
    ark_barrier_all();
  }
  expect_version(mine, n_ > 1 && me_ == 0 ? 2 : 1, 1);
  EXPECT_THAT(refusal(invalid_argument, [&] { replica<std::uint64_t> none(0); }),
              HasSubstr("0 elements of 8 bytes"));
  EXPECT_THAT(refusal(invalid_argument, [&] { replica<std::uint64_t> many(SIZE_MAX / 4); }),
              HasSubstr("accepted: 1 or more"));
}

class ReplicaWithAShortDeadline : public Replica {
 protected:
  [[nodiscard]] ark::settings overrides() const override {
    return {{"ARK_TIMEOUT", short_timeout}, {"ARK_ON_FAILURE", "go_on"}};
  }
};

TEST_F(ReplicaWithAShortDeadline, WaitsAreBoundedAndNameTheReaders) {
  replica<std::uint64_t> mine(count);
  mine.load(weights(1, count).data());
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  EXPECT_THAT(refusal(errc::timeout, [&] { mine.load_fd(ends[0]); }),
              HasSubstr("no data for 1000 ms, 0 of"));
  ::close(ends[0]);
  ::close(ends[1]);
  ark_barrier_all();
  {
    const pin<std::uint64_t> first = mine.read(), second = mine.read();
    mine.load(weights(2, count).data());
    EXPECT_THAT(refusal(errc::timeout, [&] { mine.load(weights(3, count).data()); }),
                HasSubstr("version 1 has readers: expected 2 pins to end, 0 have, in 1000 ms"));
    EXPECT_EQ(first[1], element(1, 1));
    expect_version(mine, 2, 2);
  }
  EXPECT_EQ(mine.load(weights(3, count).data()), 3u);
  ark_barrier_all();
  if (me_ == 0) {
    const pin<std::uint64_t> open = mine.read();
    EXPECT_THAT(refusal(errc::timeout, [&] { mine.close(); }),
                HasSubstr("PE 0 has readers: 1 pins have not ended in 500 ms"));
    EXPECT_EQ(open[1], element(3, 1));
  } else {
    mine.close();
  }
  ark_barrier_all();
}

/// The loss of the PE that loads: the old version serves on, and the next load is this PE's.
TEST(ReplicaInProcess, TheLossOfTheLoaderLeavesTheOldVersion) {
  constexpr std::size_t count = 1000;
  std::atomic<int> checked{0};
  const auto body = [&](int pe) {
    replica<std::uint64_t> mine(count);
    mine.load(weights(1, count).data());
    ark_barrier_all();
    if (pe == 1) {
      // As a push that ends between its claim and its redirect.
      ark::atomic_set(&mine.view().words->loader, std::uint64_t{2}, 0);
      ark_quiet();
      throw std::runtime_error("PE 1 ends");
    }
    while (ark::status() == errc::ok) std::this_thread::yield();
    EXPECT_THAT(refusal(errc::peer_failed, [&] { mine.push(1); }), HasSubstr("PE 1"));
    {
      const pin<std::uint64_t> now = mine.read();
      EXPECT_EQ(now.version(), 1u);
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(now[i], element(1, i));
    }
    EXPECT_EQ(mine.load(weights(2, count).data()), 2u);
    EXPECT_THAT(refusal(errc::peer_failed, [&] { mine.load_pe(1); }), HasSubstr("PE 1"));
    EXPECT_EQ(mine.load(weights(3, count).data()), 3u);
    ++checked;
  };
  EXPECT_THROW(ark::local_run(2, body, {{"ARK_ON_FAILURE", "go_on"}}), std::runtime_error);
  EXPECT_EQ(checked, 1);
}

}  // namespace
}  // namespace ark_mp
