#include <fmt/core.h>

#include <algorithm>
#include <ark/serve/tenants.hpp>
#include <atomic>
#include <cmath>

#include "binding.hpp"
#include "error/log.hpp"

namespace ark::serve {

namespace {

ark::tenant_limits checked(const tenant_limits& given) {
  const auto refuse = [](const char* what, const auto& value, const std::string& accepted) {
    throw error(errc::invalid_argument,
                fmt::format("tenant_limits: {} is {}, accepted: {}", what, value, accepted));
  };
  if (!(given.share > 0) || !std::isfinite(given.share))
    refuse("share", given.share, "a positive number");
  if (given.priority > most_priority)
    refuse("priority", given.priority, fmt::format("0 to {}", most_priority));
  return {given.share, given.burst_bytes, given.priority, !given.work_conserving};
}

constexpr std::uint64_t us = 1000;  // in ns

ark::tenant_limits of_workers(const tenant_limits& given) {
  ark::tenant_limits limits = checked(given);
  limits.burst = std::min(given.burst_compute_us, std::uint64_t{1} << 40) * us;
  return limits;
}

void require(errc code, const char* what) {
  if (code != errc::ok)
    throw error(code, fmt::format("{}: {}", what, failure_text(last_failure())));
}

}  // namespace

class tenant::state {
 public:
  state(std::string name, const tenant_limits& given)
      : runtime_(bound_runtime("ark::serve::tenant")),
        parts_(runtime_.parts()),
        runtime_number_(runtime_.number()),
        traffic_(parts_.queues->tenants()),
        compute_(parts_.core.executor->tenants()) {
    static_cast<void>(checked(given));
    number_ = traffic_.acquire(name);
    if (number_ == 0 || number_ > compute_.tenants()) {
      if (number_ != 0) traffic_.release(number_);
      throw error(errc::out_of_memory,
                  fmt::format("tenant {}: all of the {} tenants of PE {} are in use; ARK_TENANTS "
                              "sets their number, at most {}",
                              name, traffic_.tenants(), parts_.core.state.pe, most_tenants));
    }
    compute_.hold(number_);
    put(given);
    before_ = read();
  }

  ~state() {
    if (ark::detail::runtime_number() != runtime_number_) return;  // finalize has ended the PE
    try {
      end();
    } catch (const error& problem) {
      logger().error("tenant {}: {}", traffic_.name(number_), problem.what());
    }
    compute_.release(number_);
    traffic_.release(number_);
  }
  state(const state&) = delete;
  state& operator=(const state&) = delete;

  void assign(ark_ctx_t context) {
    ark::detail::device_state& pe = parts_.core.state;
    if (context == ARK_CTX_DEFAULT || context == ARK_CTX_INVALID ||
        device::contexts::team_of(pe, context) == ARK_TEAM_INVALID) {
      throw error(errc::invalid_argument,
                  fmt::format("tenant::assign: context {} of PE {}; accepted: a context that "
                              "ark_ctx_create has made and that exists",
                              context, pe.pe));
    }
    require(device::contexts::quiet(context), "tenant::assign");
    ark::detail::store_relaxed(pe.contexts->tenants + ark::detail::context_slot(context), number_);
  }
  void assign(ark::detail::cpu_stream* stream) { parts_.streams->assign(stream, number_); }

  void set(const tenant_limits& limits) {
    put(limits);
    reconfigured_.fetch_add(1, std::memory_order_relaxed);
  }
  void apply(const tenant_goal& goal, const tenant_setting& setting) {
    tenant_limits now = limits();
    traffic_.set_control(number_, {goal.latency_s, setting.batch});
    if (std::exchange(now.share, setting.share) != setting.share) set(now);
  }
  [[nodiscard]] tenant_limits limits() const {
    const ark::tenant_limits now = traffic_.limits(number_);
    return {now.share, now.burst, now.priority, !now.capped, compute_.limits(number_).burst / us};
  }
  [[nodiscard]] tenant_counters counters() const {
    tenant_counters now = read();
    now.bytes -= before_.bytes;
    now.transfers -= before_.transfers;
    now.compute_ns -= before_.compute_ns;
    now.time_slices -= before_.time_slices;
    return now;
  }
  [[nodiscard]] unsigned number() const { return number_; }

 private:
  void put(const tenant_limits& given) {
    traffic_.set(number_, checked(given));
    compute_.set(number_, of_workers(given));
  }
  [[nodiscard]] tenant_counters read() const {
    const tenant_counts &sent = traffic_.counts(number_), &ran = compute_.counts(number_);
    return {sent.amount.load(std::memory_order_relaxed), sent.steps.load(std::memory_order_relaxed),
            ran.amount.load(std::memory_order_relaxed), ran.steps.load(std::memory_order_relaxed),
            reconfigured_.load(std::memory_order_relaxed)};
  }
  void end() {
    ark::detail::context_table& contexts = *parts_.core.state.contexts;
    for (int slot = 1; slot < ark::detail::context_slots; ++slot) {
      if (ark::detail::load_relaxed(contexts.tenants + slot) != number_) continue;
      const ark::detail::context_entry entry{ark::detail::load_acquire(contexts.entries + slot)};
      if (!entry.is_free()) {
        require(device::contexts::quiet(static_cast<int>(
                    entry.generation() << ark::detail::context_slot_bits | unsigned(slot))),
                "~tenant");
      }
      ark::detail::store_relaxed(contexts.tenants + slot, 0u);
    }
    parts_.streams->end_tenant(number_);
  }

  runtime& runtime_;
  pe_parts& parts_;
  std::uint64_t runtime_number_;
  tenant_table &traffic_, &compute_;
  unsigned number_ = 0;
  tenant_counters before_;  ///< of the tenants that had the number earlier
  std::atomic<std::uint64_t> reconfigured_{0};
};

tenant::tenant(std::string name, const tenant_limits& limits)
    : state_(std::make_unique<state>(std::move(name), limits)) {}
tenant::~tenant() = default;
void tenant::assign(ark_ctx_t context) { state_->assign(context); }
void tenant::assign(stream_t stream) { state_->assign(stream); }
void tenant::set(const tenant_limits& limits) { state_->set(limits); }
void tenant::apply(const tenant_goal& goal, const tenant_setting& setting) {
  state_->apply(goal, setting);
}
tenant_limits tenant::limits() const { return state_->limits(); }
tenant_counters tenant::counters() const { return state_->counters(); }
unsigned tenant::number() const noexcept { return state_->number(); }

gpu_partition::gpu_partition(unsigned multiprocessors) : stream_(nullptr) {
  if (multiprocessors == 0) {
    throw error(errc::invalid_argument,
                "gpu_partition: 0 multiprocessors, accepted: 1 up to those of the GPU");
  }
  stream_ = acting_parts("ark::serve::gpu_partition").kernels.stream_create(multiprocessors);
}
gpu_partition::~gpu_partition() {
  try {
    acting_parts("ark::serve::~gpu_partition").kernels.stream_destroy(stream_);
  } catch (const error& problem) {
    logger().error("gpu_partition: {}", problem.what());
  }
}
unsigned gpu_partition::multiprocessors() const {
  return acting_parts("ark::serve::gpu_partition").kernels.green_multiprocessors(stream_);
}

}  // namespace ark::serve
