// Gradients of several PEs against a serial sum, by hosts in the order of the PEs, bit by bit.
#include <gmock/gmock.h>

#include <ark/gradients.hpp>
#include <ark/local.hpp>
#include <ark/symmetric_array.hpp>
#include <atomic>
#include <chrono>
#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "../refusal.hpp"
#include "api_test.hpp"

namespace ark_mp {
namespace {

using ark::symmetric_array;
using namespace ark::gradients;
using ::testing::HasSubstr;

/// Sums of these depend on their order.
template <class T>
T gradient(int pe, std::size_t t, std::size_t i, std::uint64_t iteration) {
  const std::uint64_t mixed =
      (i * 2654435761u + static_cast<std::uint64_t>(pe) * 40503 + t * 7919 + iteration * 104729) %
      2003;
  return static_cast<T>(static_cast<double>(mixed) / 7.0 - 100.0);
}
/// The PEs of each host, in the order of the hosts' first PEs. Collective.
std::vector<std::vector<int>> hosts() {
  const auto pes = static_cast<std::size_t>(ark_n_pes());
  const symmetric_array<int> first(2 * pes);
  first.data()[pes] = ark_team_translate_pe(ARK_TEAM_SHARED, 0, ARK_TEAM_WORLD);
  ark_int_fcollect(ARK_TEAM_WORLD, first.data(), first.data() + pes, 1);
  std::map<int, std::vector<int>> by_first;
  for (std::size_t pe = 0; pe < pes; ++pe)
    by_first[first.data()[pe]].push_back(static_cast<int>(pe));
  std::vector<std::vector<int>> all;
  for (const auto& [one, its] : by_first) all.push_back(its);
  return all;
}
template <class T>
T expected(const std::vector<std::vector<int>>& hosts, std::size_t t, std::size_t i,
           std::uint64_t iteration, reduction how) {
  T all{};
  std::size_t pes = 0;
  for (std::size_t h = 0; h < hosts.size(); ++h) {
    T of_host = gradient<T>(hosts[h][0], t, i, iteration);
    for (std::size_t k = 1; k < hosts[h].size(); ++k)
      of_host += gradient<T>(hosts[h][k], t, i, iteration);
    all = h == 0 ? of_host : all + of_host;
    pes += hosts[h].size();
  }
  return how == reduction::mean ? all / static_cast<T>(pes) : all;
}

/// Odd sizes, no elements, one, and more than a chunk.
const std::vector<std::size_t> counts = {1000, 0, 1, 4099, 33, 20011};
constexpr std::size_t chunk_bytes = 4096;

/// The PE's gradients in symmetric memory, but every third one in memory of its own.
template <class T>
class gradients_of_pe {
 public:
  gradients_of_pe() {
    for (std::size_t t = 0; t < counts.size(); ++t) {
      if (t % 3 == 2) {
        own_.emplace_back(std::make_unique<T[]>(counts[t]));
        tensors.push_back(tensor_of(own_.back().get(), counts[t]));
      } else {
        heap_.emplace_back(counts[t]);
        tensors.push_back(tensor_of(heap_.back().data(), counts[t]));
      }
    }
  }
  [[nodiscard]] T* at(std::size_t t) const { return static_cast<T*>(tensors[t].data); }
  void compute(std::size_t t, int pe, std::uint64_t iteration) const {
    for (std::size_t i = 0; i < counts[t]; ++i) at(t)[i] = gradient<T>(pe, t, i, iteration);
  }
  void check(std::size_t t, std::uint64_t iteration, reduction how) const {
    for (std::size_t i = 0; i < counts[t]; ++i)
      ASSERT_EQ(at(t)[i], expected<T>(hosts_, t, i, iteration, how)) << t << ", " << i;
  }
  std::vector<tensor> tensors;

