// Rendezvous by a unique id, and the bootstrap on it, with a thread for each PE.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "bootstrap/id_rendezvous.hpp"
#include "bootstrap/tcp_bootstrap.hpp"

namespace ark {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t long_ns = 60'000'000'000, short_ns = 200'000'000;

unique_id new_id() { return rendezvous_create(choose_address("127.0.0.1")); }

/// The address of an id is 8 bytes behind its start.
ip_address address_of(const unique_id& id) {
  ip_address at;
  std::memcpy(&at, id.bytes.data() + 8, sizeof at);
  return at;
}

struct outcome {
  errc code = errc::ok;
  std::string text;
  int peer = -1;
};

outcome outcome_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const error& problem) {
    return {problem.code(), problem.what(), problem.peer()};
  }
  return {};
}

/// Each call on a thread of its own.
std::vector<outcome> all_outcomes(const std::vector<std::function<void()>>& calls) {
  std::vector<outcome> found(calls.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < calls.size(); ++i)
    threads.emplace_back([&, i] { found[i] = outcome_of(calls[i]); });
  for (std::thread& each : threads) each.join();
  return found;
}

struct place_in_job {
  int rank, n_pes;
};

std::vector<outcome> join(const unique_id& id, const std::vector<place_in_job>& places,
                          std::uint64_t timeout_ns = long_ns) {
  std::vector<std::function<void()>> calls;
  std::vector<rendezvous_result> kept(places.size());  // PE 0 listens until all have connected
  for (std::size_t i = 0; i < places.size(); ++i) {
    calls.emplace_back(
        [&, i] { kept[i] = rendezvous_join(id, places[i].rank, places[i].n_pes, timeout_ns); });
  }
  return all_outcomes(calls);
}

/// A connection that the rendezvous has before the ones made later: rank `rank` of `n_pes`.
unique_fd come_as(const unique_id& id, int rank, int n_pes) {
  hello mine;
  std::memcpy(mine.secret.data(), id.bytes.data() + 32, mine.secret.size());
  mine.rank = rank;
  mine.n_pes = n_pes;
  const auto soon = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  unique_fd socket = connect_to(address_of(id), "the id", soon);
  EXPECT_EQ(send(socket.get(), &mine, sizeof mine, 0), ssize_t{sizeof mine});
  return socket;
}

/// A body for each PE of a job.
std::vector<outcome> run_job(int n_pes, std::uint64_t timeout_ns,
                             const std::function<void(bootstrap&)>& body) {
  const unique_id id = new_id();
  std::vector<std::function<void()>> calls;
  for (int rank = 0; rank < n_pes; ++rank) {
    calls.emplace_back([&, rank] { body(*tcp_bootstrap(id, rank, n_pes, timeout_ns)); });
  }
  return all_outcomes(calls);
}

TEST(UniqueId, ExchangesBlocksInTheOrderOfRanks) {
  constexpr std::size_t words = 100'000;  // more than a socket holds
  const auto found = run_job(4, long_ns, [](bootstrap& boot) {
    EXPECT_EQ(boot.size(), 4);
    EXPECT_EQ(boot.local_size(), 4);
    EXPECT_NE(boot.life(), 0u);
    EXPECT_THAT(boot.name(), HasSubstr("unique id (127.0.0.1:"));
    const std::vector<int> mine(words, boot.rank());
    std::vector<int> all(4 * words);
    boot.allgather(mine.data(), words * sizeof(int), all.data());
    for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(all[i], static_cast<int>(i / words));
    int value = boot.rank();
    boot.broadcast(&value, sizeof value, 2);
    EXPECT_EQ(value, 2);
    boot.barrier();
  });
  for (const outcome& each : found) EXPECT_EQ(each.code, errc::ok) << each.text;
}

TEST(UniqueId, ServesOnePe) {
  for (const outcome& each : run_job(1, long_ns, [](bootstrap& boot) { boot.barrier(); }))
    EXPECT_EQ(each.code, errc::ok) << each.text;
}

TEST(UniqueId, NamesTheMissingRanks) {
  const unique_id id = new_id();
  const unique_fd rank_3 = come_as(id, 3, 5), rank_1 = come_as(id, 1, 5);
  for (const outcome& each : join(id, {{0, 5}}, short_ns)) {
    EXPECT_EQ(each.code, errc::timeout);
    EXPECT_THAT(each.text, HasSubstr("missing: rank 2, rank 4 (3 of 5 have come)"));
  }
  for (const outcome& each : join(id, {{0, 2}, {1, 2}})) EXPECT_EQ(each.code, errc::ok);
}

