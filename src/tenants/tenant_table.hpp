// Limits and counters of the tenants of a PE or of an executor.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>

#include "tenants/fair_choice.hpp"

namespace ark {

/// The service of one tenant. Any thread.
struct tenant_counts {
  std::atomic<std::uint64_t> amount{0};  ///< bytes of traffic, or nanoseconds on workers
  std::atomic<std::uint64_t> steps{0};   ///< descriptors and chunks, or time slices of blocks

  void add(std::uint64_t more) noexcept {
    amount.fetch_add(more, std::memory_order_relaxed);
    steps.fetch_add(1, std::memory_order_relaxed);
  }
};

/// State of a control loop, for reports. No goal: there is none.
struct tenant_control {
  double latency_goal_s = 0;
  unsigned batch = 0;
};

/// Any thread.
class tenant_table {
 public:
  /// `tenants`: how many besides number 0; at most most_tenants.
  explicit tenant_table(unsigned tenants) : tenants_(tenants) {}

  [[nodiscard]] unsigned tenants() const noexcept { return tenants_; }
  void set(unsigned tenant, const tenant_limits& to) {
    const std::lock_guard lock(mutex_);
    limits_[tenant] = to;
    version_.fetch_add(1, std::memory_order_release);
  }
  [[nodiscard]] tenant_limits limits(unsigned tenant) const {
    const std::lock_guard lock(mutex_);
    return limits_[tenant];
  }
  [[nodiscard]] tenant_counts& counts(unsigned tenant) noexcept { return counts_[tenant]; }
  [[nodiscard]] const tenant_counts& counts(unsigned tenant) const noexcept {
    return counts_[tenant];
  }
  void set_control(unsigned tenant, const tenant_control& to) {
    const std::lock_guard lock(mutex_);
    controls_[tenant] = to;
  }
  [[nodiscard]] tenant_control control(unsigned tenant) const {
    const std::lock_guard lock(mutex_);
    return controls_[tenant];
  }

  /// The limits in effect, for one consumer.
  class reader {
   public:
    explicit reader(tenant_table& table) : table_(&table) {}
    /// Read limits that have changed; costs one load if none has.
    fair_choice& choice() {
      if (table_->version_.load(std::memory_order_acquire) != seen_) [[unlikely]]
        read();
      return choice_;
    }
    /// `tenant` has received this service.
    void charge(unsigned tenant, std::uint64_t amount) {
      choice_.charge(tenant, amount);
      table_->counts(tenant).add(amount);
    }
    [[nodiscard]] unsigned tenants() const noexcept { return table_->tenants(); }

   private:
    void read() {
      const std::lock_guard lock(table_->mutex_);
      seen_ = table_->version_.load(std::memory_order_relaxed);
      for (unsigned i = 0; i <= table_->tenants_; ++i) choice_.set(i, table_->limits_[i]);
    }

    tenant_table* table_;
    fair_choice choice_;
    std::uint64_t seen_ = 0;
  };

  /// The number of `workers` that kernels of `tenant` may use: all, or if it is capped its share,
  /// at least one. Shares count of the tenants in use.
  [[nodiscard]] unsigned workers(unsigned tenant, unsigned workers) const {
    const std::lock_guard lock(mutex_);
    if (!limits_[tenant].capped) return workers;
    double sum = 0;
    for (unsigned i = 0; i <= tenants_; ++i) sum += holders_[i] != 0 ? limits_[i].share : 0;
    const double part = sum > 0 ? limits_[tenant].share / sum : 1;
    const auto whole = static_cast<unsigned>(part * workers + 0.5);
    return whole == 0 ? 1 : whole < workers ? whole : workers;
  }

  /// Take a free tenant; 0 if there is none.
  [[nodiscard]] unsigned acquire(const std::string& name) {
    const std::lock_guard lock(mutex_);
    for (unsigned i = 1; i <= tenants_; ++i) {
      if (holders_[i] != 0) continue;
      holders_[i] = 1;
      names_[i] = name;
      return i;
    }
    return 0;
  }
  /// Take a tenant that another PE of the process may have taken as well.
  void hold(unsigned tenant) {
    const std::lock_guard lock(mutex_);
    ++holders_[tenant];
  }
  void release(unsigned tenant) {
    const std::lock_guard lock(mutex_);
    if (--holders_[tenant] != 0) return;
    limits_[tenant] = {};
    controls_[tenant] = {};
    version_.fetch_add(1, std::memory_order_release);
  }
  [[nodiscard]] bool in_use(unsigned tenant) const {
    const std::lock_guard lock(mutex_);
    return holders_[tenant] != 0;
  }
  [[nodiscard]] std::string name(unsigned tenant) const {
    const std::lock_guard lock(mutex_);
    return names_[tenant];
  }

 private:
  const unsigned tenants_;
  mutable std::mutex mutex_;
  std::array<tenant_limits, most_tenants + 1> limits_{};
  std::array<unsigned, most_tenants + 1> holders_{};
  std::array<std::string, most_tenants + 1> names_;
  std::array<tenant_counts, most_tenants + 1> counts_;
  std::array<tenant_control, most_tenants + 1> controls_{};
  std::atomic<std::uint64_t> version_{1};
};

}  // namespace ark
