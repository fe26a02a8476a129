// Stream-ordered calls: what they wait for, what they do not hold up, and what they move. Run under
// every route.

#include "api_test.hpp"

namespace ark_mp {
namespace {

/// From one element to more than several blocks take: shape_for gives 5 MiB more than one.
constexpr std::size_t sizes[] = {1, 100, 3000, (std::size_t{5} << 20) / 4};

ARK_GLOBAL void fill(int* values, std::size_t count, int first) {
  for (std::size_t i = 0; i < count; ++i) values[i] = first + static_cast<int>(i);
}
ARK_GLOBAL void count_wrong(const int* values, std::size_t count, int first, std::uint64_t* wrong) {
  for (std::size_t i = 0; i < count; ++i)
    *wrong += values[i] != first + static_cast<int>(i) ? 1 : 0;
}
ARK_GLOBAL void hold_until(std::uint64_t* gate) { ark_signal_wait_until(gate, ARK_CMP_EQ, 1); }

class OnStream : public pe_test {
 protected:
  void SetUp() override {
    pe_test::SetUp();
    stream_ = ark::stream_create();
  }
  void TearDown() override {
    ark::stream_destroy(stream_);
    pe_test::TearDown();
  }
  /// True if `values` count up from `first`.
  static bool counts_from(const int* values, std::size_t count, int first) {
    std::uint64_t wrong = 0;
    count_wrong(values, count, first, &wrong);
    return wrong == 0;
  }