TEST(UniqueId, RefusesDifferentNumbersOfPes) {
  for (const outcome& each : join(new_id(), {{0, 3}, {1, 4}})) {
    EXPECT_EQ(each.code, errc::asymmetric);
    EXPECT_THAT(each.text, HasSubstr("rank 0 has n_pes = 3"));
    EXPECT_THAT(each.text, HasSubstr("rank 1 has n_pes = 4"));
  }
}

TEST(UniqueId, RefusesARankGivenTwice) {
  for (const outcome& each : join(new_id(), {{1, 3}, {1, 3}})) {
    EXPECT_EQ(each.code, errc::invalid_argument);
    EXPECT_THAT(each.text, HasSubstr("rank 1 is given by two processes"));
  }
}

TEST(UniqueId, RefusesARankOutOfRange) {
  const unique_id id = new_id();
  for (const auto& [rank, n_pes] : {place_in_job{-1, 2}, {2, 2}, {0, 0}}) {
    const outcome found =
        outcome_of([&] { static_cast<void>(rendezvous_join(id, rank, n_pes, long_ns)); });
    EXPECT_EQ(found.code, errc::invalid_argument);
    EXPECT_THAT(found.text, HasSubstr("accepted: 0 <= rank < n_pes"));
  }
}

TEST(UniqueId, RefusesBytesThatAreNoId) {
  const auto text_of = [](const unique_id& id) {
    const outcome found =
        outcome_of([&] { static_cast<void>(rendezvous_join(id, 0, 1, long_ns)); });
    EXPECT_EQ(found.code, errc::invalid_argument);
    return found.text;
  };
  EXPECT_THAT(text_of({}), HasSubstr("not of ark::get_unique_id"));
  const unique_id good = new_id();
  unique_id other_version = good;
  other_version.bytes[0] = std::byte{99};
  EXPECT_THAT(text_of(other_version), HasSubstr("has version 99; this libark has version 1"));
  for (const std::size_t at :
       {8u, 40u, 55u, 56u, 127u}) {  // the address, the secret, the sum, the rest
    unique_id corrupted = good;
    corrupted.bytes[at] ^= std::byte{1};
    EXPECT_THAT(text_of(corrupted), HasSubstr("is corrupted")) << at;
  }
}

