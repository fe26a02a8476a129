// Passing descriptors between the PEs of a host, with connections of other processes.
#include "os/fd_exchange.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "queue/eventually.hpp"

namespace ark {
namespace {

using testing::long_ns;

job_secret secret_of(unsigned char value) {
  job_secret secret;
  secret.fill(static_cast<std::byte>(value));
  return secret;
}

unique_fd memory_with(std::uint64_t value) {
  unique_fd fd(memfd_create("test", MFD_CLOEXEC));
  EXPECT_EQ(write(fd.get(), &value, sizeof value), static_cast<ssize_t>(sizeof value));
  return fd;
}

std::uint64_t value_in(const unique_fd& fd) {
  std::uint64_t value = 0;
  EXPECT_EQ(pread(fd.get(), &value, sizeof value, 0), static_cast<ssize_t>(sizeof value));
  return value;
}

std::ptrdiff_t open_descriptors() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

unique_fd socket_for_connecting(int flags = 0) {
  return unique_fd(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | flags, 0));
}

bool try_connect(const unique_fd& fd, const socket_name& name) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::copy(name.begin(), name.end(), address.sun_path + 1);
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  return connect(fd.get(), reinterpret_cast<sockaddr*>(&address), length) == 0;
}

/// A connection to `name` as any process could make it.
unique_fd connect_to(const socket_name& name) {
  unique_fd fd = socket_for_connecting();
  EXPECT_TRUE(try_connect(fd, name)) << std::strerror(errno);
  return fd;
}

/// Two PEs exchange while `meanwhile` has been done to PE 0's listener; both must get the other's
/// memory.
template <class Meanwhile>
void exchange_between_two(Meanwhile&& meanwhile) {
  fd_exchange zero(0, secret_of(1), 1), one(1, secret_of(1), 1);
  const auto foreign = meanwhile(zero.name());
  const unique_fd memory_zero = memory_with(1000), memory_one = memory_with(1001);
  std::thread other([&] {
    const auto got = one.run(memory_one.get(), {{0, zero.name()}}, long_ns);
    EXPECT_EQ(value_in(got.at(0)), 1000u);
  });
  const auto got = zero.run(memory_zero.get(), {{1, one.name()}}, long_ns);
  EXPECT_EQ(value_in(got.at(0)), 1001u);
  other.join();
}

TEST(FdExchange, FourPesExchangeMemoryWithoutLeakingDescriptors) {
  const auto before = open_descriptors();
  {
    constexpr int pes = 4;
    std::vector<std::unique_ptr<fd_exchange>> exchanges;
    for (int pe = 0; pe < pes; ++pe)
      exchanges.push_back(std::make_unique<fd_exchange>(pe, secret_of(9), pes - 1));
    std::vector<std::thread> threads;
    for (int pe = 0; pe < pes; ++pe) {
      threads.emplace_back([&, pe] {
        std::vector<fd_exchange::peer> peers;
        for (int other = 0; other < pes; ++other) {
          if (other != pe)
            peers.push_back({other, exchanges[static_cast<std::size_t>(other)]->name()});
        }
        const unique_fd mine = memory_with(static_cast<std::uint64_t>(pe));
        const auto got = exchanges[static_cast<std::size_t>(pe)]->run(mine.get(), peers, long_ns);
        for (std::size_t i = 0; i < peers.size(); ++i) {
          EXPECT_EQ(value_in(got[i]), static_cast<std::uint64_t>(peers[i].rank));
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_EQ(open_descriptors(), before);
}

TEST(FdExchange, ForeignProcessThatSendsGarbageIsRefusedAndTheExchangeGoesOn) {
  exchange_between_two([](const socket_name& name) {
    unique_fd foreign = connect_to(name);
    EXPECT_GT(send(foreign.get(), "hello, who is there?", 20, 0), 0);
    return foreign;
  });
}

TEST(FdExchange, ASilentForeignProcessDoesNotHoldUpTheExchange) {
  exchange_between_two([](const socket_name& name) { return connect_to(name); });
}

TEST(FdExchange, ForeignProcessThatHangsUpIsIgnored) {
  exchange_between_two([](const socket_name& name) {
    connect_to(name).reset();
    return unique_fd();
  });
}

TEST(FdExchange, MemberOfAnotherJobIsRefused) {
  exchange_between_two([](const socket_name& name) {
    std::thread([name] {
      fd_exchange intruder(1, secret_of(2), 1);  // right rank, wrong secret
      const unique_fd memory = memory_with(666);
      EXPECT_THROW((void)intruder.run(memory.get(), {{0, name}}, 20'000'000), error);
    }).join();
    return unique_fd();
  });
}

TEST(FdExchange, AMissingPeerIsNamedAtTheDeadline) {
  fd_exchange zero(0, secret_of(1), 1), one(1, secret_of(1), 1);
  const unique_fd memory = memory_with(0);
  try {
    (void)zero.run(memory.get(), {{1, one.name()}}, 30'000'000);
    FAIL() << "nobody sent anything";
  } catch (const error& problem) {
    EXPECT_EQ(problem.code(), errc::timeout);
    EXPECT_NE(std::string(problem.what())
                  .find("nothing from PE 1; 0 connections have come, of which 0 were refused"),
              std::string::npos)
        << problem.what();
  }
}

/// A peer may wait for a message that the caller's MPI has not sent yet.
TEST(FdExchange, ProgressIsMadeWhileAPeerIsWaitedFor) {
  fd_exchange zero(0, secret_of(1), 1), one(1, secret_of(1), 1);
  const unique_fd mine = memory_with(0), theirs = memory_with(1);
  std::thread peer;
  const auto let_it_come = [&] {
    if (peer.joinable()) return;
    peer = std::thread([&] { (void)one.run(theirs.get(), {{0, zero.name()}}, long_ns); });
  };
  EXPECT_EQ(zero.run(mine.get(), {{1, one.name()}}, long_ns, let_it_come).size(), 1u);
  peer.join();
}

TEST(FdExchange, APeerWithAFullBacklogIsRetriedWithPauses) {
  fd_exchange zero(0, secret_of(1), 1);
  const fd_exchange one(1, secret_of(1), 0);
  std::vector<unique_fd> others;
  do {
    others.push_back(socket_for_connecting(SOCK_NONBLOCK));
  } while (try_connect(others.back(), one.name()));
  ASSERT_EQ(errno, EAGAIN) << std::strerror(errno);
  unsigned attempts = 0;
  const unique_fd memory = memory_with(0);
  EXPECT_THROW((void)zero.run(memory.get(), {{1, one.name()}}, 50'000'000, [&] { ++attempts; }),
               error);
  EXPECT_LE(attempts, 51u) << "one in each millisecond";
}

TEST(FdExchange, NamesAreNotRepeated) {
  const fd_exchange a(0, secret_of(1), 1), b(0, secret_of(1), 1);
  EXPECT_NE(a.name(), b.name());
}

}  // namespace
}  // namespace ark
