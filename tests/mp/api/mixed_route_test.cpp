// One PE that wants the proxy for everything, among others that need none: their proxies answer it
// and leave their own rings to their engines.
#include "api_test.hpp"

namespace ark_mp {
namespace {

constexpr unsigned engines = 1;
constexpr unsigned workers = 2;
constexpr int turns = 200;

class MixedRoute : public pe_test {
 protected:
  [[nodiscard]] ark::settings overrides() const override {
    return {{"ARK_ROUTE", rank() == 0 ? "proxy" : "queue"},
            {"ARK_ON_FAILURE", "go_on"},
            {"ARK_TIMEOUT", "30s"}};
  }
};

ARK_GLOBAL void put_to_all(std::uint64_t* slots, const std::uint64_t* values,
                           unsigned engine_blocks) {
  const ark::engine_scope engine(engine_blocks);
  if (engine.served() || threadIdx.x != 0) return;
  const unsigned worker = engine.block_index();
  const int me = ark_my_pe(), pes = ark_n_pes();
  for (int turn = 0; turn < turns; ++turn) {
    for (int pe = 0; pe < pes; ++pe) {
      ark_uint64_put_nbi(slots + static_cast<unsigned>(me) * workers + worker, values + turn, 1,
                         pe);
    }
    ark_fence();
  }
}

TEST_F(MixedRoute, PutsOfBothKindsArriveInOrder) {
  const sym<std::uint64_t> slots(static_cast<std::size_t>(n_) * workers), values(turns);
  for (std::uint64_t i = 0; i < turns; ++i) values[i] = i + 1;
  for (const unsigned engine_blocks : {engines, 0u}) {
    std::memset(slots.get(), 0, slots.size() * sizeof(std::uint64_t));
    ark_barrier_all();
    ark::launch({workers, 1, 0, nullptr, true, engine_blocks}, put_to_all, slots.get(),
                static_cast<const std::uint64_t*>(values.get()), engine_blocks);
    ark::device_sync();
    ark_barrier_all();
    for (std::size_t i = 0; i < slots.size(); ++i) {
      EXPECT_EQ(slots[i], static_cast<std::uint64_t>(turns))
          << "slot " << i << ", " << engine_blocks;
    }
    ark_barrier_all();
  }
}

}  // namespace
}  // namespace ark_mp
