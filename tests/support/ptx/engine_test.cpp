// A transfer of the SM engine as nvcc compiles it, with a copy unit that does everything late.
#include <gmock/gmock.h>

#include <ark/detail/queue/descriptor.hpp>
#include <ark/detail/state/device_state.hpp>
#include <cstring>
#include <random>
#include <vector>

#include "machine.hpp"
#include "modules.hpp"

namespace ptx {
namespace {

using ::testing::HasSubstr;

constexpr std::size_t buffer_bytes = 1 << 16;

class PtxEngine : public ::testing::TestWithParam<int> {
 protected:
  PtxEngine() : source_(buffer_bytes), dest_(buffer_bytes) {
    std::mt19937_64 random(20261122);
    for (std::byte& one : source_) one = static_cast<std::byte>(random());
    state_.timeout_ns = 1'000'000'000;
  }
  /// What is wrong after `runs` transfers, each in an order of its own, of `bytes`; or "".
  std::string transfer(const std::string& text, int runs, std::size_t bytes, std::size_t to = 0,
                       std::size_t from = 0) {
    for (int run = 1; run <= runs; ++run) {
      machine gpu(text, static_cast<std::uint64_t>(run));
      gpu.laziness = 64;
      const std::string wrong = once(gpu, bytes, to, from);
      if (!wrong.empty()) return wrong;
    }
    return "";
  }

  /// The same of an addition of doubles.
  std::string add(const std::string& text, std::size_t count, std::size_t from) {
    std::vector<double> sums(count + 2, 1.0), more(count + 2);
    for (std::size_t i = 0; i < more.size(); ++i) more[i] = static_cast<double>(i);
    machine gpu(text, 7);
    gpu.laziness = 64;
    for (const auto* one : {&sums, &more}) gpu.allow(one->data(), one->size() * sizeof(double));
    gpu.allow(&signal_, sizeof signal_);
    signal_ = 0;
    try {
      gpu.run_with(8 * 1024, "engine_add", {1}, {32}, ark::detail::element_kind::float64,
                   reinterpret_cast<std::byte*>(sums.data()),
                   reinterpret_cast<const std::byte*>(more.data() + from),
                   std::uint64_t{count * sizeof(double)}, &signal_);
    } catch (const fault& found) {
      return found.what();
    }
    if (signal_ != 1) return "no signal";
    for (std::size_t i = 0; i < sums.size(); ++i)
      if (sums[i] != (i < count ? 1.0 + more[i + from] : 1.0)) return "another sum";
    return "";
  }

 private:
  std::string once(machine& gpu, std::size_t bytes, std::size_t to, std::size_t from) {
    gpu.allow(source_.data(), source_.size());
    gpu.allow(dest_.data(), dest_.size());
    gpu.allow(&state_, sizeof state_);
    gpu.allow(&signal_, sizeof signal_);
    std::fill(dest_.begin(), dest_.end(), std::byte{0});
    signal_ = 0;
    std::byte* const at = dest_.data() + 64 + to;
    const std::byte* const data = source_.data() + 64 + from;
    bool early = false;
    gpu.watch = [&] { early |= signal_ != 0 && std::memcmp(at, data, bytes) != 0; };
    const ark::detail::device_state* state = &state_;
    try {
      gpu.run_with(8 * 1024, "engine_transfer", {1}, {32}, state, at, data, std::uint64_t{bytes},
                   &signal_);
    } catch (const fault& found) {
      return found.what();
    }
    if (early) return "a signal before its data";
    if (signal_ != 1) return "no signal";
    return std::memcmp(at, data, bytes) == 0 ? "" : "another byte";
  }

  std::vector<std::byte> source_, dest_;
  ark::detail::device_state state_;
  alignas(8) std::uint64_t signal_ = 0;
};

INSTANTIATE_TEST_SUITE_P(Of, PtxEngine, ::testing::ValuesIn(generations({80, 90, 100})),
                         [](const auto& arch) { return "sm_" + std::to_string(arch.param); });

TEST_P(PtxEngine, TransfersAllBytesAndSignalsAfterwards) {
  const std::string text = module_of("engine", GetParam());
  for (const std::size_t bytes : {16, 1000, 5000, 40'000}) {
    for (const std::size_t to : {0, 8}) {
      for (const std::size_t from : {0, 8, 12})
        EXPECT_EQ(transfer(text, 1, bytes, to, from), "")
            << bytes << " bytes from " << from << " to " << to;
    }
  }
}

TEST_P(PtxEngine, AddsEveryElementOnceAndSignalsAfterwards) {
  for (const std::size_t count : {1, 100, 3000}) {
    for (const std::size_t from : {0, 1})
      EXPECT_EQ(add(module_of("engine", GetParam()), count, from), "") << count << " from " << from;
  }
}

class PtxEngineControl : public PtxEngine {};

INSTANTIATE_TEST_SUITE_P(Of, PtxEngineControl, ::testing::ValuesIn(generations({90, 100})),
                         [](const auto& arch) { return "sm_" + std::to_string(arch.param); });

TEST_P(PtxEngineControl, StoresThatHaveOnlyBeenReadAreSignalledTooEarly) {
  const std::string text = with(module_of("engine", GetParam()), "cp.async.bulk.wait_group 0",
                                "cp.async.bulk.wait_group.read 0");
  EXPECT_EQ(transfer(text, 50, 20'000), "a signal before its data");
}

TEST_P(PtxEngineControl, AnEndThatDoesNotWaitForTheCopyUnitIsRefused) {
  const std::string text = with(module_of("engine", GetParam()), "cp.async.bulk.wait_group 0;", "");
  EXPECT_THAT(transfer(text, 50, 5000), HasSubstr("ends before the copy unit has read"));
}

TEST_P(PtxEngineControl, AStageFilledBeforeItHasBeenReadIsDetected) {
  const std::string text = with(module_of("engine", GetParam()), "cp.async.bulk.wait_group.read 1",
                                "cp.async.bulk.wait_group.read 9");
  EXPECT_NE(transfer(text, 50, 40'000), "");
}

TEST_P(PtxEngineControl, ALoadWithoutAWaitIsDetected) {
  const std::string wait = "mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 ended, ";
  std::string text = module_of("engine", GetParam());
  for (std::size_t at = 0; (at = text.find(wait, at)) != std::string::npos;)
    text.replace(at, text.find(';', at) - at, "setp.eq.u32 ended, 1, 1");
  EXPECT_NE(transfer(text, 50, 20'000), "");
}

TEST_P(PtxEngineControl, FewerExpectedBytesThanLoadedAreDetected) {
  const std::string text = with(module_of("engine", GetParam()),
                                "mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _,",
                                "mbarrier.arrive.release.cta.shared::cta.b64 _,");
  EXPECT_NE(transfer(text, 50, 20'000), "");
}

TEST_P(PtxEngineControl, AGenericAddressUsedAsSharedMemoryIsDetected) {
  const std::string text = with(module_of("engine", GetParam()), "cvta.to.shared.u64", "mov.u64");
  EXPECT_THAT(transfer(text, 1, 20'000), HasSubstr("shared memory"));
}

}  // namespace
}  // namespace ptx
