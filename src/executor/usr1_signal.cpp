#include "executor/usr1_signal.hpp"

#include <fmt/core.h>
#include <signal.h>
#include <unistd.h>

#include <ark/errc.hpp>
#include <array>
#include <atomic>
#include <cerrno>
#include <mutex>

#include "executor/signal_handler.hpp"

namespace ark::executor {
namespace {

constexpr int free_slot = -1;
constexpr std::size_t slot_count = 64;

std::array<std::atomic<int>, slot_count> subscribers{};
std::mutex change;
unsigned used = 0;

// Slots hold fd + 1, so that zero-initialised slots are free.
constexpr int stored(int fd) { return fd + 1; }

void on_usr1(int number, siginfo_t* info, void* context);

constinit signal_handler usr1(SIGUSR1, on_usr1);

void on_usr1(int number, siginfo_t* info, void* context) {
  const int saved = errno;
  for (const std::atomic<int>& slot : subscribers) {
    const int fd = slot.load(std::memory_order_relaxed) - 1;
    if (fd == free_slot) continue;
    const unsigned long long event = usr1_event;
    [[maybe_unused]] const ssize_t written = write(fd, &event, sizeof(event));
  }
  if (signal_handler::calls_back(usr1.earlier()))
    signal_handler::call(usr1.earlier(), number, info, context);
  errno = saved;
}

}  // namespace

void usr1_subscribe(int event_fd) {
  const std::lock_guard lock(change);
  if (used == slot_count) {
    throw error(
        errc::out_of_memory,
        fmt::format("SIGUSR1: one more than the {} executors that may subscribe", slot_count));
  }
  if (used == 0) usr1.install();
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
    if (--used == 0) usr1.restore();
    return;
  }
}

}  // namespace ark::executor
