// A signal's handler that stands on top of the program's.
#pragma once

#include <signal.h>

namespace ark::executor {

/// Of one signal. Its members are to be called under a lock, except earlier(), which the handler
/// calls. constinit: a handler may run before and after the objects of the program exist.
class signal_handler {
 public:
  using function = void (*)(int number, siginfo_t* info, void* context);

  constexpr signal_handler(int number, function handler) : number_(number), handler_(handler) {}

  /// With SA_RESTART and the mask of the handler that is there, if it is one that returns. Throws
  /// ark::error{system_error} if the system refuses it.
  void install();
  /// Puts the earlier handler back, if ours is the one that is there: a program may have put its
  /// own on top since.
  void restore();
  /// What was there before; valid from install() on.
  [[nodiscard]] const struct sigaction& earlier() const { return earlier_; }

  /// A function of the program, not the default or none.
  static bool calls_back(const struct sigaction& action);
  static void call(const struct sigaction& action, int number, siginfo_t* info, void* context);

 private:
  [[nodiscard]] bool is_ours(const struct sigaction& action) const;

  int number_;
  function handler_;
  struct sigaction earlier_ {};
  bool left_below_ = false;  ///< another handler stood on top when ours went
};

}  // namespace ark::executor
