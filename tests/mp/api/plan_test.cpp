// Plans: started by kernels and hosts, in order, with their signals, under fence and quiet, and
// refused by name. Run under every route.
#include <string>
#include <vector>

#include "api_test.hpp"

namespace ark_mp {
namespace {

class Plan : public pe_test {};

struct rounds_of {
  ark_plan_t plan;
  std::uint64_t* source;
  std::uint64_t* data;
  std::uint64_t* signal;
  std::uint64_t* wrong;
  std::size_t words;
  int rounds;
};

/// Every PE sends to its successor and checks what its predecessor sent, again and again; the
/// source changes each time.
ARK_GLOBAL void send_round_the_ring(rounds_of p) {
  const int previous = (ark_my_pe() + ark_n_pes() - 1) % ark_n_pes();
  for (int round = 1; round <= p.rounds; ++round) {
    for (std::size_t i = threadIdx.x; i < p.words; i += blockDim.x) {
      p.source[i] = pattern<std::uint64_t>(ark_my_pe(), i) + static_cast<std::uint64_t>(round);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      const std::uint64_t number = ark_plan_start(p.plan);
      if (number != static_cast<std::uint64_t>(round)) *p.wrong += 1;
      ark_signal_wait_until(p.signal, ARK_CMP_GE, static_cast<std::uint64_t>(round));
      for (std::size_t i = 0; i < p.words; ++i) {
        const auto expected =
            pattern<std::uint64_t>(previous, i) + static_cast<std::uint64_t>(round);
        *p.wrong += p.data[i] != expected ? 1 : 0;
      }
      ark_plan_wait(p.plan, number);
      if (ark_plan_test(p.plan, number) != 1) *p.wrong += 1;
      if (ark_plan_test(p.plan, number + 1) != 0 && p.rounds == round) *p.wrong += 1;
      ark_barrier_all();
    }
    __syncthreads();
  }
}

TEST_F(Plan, RoundTheRing) {
  for (const std::size_t words : {std::size_t{1}, std::size_t{100}, std::size_t{50'000}}) {
    const sym<std::uint64_t> data(words), source(words), signal(1), wrong(1);
    {
      const ark::plan plan(data, source, words * 8, signal, next_);
      run_kernel(1, 64, send_round_the_ring,
                 rounds_of{plan.get(), source, data, signal, wrong, words, 5});
    }
    EXPECT_EQ(wrong[0], 0u) << words;
    EXPECT_EQ(signal[0], 5u);
    ark_barrier_all();
  }
}

TEST_F(Plan, ByTheHostToItselfAndWithoutASignal) {
  const sym<int> data(1000);
  std::vector<int> source(1000, 7);
  const ark_plan_t plan = ark_plan_create(data, source.data(), 1000 * sizeof(int), nullptr, me_);
  ASSERT_NE(plan, nullptr) << ark::last_error();
  const std::uint64_t first = ark_plan_start(plan);
  ark_plan_wait(plan, first);
  EXPECT_EQ(first, 1u);
  EXPECT_EQ(data[0] + data[999], 14);
  source[999] = 8;
  std::uint64_t second = 0;
  EXPECT_EQ(ark::plan_start(plan, &second), ark::errc::ok);
  EXPECT_EQ(ark::plan_wait(plan, second), ark::errc::ok);
  EXPECT_EQ(data[999], 8);
  ark_plan_destroy(plan);
}

ARK_GLOBAL void start_many(ark_plan_t plan) { ark_plan_start(plan); }

TEST_F(Plan, StartsOfManyThreadsAreAllCarriedOut) {
  const sym<std::uint64_t> data(8), source(8), signal(1);
  const ark_plan_t plan = ark_plan_create(data, source, 64, signal, next_);
  run_kernel(4, 32, start_many, plan);
  EXPECT_EQ(ark_signal_wait_until(signal, ARK_CMP_GE, 128), 128u);
  ark_barrier_all();
  EXPECT_EQ(ark_plan_start(plan), 129u);
  ark_quiet();
  ark_barrier_all();
  EXPECT_EQ(signal[0], 129u);
  ark_plan_destroy(plan);
  ark_barrier_all();
}

TEST_F(Plan, QuietAndDestroyWaitForDelivery) {
  constexpr std::size_t words = 200'000;
  const sym<std::uint64_t> data(words), source(words);
  const ark_plan_t plan = ark_plan_create(data, source, words * 8, nullptr, next_);
  for (std::uint64_t round = 1; round <= 6; ++round) {
    source[0] = source[words - 1] = round;
    ark_plan_start(plan);
    if (round == 6) {
      ark_plan_destroy(plan);
    } else {
      ark_quiet();
    }
    EXPECT_EQ(ark_uint64_g(data + (words - 1), next_), round);
    ark_barrier_all();
  }
}

TEST_F(Plan, ManyAtATimeAndTheirSlotsAreUsedAgain) {
  const sym<std::uint64_t> data(512), source(512);
  for (int again = 0; again < 3; ++again) {
    std::vector<ark::plan> plans;
    for (std::size_t i = 0; i < 256; ++i) {
      source[i] = 1000 * static_cast<std::uint64_t>(again) + i;
      plans.emplace_back(data + i, source + i, 8, nullptr, next_);
    }
    if (again == 0) {
      EXPECT_EQ(ark_plan_create(data + 300, source + 300, 8, nullptr, next_), nullptr);
      EXPECT_NE(ark::last_error().find("256 plans are in use"), std::string::npos);
    }
    for (const ark::plan& one : plans) ark_plan_start(one.get());
    ark_quiet();
    ark_barrier_all();
    for (std::size_t i = 0; i < 256; ++i) {
      ASSERT_EQ(data[i], 1000 * static_cast<std::uint64_t>(again) + i);
    }
    ark_barrier_all();
  }
}

TEST_F(Plan, WrongArgumentsAreRefusedByName) {
  const sym<std::uint64_t> data(64), source(64), signal(1);
  const auto refused = [&](void* dest, const void* from, std::size_t bytes, void* word, int pe) {
    EXPECT_EQ(ark_plan_create(dest, from, bytes, static_cast<std::uint64_t*>(word), pe), nullptr);
    return ark::last_error();
  };
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  std::uint64_t local = 0;
  auto* odd = reinterpret_cast<char*>(signal.get()) + 4;
  EXPECT_PRED2(has, refused(data, source, 64, nullptr, n_), "pe = ");
  EXPECT_PRED2(has, refused(data, source, 64, nullptr, -1), "pe = -1");
  EXPECT_PRED2(has, refused(data, source, 0, nullptr, next_), "bytes = 0");
  EXPECT_PRED2(has, refused(data, nullptr, 64, nullptr, next_), "source is null");
  EXPECT_PRED2(has, refused(&local, source, 8, nullptr, next_), "dest = ");
  EXPECT_PRED2(has, refused(data, source, std::size_t{1} << 60, nullptr, next_), "dest = ");
  EXPECT_PRED2(has, refused(data, source, 64, &local, next_), "signal = ");
  EXPECT_PRED2(has, refused(data, source, 64, odd, next_), "a multiple of 8");
  EXPECT_PRED2(has, refused(data, source, 64, data + 3, next_), "lies in dest");
  EXPECT_PRED2(has, refused(data, data + 4, 64, nullptr, me_), "overlap");
  EXPECT_THROW(ark::plan(data, source, 0, nullptr, next_), ark::error);
  ark_plan_destroy(nullptr);
}

}  // namespace
}  // namespace ark_mp
