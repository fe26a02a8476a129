// What is told about routes is what the device side does: each operation is done, and the rings
// counted.
#include "info/routes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/ark.hpp>
#include <ark/device/transfer/queue.hpp>
#include <ark/local.hpp>
#include <cstdio>
#include <functional>
#include <string>

#include "binding.hpp"
#include "describe.hpp"
#include "made_facts.hpp"

namespace ark {
namespace {

using ::testing::HasSubstr;

bool covers(const std::string& sizes, std::size_t bytes) {
  unsigned long limit = 0;
  if (sizes == "every size") return true;
  if (std::sscanf(sizes.c_str(), "up to %lu bytes", &limit) == 1) return bytes <= limit;
  if (std::sscanf(sizes.c_str(), "above %lu bytes", &limit) == 1) return bytes > limit;
  return false;
}

/// The routes said to carry `bytes` of `feature` to `pe`; exactly one must.
std::string told(const std::string& feature, std::size_t bytes, int pe) {
  const route_facts facts = describe(bound_runtime().parts()).routes;
  std::string names;
  for (const auto& one : decide_routes(facts, facts.peers[static_cast<std::size_t>(pe)])) {
    if (one.feature != feature) continue;
    for (const auto& choice : one.choices) {
      if (choice.chosen && covers(choice.sizes, bytes)) names += choice.route;
    }
  }
  return names;
}

std::uint64_t posted(detail::device_state& state, unsigned ring) {
  return device::queue::ring_at(state, ring).head();
}

ARK_GLOBAL void call(const std::function<void()>* operation) { (*operation)(); }

enum class caller { kernel, host };

/// The route that `operation` took, by the ring that got something.
std::string seen(const std::function<void()>& operation, caller by = caller::kernel) {
  detail::device_state& state = bound_runtime().state();
  std::vector<std::uint64_t> before;
  for (unsigned i = 0; i < device::queue::ring_total(state); ++i)
    before.push_back(posted(state, i));
  if (by == caller::host) {
    operation();
  } else {
    launch({1, 1}, call, &operation);
    device_sync();
  }
  std::string route = "inline";
  for (unsigned i = 0; i < before.size(); ++i) {
    if (posted(state, i) == before[i]) continue;
    route = device::queue::is_proxy_ring(state, i) ? "proxy" : "queue";
  }
  ark_quiet();
  return route;
}

constexpr std::size_t large = 1 << 20;

/// Host threads, and kernels in calls that wait, store what they may store at every size.
void compare_waiting(std::uint64_t* words, std::vector<char>& mine, int pe) {
  const auto expected = [&](std::size_t bytes) {
    const bool queue_only =
        describe(bound_runtime().parts()).routes.policy == detail::route_policy::queue_only;
    const std::string others = told("put_large", bytes, pe);
    return others == "queue" && !queue_only ? std::string("inline") : others;
  };
  for (const std::size_t bytes : {std::size_t{16385}, large / 2}) {
    SCOPED_TRACE(bytes);
    const auto put = [&] { ark_putmem(words, mine.data(), bytes, pe); };
    const auto get = [&] { ark_getmem(mine.data(), words, bytes, pe); };
    const auto put_signal = [&] {
      ark_putmem_signal(words, mine.data(), bytes, words + large / 16, 1, ARK_SIGNAL_SET, pe);
    };
    for (const caller by : {caller::host, caller::kernel}) {
      EXPECT_EQ(expected(bytes), seen(put, by));
      EXPECT_EQ(expected(bytes), seen(get, by));
      EXPECT_EQ(expected(bytes), seen(put_signal, by));
    }
  }
}

void compare_all(int pe) {
  auto* words = static_cast<std::uint64_t*>(ark_calloc(1, large));
  std::vector<char> mine(large);
  if (ark_my_pe() == 0) {
    for (const std::size_t bytes : {1, 4, 8}) {
      EXPECT_EQ(told("put_small", bytes, pe),
                seen([&] { ark_putmem_nbi(words, mine.data(), bytes, pe); }))
          << bytes;
    }
    EXPECT_EQ(told("put_large", large, pe),
              seen([&] { ark_putmem_nbi(words, mine.data(), large, pe); }));
    for (const std::size_t bytes :
         {std::size_t{1}, std::size_t{16384}, std::size_t{16385}, large}) {
      EXPECT_EQ(told("get", bytes, pe),
                seen([&] { ark_getmem_nbi(mine.data(), words, bytes, pe); }))
          << bytes;
    }
    auto* narrow = reinterpret_cast<int*>(words);
    auto* wide = reinterpret_cast<long*>(words);
    EXPECT_EQ(told("amo", 4, pe), seen([&] { ark_int_atomic_add(narrow, 1, pe); }));
    EXPECT_EQ(told("amo", 8, pe), seen([&] { ark_long_atomic_add(wide, 1, pe); }));
    EXPECT_EQ(told("signal", 8, pe), seen([&] { ark_signal_set(words + large / 8 - 1, 1, pe); }));
    // With data, the signal takes the data's route.
    EXPECT_EQ(told("put_large", large, pe), seen([&] {
                ark_putmem_signal_nbi(words, mine.data(), large - 8, words + large / 8 - 1, 1,
                                      ARK_SIGNAL_SET, pe);
              }));
    compare_waiting(words, mine, pe);
  }
  ark_barrier_all();
  ark_free(words);
}

TEST(Routes, AreThoseOfTheDeviceSide) {
  for (const char* route : {"auto", "inline", "queue", "proxy"}) {
    for (const char* bytes : {"0", "6", "16k", "2m"}) {
      SCOPED_TRACE(std::string("ARK_ROUTE=") + route + " ARK_INLINE_BYTES=" + bytes);
      local_run(2,
                [](int) {
                  for (const int to : {0, 1}) compare_all(to);
                },
                {{"ARK_ROUTE", route}, {"ARK_INLINE_BYTES", bytes}, {"ARK_SYMMETRIC_SIZE", "8m"}});
    }
  }
}

TEST(Routes, EveryOtherPlaceIsImaginable) {
  route_facts facts = made::pe(0, {peer_place::self}).routes;
  const auto chosen = [&](peer_place place) {
    const auto all = decide_routes(facts, imagined_peer(facts, place));
    return all[1].choices[0].chosen ? all[1].choices[0].route : "none";
  };
  EXPECT_EQ(chosen(peer_place::same_host), "queue");
  EXPECT_EQ(chosen(peer_place::other_host), "proxy");
  facts.proxy_everywhere = true;
  EXPECT_EQ(chosen(peer_place::same_host), "proxy");
  facts.outside.clear();
  facts.no_outside = "built without";
  EXPECT_EQ(chosen(peer_place::other_host), "none");
}

TEST(Routes, ToAnUnreachableGpuNameTheReasonAndARemedy) {
  route_facts facts = made::pe(0, {peer_place::self, peer_place::same_host}).routes;
  facts.peers[1].route = detail::peer_route::proxy;
  facts.peers[1].apart = "GPUs 0 and 1 are apart";
  for (const feature_routes& feature : decide_routes(facts, facts.peers[1])) {
    EXPECT_EQ(feature.choices[0].route, "proxy");
    EXPECT_THAT(feature.choices[0].why, HasSubstr("GPUs 0 and 1 are apart"));
    EXPECT_THAT(feature.choices[1].change, HasSubstr("NVLink"));
  }
}

TEST(GpuTransferPath, IsDirectWithoutAnObstacle) {
  const gpu_transfer_path way = choose_gpu_transfer_path("ucx 1.0", 1000, "");
  EXPECT_EQ(way.direct_bytes, 1000u);
  EXPECT_EQ(way.why, "ucx 1.0 takes the GPU's memory itself");
  EXPECT_EQ(way.change, "UCX_TLS=^cuda stages it");
}

TEST(GpuTransferPath, IsStagedWithAReason) {
  const gpu_transfer_path without = choose_gpu_transfer_path("ucx 1.0", 0, "");
  EXPECT_EQ(without.direct_bytes, 0u);
  EXPECT_EQ(without.why, "ucx 1.0 takes no memory of a GPU");
  EXPECT_THAT(without.change, HasSubstr("a UCX that has CUDA"));
  const gpu_transfer_path hindered = choose_gpu_transfer_path("ucx 1.0", 1000, "device 3 cannot");
  EXPECT_EQ(hindered.direct_bytes, 0u);
  EXPECT_EQ(hindered.why, "device 3 cannot");
}

TEST(Routes, ReportHasALineForEachPeer) {
  using enum peer_place;
  route_facts facts = made::pe(0, {self, other_host}).routes;
  EXPECT_EQ(route_lines(facts),
            "PE 0 -> PE 0: shared memory (memory M); inline up to 1000 bytes (ARK_INLINE_BYTES), "
            "then queue, engine E\nPE 0 -> PE 1: proxy over fault 1.0; messages\n");
  facts.awaited_stores = true;
  EXPECT_THAT(
      route_lines(facts),
      HasSubstr("then queue, engine E; host threads and calls that wait: inline at every size\n"));
  facts.awaited_stores = false;
  facts.policy = detail::route_policy::queue_only;
  EXPECT_THAT(route_lines(facts), HasSubstr("queue at every size (ARK_ROUTE=queue), engine E"));
  facts.policy = detail::route_policy::inline_only;
  EXPECT_THAT(route_lines(facts), HasSubstr("inline at every size (ARK_ROUTE=inline)"));
}

TEST(Routes, KernelsWithoutAQueueStoreAtEverySize) {
  pe_facts facts = made::pe(0, {peer_place::self, peer_place::same_host});
  facts.routes.no_queue = "nobody drains it";
  for (const feature_routes& feature : decide_routes(facts.routes, facts.routes.peers[1])) {
    EXPECT_EQ(feature.choices[0].route, "inline") << feature.feature;
    EXPECT_EQ(feature.choices[0].sizes, "every size") << feature.feature;
    for (const route_choice& choice : feature.choices) {
      if (choice.route != "queue") continue;
      EXPECT_FALSE(choice.chosen);
      EXPECT_EQ(choice.why, "nobody drains it");
    }
  }
  EXPECT_THAT(route_lines(facts.routes), HasSubstr("inline at every size: nobody drains it"));
}

}  // namespace
}  // namespace ark
