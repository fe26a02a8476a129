// Launching portable kernels on an executor of the test's own, as ark::launch does on a PE's.
#pragma once

#include <gmock/gmock.h>

#include <ark/simt.hpp>
#include <tuple>
#include <vector>

#include "executor/executor.hpp"

namespace ark::simt_test {

inline constexpr unsigned blocks = 24;
inline constexpr unsigned threads = 64;
inline constexpr unsigned all = blocks * threads;

inline constexpr std::uint64_t sync_timeout_ns = 60'000'000'000;

struct shape {
  dim3 grid;
  dim3 block;
  std::size_t shared_bytes = 0;
};

inline executor::options with_workers(unsigned workers) {
  executor::options chosen;
  chosen.workers = workers;
  return chosen;
}

template <class... Parameters>
struct bound_call {
  void (*kernel)(Parameters...);
  std::tuple<Parameters...> arguments;

  static void run(void* held) {
    auto* self = static_cast<bound_call*>(held);
    std::apply(self->kernel, self->arguments);
  }
  static void destroy(void* held) { delete static_cast<bound_call*>(held); }
};

/// Runs the kernel and waits for it.
template <class... Parameters, class... Arguments>
errc run(executor::executor& on, const shape& how, void (*kernel)(Parameters...),
         Arguments... arguments) {
  using bound = bound_call<Parameters...>;
  auto* call = new bound{kernel, std::tuple<Parameters...>(arguments...)};
  const detail::launch_config config{{how.grid.x, how.grid.y, how.grid.z},
                                     {how.block.x, how.block.y, how.block.z},
                                     how.shared_bytes};
  on.launch(config, {&bound::run, &bound::destroy, call}, nullptr);
  return on.stream_sync(nullptr, sync_timeout_ns);
}

/// Runs a kernel of the form kernel(Out*, more...) with an element of Out per thread; gives them
/// back.
template <class Out, class... Parameters, class... Arguments>
std::vector<Out> results(const shape& how, void (*kernel)(Out*, Parameters...),
                         Arguments... arguments) {
  executor::executor on(executor::options{});
  const std::size_t threads =
      std::size_t{how.grid.x} * how.grid.y * how.grid.z * how.block.x * how.block.y * how.block.z;
  std::vector<Out> out(threads);
  EXPECT_EQ(run(on, how, kernel, out.data(), arguments...), errc::ok);
  return out;
}

}  // namespace ark::simt_test
