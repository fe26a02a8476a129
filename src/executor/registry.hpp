// The live executors of the process: a host thread that waits drives them all.
#pragma once

namespace ark::executor {

/// What the registry calls. Any thread.
class registered {
 public:
  virtual ~registered() = default;
  /// Run this executor's progress sources once from a host thread; true if something was done.
  virtual bool progress_from_host() = 0;
};

/// spin_rounds: options::spin_rounds of `fresh`.
void registry_add(registered& fresh, unsigned spin_rounds);
/// Returns once no thread is inside `gone` through the registry.
void registry_remove(registered& gone);
bool registry_progress();
/// Fruitless rounds after which a host thread that waits yields its CPU: twice as many as those of
/// a worker, and the fewest of all executors.
unsigned registry_spin_rounds();

}  // namespace ark::executor
