// The runtime's leased engine: one at a time, on a stream that nothing else waits for.
#include <fmt/core.h>

#include <cmath>

#include "error/failure.hpp"
#include "error/log.hpp"
#include "lease/cpu_lease.hpp"
#include "lease/image.hpp"
#include "runtime.hpp"

namespace ark {

namespace {

constexpr unsigned most_blocks = 64;

void check_lease(unsigned blocks, double seconds, double idle_seconds, std::uint64_t timeout_ns) {
  const double most = 1e-9 * static_cast<double>(timeout_ns);
  if (blocks < 1 || blocks > most_blocks) {
    throw error(errc::invalid_argument,
                fmt::format("engine_lease: {} blocks; accepted: 1 to {}", blocks, most_blocks));
  }
  if (!(seconds > 0 && seconds <= most)) {
    throw error(errc::invalid_argument,
                fmt::format("engine_lease: {} seconds; accepted: more than 0, at most ARK_TIMEOUT, "
                            "{}",
                            seconds, most));
  }
  if (!(idle_seconds > 0 && std::isfinite(idle_seconds))) {
    throw error(errc::invalid_argument,
                fmt::format("engine_lease: {} idle seconds; accepted: more than 0", idle_seconds));
  }
}

std::uint64_t nanoseconds(double seconds) {
  return static_cast<std::uint64_t>(std::min(seconds, 1e9) * 1e9);
}

}  // namespace

/// Before anything runs on the GPU: loading a kernel may wait for that.
void runtime::load_lease() { lease_ = gpu_->make_lease(lease_image()); }

void runtime::lease_start(unsigned blocks, double seconds, double idle_seconds) {
  check_lease(blocks, seconds, idle_seconds, config_.timeout_ns);
  const std::lock_guard lock(lease_mutex_);
  if (!lease_) lease_ = std::make_unique<cpu_lease>(*executor_, state_);
  lease_->ask(lease_number_);  // the one before: the next one waits for it on their stream
  leased_.store(true, std::memory_order_release);
  lease_->start({++lease_number_, nanoseconds(seconds), nanoseconds(idle_seconds)}, blocks);
}

/// A lease that cannot deliver gives up after twice the deadline, and can say why.
errc runtime::lease_end() noexcept {
  const std::lock_guard lock(lease_mutex_);
  failure_record record;
  record.code = errc::timeout;
  record.op = detail::op_kind::kernel;
  record.pe = state_.pe;
  record.elapsed_ns = 3 * state_.timeout_ns;
  std::string text = "waiting for the leased engine to leave";
  try {
    lease_->ask(lease_number_);
    const errc code = lease_->wait(3 * state_.timeout_ns);
    notice_kernels();
    if (code != errc::timeout) {
      leased_.store(false, std::memory_order_release);
      return errc::ok;
    }
  } catch (const std::exception& problem) {
    const auto* known = dynamic_cast<const error*>(&problem);
    record.code = known != nullptr ? known->code() : errc::aborted;
    text = problem.what();
  }
  text.copy(record.detail, sizeof record.detail - 1);
  detail::failure_publish(state_, record);
  return record.code;
}

/// For calls that throw.
void runtime::settle_lease() {
  const errc code = lease_park();
  if (code == errc::ok) return;
  throw error(code, "the leased engine: " + failure_text(state_.failure));
}

engine_lease_info runtime::lease_query() {
  const std::lock_guard lock(lease_mutex_);
  if (!lease_) return {};
  return {!lease_->ended(), lease_->served()};
}

}  // namespace ark
