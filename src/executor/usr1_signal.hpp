// SIGUSR1: from the handler to the watchdogs that print.
#pragma once

namespace ark::executor {

/// Written to a subscriber's eventfd by the handler.
inline constexpr unsigned long long usr1_event = 1;

/// Adds `event_fd` to those that SIGUSR1 writes to; the first one installs the handler (one that
/// was there before is called as well). Throws ark::error{system_error} if that fails,
/// {out_of_memory} beyond 64 subscribers.
void usr1_subscribe(int event_fd);
/// The last one puts the earlier handler back, if the program has not installed another since. No
/// effect for an `event_fd` that was not added.
void usr1_unsubscribe(int event_fd);

}  // namespace ark::executor
