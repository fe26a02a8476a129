#include "executor/signal_handler.hpp"

#include <fmt/core.h>

#include <ark/errc.hpp>
#include <cerrno>
#include <cstring>

namespace ark::executor {

bool signal_handler::calls_back(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 ||
         (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

void signal_handler::call(const struct sigaction& action, int number, siginfo_t* info,
                          void* context) {
  if ((action.sa_flags & SA_SIGINFO) != 0) {
    action.sa_sigaction(number, info, context);
  } else {
    action.sa_handler(number);
  }
}

bool signal_handler::is_ours(const struct sigaction& action) const {
  return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == handler_;
}

void signal_handler::install() {
  struct sigaction now {};
  sigaction(number_, nullptr, &now);
  // A handler that was installed after ark's and stayed when ark's was removed may call ark's:
  // installed again on top, ark's would call it, without end.
  if (is_ours(now) || (left_below_ && calls_back(now))) return;
  struct sigaction ours {};
  ours.sa_sigaction = handler_;
  const int restart = calls_back(now) ? now.sa_flags & SA_RESTART : SA_RESTART;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK | restart;
  ours.sa_mask = now.sa_mask;
  earlier_ = now;
  if (sigaction(number_, &ours, nullptr) != 0) {
    throw error(errc::system_error,
                fmt::format("signal {}: sigaction failed: {}", number_, std::strerror(errno)));
  }
}

void signal_handler::restore() {
  struct sigaction now {};
  sigaction(number_, nullptr, &now);
  left_below_ = !is_ours(now);
  if (!left_below_) sigaction(number_, &earlier_, nullptr);
}

}  // namespace ark::executor
