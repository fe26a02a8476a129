#include "executor/usr1_signal.hpp"

#include <fmt/core.h>
#include <signal.h>
#include <unistd.h>

#include <ark/errc.hpp>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <mutex>

namespace ark::executor {
namespace {

constexpr int free_slot = -1;
constexpr std::size_t slot_count = 64;

std::array<std::atomic<int>, slot_count> subscribers{};
std::mutex change;
unsigned used = 0;
struct sigaction earlier;

// Slots hold fd + 1, so that zero-initialised ones are free.
constexpr int stored(int fd) { return fd + 1; }

void on_usr1(int number, siginfo_t* info, void* context) {
  const int saved = errno;
  for (const std::atomic<int>& slot : subscribers) {
    const int fd = slot.load(std::memory_order_relaxed) - 1;
    if (fd == free_slot) continue;
    const unsigned long long event = usr1_event;
    [[maybe_unused]] const ssize_t written = write(fd, &event, sizeof(event));
  }
  if ((earlier.sa_flags & SA_SIGINFO) != 0) {
    if (earlier.sa_sigaction != nullptr) earlier.sa_sigaction(number, info, context);
  } else if (earlier.sa_handler != SIG_DFL && earlier.sa_handler != SIG_IGN) {
    earlier.sa_handler(number);
  }
  errno = saved;
}

void install() {
  struct sigaction ours {};
  ours.sa_sigaction = on_usr1;
  ours.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
  if (sigaction(SIGUSR1, &ours, &earlier) != 0) {
    throw error(errc::system_error,
                fmt::format("SIGUSR1: sigaction failed: {}", std::strerror(errno)));
  }
}

}  // namespace

void usr1_subscribe(int event_fd) {
  const std::lock_guard lock(change);
  if (used == slot_count) {
    throw error(
        errc::out_of_memory,
        fmt::format("SIGUSR1: one more than the {} executors that may subscribe", slot_count));
  }
  if (used == 0) install();
  ++used;
  for (std::atomic<int>& slot : subscribers) {
    if (slot.load() != stored(free_slot)) continue;
    slot.store(stored(event_fd));
    return;
  }
}

void usr1_unsubscribe(int event_fd) {
  const std::lock_guard lock(change);
  for (std::atomic<int>& slot : subscribers) {
    if (slot.load() != stored(event_fd)) continue;
    slot.store(stored(free_slot));
    if (--used == 0) sigaction(SIGUSR1, &earlier, nullptr);
    return;
  }
}

}  // namespace ark::executor
