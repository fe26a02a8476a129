#include "litmus.hpp"

#include <ark/serve/tenants.hpp>
#include <optional>
#include <stdexcept>

namespace ark_litmus {

namespace {

constexpr unsigned pct_depth = 3;

std::uint64_t* zeros(std::size_t count) {
  auto* memory = static_cast<std::uint64_t*>(ark_calloc(count, sizeof(std::uint64_t)));
  if (memory == nullptr) throw std::runtime_error("litmus: " + ark::last_error());
  return memory;
}

words make_words() {
  words w;
  w.data = zeros(data_words);
  w.source = zeros(data_words);
  w.x = zeros(1);
  w.y = zeros(1);
  w.flag = zeros(1);
  w.relay = zeros(1);
  w.seen = zeros(4);
  for (std::size_t i = 0; i < data_words; ++i) w.source[i] = 1;
  return w;
}

void make_plans(words& w) {
  constexpr std::size_t bytes = data_words * sizeof(std::uint64_t);
  w.with_signal = ark_plan_create(w.data, w.source, bytes, w.flag, 1);
  w.data_alone = ark_plan_create(w.data, w.source, bytes, nullptr, 1);
  w.one_word = ark_plan_create(w.y, w.source, sizeof(std::uint64_t), w.flag, 1);
  if (w.one_word == nullptr) throw std::runtime_error("litmus: " + ark::last_error());
}

class two_tenants {
 public:
  explicit two_tenants(words& w) {
    ark_ctx_create(0, &w.patient);
    ark_ctx_create(0, &w.first);
    patient_.assign(w.patient);
    first_.assign(w.first);
  }

 private:
  ark::serve::tenant patient_{"patient"}, first_{"first", {.priority = 1}};
};

ark::settings settings_for(const program& what, const std::string& schedule) {
  return {{"ARK_SCHED", schedule},
          {"ARK_ROUTE", what.route},
          {"ARK_RINGS", what.rings},
          {"ARK_INLINE_BYTES", "64"},
          {"ARK_SYMMETRIC_SIZE", "16k"},
          {"ARK_HEAP_RESERVE", "2m"},
          {"ARK_TENANTS", what.tenants ? "2" : "0"},
          {"ARK_RING_SLOTS", "64"},
          {"ARK_ON_FAILURE", "go_on"},
          {"ARK_TIMEOUT", "60s"}};
}

}  // namespace

outcome run_once(const program& what, bool ordered, const std::string& schedule) {
  outcome result{};
  ark::local_run(
      what.pes,
      [&](int pe) {
        words w = make_words();
        if (what.plans && pe == 0) make_plans(w);
        std::optional<two_tenants> tenants;
        if (what.tenants) tenants.emplace(w);
        ark::launch({what.blocks, what.threads, 0, nullptr, true, what.engine_blocks}, what.kernel,
                    w, ordered);
        if (pe == 0 && what.host != nullptr) what.host(w, ordered);
        ark::device_sync();
        auto& mine = result[static_cast<std::size_t>(pe)];
        for (std::size_t i = 0; i < mine.size(); ++i) mine[i] = w.seen[i];
      },
      settings_for(what, schedule));
  return result;
}

unsigned count_forbidden(const program& what, bool ordered, unsigned seeds, unsigned enough,
                         std::string* example) {
  unsigned found = 0;
  for (unsigned i = 0; i < 2 * seeds && found < enough; ++i) {
    const std::string seed = std::to_string(1 + i / 2);
    const std::string schedule =
        i % 2 == 0 ? "random:" + seed : "pct:" + std::to_string(pct_depth) + ":" + seed;
    if (!what.forbidden(run_once(what, ordered, schedule))) continue;
    if (found++ == 0) *example = schedule;
  }
  return found;
}

void check(const program& what) {
  constexpr unsigned all = 2 * seeds_per_policy;
  std::string example;
  const unsigned broken = count_forbidden(what, true, ordered_seeds_per_policy, all, &example);
  EXPECT_EQ(broken, 0u) << what.name
                        << ": the forbidden outcome was seen, first under ARK_SCHED=" << example;
#if defined(__SANITIZE_THREAD__)
  if (what.control_races) return;
#endif
  // Through a proxy the outcome also depends on when host threads drive it: beside other load some
  // controls take hundreds of seeds.
  const unsigned control =
      count_forbidden(what, false, ARK_TEST_ALL_SEEDS ? seeds_per_policy : 4 * seeds_per_policy,
                      ARK_TEST_ALL_SEEDS ? all : 1, &example);
  EXPECT_GT(control, 0u) << what.name
                         << ": its negative control never failed, so the test shows nothing";
  std::printf("%s: ordered %u of %u seeds, control %u (first %s)\n", what.name, broken,
              2 * ordered_seeds_per_policy, control, example.c_str());
}

}  // namespace ark_litmus
