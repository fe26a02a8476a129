// The UCX transport by itself: what it says before a connection, and what becomes of one that
// fails.
#include "transport/ucx/ucx.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/detail/platform/clock.hpp>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ark::proxy {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using namespace std::chrono_literals;

/// Keeps what it is told; fetches every rendezvous.
class listener final : public receiver {
 public:
  void message_arrived(const message& header, const payload& behind) override {
    last = header;
    data.assign(behind.bytes, std::byte{});
    if (behind.data != nullptr) std::copy_n(behind.data, behind.bytes, data.begin());
    const bool here =
        behind.waiting == nullptr ||
        over->receive(behind.waiting, data.data(), 0, memory_kind::host) == transfer::complete;
    arrived += here ? 1 : 0;
  }
  void sent(std::uint64_t cookie) override { sent_cookies.push_back(cookie); }
  void received(std::uint64_t) override { ++arrived; }
  void peer_lost(int pe, const std::string& why) override {
    lost.push_back(pe);
    reason = why;
  }

  transport* over = nullptr;
  message last;
  std::vector<std::byte> data;
  int arrived = 0;
  std::vector<std::uint64_t> sent_cookies;
  std::vector<int> lost;
  std::string reason;
};

/// Transports of a job's PEs, all in this process.
class UcxTransport : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!ucx_available()) GTEST_SKIP() << "a build without UCX";
  }

  void make(int n, one_sided_use use = one_sided_use::never) {
    listeners_ = std::vector<listener>(static_cast<std::size_t>(n));
    for (listener& one : listeners_) {
      transports_.push_back(
          ucx_transport({.n_pes = n, .one_sided = use, .part_bytes = {}, .devices = "lo"}));
      one.over = transports_.back().get();
      addresses_.push_back(one.over->address());
    }
  }
  void connect() {
    for (std::size_t pe = 0; pe < listeners_.size(); ++pe) {
      transports_[pe]->connect(addresses_, listeners_[pe]);
    }
  }
  bool progress_until(const std::function<bool()>& enough) {
    const auto until = std::chrono::steady_clock::now() + 20s;
    while (!enough()) {
      if (std::chrono::steady_clock::now() > until) return false;
      for (const auto& one : transports_) one->progress();
    }
    return true;
  }

  std::vector<listener> listeners_;
  std::vector<std::unique_ptr<transport>> transports_;
  std::vector<std::vector<std::byte>> addresses_;
};

/// Nothing but what a process has for itself.
std::unique_ptr<transport> transport_to_itself() {
  const char* const before = std::getenv("UCX_TLS");
  const std::string kept = before == nullptr ? "" : before;
  setenv("UCX_TLS", "self", 1);
  auto alone = ucx_transport(
      {.n_pes = 1, .one_sided = one_sided_use::never, .part_bytes = {}, .devices = ""});
  if (before == nullptr) {
    unsetenv("UCX_TLS");
  } else {
    setenv("UCX_TLS", kept.c_str(), 1);
  }
  return alone;
}

/// The address of a worker that only its own process's own endpoints reach.
std::vector<std::byte> unreachable_address() { return transport_to_itself()->address(); }

message numbered(std::uint64_t number, int from) {
  message header;
  header.sequence = number;
  header.from = static_cast<std::uint32_t>(from);
  return header;
}

TEST_F(UcxTransport, AConnectionThatFailsIsOneLostPeerAndIsNotTriedAgain) {
  make(3);
  addresses_[2] = unreachable_address();
  connect();
  transport& mine = *transports_[0];
  EXPECT_EQ(mine.send(2, numbered(1, 0), {}, 7, memory_kind::host), transfer::lost);
  EXPECT_THAT(listeners_[0].lost, ElementsAre(2));
  EXPECT_THAT(listeners_[0].reason, HasSubstr("ucp_ep_create"));
  EXPECT_EQ(mine.send(2, numbered(2, 0), {}, 8, memory_kind::host), transfer::lost);
  EXPECT_EQ(listeners_[0].lost.size(), 1u);
  EXPECT_THAT(mine.describe(2), HasSubstr("lost"));
  EXPECT_EQ(mine.part_bytes(2), 0u);
  EXPECT_FALSE(mine.one_sided(2));

  EXPECT_NE(mine.send(1, numbered(3, 0), {}, 9, memory_kind::host), transfer::lost);
  ASSERT_TRUE(progress_until([&] { return listeners_[1].arrived == 1; }));
  EXPECT_EQ(listeners_[1].last.sequence, 3u);
  EXPECT_THAT(listeners_[0].sent_cookies, Each(9u));
}

