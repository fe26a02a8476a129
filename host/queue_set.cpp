#include "queue_set.hpp"

#include <algorithm>
#include <ark/device/transfer/queue.hpp>

#include "gpu/memory/gpu_copier.hpp"

namespace ark {

queue_set::queue_set(pe_core& core) : core_(core), tenants_(core.values.tenants) {
  detail::device_state& state = core.state;
  const std::span peers(state.peers, static_cast<std::size_t>(state.n_pes));
  const bool proxied = std::any_of(peers.begin(), peers.end(), [](const auto& peer) {
    return peer.route == detail::peer_route::proxy;
  });
  state.tenant_count = core.values.tenants;
  state.ring_count = core.values.rings + state.tenant_count;
  state.sm_ring_count = 1;
  state.host_ring_count = proxied ? 1 + state.tenant_count : 0;
  for (unsigned i = 0; i < device::queue::ring_total(state); ++i)
    rings_.push_back(memory_.emplace_back(core.values.ring_slots).view());
  state.rings = rings_.data();
  posted_.assign(detail::context_slots * (rings_.size() + 1), 0);  // one for add_kernel_ring()
  contexts_.posted = posted_.data();
  state.contexts = &contexts_;
  build_sm_workspace();
  build_trace();
}

void queue_set::build_sm_workspace() {
  if (core_.executor->config().order.kind != policy_kind::fifo) {
    // Like the CPU engine's random order: small pieces, so that there are many points to change the
    // order.
    sm_workspace_.options = {.part_bytes = 256, .piece_bytes = 64};
  }
  core_.state.sm = &sm_workspace_;
}

/// Called before the objects that use the rings: their views tell whether they are traced.
void queue_set::build_trace() {
  const config& values = core_.values;
  if (values.trace == trace_mode::off) return;
  detail::device_state& state = core_.state;
  const trace_options wanted{values.trace, values.trace_prefix};
  trace_ = std::make_unique<trace_recorder>(wanted, state.pe, rings_, state.host_ring_count);
  for (unsigned i = 0; i < state.sm_ring_count; ++i)
    trace_->ring(state.ring_count + i).attach_shared(core_.values.ring_slots);
  state.trace = trace_.get();
}

void queue_set::start_engine() {
  cpu_engine_options options;
  options.trace = trace_.get();
  options.tenants = &tenants_;
  options.copier = core_.state.host_copier;
  if (const auto seed = core_.engine_seed(1000003)) {
    options.order = engine_order::random;
    options.seed = *seed;
  }
  engine_ = std::make_unique<cpu_engine>(core_.state,
                                         std::span(rings_).first(core_.state.ring_count), options);
  progress_.add(core_, *engine_);
}

void queue_set::add_kernel_ring(const detail::ring_view& ring) {
  rings_.push_back(ring);
  core_.state.rings = rings_.data();
  core_.state.kernel_ring_count = 1;
}

std::span<const detail::ring_view> queue_set::proxy_rings() const {
  return std::span(rings_).subspan(device::queue::engine_ring_total(core_.state));
}

}  // namespace ark
