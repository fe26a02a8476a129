// PEs with different routes on the same words: inline and queued atomics stay atomic towards each
// other.
#include "api_test.hpp"

namespace ark_mp {
namespace {

class AmoMixedRoutes : public pe_test {
 protected:
  [[nodiscard]] ark::settings overrides() const override {
    return {{"ARK_ROUTE", rank() % 2 == 0 ? "inline" : "queue"}};
  }
};

ARK_GLOBAL void add_on_all_pes(std::uint32_t* narrow, std::uint64_t* wide, unsigned rounds) {
  for (unsigned i = 0; i < rounds; ++i) {
    const int pe = static_cast<int>(i) % ark_n_pes();
    ark_uint32_atomic_add(narrow, 1, pe);
    ark_uint64_atomic_fetch_add(wide, 3, pe);
  }
  ark_quiet();
}

TEST_F(AmoMixedRoutes, NothingIsLost) {
  constexpr unsigned lanes = 24, rounds = 12;
  const sym<std::uint32_t> narrow(1);
  const sym<std::uint64_t> wide(1);
  run_kernel(2, lanes / 2, add_on_all_pes, narrow.get(), wide.get(),
             rounds * static_cast<unsigned>(n_));
  ark_barrier_all();
  EXPECT_EQ(narrow[0], lanes * rounds * static_cast<unsigned>(n_));
  EXPECT_EQ(wide[0], 3ull * lanes * rounds * static_cast<unsigned>(n_));
  ark_barrier_all();
}

}  // namespace
}  // namespace ark_mp
