// Checked mode: PEs that call collectives with different arguments, or in a different order, all
// get an error that names two PEs, their calls and what differs; nobody waits for a deadline, and
// nothing is moved.
#include <string>

#include "check_test.hpp"

namespace ark_mp {
namespace {

/// What PE `me` calls; `odd` is true on the PE that differs.
using mismatch = void (*)(std::uint64_t* words, bool odd);

struct disagreement {
  const char* says;  ///< {odd}: the PE that differs
  mismatch call;
};

constexpr auto world = ARK_TEAM_WORLD;

const disagreement disagreements[] = {
    {"PE 0 called ark_broadcast, PE {odd} called ark_broadcast: root = 0 and 1, accepted: the same",
     [](std::uint64_t* w, bool odd) { ark_uint64_broadcast(world, w, w + 16, 2, odd ? 1 : 0); }},
    {"PE 0 called ark_fcollect, PE {odd} called ark_fcollect: count = 2 and 3",
     [](std::uint64_t* w, bool odd) { ark_uint64_fcollect(world, w, w + 24, odd ? 3 : 2); }},
    {"PE 0 called ark_alltoall, PE {odd} called ark_alltoall: type size = 8 and 4",
     [](std::uint64_t* w, bool odd) {
       auto* narrow = reinterpret_cast<std::uint32_t*>(w);
       odd ? ark_uint32_alltoall(world, narrow, narrow + 48, 2)
           : ark_uint64_alltoall(world, w, w + 24, 2);
     }},
    {"PE 0 called ark_sum_reduce, PE {odd} called ark_max_reduce: call differs",
     [](std::uint64_t* w, bool odd) {
       odd ? ark_uint64_max_reduce(world, w, w + 16, 2)
           : ark_uint64_sum_reduce(world, w, w + 16, 2);
     }},
    {"PE 0 called ark_barrier_all, PE {odd} called ark_sync_all: call differs",
     [](std::uint64_t*, bool odd) { odd ? ark_sync_all() : ark_barrier_all(); }},
    {"PE 0 called ark_broadcast, PE {odd} called ark_fcollect: call differs",
     [](std::uint64_t* w, bool odd) {  // the same two calls in another order
       if (odd) ark_uint64_fcollect(world, w, w + 24, 2);
       ark_uint64_broadcast(world, w, w + 24, 2, 0);
       if (!odd) ark_uint64_fcollect(world, w, w + 24, 2);
     }},
    {"PE 0 called ark_min_reduce, PE {odd} called ark_min_reduce: symmetric offset of dest = ",
     [](std::uint64_t* w, bool odd) { ark_uint64_min_reduce(world, odd ? w + 4 : w, w + 16, 2); }},
    {"PE 0 called ark_broadcast, PE {odd} called ark_broadcast: symmetric offset of source = ",
     [](std::uint64_t* w, bool odd) {
       ark_uint64_broadcast(world, w, odd ? w + 20 : w + 16, 2, 0);
     }},
};

ARK_GLOBAL void call_on_lane(mismatch call, std::uint64_t* words, bool odd) {
  if (threadIdx.x == 3) call(words, odd);
}

class Collectives : public checked_test {
 protected:
  void SetUp() override {
    checked_test::SetUp();
    odd_ = n_ - 1;
  }
  void expect_disagreement(std::string says) {
    const ark::failure_record record = take_failure();
    const std::string text = ark::failure_text(record);
    EXPECT_EQ(record.code, ark::errc::asymmetric) << text;
    EXPECT_EQ(record.peer, me_ == odd_ ? 0 : odd_) << text;
    says.replace(says.find("{odd}"), 5, std::to_string(odd_));
    EXPECT_NE(text.find(says), std::string::npos) << text << "\nexpected: " << says;
  }
  template <class Run>
  void disagree_all(Run&& run) {
    const sym<std::uint64_t> words(64);
    for (std::size_t i = 16; i < 64; ++i) words[i] = i;
    meet();
    for (const disagreement& one : disagreements) {
      run(one.call, words.get(), me_ == odd_);
      meet();
      expect_disagreement(one.says);
      for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(words[i], 0u) << one.says;
      // After a failure a PE goes on by itself: count alike again.
      ark::detail::host_context().checks->collective_sequence = 100 * (next_++);
      meet();
    }
    ark_uint64_sum_reduce(world, words.get(), words.get() + 16, 2);
    EXPECT_EQ(take_failure().code, ark::errc::ok);
    EXPECT_EQ(words[1], 17u * static_cast<unsigned>(n_)) << "and a right one still works";
    ark_barrier_all();
  }
  int odd_ = 0;
  std::uint64_t next_ = 1;
};

TEST_F(Collectives, ThatDifferAreNotRunByHostThreads) {
  disagree_all([](mismatch call, std::uint64_t* words, bool odd) { call(words, odd); });
}

TEST_F(Collectives, ThatDifferAreNotRunByLanes) {
  disagree_all([](mismatch call, std::uint64_t* words, bool odd) {
    ark::launch({1, 8, 0, nullptr, true}, call_on_lane, call, words, odd);
    sync_despite_failure();
  });
}

ARK_GLOBAL void broadcast_by_block(std::uint64_t* words, int root, int* codes) {
  codes[threadIdx.x] =
      static_cast<int>(ark::broadcast<ark::device::block_scope>(world, words, words + 16, 2, root));
}
TEST_F(Collectives, ThatDifferFailOnAllThreadsOfABlock) {
  const sym<std::uint64_t> words(32);
  std::vector<int> codes(40);
  ark::launch({1, 40, 0, nullptr, true}, broadcast_by_block, words.get(), me_ == odd_ ? 1 : 0,
              codes.data());
  sync_despite_failure();
  meet();
  expect_disagreement("PE 0 called ark_broadcast, PE {odd} called ark_broadcast: root = 0 and 1");
  for (const int code : codes) EXPECT_EQ(code, static_cast<int>(ark::errc::asymmetric));
}

TEST_F(Collectives, RefusedOnOnePeFailOnAll) {
  const sym<std::uint64_t> words(32);
  for (const int culprit : {0, n_ - 1}) {
    const ark::errc code = ark::broadcast<ark::device::thread_scope>(
        world, words.get(), words.get() + 16, 2, me_ == culprit ? 77 : 0);
    meet();
    const std::string text = ark::failure_text(take_failure());
    if (me_ == culprit) {
      EXPECT_EQ(code, ark::errc::invalid_argument);
      EXPECT_NE(text.find("ark_broadcast: root = 77"), std::string::npos) << text;
    } else {
      EXPECT_EQ(code, ark::errc::asymmetric);
      const std::string who = "PE " + std::to_string(culprit);
      EXPECT_NE(text.find(who + "'s own check refused its ark_broadcast"), std::string::npos)
          << text;
    }
    meet();
  }
}

TEST_F(Collectives, SequencesOfRightCallsAreNotTripped) {
  const sym<std::uint64_t> words(64);
  for (std::uint64_t round = 1; round <= 50; ++round) {
    words[40] = round + static_cast<unsigned>(me_);
    ark_barrier_all();
    ark_uint64_sum_reduce(world, words.get(), words.get() + 40, 1);
    const auto pes = static_cast<std::uint64_t>(n_);
    EXPECT_EQ(words[0], round * pes + pes * (pes - 1) / 2);
    const int root = static_cast<int>(round) % n_;
    ark_uint64_broadcast(world, words.get() + 8, words.get() + 40, 1, root);
    EXPECT_EQ(words[8], round + static_cast<unsigned>(root));
    ark_uint64_broadcast(world, words.get() + 8, words.get() + 40, 0, root);
  }
  EXPECT_EQ(take_failure().code, ark::errc::ok);
  ark_barrier_all();
}

/// The control: without checks nobody notices.
TEST(CollectivesUnchecked, DifferentOffsetsGoUnnoticed) {
  ark::init({{"ARK_CHECK", "0"}});
  {
    const sym<std::uint64_t> words(64);
    ark_barrier_all();
    const bool odd = ark_my_pe() == ark_n_pes() - 1;
    ark_uint64_broadcast(world, odd ? words.get() + 4 : words.get(), words.get() + 16, 2, 0);
    EXPECT_EQ(ark_status(), 0);
    ark_barrier_all();
  }
  ark::finalize();
}

}  // namespace
}  // namespace ark_mp
