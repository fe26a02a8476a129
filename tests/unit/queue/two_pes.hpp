// Two PEs' heaps in one process, as PE 0 sees them: what tests of an engine move data between.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <ark/detail/platform/half_bits.hpp>
#include <ark/detail/queue/ring.hpp>
#include <ark/detail/state/device_state.hpp>
#include <array>
#include <concepts>
#include <cstring>
#include <memory>
#include <vector>

#include "list_cases.hpp"
#include "posting.hpp"
#include "queue/queue_engine.hpp"
#include "queue/ring_storage.hpp"

namespace ark::testing {

inline constexpr std::size_t heap_bytes = 1 << 18;

/// PE 0's context, zeroed heaps, and a source whose word i is i + 1.
class two_heaps {
 protected:
  two_heaps() {
    for (std::size_t pe = 0; pe < 2; ++pe) {
      heaps_[pe].assign(heap_bytes / 8, 0);
      peers_[pe] = {reinterpret_cast<std::uint64_t>(heaps_[pe].data()), detail::peer_route::mapped,
                    0};
    }
    state_.n_pes = 2;
    state_.heap_base = peers_[0].heap_base;
    state_.peers = peers_.data();
    state_.heap_bytes = state_.heap_reserved = heap_bytes;
    source_.resize(heap_bytes / 8);
    for (std::size_t i = 0; i < source_.size(); ++i) source_[i] = i + 1;
  }

  /// A case for every engine: `post(descriptor)` and `drain()` are those of the one under test.
  template <class Post, class Drain>
  void expect_puts_gets_and_signals(Post&& post, Drain&& drain) {
    using namespace detail;
    std::vector<std::uint64_t> back(4096);
    post(make_put(1, 64, source_.data(), 4096 * 8)
             .with_signal(0, signal_op::set, ~std::uint64_t{0}));
    drain();
    post(make_get(1, 64, back.data(), 4096 * 8));
    post(make_put_inline(0, 16, 3, 0x8877665544332211u));
    post(make_signal(1, 8, signal_op::add, 5));
    post(make_signal(1, 8, signal_op::add, 6));
    drain();
    EXPECT_EQ(std::memcmp(back.data(), source_.data(), 4096 * 8), 0);
    EXPECT_EQ(heaps_[1][0], ~std::uint64_t{0});
    EXPECT_EQ(heaps_[1][1], 11u);
    EXPECT_EQ(heaps_[0][2], 0x332211u);
  }

  /// PE 0's own memory, and the heaps of PE 0 and PE 1 behind their first 256 bytes.
  std::vector<list_case::pe_memory> list_memories() {
    const auto in_heap = [this](std::size_t pe, std::size_t at) {
      return reinterpret_cast<std::byte*>(heaps_[pe].data()) + at;
    };
    private_.assign(heap_bytes, std::byte{});
    const std::size_t left = heap_bytes - 256;
    return {{0, private_.data(), private_.data(), heap_bytes},
            {1, in_heap(1, 256), in_heap(0, 256), left},
            {0, in_heap(0, 256), in_heap(0, 256), left}};
  }
  /// A case for every engine: lists of all lengths and sizes, with and without a signal.
  template <class Post, class Drain>
  void expect_lists(Post&& post, Drain&& drain) {
    using namespace detail;
    const std::vector<std::vector<std::size_t>> sizes = {
        {0}, {1}, {8}, {3, 0, 64, 17}, {1024, 1000, 1}, {5000, 0, 16}};
    std::uint64_t seed = 0;
    for (const std::size_t count : {0, 1, 2, 7, 100}) {
      for (const auto& of : sizes) {
        for (const bool gathers : {true, false}) {
          list_case list(list_memories(), count, of, ++seed);
          list.fill(gathers, seed);
          heaps_[1][3] = 0;
          descriptor d = list.descriptor(gathers);
          if (seed % 2 == 0) {
            d.set(field::pe, 1);
            d = d.with_signal(24, signal_op::add, seed);
          }
          post(d);
          drain();
          EXPECT_EQ(list.wrong(gathers), 0u) << count << " pieces of " << of[0] << ", ...";
          EXPECT_EQ(heaps_[1][3], seed % 2 == 0 ? seed : 0);
        }
      }
    }
    EXPECT_FALSE(failure_read(state_)) << failure_text(*failure_read(state_));
  }
  /// A case for every engine: a list that is changed after it was posted ends at its bad piece,
  /// without its signal.
  template <class Post, class Drain>
  void expect_bad_pieces(Post&& post, Drain&& drain) {
    using namespace detail;
    struct bad_case {
      ark_piece piece;
      const char* words;
    };
    std::byte* const heap = reinterpret_cast<std::byte*>(heaps_[0].data());
    const bad_case cases[] = {
        {{heap, 8, 2}, "PE out of range, accepted 0 to 1"},
        {{heap, 8, -1}, "PE out of range"},
        {{heap + heap_bytes - 4, 8, 1}, "range outside the heap, accepted 0x"},
        {{heap - 8, 8, 1}, "range outside the heap"},
        {{heap, heap_bytes + 1, 1}, "range outside the heap"},
        {{nullptr, 8, 1}, "range outside the heap"},
        {{nullptr, 8, 0}, "null address"},
        {{heap, 200, 0}, "the list has changed since the call"}};
    for (const bad_case& one : cases) {
      for (const bool gathers : {true, false}) {
        state_.status = state_.failure_count = 0;
        list_case list(list_memories(), 5, {8});
        list.fill(gathers, 1);
        list.pieces[3] = one.piece;
        heaps_[1][3] = 0;
        descriptor d = list.descriptor(gathers).with_signal(24, signal_op::set, 1);
        d.set(field::pe, 1);
        post(d);
        drain();
        expect_bad_piece(state_, gathers ? "gather" : "scatter", one.piece.pe, 3, one.words);
        EXPECT_EQ(heaps_[1][3], 0u) << "the signal of a list with a bad piece";
      }
    }
    state_.status = state_.failure_count = 0;
  }

