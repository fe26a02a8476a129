// A signal handler that is installed on top of the program's.
#pragma once

#include <signal.h>

namespace ark::executor {

/// The handler of one signal. Members must be called under a lock, except earlier(), which the
/// handler calls. constinit: a handler may run before the program's objects are constructed and
/// after they are destroyed.
class signal_handler {
 public:
  using function = void (*)(int number, siginfo_t* info, void* context);

  constexpr signal_handler(int number, function handler) : number_(number), handler_(handler) {}

  /// Install with SA_RESTART and, if the present handler is one that returns, its mask. Throws
  /// ark::error{system_error} if the system refuses.
  void install();
  /// Restore the earlier handler, if ark's is the present one: a program may have installed its own
  /// since.
  void restore();
  /// The handler before install(); valid from install() on.
  [[nodiscard]] const struct sigaction& earlier() const { return earlier_; }

  /// True for a function of the program, false for the default action and for none.
  static bool calls_back(const struct sigaction& action);
  static void call(const struct sigaction& action, int number, siginfo_t* info, void* context);

 private:
  [[nodiscard]] bool is_ours(const struct sigaction& action) const;

  int number_;
  function handler_;
  struct sigaction earlier_ {};
  bool left_below_ = false;  ///< another handler was on top when ark's was removed
};

}  // namespace ark::executor
