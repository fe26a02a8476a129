#include "executor/registry.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <shared_mutex>
#include <vector>

namespace ark::executor {
namespace {

struct entry {
  registered* executor;
  unsigned spin_rounds;
};

struct registry {
  std::shared_mutex mutex;
  std::vector<entry> live;
  std::atomic<unsigned> host_spin_rounds = alone;

  static constexpr unsigned alone = 200;  ///< limit without an executor

  /// Update the limit. Called with the mutex locked.
  void count_spin_rounds() {
    unsigned fewest = alone;
    for (const entry& one : live) fewest = std::min(fewest, 2 * one.spin_rounds);
    host_spin_rounds.store(fewest, std::memory_order_relaxed);
  }
};

// Never destroyed: host threads may still wait while the process exits.
registry& the_registry() {
  static auto* only = new registry;
  return *only;
}

}  // namespace

void registry_add(registered& fresh, unsigned spin_rounds) {
  registry& all = the_registry();
  const std::unique_lock lock(all.mutex);
  all.live.push_back({&fresh, spin_rounds});
  all.count_spin_rounds();
}

void registry_remove(registered& gone) {
  registry& all = the_registry();
  const std::unique_lock lock(all.mutex);
  std::erase_if(all.live, [&](const entry& one) { return one.executor == &gone; });
  all.count_spin_rounds();
}

bool registry_progress() {
  registry& all = the_registry();
  const std::shared_lock lock(all.mutex);
  bool did = false;
  for (const entry& one : all.live) did |= one.executor->progress_from_host();
  return did;
}

unsigned registry_spin_rounds() {
  return the_registry().host_spin_rounds.load(std::memory_order_relaxed);
}

}  // namespace ark::executor
