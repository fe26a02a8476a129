// Gradients in a symmetric heap of a GPU's memory, by the tests' driver, against a serial sum, bit
// by bit. The heap is mapped only while a played kernel runs: a load or store of the exchange at
// any other time ends the process.
#include <gmock/gmock.h>

#include <algorithm>
#include <ark/gradients.hpp>
#include <ark/symmetric_array.hpp>
#include <cstring>
#include <memory>
#include <type_traits>
#include <vector>

#include "../../refusal.hpp"
#include "api/api_test.hpp"
#include "fake_control.hpp"
#include "gpu/driver/buffer.hpp"

namespace ark_mp {
namespace {

using ark::symmetric_array;
using ark::detail::bfloat16_bits;
using ark::detail::float16_bits;
using namespace ark::gradients;
using ::testing::HasSubstr;

template <class T>
struct numbers {
  using sum_type = T;
  static constexpr element type = std::is_same_v<T, double> ? element::float64 : element::float32;
  static T load(T value) { return value; }
  static T store(T value) { return value; }
};
template <ark::detail::half_bits Half>
struct numbers<Half> {
  using sum_type = float;
  static constexpr element type =
      std::is_same_v<Half, float16_bits> ? element::float16 : element::bfloat16;
  static float load(Half value) { return ark::detail::half_detail::to_float(value); }
  static Half store(float value) { return {ark::detail::half_detail::round_to(Half{}, value)}; }
};

/// Sums of these depend on their order.
template <class T>
T gradient(int pe, std::size_t t, std::size_t i, std::uint64_t iteration) {
  const std::uint64_t mixed =
      (i * 2654435761u + static_cast<std::uint64_t>(pe) * 40503 + t * 7919 + iteration * 104729) %
      2003;
  using sum_type = typename numbers<T>::sum_type;
  return numbers<T>::store(static_cast<sum_type>(static_cast<double>(mixed) / 7.0 - 100.0));
}
template <class T>
std::vector<T> gradients_of(int pe, std::size_t t, std::size_t count, std::uint64_t iteration) {
  std::vector<T> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(gradient<T>(pe, t, i, iteration));
  return all;
}
/// All PEs on one host: one addition, and one rounding. Or each on a host of its own: as well.
template <class T>
std::vector<T> expected(int pes, std::size_t t, std::size_t count, std::uint64_t iteration,
                        reduction how) {
  std::vector<T> all;
  for (std::size_t i = 0; i < count; ++i) {
    auto sum = numbers<T>::load(gradient<T>(0, t, i, iteration));
    for (int pe = 1; pe < pes; ++pe) sum += numbers<T>::load(gradient<T>(pe, t, i, iteration));
    const auto parts = static_cast<decltype(sum)>(pes);
    all.push_back(numbers<T>::store(how == reduction::mean ? sum / parts : sum));
  }
  return all;
}

/// Tensors in the heap, in memory of the host, and in the GPU's memory outside of the heap, by
/// turns.
template <class T>
class tensors_of_pe {
 public:
  explicit tensors_of_pe(const fake::control& driver) : driver_(driver) {
    for (std::size_t t = 0; t < counts.size(); ++t) {
      const std::size_t count = counts[t];
      void* at = nullptr;
      if (t % 3 == 0) {
        heap_.emplace_back(count);
        at = heap_.back().data();
      } else if (t % 3 == 1) {
        host_.push_back(std::make_unique<T[]>(count));
        at = host_.back().get();
      } else {
        gpu_.push_back(std::make_unique<ark::cuda_buffer>(
            device_, std::max<std::size_t>(count, 1) * sizeof(T)));
        at = reinterpret_cast<void*>(gpu_.back()->get());
      }
      all.push_back({at, count, numbers<T>::type});
    }
  }
  void write(std::size_t t, const std::vector<T>& values) const {
    if (!values.empty()) std::memcpy(seen(t), values.data(), values.size() * sizeof(T));
  }
  [[nodiscard]] bool has(std::size_t t, const std::vector<T>& values) const {
    return values.empty() || std::memcmp(seen(t), values.data(), values.size() * sizeof(T)) == 0;
  }
  std::vector<tensor> all;
  /// Odd sizes, none, one, and more than a chunk.
  static inline const std::vector<std::size_t> counts = {1000, 6011, 4099, 1, 0, 33, 3001};

 private:
  /// As only a test sees it.
  [[nodiscard]] void* seen(std::size_t t) const {
    return t % 3 == 1 ? all[t].data : driver_.view<T>(all[t].data, all[t].count * sizeof(T));
  }

