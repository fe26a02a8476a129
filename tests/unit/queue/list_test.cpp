// Gather and scatter by the CPU engine: every list, chunks between those of others, bad pieces, and
// the signal after the last piece, of which list_control is the control.
#include <gtest/gtest.h>

#include <memory>
#include <span>

#include "queue/cpu_engine.hpp"
#include "two_pes.hpp"

namespace ark {
namespace {

using namespace detail;
using testing::list_case;

class Lists : public ::testing::Test, protected testing::two_pes {
 protected:
  /// An engine behind a new ring.
  void start(const cpu_engine_options& options = {}) {
    fresh_ = std::make_unique<ring_storage>(256);
    view_ = fresh_->view();
    shared_ = ring(view_);
    engine_ = std::make_unique<cpu_engine>(state_, std::span(&view_, 1), options);
  }
  /// How many of `seeds` seeds show the signal before the last piece.
  int seeds_with_early_signal(int seeds, engine_order order) {
    int early = 0;
    for (int seed = 1; seed <= seeds; ++seed) {
      const bool gathers = seed % 2 == 0;
      start({.chunk_bytes = 512, .order = order, .seed = static_cast<std::uint64_t>(seed)});
      list_case list(list_memories(), 40, {8, 100, 0, 33});
      list.fill(gathers, static_cast<std::uint64_t>(seed));
      heaps_[0][0] = 0;
      post(make_put(1, 64 * 1024, source_.data(), 8192));
      post(list.descriptor(gathers).with_signal(0, signal_op::set, 1));
      for (int i = 0; i < 100'000 && heaps_[0][0] == 0; ++i) engine_->progress(1);
      EXPECT_EQ(heaps_[0][0], 1u) << "no signal";
      early += list.wrong(gathers) != 0;
      drain();
    }
    return early;
  }

  std::unique_ptr<ring_storage> fresh_;
};

TEST_F(Lists, SignalFollowsTheLastPiece) {
  const int fifo = seeds_with_early_signal(20, engine_order::fifo);
  const int random = seeds_with_early_signal(200, engine_order::random);
#if ARK_TEST_CONTROL
  EXPECT_EQ(fifo, 20) << "the control sends every signal early";
  EXPECT_GT(random, 190);
#else
  EXPECT_EQ(fifo, 0);
  EXPECT_EQ(random, 0);
#endif
}

#if !ARK_TEST_CONTROL

TEST_F(Lists, AllLengthsAndSizes) {
  const auto check = [this](const cpu_engine_options& options) {
    start(options);
    expect_lists([this](const descriptor& d) { post(d); }, [this] { drain(); });
  };
  check({});
  check({.chunk_bytes = 104});
  for (const std::uint64_t seed : {1, 2, 3}) check({.order = engine_order::random, .seed = seed});
}

TEST_F(Lists, ThousandsOfPieces) {
  start();
  for (const bool gathers : {true, false}) {
    list_case list(list_memories(), 12'000, {24, 1, 8, 31});
    list.fill(gathers, 5);
    post(list.descriptor(gathers));
    drain();
    EXPECT_EQ(list.wrong(gathers), 0u);
  }
}

TEST_F(Lists, BadPiecesEndTheListWithoutItsSignal) {
  for (const engine_order order : {engine_order::fifo, engine_order::random}) {
    start({.order = order});
    expect_bad_pieces([this](const descriptor& d) { post(d); }, [this] { drain(); });
  }
}

TEST_F(Lists, ADescriptorWithoutListOrBatchIsRefused) {
  std::vector<std::byte> batch(8);
  const ark_piece piece{batch.data(), 8, 0};
  const struct {
    descriptor d;
    const char* words;
  } cases[] = {
      {make_list(descriptor_op::gather, 0, batch.data(), 8, nullptr, 1), "null list of pieces"},
      {make_list(descriptor_op::gather, 0, nullptr, 8, &piece, 1), "null batch"},
      {make_list(descriptor_op::scatter, 0, batch.data(), 8, &piece, 0), "bytes"},
      {make_list(descriptor_op::scatter, 5, batch.data(), 8, &piece, 1), "PE out of range"}};
  for (const auto& one : cases) {
    state_.status = state_.failure_count = 0;
    start();
    post(one.d);
    drain();
    const auto failure = failure_read(state_);
    ASSERT_TRUE(failure);
    EXPECT_NE(failure_text(*failure).find(one.words), std::string::npos) << failure_text(*failure);
  }
}

TEST_F(Lists, OthersHaveTurnsBetweenItsChunks) {
  start({.chunk_bytes = 1024});
  list_case list(list_memories(), 300, {256});
  list.fill(true, 1);
  post(list.descriptor(true));
  post(make_put(1, 128, source_.data(), 8));
  for (int i = 0; i < 4 && heaps_[1][16] == 0; ++i) engine_->progress(1);
  EXPECT_EQ(heaps_[1][16], 1u) << "a small put waits for the list";
  EXPECT_NE(list.wrong(true), 0u) << "the list cannot be through";
  post(make_put(1, 200'000, source_.data(), 4096 * 2));
  for (int i = 0; i < 30 && heaps_[1][25'000] == 0; ++i) engine_->progress(1);
  EXPECT_EQ(heaps_[1][25'000], 1u) << "a large put waits for the list";
  EXPECT_NE(list.wrong(true), 0u) << "the list cannot be through";
  drain();
  EXPECT_EQ(list.wrong(true), 0u);
}

TEST_F(Lists, AFailureEndsListsWithoutTheirSignals) {
  start({.chunk_bytes = 1024});
  list_case list(list_memories(), 300, {256});
  list.fill(true, 1);
  post(list.descriptor(true).with_signal(0, signal_op::set, 1));
  engine_->progress(2);
  failure_record record;
  record.code = errc::peer_failed;
  failure_publish(state_, record);
  drain();
  EXPECT_NE(list.wrong(true), 0u);
  EXPECT_EQ(heaps_[0][0], 0u);
}

#endif

}  // namespace
}  // namespace ark
