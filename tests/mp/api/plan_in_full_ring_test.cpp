// A plan of the proxy whose start waits for a slot, and another thread that waits for its transfer.
#include <vector>

#include "api_test.hpp"

namespace ark_mp {
namespace {

constexpr int words_of_source = 1 << 13;
constexpr std::size_t bulk_bytes = 65'536;
constexpr unsigned senders = 4;  // fill the ring, so that the start waits for a slot

/// The last thread overwrites the source once the transfer is delivered, which the sender before it
/// starts.
ARK_GLOBAL void start_and_overwrite(ark_plan_t plan, long* source, std::uint64_t round,
                                    char* dest_of_bulk, const char* bulk, int pe) {
  if (threadIdx.x < senders) {
    ark_putmem_nbi(dest_of_bulk + threadIdx.x * bulk_bytes, bulk, bulk_bytes, pe);
    if (threadIdx.x == senders - 1) ark_plan_start(plan);
    return;
  }
  ark_plan_wait(plan, round);
  for (int i = 0; i < words_of_source; ++i) source[i] = -1;
}

class PlanInAFullRing : public pe_test {
 protected:
  [[nodiscard]] ark::settings overrides() const override {
    return {{"ARK_ROUTE", "proxy"}, {"ARK_RING_SLOTS", "4"}};
  }
};

TEST_F(PlanInAFullRing, AWaitByAnotherThreadCoversAStartThatIsNotPostedYet) {
  const sym<long> dest(words_of_source);
  const sym<char> dest_of_bulk(senders * bulk_bytes);
  std::vector<long> source(words_of_source);
  const std::vector<char> bulk(bulk_bytes);
  const ark_plan_t plan =
      ark_plan_create(dest, source.data(), words_of_source * sizeof(long), nullptr, next_);
  ASSERT_NE(plan, nullptr) << ark::last_error();
  int wrong = 0;
  for (std::uint64_t round = 1; round <= 20; ++round) {
    std::fill(source.begin(), source.end(), static_cast<long>(round));
    run_kernel(1, senders + 1, start_and_overwrite, plan, source.data(), round, dest_of_bulk.get(),
               bulk.data(), next_);
    ark_barrier_all();
    wrong += dest[0] != static_cast<long>(round) ||
             dest[words_of_source - 1] != static_cast<long>(round);
    ark_barrier_all();
  }
  EXPECT_EQ(wrong, 0) << "of 20 rounds";
  ark_plan_destroy(plan);
}

}  // namespace
}  // namespace ark_mp
