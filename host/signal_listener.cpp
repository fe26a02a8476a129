#include <algorithm>
#include <ark/detail/state/doorbell.hpp>
#include <ark/device/state/context.hpp>
#include <ark/signal_listener.hpp>
#include <atomic>

#include "binding.hpp"
#include "condition_watch.hpp"
#include "os/futex.hpp"

namespace ark {

class signal_listener::state {
 public:
  explicit state(pe_parts& pe)
      : conditions_(pe.conditions),
        is_seeded_(pe.core.executor->config().order.kind != policy_kind::fifo),
        is_fenced_(conditions_->listen_to_all()),
        bell_(conditions_->possible() ? *detail::doorbell_at(pe.core.state, pe.core.state.heap_base)
                                      : own_) {}
  ~state() { conditions_->stop_listening(); }
  state(const state&) = delete;
  state& operator=(const state&) = delete;

  [[nodiscard]] std::uint32_t heard() const noexcept {
    return std::atomic_ref(bell_.count).load(std::memory_order_seq_cst);
  }

  void sleep(std::uint32_t before, std::chrono::nanoseconds longest) const {
    constexpr std::chrono::nanoseconds nap = std::chrono::microseconds(50),
                                       unfenced = std::chrono::milliseconds(1);
    if (is_seeded_ || &bell_ == &own_) {
      device::loop_hint();
      longest = std::min(longest, nap);
    } else if (!is_fenced_) {
      longest = std::min(longest, unfenced);
    }
    if (heard() != before || longest <= std::chrono::nanoseconds::zero()) return;
    const std::atomic_ref asleep(bell_.asleep);
    asleep.fetch_add(1, std::memory_order_seq_cst);
    futex_wait(bell_.count, before, static_cast<std::uint64_t>(longest.count()));
    asleep.fetch_sub(1, std::memory_order_relaxed);
  }

  void wake() const noexcept {
    if (conditions_->alive()) detail::ring_doorbell(bell_, 0);
  }

 private:
  const std::shared_ptr<condition_watch> conditions_;
  const bool is_seeded_, is_fenced_;
  mutable detail::doorbell own_;  ///< where CPUs cannot access the heap
  detail::doorbell& bell_;
};

signal_listener::signal_listener()
    : state_(std::make_unique<state>(acting_parts("ark::signal_listener"))) {}
signal_listener::~signal_listener() = default;

std::uint32_t signal_listener::heard() const noexcept { return state_->heard(); }
void signal_listener::sleep(std::uint32_t before, std::chrono::nanoseconds longest) const {
  state_->sleep(before, longest);
}
void signal_listener::wake() noexcept { state_->wake(); }

}  // namespace ark
