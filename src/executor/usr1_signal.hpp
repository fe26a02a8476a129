// SIGUSR1: from the handler to the watchdogs that print.
#pragma once

namespace ark::executor {

/// Value that the handler writes to a subscriber's eventfd.
inline constexpr unsigned long long usr1_event = 1;

/// Add `event_fd` to those that SIGUSR1 writes to; the first one installs the handler (the earlier
/// handler is called as well). Throws ark::error{system_error} if that fails, {out_of_memory}
/// beyond 64 subscribers.
void usr1_subscribe(int event_fd);
/// Remove `event_fd`. The last one restores the earlier handler, unless the program has installed
/// another since. No effect for an `event_fd` that was not added.
void usr1_unsubscribe(int event_fd);

}  // namespace ark::executor