 private:
  const std::vector<std::vector<int>> hosts_ = hosts();
  std::vector<symmetric_array<T>> heap_;
  std::vector<std::unique_ptr<T[]>> own_;
};

/// Iterations of a training loop: forward in order, backward from the last tensor, on odd PEs and
/// iterations in another order.
template <class T>
void train(const options& how, std::uint64_t iterations) {
  const int me = ark_my_pe(), pes = ark_n_pes();
  const gradients_of_pe<T> mine;
  exchange one(mine.tensors, how);
  const std::size_t n = counts.size();
  for (std::uint64_t k = 1; k <= iterations + 1; ++k) {
    one.begin_iteration();
    for (std::size_t t = 0; t < n; ++t) {
      one.wait(t);
      if (k > 1) mine.check(t, k - 1, how.result);
    }
    for (std::size_t b = 0; b < n; ++b) {
      const std::size_t t = (me + static_cast<int>(k)) % 2 == 0 ? n - 1 - b : (b * 5 + 2) % n;
      mine.compute(t, me, k);
      one.ready(t);
    }
    one.end_iteration();
  }
  for (std::size_t t = 0; t < n; ++t) one.wait(t);
  const statistics now = one.so_far();
  EXPECT_EQ(now.iterations, iterations + 1);
  // Of policy::bytescheduler the credit is tuned.
  if (how.credit_bytes != 0 && how.order != policy::bytescheduler) {
    EXPECT_LE(now.most_bytes,
              std::max<std::uint64_t>(how.credit_bytes,
                                      how.chunk_bytes * static_cast<std::uint64_t>(pes - 1)));
  }
}

class GradientExchange : public pe_test {};

TEST_F(GradientExchange, HasTheBitsOfASerialSumByEveryPolicy) {
  for (const policy order : {policy::fifo, policy::p3, policy::prophet, policy::bytescheduler}) {
    train<float>({order, reduction::sum, chunk_bytes, chunk_bytes}, 3);
    train<double>({order, reduction::mean, chunk_bytes, 8 * chunk_bytes}, 3);
  }
  train<float>({}, 2);
  train<float>({policy::p3, reduction::sum, 1024, 1024}, 1);
}

/// Tensors behind one another, many iterations at once in flight, chunks of any size.
TEST_F(GradientExchange, TensorsBehindOneAnotherTravelTogether) {
  constexpr std::size_t n = 40, count = 1003;
  const symmetric_array<float> memory(n * count);
  const auto by_hosts = hosts();
  for (const policy order : {policy::prophet, policy::p3, policy::fifo}) {
    std::vector<tensor> tensors;
    for (std::size_t t = 0; t < n; ++t)
      tensors.push_back(tensor_of(memory.data() + t * count, count));
    exchange one(tensors, {order, reduction::sum, 512, 64 * 1024});
    constexpr std::uint64_t iterations = 12;
    for (std::uint64_t k = 1; k <= iterations; ++k) {
      one.begin_iteration();
      for (std::size_t t = n; t-- > 0;) {
        for (std::size_t i = 0; i < count; ++i)
          memory.data()[t * count + i] = gradient<float>(me_, t, i, k);
        one.ready(t);
      }
      one.end_iteration();
      for (std::size_t t = 0; t < n; ++t) {
        one.wait(t);
        for (std::size_t i = 0; i < count; ++i) {
          ASSERT_EQ(memory.data()[t * count + i],
                    expected<float>(by_hosts, t, i, k, reduction::sum));
        }
      }
    }
    if (n_ == 1) continue;
    // Chunks are sent by each PE once, as a part or as a result; the last results perhaps not yet.
    const std::uint64_t chunks = iterations * n * ((count * sizeof(float) + 511) / 512);
    EXPECT_GT(one.so_far().messages, 0u);
    if (order == policy::p3 && n_ == 2) {
      EXPECT_LE(one.so_far().messages, chunks);
      EXPECT_GE(one.so_far().messages, chunks - chunks / iterations);
    } else if (order == policy::prophet && n_ == 2) {
      EXPECT_LT(one.so_far().messages, chunks / 2);
    }
  }
}

TEST_F(GradientExchange, SaysWhatWasWhen) {
  const symmetric_array<float> data(3000);
  exchange one({tensor_of(data.data(), 1000), tensor_of(data.data() + 1000, 2000)});
  for (int k = 0; k < 3; ++k) {
    one.begin_iteration();
    one.wait(0);
    one.wait(1);
    one.ready(1);
    one.ready(0);
    one.end_iteration();
  }
  one.wait(0);
  one.wait(1);
  const iteration_record last = one.last_iteration();
  ASSERT_EQ(last.tensors.size(), 2u);
  for (const auto& each : last.tensors) {
    EXPECT_GT(each.ready_us, 0);
    EXPECT_LE(each.ready_us, each.has_us);
    EXPECT_LE(each.waits_us, each.has_us);
  }
  EXPECT_EQ(last.tensors[1].bytes, 8000u);
  EXPECT_LE(last.tensors[1].ready_us, last.tensors[0].ready_us);
  EXPECT_EQ(last.messages.empty(), n_ == 1);
  for (const auto& each : last.messages) {
    EXPECT_GE(each.posted_us, last.tensors[1].ready_us);
    EXPECT_NE(each.pe, me_);
    EXPECT_GT(each.bytes, 0u);
    EXPECT_TRUE(each.answered_us == 0 || each.answered_us >= each.posted_us);
  }
}

/// Of small whole numbers, which both types hold.
template <class Bits>
void check_half(std::uint16_t one, std::uint16_t sum_of_four) {
  const symmetric_array<std::uint16_t> bits(300);
  const element type =
      std::is_same_v<Bits, ark::detail::float16_bits> ? element::float16 : element::bfloat16;
  exchange all({{bits.data(), bits.size(), type}}, {policy::p3, reduction::sum, 64, 64});
  std::fill_n(bits.data(), bits.size(), one);
  all.begin_iteration();
  all.ready(0);
  all.end_iteration();
  all.wait(0);
  if (ark_n_pes() == 4) {
    for (std::size_t i = 0; i < bits.size(); ++i) ASSERT_EQ(bits.data()[i], sum_of_four) << i;
  }
  const float value = ark::detail::half_detail::to_float(Bits{bits.data()[299]});
  EXPECT_EQ(value, 1.5f * static_cast<float>(ark_n_pes()));
}
TEST_F(GradientExchange, AddsTypesOf16Bits) {
  check_half<ark::detail::float16_bits>(0x3e00, 0x4600);
  check_half<ark::detail::bfloat16_bits>(0x3fc0, 0x40c0);
}

ARK_GLOBAL void backward_in_kernel(kernel_view exchange, float* data, int pe,
                                   std::uint64_t iteration) {
  for (std::size_t i = threadIdx.x; i < 5000; i += blockDim.x)
    data[i] = gradient<float>(pe, 0, i, iteration);
  __syncthreads();
  if (threadIdx.x == 0) exchange.ready(0);
}
ARK_GLOBAL void forward_in_kernel(kernel_view exchange, const float* data, const float* mean,
                                  int* wrong) {
  exchange.wait(0);
  for (std::size_t i = threadIdx.x; i < 5000; i += blockDim.x) {
    if (data[i] != mean[i]) *wrong = 1;
  }
}

ARK_GLOBAL void ready_in_kernel(kernel_view exchange, std::size_t tensor) {
  exchange.ready(tensor);
}

TEST_F(GradientExchange, KernelsSayWhatIsReadyAndWait) {
  const symmetric_array<float> data(5000), mean(4 * 5000);
  const symmetric_array<int> wrong(1);
  const auto by_hosts = hosts();
  for (std::size_t i = 0; i < mean.size(); ++i)
    mean.data()[i] = expected<float>(by_hosts, 0, i % 5000, i / 5000 + 1, reduction::mean);
  exchange one({tensor_of(data.data(), 5000)}, {policy::p3, reduction::mean, chunk_bytes});
  for (std::uint64_t k = 1; k <= 4; ++k) {
    one.begin_iteration();
    if (k > 1) {
      ark::launch({1, 32}, forward_in_kernel, one.view(), static_cast<const float*>(data.data()),
                  static_cast<const float*>(mean.data() + (k - 2) * 5000), wrong.data());
    }
    ark::launch({1, 32}, backward_in_kernel, one.view(), data.data(), me_, k);
    one.end_iteration();
  }
  ark::device_sync();
  one.wait(0);
  EXPECT_EQ(wrong.data()[0], 0);
  EXPECT_EQ(data.data()[4999], mean.data()[mean.size() - 1]);
}

TEST_F(GradientExchange, FollowsTheOrderOfAStream) {
  const symmetric_array<float> data(3000);
  const auto by_hosts = hosts();
  exchange one({tensor_of(data.data(), 3000)}, {policy::fifo, reduction::sum, chunk_bytes});
  const ark::stream_t stream = ark::stream_create();
  for (std::uint64_t k = 1; k <= 3; ++k) {
    one.begin_iteration();
    one.wait_on_stream(0, stream);
    ark::stream_sync(stream);
    for (std::size_t i = 0; i < 3000; ++i) {
      if (k > 1) {
        ASSERT_EQ(data.data()[i], expected<float>(by_hosts, 0, i, k - 1, reduction::sum));
      }
      data.data()[i] = gradient<float>(me_, 0, i, k);
    }
    one.ready_on_stream(0, stream);
    one.end_iteration();
  }
  one.wait(0);
  EXPECT_EQ(data.data()[2999], expected<float>(by_hosts, 0, 2999, 3, reduction::sum));
  ark::stream_destroy(stream);
}

TEST_F(GradientExchange, TwoAtOnceDoNotDisturbEachOther) {
  const symmetric_array<double> a(3001), b(3001);
  const auto by_hosts = hosts();
  exchange first({tensor_of(a.data(), 3001)}, {policy::p3, reduction::sum, chunk_bytes});
  exchange second({tensor_of(b.data(), 3001)}, {policy::fifo, reduction::sum, 64});
  for (std::uint64_t k = 1; k <= 2; ++k) {
    first.begin_iteration();
    second.begin_iteration();
    for (std::size_t i = 0; i < 3001; ++i) {
      a.data()[i] = gradient<double>(me_, 0, i, k);
      b.data()[i] = gradient<double>(me_, 1, i, k);
    }
    (me_ % 2 == 0 ? first : second).ready(0);
    (me_ % 2 == 0 ? second : first).ready(0);
    second.end_iteration();
    first.end_iteration();
    second.wait(0);
    first.wait(0);
    for (std::size_t i = 0; i < 3001; ++i) {
      ASSERT_EQ(a.data()[i], expected<double>(by_hosts, 0, i, k, reduction::sum));
      ASSERT_EQ(b.data()[i], expected<double>(by_hosts, 1, i, k, reduction::sum));
    }
  }
}

/// What the others have in flight does not wait for a PE that is late, whatever their credit.
TEST_F(GradientExchange, ALatePeDelaysOnlyTheResults) {
  const gradients_of_pe<float> mine;
  exchange one(mine.tensors, {policy::p3, reduction::sum, chunk_bytes, chunk_bytes});
  one.begin_iteration();
  if (me_ == 0) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  for (std::size_t t = counts.size(); t-- > 0;) {
    mine.compute(t, me_, 1);
    one.ready(t);
  }
  one.end_iteration();
  for (std::size_t t = 0; t < counts.size(); ++t) {
    one.wait(t);
    mine.check(t, 1, reduction::sum);
  }
}

TEST_F(GradientExchange, RefusesByName) {
  using enum ark::errc;
  float value[4] = {};
  const auto with = [&](tensor what, const options& how = {}) {
    return refusal(invalid_argument, [&] { const exchange never({what}, how); });
  };
  const tensor good = tensor_of(value, 4);
  EXPECT_THAT(with(good, {policy::p3, reduction::sum, 100}), HasSubstr("chunk_bytes = 100"));
  EXPECT_THAT(with(good, {policy::p3, reduction::sum, 128, 64}), HasSubstr("credit_bytes = 64"));
  EXPECT_THAT(with(good, {.burst_threshold = 0}), HasSubstr("burst_threshold = 0"));
  EXPECT_THAT(with(good, {.drift_share = -1}), HasSubstr("drift_share = -1"));
  EXPECT_THAT(with(good, {.message_us = -1}), HasSubstr("message_us = -1"));
  const std::size_t many = std::size_t{1} << 38;
  EXPECT_THAT(with({value, many}, {policy::p3, reduction::sum, 64}), HasSubstr("at most 16777216"));
  EXPECT_THAT(with({nullptr, 4}), HasSubstr("tensor 0 of 4 elements has a null address"));
  EXPECT_THAT(with({value, 4, static_cast<element>(9)}), HasSubstr("type 9"));
  EXPECT_THAT(with({reinterpret_cast<char*>(value) + 1, 1}), HasSubstr("a multiple of 4"));

  exchange one({good});
  EXPECT_THAT(refusal(wrong_state, [&] { one.ready(0); }), HasSubstr("outside of an iteration"));
  EXPECT_THAT(refusal(wrong_state, [&] { one.end_iteration(); }), HasSubstr("outside"));
  one.begin_iteration();
  EXPECT_THAT(refusal(wrong_state, [&] { one.begin_iteration(); }), HasSubstr("has not ended"));
  EXPECT_THAT(refusal(invalid_argument, [&] { one.ready(1); }), HasSubstr("tensor 1"));
  EXPECT_THAT(refusal(invalid_argument, [&] { one.wait(7); }), HasSubstr("tensor 7"));
  one.ready(0);
  EXPECT_THAT(refusal(wrong_state, [&] { one.ready(0); }), HasSubstr("a second time"));
  one.end_iteration();
  one.wait(0);
}

TEST_F(GradientExchange, DifferentTensorsAreNamed) {
  if (n_ == 1) GTEST_SKIP() << "of two PEs or more";
  float value[4] = {};
  EXPECT_THAT(refusal(ark::errc::asymmetric,
                      [&] { const exchange never({tensor_of(value, me_ == 0 ? 4 : 3)}); }),
              HasSubstr("tensor 0 has"));
  const options how{.result = me_ == 0 ? reduction::sum : reduction::mean};
  EXPECT_THAT(
      refusal(ark::errc::asymmetric, [&] { const exchange never({tensor_of(value, 4)}, how); }),
      HasSubstr("result is"));
}

class GradientExchangeThatFails : public pe_test {
 protected:
  [[nodiscard]] ark::settings overrides() const override {
    return {{"ARK_TIMEOUT", short_timeout}, {"ARK_ON_FAILURE", "go_on"}};
  }
  void TearDown() override {
    try {
      ark::finalize();
    } catch (const ark::error&) {  // the others have failed as well
    }
  }
  void iteration_without_pe_1(exchange& one) const {
    one.begin_iteration();
    if (me_ != 1) one.ready(0);
    one.end_iteration();
  }
};

/// By a kernel, which does not wait for the last result: PE 1 is not ready for the first one.
TEST_F(GradientExchangeThatFails, AKernelThatIsReadyTooEarlyIsRefusedByWait) {
  if (n_ == 1) GTEST_SKIP() << "of two PEs or more";
  const symmetric_array<float> data(100);
  exchange one({tensor_of(data.data(), data.size())});
  iteration_without_pe_1(one);
  one.begin_iteration();
  if (me_ != 1) ark::launch({1, 1}, ready_in_kernel, one.view(), std::size_t{0});
  one.end_iteration();
  ark::device_sync();
  if (me_ == 0) {
    EXPECT_THAT(refusal(ark::errc::wrong_state, [&] { one.wait(0); }),
                HasSubstr("made tensor 0 ready in iteration 2, whose result of iteration 1"));
  }
}

TEST_F(GradientExchangeThatFails, ATensorThatDoesNotExistIsAFailureOfTheKernelsPe) {
  const symmetric_array<float> data(100);
  exchange one({tensor_of(data.data(), data.size())});
  one.begin_iteration();
  ark::launch({1, 1}, ready_in_kernel, one.view(), std::size_t{1});
  one.end_iteration();
  try {
    ark::device_sync();
  } catch (const ark::error&) {  // as the failure below
  }
  EXPECT_EQ(ark::status(), ark::errc::invalid_argument);
  EXPECT_THAT(refusal(ark::errc::invalid_argument, [&] { one.wait(0); }), HasSubstr("signal_set"));
}

TEST_F(GradientExchangeThatFails, APeThatIsNeverReadyIsATimeoutOfWait) {
  if (n_ == 1) GTEST_SKIP() << "of two PEs or more";
  const symmetric_array<float> data(100);
  exchange one({tensor_of(data.data(), data.size())});
  iteration_without_pe_1(one);
  if (me_ == 0) {
    try {
      one.wait(0);
      ADD_FAILURE() << "a result without PE 1";
    } catch (const ark::error& failed) {
      EXPECT_THAT(failed.what(), HasSubstr("gradients::exchange::wait"));
      // Another PE's deadline may pass first: PE 1's in the destructor, the others' in their waits.
      EXPECT_THAT(failed.what(), HasSubstr(failed.code() == ark::errc::timeout
                                               ? "expected ge 1, seen 0"
                                               : "peer_failed in liveness, peer PE"));
    }
  }
}

}  // namespace

/// PEs of one process, under schedules that reorder what is in flight. Not in a namespace of
/// pe_test: local_run makes its own PEs.
TEST(GradientExchangeInProcess, HasTheSameBitsUnderEverySchedule) {
  for (const char* route : {"inline", "queue"}) {
    for (const char* schedule : {"fifo", "random:1", "random:2", "pct:3:1"}) {
      SCOPED_TRACE(std::string(route) + " " + schedule);
      ark::local_run(
          3,
          [](int) {
            train<float>({policy::prophet, reduction::mean, 4096, 8192}, 2);
            train<float>({policy::bytescheduler, reduction::sum, 1024, 8192}, 2);
          },
          {{"ARK_ROUTE", route}, {"ARK_SCHED", schedule}, {"ARK_SYMMETRIC_SIZE", "16m"}});
    }
  }
}

TEST(GradientExchangeInProcess, HasTheSameBitsOnOneToEightPes) {
  for (const int pes : {1, 2, 5, 8}) {
    ark::local_run(pes,
                   [](int) {
                     train<double>({policy::p3, reduction::mean, 4096, 65536}, 2);
                   },
                   {{"ARK_SYMMETRIC_SIZE", "16m"}});
  }
}

/// The heap begins with 1 MiB and grows by 64 KiB: the tensor and the exchange's own memory lie in
/// many segments.
TEST(GradientExchangeInProcess, TensorsAreLongerThanTheHeapsSegments) {
  constexpr std::size_t count = 700'001;
  ark::local_run(
      3,
      [](int pe) {
        const symmetric_array<float> data(count);
        exchange one({tensor_of(data.data(), count)}, {policy::prophet, reduction::sum, 0, 0});
        for (std::uint64_t k = 1; k <= 2; ++k) {
          one.begin_iteration();
          for (std::size_t i = 0; i < count; ++i) data.data()[i] = gradient<float>(pe, 0, i, k);
          one.ready(0);
          one.end_iteration();
          one.wait(0);
          for (std::size_t i = 0; i < count; ++i)
            ASSERT_EQ(data.data()[i], expected<float>({{0, 1, 2}}, 0, i, k, reduction::sum)) << i;
        }
      },
      {{"ARK_SYMMETRIC_SIZE", "1m"}, {"ARK_HEAP_RESERVE", "16m"}});
}

/// In the middle of an iteration, with an exception: wait() of the others names it, and has not
/// reached its deadline.
TEST(GradientExchangeInProcess, APeThatDiesIsNamedByTheOthers) {
  std::atomic<int> named{0};
  EXPECT_THROW(ark::local_run(3,
                              [&](int pe) {
                                const symmetric_array<float> data(5000);
                                exchange one({tensor_of(data.data(), data.size())});
                                one.begin_iteration();
                                if (pe == 1) throw std::runtime_error("dies");
                                one.ready(0);
                                one.end_iteration();
                                try {
                                  one.wait(0);
                                } catch (const ark::error& failed) {
                                  if (failed.code() == ark::errc::peer_failed &&
                                      std::string(failed.what()).find("PE 1") != std::string::npos)
                                    ++named;
                                  throw;
                                }
                              },
                              {{"ARK_TIMEOUT", "60s"}, {"ARK_ON_FAILURE", "go_on"}}),
               std::runtime_error);
  EXPECT_EQ(named, 2);
}

}  // namespace ark_mp
