// Warps of the SM engine as nvcc compiles them, with a copy unit that does everything late.
#include <gtest/gtest.h>

#include <ark/detail/platform/cuda_unit.hpp>
#include <ark/detail/queue/ring.hpp>
#include <ark/detail/queue/sm_workspace.hpp>
#include <ark/detail/state/device_state.hpp>
#include <ark/detail/transfer/pieces.hpp>
#include <array>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include "machine.hpp"
#include "modules.hpp"
#include "queue/ring_storage.hpp"

namespace ptx {
namespace {

using namespace ark::detail;

constexpr std::size_t buffer_bytes = 1 << 18, signals_at = buffer_bytes - 4096;

/// A PE with itself as its peer, whose heap is `heap`.
struct one_pe {
  device_state state;
  peer_view peer;  // where kernels expect it: behind the state
};

class PtxEngine : public ::testing::TestWithParam<int> {
 protected:
  PtxEngine() : source_(buffer_bytes), heap_(buffer_bytes) {
    std::mt19937_64 random(20261122);
    for (std::byte& one : source_) one = static_cast<std::byte>(random());
    // Doubles of moderate size, too.
    auto* doubles = reinterpret_cast<double*>(source_.data());
    for (std::size_t i = 0; i < buffer_bytes / 8; i += 2) doubles[i] = static_cast<double>(i);
    view_ = storage_.view();
    pe_.state.n_pes = 1;
    pe_.state.heap_base = reinterpret_cast<std::uint64_t>(heap_.data());
    pe_.state.heap_bytes = pe_.state.heap_reserved = buffer_bytes;
    pe_.state.peers = &pe_.peer;
    pe_.state.rings = &view_;
    pe_.state.sm_ring_count = 1;
    pe_.state.sm = &work_;
    pe_.state.timeout_ns = 1'000'000'000;
    pe_.peer = {pe_.state.heap_base, peer_route::mapped, 0};
  }
  /// What is wrong after `warps` warps have served `posts`, each with a signal of its own that is
  /// added; or "". `shared_bytes`: lent to the block. The heap's contents are the caller's to
  /// judge.
  std::string serve(const std::string& text, int seed, const std::vector<descriptor>& posts,
                    unsigned warps, std::size_t shared_bytes) {
    storage_ = ark::ring_storage(64);
    view_ = storage_.view();
    work_ = {};
    std::fill(heap_.begin(), heap_.end(), std::byte{0});
    std::uint64_t at = signals_at;
    const ring to(view_);
    for (const descriptor& d : posts) {
      const auto taken = to.take<false>();
      to.fill(taken.number, d.with_signal(at, signal_op::add, 1), false);
      at += 8;
    }
    machine gpu(text, static_cast<std::uint64_t>(seed));
    gpu.laziness = 64;
    gpu.most_instructions = 20'000'000;
    gpu.allow(reinterpret_cast<void*>(std::uintptr_t{4096}), std::size_t{1} << 47);
    cuda_context_table contexts;
    contexts.last_pe = 0;
    std::memcpy(gpu.symbol(name_of_contexts(text)), &contexts, sizeof contexts);
    bool early = false;
    gpu.watch = [&] {
      for (std::size_t i = 0; i < posts.size(); ++i) early |= signal(i) != 0 && !arrived(posts[i]);
    };
    try {
      gpu.run_with(shared_bytes, "engine_serve", {1}, {32 * warps}, &pe_.state,
                   std::uint64_t{posts.size()});
    } catch (const fault& found) {
      return found.what();
    }
    if (early) return "a signal before its data";
    for (std::size_t i = 0; i < posts.size(); ++i)
      if (signal(i) != 1) return "signal " + std::to_string(i) + " is " + std::to_string(signal(i));
    for (const descriptor& d : posts)
      if (!arrived(d)) return "another byte";
    return pe_.state.status == 0 ? "" : "a refusal";
  }
  /// A transfer alone: its bytes, and none beside them.
  std::string transfer(const std::string& text, int runs, std::size_t bytes, std::size_t to = 0,
                       std::size_t from = 0) {
    for (int run = 1; run <= runs; ++run) {
      const descriptor d = make_put(0, 64 + to, source_.data() + 64 + from, bytes);
      const std::string wrong = serve(text, run, {d}, 1, 20 * 1024);
      if (!wrong.empty()) return wrong;
      for (std::size_t i = 0; i < signals_at; ++i) {
        if (heap_[i] != std::byte{0} && (i < 64 + to || i >= 64 + to + bytes))
          return "a byte beside it";
      }
    }
    return "";
  }
  [[nodiscard]] std::uint64_t signal(std::size_t i) const {
    std::uint64_t word;
    std::memcpy(&word, heap_.data() + signals_at + 8 * i, sizeof word);
    return word;
  }
  [[nodiscard]] bool arrived(const descriptor& d) const {
    if (is_list(d.op())) {
      const piece_list list = list_of(d);
      std::size_t at = 0;
      bool all = true;
      for (std::uint64_t i = 0; i < list.count; ++i) {
        const ark_piece& piece = list.pieces[i];
        all = all && std::memcmp(piece.address, list.batch + at, piece.bytes) == 0;
        at += piece.bytes;
      }
      return all;
    }
    if (d.op() != descriptor_op::put) return true;
    return std::memcmp(heap_.data() + d.get(field::dest),
                       reinterpret_cast<const void*>(d.get(field::source)), d.bytes()) == 0;
  }
  static std::string name_of_contexts(const std::string& text) {
    const std::string end_of_name = "cuda_contextsE";
    const auto end = text.find(end_of_name) + end_of_name.size();
    const auto begin = text.find_last_of(' ', end) + 1;
    return text.substr(begin, end - begin);
  }