TEST_F(UcxTransport, TakesAGpusMemoryOnlyWhereItIsNotCopiedAndNeverWithoutUcxsCuda) {
  make(1);
  const std::uint64_t from = transports_[0]->gpu_bytes();
  EXPECT_TRUE(from == 0 || from > 128 * 1024) << from;
  EXPECT_EQ(transport_to_itself()->gpu_bytes(), 0u);
}

TEST_F(UcxTransport, QuestionsMakeNoConnection) {
  make(2, one_sided_use::always);
  addresses_[1] = unreachable_address();
  connect();
  EXPECT_EQ(transports_[0]->part_bytes(1), 0u);
  EXPECT_FALSE(transports_[0]->one_sided(1));
  EXPECT_THAT(transports_[0]->describe(1), HasSubstr("not connected yet"));
  EXPECT_THAT(listeners_[0].lost, IsEmpty());
}

TEST_F(UcxTransport, MovesDataOfEverySize) {
  make(2);
  connect();
  int sent = 0;
  for (const std::size_t bytes :
       {0u, 1u, 4096u, 60u * 1024, 128u * 1024, 128u * 1024 + 1, 2u << 20}) {
    std::vector<std::byte> data(bytes);
    for (std::size_t i = 0; i < bytes; ++i) data[i] = static_cast<std::byte>(i * 7 + bytes);
    ASSERT_NE(transports_[0]->send(1, numbered(bytes, 0), data, 1, memory_kind::host),
              transfer::lost);
    ++sent;
    ASSERT_TRUE(progress_until([&] { return listeners_[1].arrived == sent; })) << bytes;
    EXPECT_EQ(listeners_[1].last.sequence, bytes);
    EXPECT_TRUE(listeners_[1].data == data) << bytes;
    transports_[0]->flush(detail::clock_ns() + 20'000'000'000, [] { return false; });
  }
}

TEST_F(UcxTransport, WritesAndReadsExposedMemory) {
  make(2, one_sided_use::always);
  connect();
  std::vector<std::byte> there(300'000), here(there.size());
  for (std::size_t i = 0; i < here.size(); ++i) here[i] = static_cast<std::byte>(i * 5);
  const std::vector<std::byte> key = transports_[1]->expose(there);
  ASSERT_FALSE(key.empty());
  EXPECT_EQ(transports_[0]->attach(1, std::span(key).first(8)), nullptr);
  remote_memory* memory = transports_[0]->attach(1, key);
  ASSERT_NE(memory, nullptr);
  EXPECT_TRUE(transports_[0]->one_sided(1));
  const listener& mine = listeners_[0];
  const transfer put = transports_[0]->write(*memory, 100, std::span(here).first(200'000), 1);
  ASSERT_NE(put, transfer::lost);
  ASSERT_TRUE(
      progress_until([&] { return put == transfer::complete || !mine.sent_cookies.empty(); }));
  EXPECT_TRUE(std::equal(there.begin() + 100, there.begin() + 200'100, here.begin()));
  EXPECT_EQ(there[99], std::byte{});
  EXPECT_EQ(there[200'100], std::byte{});
  std::vector<std::byte> back(200'000);
  const transfer got = transports_[0]->read(*memory, 100, back, 2);
  ASSERT_NE(got, transfer::lost);
  ASSERT_TRUE(progress_until([&] { return got == transfer::complete || mine.arrived == 1; }));
  EXPECT_TRUE(std::equal(back.begin(), back.end(), here.begin()));
}

}  // namespace
}  // namespace ark::proxy