  const fake::control& driver_;
  const ark::cuda_device device_{0};
  std::vector<symmetric_array<T>> heap_;
  std::vector<std::unique_ptr<T[]>> host_;
  std::vector<std::unique_ptr<ark::cuda_buffer>> gpu_;
};

class GradientsInGpuMemory : public pe_test {
 protected:
  void SetUp() override {
    driver_.settings().open = 2;
    driver_.settings().mps = 1;
    pe_test::SetUp();
    ASSERT_THAT(ark::route_report(), HasSubstr("cuda"));
  }
  [[nodiscard]] ark::settings overrides() const override {
    return {{"ARK_HEAP", "cuda"}, {"ARK_SYMMETRIC_SIZE", "16m"}, {"ARK_LOG", "error"}};
  }
  /// A training loop, on odd PEs and iterations in another order.
  template <class T>
  void train(const options& how) const {
    const tensors_of_pe<T> mine(driver_);
    exchange one(mine.all, how);
    const std::size_t n = mine.all.size();
    for (std::uint64_t k = 1; k <= 3; ++k) {
      one.begin_iteration();
      for (std::size_t b = 0; b < n; ++b) {
        const std::size_t t =
            (static_cast<std::size_t>(me_) + k) % 2 == 0 ? n - 1 - b : (b * 5 + 2) % n;
        if (k > 1) {
          one.wait(t);
          ASSERT_TRUE(mine.has(t, expected<T>(n_, t, mine.counts[t], k - 1, how.result))) << t;
        }
        mine.write(t, gradients_of<T>(me_, t, mine.counts[t], k));
        one.ready(t);
      }
      one.end_iteration();
    }
    for (std::size_t t = 0; t < n; ++t) {
      while (!one.wait_for(t, 1000)) {
      }
      ASSERT_TRUE(mine.has(t, expected<T>(n_, t, mine.counts[t], 3, how.result))) << t;
    }
    EXPECT_EQ(one.so_far().messages == 0, n_ == 1);
  }
  template <class T>
  void train_by_both_results() const {
    train<T>({policy::p3, reduction::sum, 4096, 4096});
    train<T>({policy::prophet, reduction::mean, 4096, 32768});
  }
  const fake::control driver_;
};

TEST_F(GradientsInGpuMemory, HaveTheBitsOfASerialSumInEveryType) {
  train_by_both_results<float>();
  train_by_both_results<double>();
  train_by_both_results<float16_bits>();
  train_by_both_results<bfloat16_bits>();
}

TEST_F(GradientsInGpuMemory, ByMeasuredChunksAndTheOtherPolicies) {
  train<float>({});
  train<float>({policy::fifo, reduction::sum, 1024, 1024});
  train<float>({policy::bytescheduler, reduction::mean, 4096, 4096});
}

constexpr std::size_t count = 5000;

ARK_GLOBAL void backward(float* data, int pe, std::uint64_t iteration) {
  for (std::size_t i = threadIdx.x; i < count; i += blockDim.x)
    data[i] = gradient<float>(pe, 0, i, iteration);
}
ARK_GLOBAL void backward_until_ready(kernel_view exchange, float* data, int pe,
                                     std::uint64_t iteration) {
  for (std::size_t i = threadIdx.x; i < count; i += blockDim.x)
    data[i] = gradient<float>(pe, 0, i, iteration);
  __syncthreads();
  if (threadIdx.x == 0) exchange.ready(0);
}
ARK_GLOBAL void copy_results(kernel_view exchange, const float* data, float* into) {
  exchange.wait(0);
  for (std::size_t i = threadIdx.x; i < count; i += blockDim.x) into[i] = data[i];
}

/// Without a wait of the host between iterations.
TEST_F(GradientsInGpuMemory, FollowTheOrderOfAStream) {
  const symmetric_array<float> data(count), results(3 * count);
  exchange one({tensor_of(data.data(), count)}, {policy::p3, reduction::mean, 4096});
  const ark::stream_t stream = nullptr;
  for (std::uint64_t k = 1; k <= 3; ++k) {
    one.begin_iteration();
    one.wait_on_stream(0, stream);
    if (k > 1) {
      ark::launch({1, 32}, copy_results, one.view(), static_cast<const float*>(data.data()),
                  results.data() + (k - 2) * count);
    }
    ark::launch({1, 32}, backward, data.data(), me_, k);
    one.ready_on_stream(0, stream);
    one.end_iteration();
  }
  ark::stream_sync(stream);
  one.wait(0);
  const std::vector<float> last = data.read(), before = results.read();
  EXPECT_EQ(last, expected<float>(n_, 0, count, 3, reduction::mean));
  for (std::size_t k = 1; k <= 2; ++k) {
    const auto from = before.begin() + static_cast<std::ptrdiff_t>((k - 1) * count);
    EXPECT_EQ(std::vector<float>(from, from + count),
              expected<float>(n_, 0, count, k, reduction::mean))
        << k;
  }
}

TEST_F(GradientsInGpuMemory, KernelsMakeReadyAndWait) {
  const symmetric_array<float> data(count), results(count);
  exchange one({tensor_of(data.data(), count)}, {policy::fifo, reduction::sum, 4096});
  for (std::uint64_t k = 1; k <= 2; ++k) {
    one.begin_iteration();
    ark::launch({1, 32}, backward_until_ready, one.view(), data.data(), me_, k);
    one.end_iteration();
    ark::launch({1, 32}, copy_results, one.view(), static_cast<const float*>(data.data()),
                results.data());
    ark::device_sync();
    EXPECT_EQ(results.read(), expected<float>(n_, 0, count, k, reduction::sum)) << k;
  }
  one.wait(0);
}

/// The program writes after its host's wait has returned, in the driver's own time: a result that
/// arrives later would be in its place.
TEST_F(GradientsInGpuMemory, TheResultIsCompleteWhenWaitReturns) {
  constexpr std::size_t many = 50'000;
  const symmetric_array<float> data(many);
  exchange one({tensor_of(data.data(), many)}, {policy::p3, reduction::sum, 4096});
  const std::vector<float> marks(many, -1);
  for (std::uint64_t k = 1; k <= 3; ++k) {
    one.begin_iteration();
    std::memcpy(driver_.view(data.data(), many * sizeof(float)),
                gradients_of<float>(me_, 0, many, k).data(), many * sizeof(float));
    one.ready(0);
    one.end_iteration();
    one.wait(0);
    void* const seen = driver_.view(data.data(), many * sizeof(float));
    ASSERT_EQ(std::memcmp(seen, expected<float>(n_, 0, many, k, reduction::sum).data(),
                          many * sizeof(float)),
              0);
    std::memcpy(seen, marks.data(), many * sizeof(float));
  }
  ark_barrier_all();
  EXPECT_EQ(data.read(), marks);
}

TEST_F(GradientsInGpuMemory, DifferentTensorsAreNamed) {
  using enum ark::errc;
  float value[4] = {};
  const tensor other = tensor_of(value, me_ == 0 ? 4 : 3);
  EXPECT_THAT(refusal(asymmetric, [&] { const exchange never({other}); }),
              HasSubstr("tensor 0 has"));
  const options how{.result = me_ == 0 ? reduction::sum : reduction::mean};
  EXPECT_THAT(refusal(asymmetric, [&] { const exchange never({tensor_of(value, 4)}, how); }),
              HasSubstr("result is"));
}

class GradientsInGpuMemoryThatFail : public GradientsInGpuMemory {
 protected:
  [[nodiscard]] ark::settings overrides() const override {
    auto all = GradientsInGpuMemory::overrides();
    all.insert({{"ARK_TIMEOUT", "10s"}, {"ARK_ON_FAILURE", "go_on"}});
    return all;
  }
  void TearDown() override {
    try {
      ark::finalize();
    } catch (const ark::error&) {  // the others have failed as well
    }
  }
};

/// A copy between host and GPU that the driver refuses: of the exchange's thread, to which the
/// failed put or get is as any other one.
TEST_F(GradientsInGpuMemoryThatFail, ACopyThatTheDriverRefusesIsAFailureOfWait) {
  constexpr int unknown = 999;  // CUDA_ERROR_UNKNOWN
  const symmetric_array<float> data(count);
  exchange one({tensor_of(data.data(), count)}, {policy::p3, reduction::sum, 4096});
  ark_barrier_all();
  driver_.fail("cuMemcpyAsync", 1, unknown);
  one.begin_iteration();
  one.ready(0);
  one.end_iteration();
  try {
    one.wait(0);
    ADD_FAILURE() << "a result in spite of a copy that has failed";
  } catch (const ark::error& failed) {
    EXPECT_THAT(failed.what(), HasSubstr("gradients::exchange::wait"));
    EXPECT_THAT(failed.what(),
                ::testing::AnyOf(HasSubstr("cuMemcpyAsync"), HasSubstr("peer_failed")));
  }
}

}  // namespace
}  // namespace ark_mp
