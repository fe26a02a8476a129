// Warps of the SM engine as nvcc compiles them, with a copy unit that does everything late.
#include <gtest/gtest.h>

#include <ark/detail/platform/cuda_unit.hpp>
#include <ark/detail/queue/ring.hpp>
#include <ark/detail/queue/sm_workspace.hpp>
#include <ark/detail/state/device_state.hpp>
#include <ark/detail/transfer/delivery.hpp>
#include <ark/detail/transfer/pieces.hpp>
#include <cstring>
#include <functional>
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
    std::fill(heap_.begin(), heap_.end(), std::byte{0});
    std::vector<descriptor> signalled;
    for (const descriptor& d : posts)
      signalled.push_back(d.with_signal(signals_at + 8 * signalled.size(), signal_op::add, 1));
    bool early = false;
    const std::string wrong = run(text, seed, signalled, warps, shared_bytes, [&] {
      for (std::size_t i = 0; i < posts.size(); ++i) early |= signal(i) != 0 && !arrived(posts[i]);
    });
    if (!wrong.empty()) return wrong;
    if (early) return "a signal before its data";
    for (std::size_t i = 0; i < posts.size(); ++i)
      if (signal(i) != 1) return "signal " + std::to_string(i) + " is " + std::to_string(signal(i));
    for (const descriptor& d : posts)
      if (!arrived(d)) return "another byte";
    return pe_.state.status == 0 ? "" : "a refusal";
  }
  /// Serves `posts` as they are; what stopped that, or "".
  std::string run(const std::string& text, int seed, const std::vector<descriptor>& posts,
                  unsigned warps, std::size_t shared_bytes, std::function<void()> watch = {}) {
    storage_ = ark::ring_storage(64);
    view_ = storage_.view();
    work_ = {};
    const ring to(view_);
    for (const descriptor& d : posts) to.fill(to.take<false>().number, d, false);
    machine gpu(text, static_cast<std::uint64_t>(seed));
    gpu.laziness = 64;
    gpu.most_instructions = 20'000'000;
    gpu.allow(reinterpret_cast<void*>(std::uintptr_t{4096}), std::size_t{1} << 47);
    cuda_context_table contexts;
    contexts.last_pe = 0;
    std::memcpy(gpu.symbol(name_of_contexts(text)), &contexts, sizeof contexts);
    if (watch) gpu.watch = std::move(watch);
    try {
      gpu.run_with(shared_bytes, "engine_serve", {1}, {32 * warps}, &pe_.state,
                   std::uint64_t{posts.size()});
    } catch (const fault& found) {
      return found.what();
    }
    return "";
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

/// Elements of all kinds, at odd places, by one thread and by all of a warp, beside others.
TEST_P(PtxEngine, AddsElementsOfEveryKindAndNothingBesideThem) {
  const std::string text = module_of("engine", GetParam());
  for (unsigned kind = 0; kind < element_kind_count; ++kind) {
    const auto of = static_cast<element_kind>(kind);
    const std::size_t each = element_bytes(of);
    for (const std::size_t count : {1, 3, 77}) {
      for (std::size_t i = 0; i < buffer_bytes; ++i) heap_[i] = source_[(i + 40) % buffer_bytes];
      std::vector<std::byte> expected = heap_;
      ark::delivery::add_each<false>(of, expected.data() + 64 + each, source_.data() + each,
                                     count * each);
      EXPECT_EQ(run(text, 3, {make_put_add(0, of, 64 + each, source_.data() + each, count * each)},
                    1, 20 * 1024),
                "");
      EXPECT_EQ(heap_ == expected, true) << "kind " << kind << ", " << count;
      EXPECT_EQ(pe_.state.status, 0u);
    }
  }
}

TEST_P(PtxEngine, AtomicsOfBothWidthsFetchAndChange) {
  const std::string text = module_of("engine", GetParam());
  const std::uint64_t old = 0xf00ff00f12345678u, operand = 0x0ff0123489abcdefu;
  for (const unsigned width : {4u, 8u}) {
    const std::uint64_t mask = width == 8 ? ~std::uint64_t{0} : 0xffffffffu;
    for (const std::uint64_t condition : {old, old + 1}) {
      std::uint64_t results[amo_op_count] = {};
      std::vector<descriptor> posts;
      for (unsigned op = 0; op < amo_op_count; ++op) {
        for (unsigned word = 0; word < 2; ++word)
          std::memcpy(heap_.data() + 16 * op + 8 * word, &old, sizeof old);
        posts.push_back(make_amo_fetch(0, static_cast<amo_op>(op), width, 16 * op, operand,
                                       condition, results + op));
        posts.push_back(
            make_amo(0, static_cast<amo_op>(op), width, 16 * op + 8, operand, condition));
      }
      ASSERT_EQ(run(text, 5, posts, 2, 0), "");
      const std::uint64_t news[amo_op_count] = {old + operand,
                                                old & operand,
                                                old | operand,
                                                old ^ operand,
                                                operand,
                                                condition == old ? operand : old,
                                                old};
      for (unsigned op = 0; op < amo_op_count; ++op) {
        EXPECT_EQ(results[op], old & mask) << "operation " << op;
        for (unsigned word = 0; word < 2; ++word) {
          std::uint64_t now;
          std::memcpy(&now, heap_.data() + 16 * op + 8 * word, sizeof now);
          EXPECT_EQ(now, (news[op] & mask) | (old & ~mask)) << "operation " << op;
        }
      }
    }
  }
  EXPECT_EQ(pe_.state.status, 0u);
}

/// Puts, puts of a value and gets of up to 8 bytes, at every place of a word.
TEST_P(PtxEngine, MovesFewBytesAndNothingBesideThem) {
  const std::string text = module_of("engine", GetParam());
  std::uint64_t value;
  std::memcpy(&value, source_.data() + 300, sizeof value);
  for (std::size_t bytes = 1; bytes <= 8; ++bytes) {
    std::vector<std::byte> got(16 * 8, std::byte{9});
    std::fill(heap_.begin(), heap_.end(), std::byte{9});
    std::memcpy(heap_.data() + 4096, source_.data(), 64);
    std::vector<std::byte> expected = heap_, expected_got = got;
    std::vector<descriptor> posts;
    for (std::size_t to = 0; to < 8; ++to) {
      for (std::size_t from = 0; from < 8; from += 3) {
        const std::size_t at = 16 * (8 * from + to) + to;
        posts.push_back(make_put(0, at, source_.data() + from, bytes));
        std::memcpy(expected.data() + at, source_.data() + from, bytes);
      }
      posts.push_back(make_put_inline(0, 2048 + 17 * to, bytes, value));
      std::memcpy(expected.data() + 2048 + 17 * to, &value, bytes);
      posts.push_back(make_get(0, 4096 + 2 * to, got.data() + 17 * to, bytes));
      std::memcpy(expected_got.data() + 17 * to, source_.data() + 2 * to, bytes);
    }
    EXPECT_EQ(run(text, 9, posts, 1, 0), "");
    EXPECT_EQ(heap_ == expected, true) << bytes;
    EXPECT_EQ(got == expected_got, true) << bytes;
  }
  EXPECT_EQ(pe_.state.status, 0u);
}

/// In checked mode descriptors have a checksum.
TEST_P(PtxEngine, RefusesAChangedDescriptor) {
  const std::string text = module_of("engine", GetParam());
  alignas(64) std::byte unread[4096] = {};  // the host's and the other mirror
  pe_.state.mirror = reinterpret_cast<failure_mirror*>(unread);
  static_assert(2 * sizeof(failure_mirror) <= sizeof unread);
  for (const bool changed : {false, true}) {
    std::fill(heap_.begin(), heap_.end(), std::byte{0});
    descriptor d = make_put(0, 64, source_.data(), 100);
    d.set(field::checksum, descriptor_checksum(d));
    if (changed) d.set(field::dest, 72);
    EXPECT_EQ(run(text, 9, {d}, 1, 0), "");
    EXPECT_EQ(pe_.state.status != 0, changed);
    EXPECT_EQ(std::memcmp(heap_.data() + 64, source_.data(), 100) == 0, !changed);
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
