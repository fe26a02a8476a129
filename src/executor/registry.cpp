#include "executor/registry.hpp"

#include <algorithm>
#include <mutex>
#include <shared_mutex>
#include <vector>

namespace ark::executor {
namespace {

struct registry {
  std::shared_mutex mutex;
  std::vector<registered*> live;
};

// Never destroyed: host threads may still wait while the process exits.
registry& the_registry() {
  static auto* only = new registry;
  return *only;
}

}  // namespace

void registry_add(registered& fresh) {
  registry& all = the_registry();
  const std::unique_lock lock(all.mutex);
  all.live.push_back(&fresh);
}

void registry_remove(registered& gone) {
  registry& all = the_registry();
  const std::unique_lock lock(all.mutex);
  std::erase(all.live, &gone);
}

bool registry_progress() {
  registry& all = the_registry();
  const std::shared_lock lock(all.mutex);
  bool did = false;
  for (registered* one : all.live) did |= one->progress_from_host();
  return did;
}

}  // namespace ark::executor
