#include "lease/cpu_lease.hpp"

#include <ark/device/sm/lease.hpp>
#include <ark/launch.hpp>

namespace ark {

namespace {

/// A warp that schedules and one that copies.
constexpr unsigned threads = 64;

void serve(detail::device_state* state, detail::sm_lease_request wanted) {
  device::sm::serve_lease(*state, wanted);
}

}  // namespace

void cpu_lease::start(const detail::sm_lease_request& wanted, unsigned blocks) {
  using bound = detail::bound_kernel<detail::device_state*, detail::sm_lease_request>;
  auto owner = std::make_unique<bound>(bound{&serve, {&state_, wanted}});
  detail::launch_config config;
  config.grid = {blocks, 1, 1};
  config.block = {threads, 1, 1};
  config.stream = stream_;
  executor_.launch(config, {&bound::run, &bound::destroy, owner.get()}, &state_);
  owner.release();
}

void cpu_lease::ask(std::uint64_t number) {
  detail::store_release(&state_.sm->lease.asked, number);
}

std::uint64_t cpu_lease::served() { return detail::load_relaxed(&state_.sm->lease.served); }

}  // namespace ark
