// The live executors of the process: a waiting host thread drives all of them.
#pragma once

namespace ark::executor {

/// Interface of an executor to the registry. Any thread.
class registered {
 public:
  virtual ~registered() = default;
  /// Run this executor's progress sources once from a host thread; true if they did any work.
  virtual bool progress_from_host() = 0;
};

/// spin_rounds: options::spin_rounds of `fresh`.
void registry_add(registered& fresh, unsigned spin_rounds);
/// Returns once no thread is inside `gone` through the registry.
void registry_remove(registered& gone);
bool registry_progress();
/// Idle rounds after which a waiting host thread yields its CPU: twice a worker's number, and the
/// least of all executors.
unsigned registry_spin_rounds();

}  // namespace ark::executor