  std::vector<std::byte> source_, heap_;
  ark::ring_storage storage_{64};
  ring_view view_;
  sm_workspace work_;
  one_pe pe_;
};

INSTANTIATE_TEST_SUITE_P(Of, PtxEngine, ::testing::ValuesIn(generations({80, 90, 100})),
                         [](const auto& arch) { return "sm_" + std::to_string(arch.param); });

TEST_P(PtxEngine, TransfersAllBytesAndSignalsAfterwards) {
  const std::string text = module_of("engine", GetParam());
  for (const std::size_t bytes : {0, 3, 16, 1000, 5000, 40'000}) {
    for (const std::size_t to : {0, 8}) {
      for (const std::size_t from : {0, 8, 13})
        EXPECT_EQ(transfer(text, 1, bytes, to, from), "")
            << bytes << " bytes from " << from << " to " << to;
    }
  }
}

/// More descriptors than channels, of all sizes, by one warp and by several, and one that they
/// share.
TEST_P(PtxEngine, ManyTransfersOfSeveralWarps) {
  const std::string text = module_of("engine", GetParam());
  std::mt19937_64 random(7);
  for (const unsigned warps : {1u, 2u, 4u}) {
    std::vector<descriptor> posts;
    std::size_t at = 0;
    for (const std::size_t bytes : {8, 512, 3000, 20, 1024, 17, 9000, 4096, 64, 2000, 1, 600}) {
      posts.push_back(make_put(0, at + random() % 16, source_.data() + random() % 16, bytes));
      at += bytes + 64;
    }
    posts.push_back(make_put(0, at, source_.data(), 140'000));
    EXPECT_EQ(serve(text, static_cast<int>(warps), posts, warps, 40 * 1024), "") << warps;
  }
}

/// Gathers and scatters in turn, beside puts. The heap's side of all is apart.
TEST_P(PtxEngine, ListsOfPiecesAndSignalsAfterwards) {
  const std::string text = module_of("engine", GetParam());
  for (const unsigned warps : {1u, 2u}) {
    std::vector<descriptor> posts;
    std::vector<std::vector<ark_piece>> lists;
    std::size_t here = 0, there = 0;
    for (const std::vector<std::size_t>& sizes : std::vector<std::vector<std::size_t>>{
             {}, {0, 0}, {1, 0, 17, 8}, {700, 3000, 16}, {64, 64, 64, 64, 64, 64}, {9000, 1}}) {
      const bool gathers = lists.size() % 2 == 0;
      std::vector<ark_piece>& list = lists.emplace_back();
      const std::size_t batch = gathers ? there : here;
      std::size_t bytes = 0;
      for (const std::size_t size : sizes) {
        std::byte* const at = gathers ? source_.data() + here : heap_.data() + there;
        list.push_back({at, size, 0});
        (gathers ? here : there) += size + 5;
        bytes += size;
      }
      std::byte* const whole = gathers ? heap_.data() + batch : source_.data() + batch;
      posts.push_back(make_list(gathers ? descriptor_op::gather : descriptor_op::scatter, 0, whole,
                                bytes, list.data(), list.size()));
      (gathers ? there : here) += bytes + 64;
      posts.push_back(make_put(0, 100'000 + 600 * lists.size(), source_.data() + here, 500));
    }
    EXPECT_EQ(serve(text, static_cast<int>(warps), posts, warps, 40 * 1024), "") << warps;
  }
}

TEST_P(PtxEngine, AddsEveryElementOnceAndSignalsAfterwards) {
  for (const std::size_t count : {1, 100, 1000}) {
    const descriptor d =
        make_put_add(0, element_kind::float64, 0, source_.data(), count * sizeof(double));
    EXPECT_EQ(serve(module_of("engine", GetParam()), 7, {d, d}, 2, 8 * 1024), "");
    const auto* sums = reinterpret_cast<const double*>(heap_.data());
    for (std::size_t i = 0; i < count; i += 2)
      ASSERT_EQ(sums[i], 2 * static_cast<double>(i)) << count;
    EXPECT_EQ(sums[count], 0.0);
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

TEST_P(PtxEngineControl, WithoutTheWaitForStoresTheSignalIsEarly) {
  const std::string text = with(module_of("engine", GetParam()), "cp.async.bulk.wait_group 0;", "");
  EXPECT_EQ(transfer(text, 50, 5000), "a signal before its data");
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

}  // namespace
}  // namespace ptx