  /// A 16-bit element, for sums that both formats hold exactly.
  template <class Bits>
  struct half {
    Bits bits;
    half(float value = 0) : bits{detail::half_detail::round_to(Bits{}, value)} {}
    template <std::integral N>
    half(N value) : half(static_cast<float>(value % 50)) {}
    operator float() const { return detail::half_detail::to_float(bits); }
  };

  /// `count` elements of T from `from` on added twice to as many that lie an element off a
  /// boundary of 16 bytes, the second time with a signal: whether each is there, and none beside.
  template <class T, class Post, class Drain>
  void expect_put_adds(detail::element_kind kind, T first, std::size_t count, Post&& post,
                       Drain&& drain) {
    using namespace detail;
    std::vector<T> summands(count + 1);  // its address is not null
    for (std::size_t i = 0; i < count; ++i) summands[i] = T(first + static_cast<T>(i));
    auto* there = reinterpret_cast<T*>(heaps_[1].data());
    std::fill(heaps_[1].begin(), heaps_[1].end(), 0);
    const std::size_t begin = 64 / sizeof(T) + 1;
    std::fill_n(there + begin, count, T{7});
    const std::uint64_t bytes = count * sizeof(T), signal = heap_bytes - 8;
    post(make_put_add(1, kind, begin * sizeof(T), summands.data(), bytes));
    post(make_put_add(1, kind, begin * sizeof(T), summands.data(), bytes)
             .with_signal(signal, signal_op::add, 3));
    drain();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < count; ++i)
      wrong += there[begin + i] != T{7} + summands[i] + summands[i];
    EXPECT_EQ(wrong, 0u) << "of " << count << ", element " << static_cast<int>(kind);
    EXPECT_EQ(there[begin - 1], T{});
    EXPECT_EQ(there[begin + count], T{});
    EXPECT_EQ(heaps_[1][signal / 8], 3u);
  }
  /// A case for every engine that can add.
  template <class Post, class Drain>
  void expect_put_adds_of_all_kinds(Post&& post, Drain&& drain) {
    using enum detail::element_kind;
    for (const std::size_t count : {0, 1, 2, 3, 4, 5, 17, 500, 5003}) {
      expect_put_adds<std::uint32_t>(int32, ~std::uint32_t{0} - 1, count, post, drain);
      expect_put_adds<std::uint64_t>(int64, ~std::uint64_t{0} - 1, count, post, drain);
      expect_put_adds<float>(float32, -2.5f, count, post, drain);
      expect_put_adds<double>(float64, 1e9, count, post, drain);
      expect_put_adds<half<detail::float16_bits>>(float16, -2.5f, count, post, drain);
      expect_put_adds<half<detail::bfloat16_bits>>(bfloat16, -2.0f, count, post, drain);
    }
  }

  detail::device_state state_;
  std::array<detail::peer_view, 2> peers_;
  std::array<std::vector<std::uint64_t>, 2> heaps_;
  std::vector<std::uint64_t> source_;
  std::vector<std::byte> private_;  ///< of PE 0
};

/// The same with one ring and the engine behind it, which the test makes.
class two_pes : protected two_heaps {
 protected:
  two_pes() {
    view_.reply_slots = reply_slots_.data();
    shared_ = detail::ring(view_);
  }
  void post(const detail::descriptor& d) {
    ASSERT_EQ(testing::post(shared_, d, give_up).code, errc::ok);
  }
  void drain() {
    for (int i = 0; i < 1'000'000 && shared_.done() < shared_.head(); ++i) engine_->progress(64);
    ASSERT_EQ(shared_.done(), shared_.head());
  }

  ring_storage storage_{256};
  std::array<detail::reply_slot, 256>
      reply_slots_{};  ///< for what asks for one without a right to it
  detail::ring_view view_ = storage_.view();
  detail::ring shared_{view_};
  std::unique_ptr<engine> engine_;
};

}  // namespace ark::testing