TEST(UniqueId, NamesARankThatLeavesBeforeAllAreThere) {
  const unique_id id = new_id();
  unique_fd leaver = come_as(id, 1, 3);
  std::thread leaves([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    leaver.reset();
  });
  // If the leaver has left before rank 0 came, nobody waits for it.
  const auto found = join(id, {{0, 3}}, 2'000'000'000);
  leaves.join();
  EXPECT_THAT(found[0].text, testing::AnyOf(HasSubstr("rank 1 has left before all were there"),
                                            HasSubstr("missing: rank 1, rank 2")));
}

TEST(UniqueId, RefusesASecondUse) {
  const unique_id id = new_id();
  for (const outcome& each : join(id, {{0, 2}, {1, 2}}))
    ASSERT_EQ(each.code, errc::ok) << each.text;
  for (const outcome& each : join(id, {{0, 1}})) {
    EXPECT_EQ(each.code, errc::peer_failed);
    EXPECT_THAT(each.text, HasSubstr("has been used"));
  }
}

TEST(UniqueId, ConnectionsWithoutTheSecretAreClosed) {
  testing::internal::CaptureStderr();
  const unique_id id = new_id();
  const auto soon = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  constexpr int strangers = 10;
  std::vector<unique_fd> silent;
  for (int i = 0; i < strangers; ++i) {
    silent.push_back(connect_to(address_of(id), "the id", soon));
    const unique_fd loud = connect_to(address_of(id), "the id", soon);
    const std::array<char, sizeof(hello)> bytes{};
    ASSERT_EQ(send(loud.get(), bytes.data(), bytes.size(), 0), ssize_t{sizeof bytes});
    pollfd ended{loud.get(), POLLIN, 0};
    ASSERT_EQ(poll(&ended, 1, 60'000), 1);
    char byte = 0;
    EXPECT_EQ(recv(loud.get(), &byte, 1, 0), 0);
  }
  for (const outcome& each : join(id, {{1, 2}, {0, 2}}))
    EXPECT_EQ(each.code, errc::ok) << each.text;
  const std::string log = testing::internal::GetCapturedStderr();
  std::size_t lines = 0;
  for (std::size_t at = 0;
       (at = log.find("does not have the id's secret", at)) != std::string::npos; ++at)
    ++lines;
  EXPECT_EQ(lines, 3u) << log;
}

TEST(UniqueId, NamesThePeThatLeaves) {
  for (const int leaver : {0, 1}) {
    const auto found = run_job(3, long_ns, [&](bootstrap& boot) {
      if (boot.rank() != leaver) boot.barrier();
    });
    for (int pe = 0; pe < 3; ++pe) {
      const outcome& each = found[static_cast<std::size_t>(pe)];
      if (pe == leaver) continue;
      EXPECT_EQ(each.code, errc::peer_failed);
      EXPECT_THAT(each.text, HasSubstr("PE " + std::to_string(leaver) + " is lost"));
      EXPECT_EQ(each.peer, leaver);
    }
  }
}

TEST(UniqueId, NamesThePeThatDoesNotCome) {
  std::vector<outcome> found(3);
  // The deadline is that of the start, too, which takes longer on a loaded machine.
  for (std::uint64_t timeout_ns = short_ns; timeout_ns < long_ns; timeout_ns *= 2) {
    std::atomic<int> given_up{0};
    found = run_job(3, timeout_ns, [&](bootstrap& boot) {
      boot.barrier();
      if (boot.rank() != 2) {
        const outcome late = outcome_of([&] { boot.barrier(); });
        ++given_up;
        throw error(late.code, late.text);
      }
      while (given_up != 2) std::this_thread::yield();
    });
    if (found[2].code == errc::ok) break;
  }
  for (const int pe : {0, 1}) {
    EXPECT_EQ(found[static_cast<std::size_t>(pe)].code, errc::timeout);
    EXPECT_THAT(found[static_cast<std::size_t>(pe)].text, HasSubstr("missing: PE 2"));
  }
}

/// First PE 1, then PE 0 works for more than the deadline, and says so. The deadline is that of the
/// start, too, which takes longer on a loaded machine.
TEST(UniqueId, APeAtWorkIsNotMissing) {
  std::vector<outcome> found;
  const auto is_good = [](const outcome& one) { return one.code == errc::ok; };
  for (std::uint64_t timeout_ns = 2 * short_ns; timeout_ns < long_ns / 16; timeout_ns *= 2) {
    found = run_job(3, timeout_ns, [&](bootstrap& boot) {
      for (const int busy : {1, 0}) {
        const auto until =
            std::chrono::steady_clock::now() + 2 * std::chrono::nanoseconds(timeout_ns);
        while (boot.rank() == busy && std::chrono::steady_clock::now() < until) {
          boot.working();
          std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        boot.barrier();
      }
    });
    if (std::all_of(found.begin(), found.end(), is_good)) return;
  }
  for (const outcome& one : found) EXPECT_EQ(one.code, errc::ok) << one.text;
}

TEST(UniqueId, NamesDifferentCalls) {
  const auto found = run_job(2, long_ns, [](bootstrap& boot) {
    int value = 0;
    if (boot.rank() == 0) boot.barrier();
    if (boot.rank() == 1) boot.broadcast(&value, sizeof value, 0);
  });
  for (const outcome& each : found) {
    EXPECT_EQ(each.code, errc::asymmetric);
    EXPECT_THAT(each.text, HasSubstr("PE 0 calls barrier with 0 bytes, PE 1 broadcast with 4"));
  }
}

TEST(UniqueId, EndsWhatTheWatchKnows) {
  std::atomic<bool> ended{false};
  const auto found = run_job(2, long_ns, [&](bootstrap& boot) {
    if (boot.rank() == 0) {
      boot.watch([] { return lost_pe{1, "for a test"}; });
      const outcome known = outcome_of([&] { boot.barrier(); });
      ended = true;
      throw error(known.code, known.text);
    }
    while (!ended) std::this_thread::yield();
  });
  EXPECT_EQ(found[0].code, errc::peer_failed);
  EXPECT_THAT(found[0].text, HasSubstr("PE 1 is lost: for a test"));
}

TEST(UniqueId, AddressIsAnInterfaceOrAnAddressOfThisHost) {
  EXPECT_THAT(choose_address("lo").text(), HasSubstr("127.0.0.1:0"));
  EXPECT_NO_THROW(static_cast<void>(choose_address("auto")));
  const outcome found = outcome_of([] { static_cast<void>(choose_address("192.0.2.77")); });
  EXPECT_EQ(found.code, errc::invalid_argument);
  EXPECT_THAT(found.text, HasSubstr("ARK_ID_ADDRESS = '192.0.2.77'"));
}

}  // namespace
}  // namespace ark
