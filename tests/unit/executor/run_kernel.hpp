// Launching closures on an executor, for tests.
#pragma once

#include <gtest/gtest.h>

#include <ark/detail/simt/lane.hpp>
#include <cstdint>

#include "executor/executor.hpp"

namespace ark::executor::testing {

inline constexpr std::uint64_t ms = 1'000'000;
inline constexpr std::uint64_t sync_timeout_ns = 30'000 * ms;

using detail::current_lane;
using detail::extent3;
using detail::self;

inline unsigned lane_index() { return self()->linear_index; }
inline unsigned block_index() { return self()->block->block_index.x; }

inline void sync_threads() { detail::block_barrier(detail::block_reduce::none, 0); }

struct shape {
  extent3 grid;
  extent3 block;
  detail::cpu_stream* stream = nullptr;
  bool collective = false;
  std::size_t shared_bytes = 0;
  launch_group partners = {};
};

template <class Body>
detail::kernel_call bind_kernel(Body body) {
  auto* held = new Body(std::move(body));
  return {[](void* argument) { (*static_cast<Body*>(argument))(); },
          [](void* argument) { delete static_cast<Body*>(argument); }, held};
}

template <class Body>
void start(executor& on, const shape& how, Body body) {
  const detail::launch_config config{how.grid, how.block, how.shared_bytes, how.stream,
                                     how.collective};
  const detail::kernel_call call = bind_kernel(std::move(body));
  try {
    on.launch(config, call, nullptr, how.partners);
  } catch (...) {
    call.destroy(call.arguments);  // a refused launch leaves the call to its maker
    throw;
  }
}

/// Runs `body` once per lane and waits for it.
template <class Body>
errc run(executor& on, const shape& how, Body body) {
  start(on, how, std::move(body));
  return on.stream_sync(how.stream, sync_timeout_ns);
}

/// A lane's wait for a condition in memory.
template <class Condition>
errc wait_for(const Condition& condition, std::uint64_t timeout_ns = sync_timeout_ns,
              const std::uint32_t* status = nullptr) {
  detail::wait_info info;
  info.op = detail::op_kind::kernel;
  info.timeout_ns = timeout_ns;
  info.status = status;
  return detail::wait([](void* held) { return (*static_cast<const Condition*>(held))(); },
                      const_cast<Condition*>(&condition), info);
}

}  // namespace ark::executor::testing
