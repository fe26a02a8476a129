#include "gpu/plans/gpu_plans.hpp"

#include <fmt/core.h>

#include <ark/errc.hpp>
#include <cstddef>
#include <optional>
#include <utility>

#include "gpu/driver/buffer.hpp"
#include "gpu/memory/gpu_copier.hpp"
#include "gpu/plans/plan_graphs.hpp"

namespace ark {

using detail::plan_state;

struct gpu_plans::impl {
  impl(const cuda_device& device, gpu_copier& the_copier, const plan_graph_options& options,
       std::function<void(const std::string&)> failed)
      : copier(the_copier),
        table(device, most * sizeof(plan_state)),
        obstacle(plan_graph_obstacle(cuda_driver::get())) {
    if (obstacle.empty()) copies.emplace(device, options, std::move(failed));
    copier.zero(words(0), table.bytes());
  }
  /// The other plans are executed by the proxy.
  [[nodiscard]] bool has_graph(std::uint32_t slot) const {
    return written[slot].route == detail::peer_route::mapped;
  }
  [[nodiscard]] plan_state* words(std::uint32_t slot) const {
    return reinterpret_cast<plan_state*>(table.get()) + slot;
  }

  gpu_copier& copier;
  plan_state written[most];  ///< source of the copier's stores, kept for stores that execute late
  cuda_buffer table;         ///< graphs write to it until copies has ended
  std::string obstacle;      ///< reason why there are no copies; empty: there are
  std::optional<plan_graphs> copies;
};

gpu_plans::gpu_plans(const cuda_device& device, gpu_copier& copier, std::uint64_t timeout_ns,
                     std::function<void(const std::string&)> failed) {
  plan_graph_options options;
  options.most_plans = most;
  options.timeout_ns = timeout_ns;
  impl_ = std::make_unique<impl>(device, copier, options, std::move(failed));
}

gpu_plans::~gpu_plans() = default;

plan_state* gpu_plans::words() const noexcept { return impl_->words(0); }

void gpu_plans::add(std::uint32_t slot, plan_state plan, plan_copy what) {
  const bool mapped = plan.route == detail::peer_route::mapped;
  if (mapped && !impl_->copies) {
    throw error(errc::unsupported,
                fmt::format("plans by copy engines are unsupported: {}", impl_->obstacle));
  }
  plan_state* const at = what.words = impl_->words(slot);
  gpu_copier& copier = impl_->copier;
  plan_state& written = impl_->written[slot];
  copier.copy(&written, at, sizeof written);
  plan.base = written.started;
  plan.in_use = 0;
  // A plan that the proxy executed leaves `done` behind.
  if (written.done != plan.base) copier.write_word(&at->done, plan.base);
  written = plan;
  copier.copy(at, &written, offsetof(plan_state, started));
  if (mapped) impl_->copies->add(what, plan.base);
  try {
    copier.write_word(&at->in_use, 1);  // published after the words that it guards
  } catch (...) {
    if (mapped) impl_->copies->remove(at);
    throw;
  }
}

void gpu_plans::remove(std::uint32_t slot) {
  plan_state* const at = impl_->words(slot);
  if (impl_->has_graph(slot)) impl_->copies->remove(at);
  impl_->copier.write_word(&at->in_use, 0);
}

void gpu_plans::end() noexcept {
  if (impl_->copies) impl_->copies->end();
}

}  // namespace ark