  ark::stream_t stream_ = nullptr;
};

// The source is written by the kernel before a put and again by the one after it: the put reads it
// in between.
TEST_F(OnStream, PutReadsItsSourceBetweenTheKernelsAroundIt) {
  for (const std::size_t count : sizes) {
    const sym<int> source(count), dest(3 * count);
    for (int turn = 0; turn < 3; ++turn) {
      ark::launch({1, 1, 0, stream_}, fill, source.get(), count, 1000 * turn + me_);
      ark_int_put_on_stream(dest + static_cast<std::size_t>(turn) * count, source, count, next_,
                            stream_);
    }
    ark::launch({1, 1, 0, stream_}, fill, source.get(), count, -1);
    ark_barrier_all_on_stream(stream_);
    ark::stream_sync(stream_);
    for (int turn = 0; turn < 3; ++turn) {
      EXPECT_TRUE(counts_from(dest + static_cast<std::size_t>(turn) * count, count,
                              1000 * turn + previous_))
          << "turn " << turn << " of " << count;
    }
  }
}

TEST_F(OnStream, GetIsThereForTheKernelBehindIt) {
  for (const std::size_t count : sizes) {
    const sym<int> source(count), dest(count);
    const sym<std::uint64_t> wrong(1);
    fill(source, count, me_);
    ark_barrier_all();
    for (int turn = 0; turn < 3; ++turn) {
      ark::launch({1, 1, 0, stream_}, fill, dest.get(), count, -1);
      ark_int_get_on_stream(dest, source, count, next_, stream_);
      ark::launch({1, 1, 0, stream_}, count_wrong, dest.get(), count, next_, wrong.get());
    }
    ark::stream_sync(stream_);
    EXPECT_EQ(wrong[0], 0u) << count;
    ark_barrier_all();
  }
}

// After the quiet the source of the put is free, and what the get brings is there. Only the others'
// gets may still read `given`.
TEST_F(OnStream, QuietCompletesNbiTransfers) {
  for (const std::size_t count : sizes) {
    const sym<int> source(count), given(count), dest(count), mine(count);
    const sym<std::uint64_t> wrong(1);
    fill(source, count, me_);
    fill(given, count, me_);
    ark_barrier_all();
    ark_int_put_nbi_on_stream(dest, source, count, next_, stream_);
    ark_int_get_nbi_on_stream(mine, given, count, previous_, stream_);
    ark_quiet_on_stream(stream_);
    ark::launch({1, 1, 0, stream_}, count_wrong, mine.get(), count, previous_, wrong.get());
    ark::launch({1, 1, 0, stream_}, fill, source.get(), count, -1);
    ark_barrier_all_on_stream(stream_);
    ark::stream_sync(stream_);
    EXPECT_EQ(wrong[0], 0u) << count;
    EXPECT_TRUE(counts_from(dest, count, previous_)) << count;
    ark_barrier_all();
  }
}

// While a kernel holds the stream, calls return, nothing of them is done, and another stream goes
// on. Its put, the same but for the stream, is the control.
TEST_F(OnStream, CallsReturnWhileTheStreamIsHeldAndOthersGoOn) {
  const sym<int> value(1), held(1), free(1);
  const sym<std::uint64_t> gate(1), signal(1);
  const ark::stream_t other = ark::stream_create();
  value[0] = 7;
  ark::launch({1, 1, 0, stream_}, hold_until, gate.get());
  ark_int_put_on_stream(held, value, 1, me_, stream_);
  ark_int_put_signal_on_stream(held, value, 1, signal, 1, ARK_SIGNAL_SET, me_, stream_);
  ark_signal_wait_until_on_stream(signal, ARK_CMP_EQ, 1, stream_);
  ark_quiet_on_stream(stream_);
  ark_int_put_on_stream(free, value, 1, me_, other);
  ark::stream_sync(other);
  ark_quiet();
  EXPECT_EQ(free[0], 7);
  EXPECT_EQ(held[0], 0);
  EXPECT_EQ(ark_signal_fetch(signal), 0u);
  EXPECT_FALSE(ark::stream_query(stream_));
  ark_signal_set(gate, 1, me_);
  ark::stream_sync(stream_);
  EXPECT_EQ(held[0], 7);
  ark::stream_destroy(other);
  ark_barrier_all();
}

// A kernel behind the wait sees what came with the signal. One without the wait runs before, as the
// order of the hosts makes sure.
ARK_GLOBAL void copy_value(const int* from, int* to) { *to = *from; }
TEST_F(OnStream, WaitHoldsTheKernelBehindItUntilTheSignal) {
  const sym<int> value(1), box(1), with_wait(1), without(1);
  const sym<std::uint64_t> signal(1);
  value[0] = 100 + me_;
  ark_barrier_all();
  const ark::stream_t other = ark::stream_create();
  ark_signal_wait_until_on_stream(signal, ARK_CMP_GE, 1, stream_);
  ark::launch({1, 1, 0, stream_}, copy_value, box.get(), with_wait.get());
  ark::launch({1, 1, 0, other}, copy_value, box.get(), without.get());
  ark::stream_sync(other);
  meet();
  ark_int_put_signal_on_stream(box, value, 1, signal, 1, ARK_SIGNAL_SET, next_, other);
  ark::device_sync();
  EXPECT_EQ(with_wait[0], 100 + previous_);
  EXPECT_EQ(without[0], 0);
  ark::stream_destroy(other);
  ark_barrier_all();
}

// A token goes around, from stream to stream, without any host: every turn waits for the one before
// it, adds to the token in a kernel, and passes it on.
ARK_GLOBAL void add_one(int* token, int* history, int turn) { history[turn] = ++*token; }
TEST_F(OnStream, TokenGoesAroundWithoutTheHosts) {
  constexpr int turns = 40;
  const sym<int> token(1), history(turns);
  const sym<std::uint64_t> arrived(1);
  ark_barrier_all();
  for (int turn = 0; turn < turns; ++turn) {
    const auto number = static_cast<std::uint64_t>(turn);
    if (me_ != 0) ark_signal_wait_until_on_stream(arrived, ARK_CMP_GE, number + 1, stream_);
    if (me_ == 0 && turn > 0) ark_signal_wait_until_on_stream(arrived, ARK_CMP_GE, number, stream_);
    ark::launch({1, 1, 0, stream_}, add_one, token.get(), history.get(), turn);
    ark_int_put_signal_on_stream(token, token, 1, arrived, 1, ARK_SIGNAL_ADD, next_, stream_);
  }
  ark::stream_sync(stream_);
  for (int turn = 0; turn < turns; ++turn) EXPECT_EQ(history[turn], turn * n_ + me_ + 1);
  ark_barrier_all();
}

// The pattern for graphs: signals are counted back down, and the sender waits for the receiver, so
// that the same calls with the same arguments can be made again and again.
TEST_F(OnStream, SameCallsAgainAndAgain) {
  constexpr int turns = 25;
  constexpr std::size_t count = 600;
  const sym<int> source(count), box(count);
  const sym<std::uint64_t> full(1), empty(1), wrong(1);
  empty[0] = 1;
  fill(source, count, 5 + me_);
  ark_barrier_all();
  for (int turn = 0; turn < turns; ++turn) {
    ark_signal_wait_until_on_stream(empty, ARK_CMP_EQ, 1, stream_);
    ark_signal_add_on_stream(empty, ~std::uint64_t{0}, me_, stream_);
    ark_int_put_signal_on_stream(box, source, count, full, 1, ARK_SIGNAL_ADD, next_, stream_);
    ark_signal_wait_until_on_stream(full, ARK_CMP_EQ, 1, stream_);
    ark::launch({1, 1, 0, stream_}, count_wrong, box.get(), count, 5 + previous_, wrong.get());
    ark::launch({1, 1, 0, stream_}, fill, box.get(), count, -1);
    ark_signal_add_on_stream(full, ~std::uint64_t{0}, me_, stream_);
    ark_quiet_on_stream(stream_);
    ark_signal_add_on_stream(empty, 1, previous_, stream_);
  }
  ark::stream_sync(stream_);
  EXPECT_EQ(wrong[0], 0u);
  ark_barrier_all();
}

TEST_F(OnStream, SignalComesAfterItsDataInAllShapes) {
  for (const std::size_t count : sizes) {
    const sym<int> source(count), dest(count);
    const sym<std::uint64_t> signals(2), wrong(1);
    fill(source, count, me_);
    ark_barrier_all();
    ark_int_put_signal_on_stream(dest, source, count, signals, 3, ARK_SIGNAL_SET, next_, stream_);
    ark_signal_wait_until_on_stream(signals, ARK_CMP_EQ, 3, stream_);
    ark::launch({1, 1, 0, stream_}, count_wrong, dest.get(), count, previous_, wrong.get());
    ark_sync_all_on_stream(stream_);
    ark::launch({1, 1, 0, stream_}, fill, source.get(), count, me_ + 9);
    ark_int_put_signal_nbi_on_stream(dest, source, count, signals + 1, 4, ARK_SIGNAL_ADD, next_,
                                     stream_);
    ark_uint64_wait_until_on_stream(signals + 1, ARK_CMP_EQ, 4, stream_);
    ark::launch({1, 1, 0, stream_}, count_wrong, dest.get(), count, previous_ + 9, wrong.get());
    ark_quiet_on_stream(stream_);
    ark::stream_sync(stream_);
    EXPECT_EQ(wrong[0], 0u) << count;
    ark_barrier_all();
  }
}

TEST_F(OnStream, FencePutsASignalBehindEarlierPuts) {
  constexpr std::size_t count = 20000;
  const sym<int> source(count), dest(count);
  const sym<std::uint64_t> signal(1), wrong(1);
  fill(source, count, me_);
  ark_barrier_all();
  ark_int_put_nbi_on_stream(dest, source, count, next_, stream_);
  ark_fence_on_stream(stream_);
  ark_signal_set_on_stream(signal, 1, next_, stream_);
  ark_signal_wait_until_on_stream(signal, ARK_CMP_EQ, 1, stream_);
  ark::launch({1, 1, 0, stream_}, count_wrong, dest.get(), count, previous_, wrong.get());
  ark::stream_sync(stream_);
  EXPECT_EQ(wrong[0], 0u);
  ark_barrier_all();
}

// A stream in a barrier goes on when the last PE has come, and not before.
TEST_F(OnStream, BarrierHoldsTheStreamUntilTheLastPeEnters) {
  const sym<int> flag(1), seen(1);
  if (me_ != 0) {
    ark_barrier_all_on_stream(stream_);
    ark::launch({1, 1, 0, stream_}, copy_value, flag.get(), seen.get());
    EXPECT_FALSE(ark::stream_query(stream_));
  }
  meet();
  if (me_ == 0) {
    for (int pe = 1; pe < n_; ++pe) ark_int_p(flag, 6, pe);
    ark_barrier_all_on_stream(stream_);
  }
  ark::stream_sync(stream_);
  EXPECT_EQ(seen[0], me_ == 0 ? 0 : 6);
  ark_barrier_all();
}

// Every PE's part of one chain of collectives, each fed by the one before it.
TEST_F(OnStream, CollectivesFeedEachOther) {
  for (const std::size_t count : {std::size_t{1}, std::size_t{70}, std::size_t{5000}}) {
    const auto n = static_cast<std::size_t>(n_);
    const sym<int> mine(count), sum(count), all(count * n), turned(count * n), sent(count);
    for (int turn = 0; turn < 3; ++turn) {
      ark::launch({1, 1, 0, stream_}, fill, mine.get(), count, 10 * me_ + turn);
      EXPECT_EQ(ark_int_sum_reduce_on_stream(ARK_TEAM_WORLD, sum, mine, count, stream_), 0);
      EXPECT_EQ(ark_int_fcollect_on_stream(ARK_TEAM_WORLD, all, mine, count, stream_), 0);
      EXPECT_EQ(ark_int_alltoall_on_stream(ARK_TEAM_WORLD, turned, all, count, stream_), 0);
      EXPECT_EQ(ark_int_broadcast_on_stream(ARK_TEAM_WORLD, sent, sum, count, turn % n_, stream_),
                0);
    }
    ark_sync_all_on_stream(stream_);
    ark::stream_sync(stream_);
    for (std::size_t i = 0; i < count; ++i) {
      const int at = static_cast<int>(i);
      ASSERT_EQ(sum[i], 10 * n_ * (n_ - 1) / 2 + n_ * (2 + at));
      ASSERT_EQ(sent[i], sum[i]);
      for (int pe = 0; pe < n_; ++pe) {
        const std::size_t block = static_cast<std::size_t>(pe) * count;
        ASSERT_EQ(all[block + i], 10 * pe + 2 + at);
        ASSERT_EQ(turned[block + i], 10 * me_ + 2 + at);  // what PE `pe` holds of me
      }
    }
  }
}

TEST_F(OnStream, DefaultStreamPrepareAndEmptyTransfers) {
  const sym<int> value(1), dest(1);
  ark::on_stream_prepare();
  value[0] = 3;
  EXPECT_EQ(ark::put_on_stream(dest.get(), value.get(), 1, me_, nullptr), ark::errc::ok);
  EXPECT_EQ(ark::put_on_stream(dest.get(), value.get(), 0, me_, nullptr), ark::errc::ok);
  ark::stream_sync(nullptr);
  EXPECT_EQ(dest[0], 3);
  ark_barrier_all();
}

// A larger transfer than one block of threads moves at once, and blocks that it moves one after
// another.
TEST_F(OnStream, LargeStridedTransfers) {
  constexpr std::size_t count = 3000;
  const sym<long> source(2 * count), dest(2 * count), blocks(2 * count), words(2);
  const long expected[2] = {4, 5};
  for (std::size_t i = 0; i < 2 * count; ++i) source[i] = pattern<long>(me_, i);
  ark_barrier_all();
  ark_iput_on_stream(dest.get(), source.get(), 2, 1, count, next_, nullptr);
  ark_ibput_on_stream(blocks.get(), source.get(), 200, 150, 100, 20, next_, nullptr);
  ark_quiet_on_stream(nullptr);
  ark_p_on_stream(words.get(), 4, next_, nullptr);
  ark_p_on_stream(words.get() + 1, 5, next_, nullptr);
  ark_wait_until_all_on_stream(words.get(), 2, nullptr, ARK_CMP_GT, 3, nullptr);
  ark_wait_until_all_vector_on_stream(words.get(), 2, nullptr, ARK_CMP_EQ, expected, nullptr);
  EXPECT_EQ(ark_g_on_stream(words.get() + 1, me_, nullptr), 5);
  for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(dest[2 * i], pattern<long>(previous_, i)) << i;
  for (std::size_t i = 0; i < 20; ++i) {
    for (std::size_t k = 0; k < 100; ++k)
      ASSERT_EQ(blocks[200 * i + k], pattern<long>(previous_, 150 * i + k)) << i << ", " << k;
  }
  ark_barrier_all();
  ark_iget_on_stream(dest.get(), source.get(), 1, 2, count, next_, nullptr);
  ark_ibget_on_stream(blocks.get(), source.get(), 100, 110, 100, 20, next_, nullptr);
  ark::stream_sync(nullptr);
  for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(dest[i], pattern<long>(next_, 2 * i)) << i;
  for (std::size_t i = 0; i < 2000; ++i)
    ASSERT_EQ(blocks[i], pattern<long>(next_, 110 * (i / 100) + i % 100)) << i;
  ark_barrier_all();
}

}  // namespace
}  // namespace ark_mp
