// Passing descriptors between the PEs of a host, with connections of other processes.
#include "os/fd_exchange.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "os/resource_limits.hpp"
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
  [[maybe_unused]] const auto foreign = meanwhile(zero.name());
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

/// Whoever connects as fast as possible does not hold up the exchange, and is no flood in the log.
TEST(FdExchange, AFloodOfConnectionsIsCountedNotListed) {
  std::atomic<bool> stop{false};
  std::vector<std::thread> flood;
  ::testing::internal::CaptureStderr();
  exchange_between_two([&](const socket_name& name) {
    for (const bool sends : {false, true}) {
      flood.emplace_back([&stop, name, sends] {
        std::vector<unique_fd> open;
        while (!stop.load()) {
          unique_fd fd = socket_for_connecting(SOCK_NONBLOCK);
          if (!try_connect(fd, name)) break;  // the listener is gone, or its backlog is full
          if (sends) (void)!send(fd.get(), "x", 1, MSG_NOSIGNAL);
          if (open.size() < 200) open.push_back(std::move(fd));
        }
      });
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // into a full backlog
    return 0;
  });
  stop.store(true);
  for (std::thread& one : flood) one.join();
  const std::string log = ::testing::internal::GetCapturedStderr();
  EXPECT_LE(std::count(log.begin(), log.end(), '\n'), 4) << log;
}

/// Ends the process: status 0 if the body, under the limit, has thrown nothing.
template <class Body>
[[noreturn]] void end_with_limit(int resource, rlim_t soft, rlim_t hard, Body&& body) {
  const rlimit limit{soft, hard};
  if (setrlimit(static_cast<__rlimit_resource_t>(resource), &limit) != 0) _exit(3);
  try {
    body();
  } catch (const error& problem) {
    std::fprintf(stderr, "%s", problem.what());
    _exit(1);
  }
  _exit(0);
}
template <class Body>
void with_limit(int resource, rlim_t soft, rlim_t hard, Body&& body) {
  EXPECT_EXIT(end_with_limit(resource, soft, hard, body), ::testing::ExitedWithCode(0), "");
}

/// What a PE of the job with this secret sends.
void send_as(int rank, const job_secret& secret, const unique_fd& to, int fd) {
  struct {
    job_secret secret;
    std::int32_t rank;
  } content{secret, rank};
  iovec part{&content, sizeof content};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof fd)] = {};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof control;
  cmsghdr* rights = CMSG_FIRSTHDR(&header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof fd);
  std::memcpy(CMSG_DATA(rights), &fd, sizeof fd);
  EXPECT_EQ(sendmsg(to.get(), &header, 0), static_cast<ssize_t>(sizeof content));
}

/// `room` descriptors are free when PE 0 exchanges with PE 1, which has sent its own.
std::string exchange_with(std::size_t room) {
  fd_exchange zero(0, secret_of(1), 1), one(1, secret_of(1), 1);
  const unique_fd mine = memory_with(0), connection = connect_to(zero.name());
  send_as(1, secret_of(1), connection, mine.get());
  std::vector<unique_fd> others;
  do {
    others.emplace_back(dup(0));
  } while (others.back());
  others.resize(others.size() - 1 - room);
  try {
    (void)zero.run(mine.get(), {{1, one.name()}}, long_ns);
  } catch (const error& problem) {
    return problem.what();
  }
  return "";
}

TEST(FdExchange, WithoutADescriptorForAMessageTheLimitIsNamedAtOnce) {
  with_limit(RLIMIT_NOFILE, 64, 64, [] {
    const auto expect = [](std::size_t room, const std::string& text) {
      if (const std::string said = exchange_with(room); said != text)
        throw error(errc::wrong_state, "with " + std::to_string(room) + ": " + said);
    };
    const std::string limit =
        ": Too many open files; the limit of this process is 64 file descriptors, the hard limit "
        "64 "
        "(ulimit -n)";
    expect(0, "heap exchange: socket" + limit);
    expect(1, "heap exchange: recvmsg of a descriptor" + limit);
    expect(2, "");
  });
}

TEST(ResourceLimits, TheSoftLimitOfDescriptorsIsRaised) {
  with_limit(RLIMIT_NOFILE, 20, 4000, [] {
    descriptors_reserve(1000);
    std::vector<unique_fd> all;
    for (int i = 0; i < 1000; ++i) {
      all.emplace_back(dup(0));
      if (!all.back()) throw error(errc::wrong_state, std::to_string(i));
    }
  });
}

TEST(ResourceLimits, TheHardLimitOfDescriptorsIsNamed) {
  with_limit(RLIMIT_NOFILE, 20, 30, [] {
    try {
      descriptors_reserve(100);
    } catch (const error& problem) {
      const std::string text = problem.what();
      if (text.find("Too many open files: 100 more file descriptors are needed and ") == 0 &&
          text.find("the limit is 20, the hard limit 30; accepted: ulimit -n 1") !=
              std::string::npos)
        return;
      throw;
    }
    throw error(errc::wrong_state, "not refused");
  });
}

TEST(ResourceLimits, AFileBeyondTheLimitIsRefusedBeforeTheSignal) {
  with_limit(RLIMIT_FSIZE, 1 << 20, RLIM_INFINITY, [] {
    if (!file_size_refusal(1 << 20).empty()) throw error(errc::wrong_state, "refused");
    if (file_size_refusal((1 << 20) + 1) !=
        "a file of this process may have 1048576 bytes (ulimit -f, in units of 1024: 1024)")
      throw error(errc::wrong_state, file_size_refusal((1 << 20) + 1));
  });
}

TEST(ResourceLimits, AddressSpaceIsMeasured) {
  if (ARK_TEST_SANITIZED) GTEST_SKIP() << "a sanitizer's own memory is above any limit";
  with_limit(RLIMIT_AS, rlim_t{8} << 30, RLIM_INFINITY, [] {
    if (address_space_left() == 0 || address_space_left() > std::uint64_t{8} << 30)
      throw error(errc::wrong_state, std::to_string(address_space_left()));
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
