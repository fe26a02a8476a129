// The parts of an exchange that need no PEs: chunks and stripes, routes, the search, and traces.
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <ark/ark.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>

#include "chunks.hpp"
#include "sum.hpp"
#include "sum_routes.hpp"
#include "tuner.hpp"

namespace ark::gradients {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Chunks, OfTensorsBehindOneAnotherFollow) {
  std::vector<float> memory(1000);
  std::vector<double> other(10);
  // 400, 0 and 240 bytes behind one another; a gap; another type.
  const std::vector<tensor> tensors = {tensor_of(&memory[0], 100), tensor_of(&memory[0], 0),
                                       tensor_of(&memory[100], 60), tensor_of(&memory[200], 5),
                                       tensor_of(other.data(), 10)};
  const chunk_list list = cut(tensors, 128, 512, 2);
  EXPECT_THAT(list.first_of, ElementsAre(0, 4, 4, 6, 7, 8));
  std::vector<bool> follows;
  for (const chunk& one : list.all) follows.push_back(one.follows);
  EXPECT_THAT(follows, ElementsAre(false, true, true, true, false, true, false, false))
      << "the fifth would make the stripe longer than 512 bytes";
  EXPECT_EQ(list.all[3].at, 384u);
  EXPECT_EQ(list.all[5].at, 128u);
  EXPECT_EQ(list.all[6].at, 256u) << "behind 240 bytes, at a multiple of 64";
  ASSERT_EQ(list.stripes.size(), 2u);
  EXPECT_EQ(list.stripes[0].bytes, 448u);
  EXPECT_NE(list.stripes[0].owner, list.stripes[1].owner);
}
TEST(Chunks, OwnersHaveAboutAsMuch) {
  std::vector<float> memory(100'000);
  const chunk_list list = cut({tensor_of(memory.data(), memory.size())}, 1024, 4096, 3);
  std::vector<std::size_t> owned(3);
  for (const stripe& one : list.stripes) owned[static_cast<std::size_t>(one.owner)] += one.bytes;
  const auto [least, most] = std::minmax_element(owned.begin(), owned.end());
  EXPECT_LE(*most - *least, 4096u);
}

/// Of PEs on hosts: {0, 2}, {1}, {3, 4, 5}.
class Routes : public ::testing::Test {
 protected:
  std::vector<float> memory_ = std::vector<float>(3 * 16 * 6);
  const chunk_list chunks_ = cut({tensor_of(memory_.data(), memory_.size())}, 64, 64, 6);
  const host_list hosts_{{0, 1, 0, 3, 3, 3}};
};

TEST_F(Routes, LeadFromEveryPeToTheOwnerAndBack) {
  std::vector<route_table> of_pe;
  for (int pe = 0; pe < 6; ++pe) of_pe.emplace_back(chunks_, hosts_, pe);
  for (std::size_t s = 0; s < chunks_.stripes.size(); ++s) {
    const int owner = chunks_.stripes[s].owner;
    std::multiset<int> reached = {owner};
    std::size_t added = 0;
    for (int pe = 0; pe < 6; ++pe) {
      const route& one = of_pe[static_cast<std::size_t>(pe)].of(s);
      EXPECT_EQ(one.is_owner, pe == owner);
      EXPECT_EQ(one.parent == -1, pe == owner);
      reached.insert(one.children.begin(), one.children.end());
      added += one.adds.empty() ? 0 : one.adds.size();
      for (const int child : one.children)
        EXPECT_EQ(of_pe[static_cast<std::size_t>(child)].of(s).parent, pe);
    }
    EXPECT_THAT(reached, ElementsAre(0, 1, 2, 3, 4, 5));
    EXPECT_EQ(added, 5u) << "at the leaders of the hosts with more than one PE";
  }
}
TEST_F(Routes, SlotsOfALeaderDoNotOverlap) {
  const route_table any(chunks_, hosts_, 0);
  for (int leader = 0; leader < 6; ++leader) {
    const route_table its(chunks_, hosts_, leader);
    const std::size_t host = hosts_.host_of[static_cast<std::size_t>(leader)];
    std::vector<std::size_t> begins;
    for (std::size_t s = 0; s < chunks_.stripes.size(); ++s) {
      if (!its.of(s).adds.empty()) {
        for (const int pe : hosts_.pes[host]) begins.push_back(any.slot_of_pe(s, leader, pe));
      }
      if (its.of(s).is_owner) {
        for (std::size_t h = 0; h < hosts_.size(); ++h) begins.push_back(any.slot_of_host(s, h));
      }
    }
    std::sort(begins.begin(), begins.end());
    for (std::size_t i = 1; i < begins.size(); ++i) EXPECT_GE(begins[i], begins[i - 1] + 64);
    EXPECT_LE(begins.back() + 64, any.bytes());
  }
}
TEST(RoutesOfOneHost, GoToTheOwner) {
  std::vector<float> memory(64);
  const chunk_list chunks = cut({tensor_of(memory.data(), memory.size())}, 256, 256, 3);
  const host_list hosts({0, 0, 0});
  const route_table owner(chunks, hosts, 0), other(chunks, hosts, 2);
  EXPECT_THAT(owner.of(0).adds, ElementsAre(0, 1, 2));
  EXPECT_THAT(owner.of(0).children, ElementsAre(1, 2));
  EXPECT_EQ(other.of(0).parent, 0);
  EXPECT_THAT(other.of(0).children, IsEmpty());
}

TEST(Sum, IsInOrderAndDividedOnce) {
  const std::vector<float> a = {1e8F, 1}, b = {1, 2}, c = {-1e8F, 3};
  std::vector<float> to(2);
  const auto bytes = [](const auto& of) { return reinterpret_cast<const std::byte*>(of.data()); };
  sum(element::float32, 8, {bytes(a), bytes(b), bytes(c)}, 2,
      reinterpret_cast<std::byte*>(to.data()));
  EXPECT_THAT(to, ElementsAre(0, 3)) << "1e8 + 1 is 1e8";
}

/// Whole blocks are added by another loop than what is behind them.
TEST(Sum, IsTheSameInBlocksAndBehindThem) {
  for (const std::size_t count : {1023U, 1024U, 1025U, 2055U}) {
    std::vector<float> a(count), b(count), to(count + 1, -1), expected(count + 1, -1);
    for (std::size_t i = 0; i < count; ++i) {
      a[i] = 1.0F / static_cast<float>(i + 1);
      b[i] = static_cast<float>(i);
      expected[i] = (a[i] + b[i]) / 3;
    }
    const auto bytes = [](const auto& of) { return reinterpret_cast<const std::byte*>(of.data()); };
    sum(element::float32, 4 * count, {bytes(a), bytes(b)}, 3,
        reinterpret_cast<std::byte*>(to.data()));
    EXPECT_EQ(to, expected) << count;
  }
}

/// Iterations of a training whose time is least at messages of 8 chunks and a credit of 32.
double time_us(const window& at) {
  const auto distance = [](std::uint64_t bytes, std::uint64_t best) {
    return std::abs(std::log2(static_cast<double>(bytes) / static_cast<double>(best)));
  };
  return 1000 + 100 * distance(at.message_bytes, 8 * 64) + 50 * distance(at.credit_bytes, 32 * 64);
}
TEST(Tuner, FindsTheBestWindowAndFindsItAnewWhenTimesDrift) {
  tuner search(64, 16 * 64);
  int iterations = 0;
  for (; !search.is_settled() && iterations < 200; ++iterations)
    search.iteration(time_us(search.now()) + (iterations % 3 == 0 ? 300 : 0));
  EXPECT_EQ(search.now().message_bytes, 8u * 64);
  EXPECT_EQ(search.now().credit_bytes, 32u * 64);
  EXPECT_LT(iterations, 100);
  search.iteration(5000);
  EXPECT_TRUE(search.is_settled()) << "one long iteration is no drift";
  for (int k = 0; k < 6; ++k) search.iteration(5000);
  EXPECT_FALSE(search.is_settled());
}
TEST(Tuner, WindowsOfLongChunksFitAWord) {
  constexpr std::uint64_t chunk = std::uint64_t{1} << 30;
  const window most = unpacked(packed({chunk << 6, chunk << 7}, chunk), chunk);
  EXPECT_EQ(most.message_bytes, chunk << 6);
  EXPECT_EQ(most.credit_bytes, chunk << 7);
}
TEST(Tuner, AsksOnlyForWindowsThatHoldAMessage) {
  tuner search(64, 64);
  for (int k = 0; k < 100; ++k) {
    EXPECT_EQ(search.now().message_bytes, 64u) << "the most";
    EXPECT_GE(search.now().credit_bytes, 64u);
    search.iteration(static_cast<double>(search.now().credit_bytes));
  }
  EXPECT_TRUE(search.is_settled());
  EXPECT_EQ(search.now().credit_bytes, 64u);
}

TEST(Trace, IsTheComputationOfAnIteration) {
  // Waited for in order, with 5 and 7 us between; the first gradient 40 us after the last wait.
  const iteration_record record{{{100, 160, 100, 101}, {200, 150, 106, 107}, {300, 150, 108, 110}},
                                {}};
  const auto layers = trace_of(record);
  ASSERT_EQ(layers.size(), 3u);
  EXPECT_EQ(layers[1].bytes, 200u);
  EXPECT_EQ(layers[0].ready_us, 10);
  EXPECT_EQ(layers[2].ready_us, 0);
  EXPECT_EQ(layers[0].forward_us, 5);
  EXPECT_EQ(layers[1].forward_us, 1);
  EXPECT_EQ(layers[2].forward_us, 40);
  EXPECT_TRUE(trace_of({}).empty());
}

class TraceFile : public ::testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/ark_trace_XXXXXX";
    const int file = mkstemp(name);
    ASSERT_GE(file, 0);
    close(file);
    path_ = name;
  }
  void TearDown() override { std::remove(path_.c_str()); }
  std::string refusal_of(const std::string& text) {
    std::ofstream(path_) << text;
    try {
      (void)read_trace(path_);
    } catch (const error& refused) {
      EXPECT_EQ(refused.code(), errc::invalid_argument);
      return refused.what();
    }
    return "accepted";
  }
  std::string path_;
};
TEST_F(TraceFile, IsReadAsWritten) {
  write_trace(path_, {{400, 12.5, 3}, {0, 0, 4}});
  const auto layers = read_trace(path_);
  ASSERT_EQ(layers.size(), 2u);
  EXPECT_EQ(layers[0].bytes, 400u);
  EXPECT_EQ(layers[0].ready_us, 12.5);
  EXPECT_EQ(layers[1].forward_us, 4);
}
TEST_F(TraceFile, IsRefusedByLine) {
  const std::string head = "layer,bytes,ready_us,forward_us\n";
  EXPECT_THAT(refusal_of(""), HasSubstr("is empty"));
  EXPECT_THAT(refusal_of("layers\n"), HasSubstr("line 1 is 'layers'"));
  EXPECT_THAT(refusal_of(head), HasSubstr("has no layers"));
  for (const char* line : {"1,4,0,0", "0,4,0", "0,4,0,0,0", "0,x,0,0", "0,4,-1,0", "0,4,0,1e", ""})
    EXPECT_THAT(refusal_of(head + line + "\n"), HasSubstr("line 2 is")) << line;
  EXPECT_THAT(refusal_of(head + "0,4,0,0\n0,4,0,0\n"), HasSubstr("line 3 is"));
  EXPECT_THROW((void)read_trace("/nonexistent/trace"), error);
  EXPECT_THROW(write_trace("/nonexistent/trace", {}), error);
}

}  // namespace
}  // namespace ark::gradients
