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

void registry_add(registered& fresh);
/// Returns once no thread is inside `gone` through the registry.
void registry_remove(registered& gone);
bool registry_progress();

}  // namespace ark::executor
