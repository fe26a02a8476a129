// Kernels of a GPU, played by the CPU: lanes that run in the context that ark has built in the fake
// device's memory. The fake driver must be open (fake_cuda.h).
#pragma once

#include <gtest/gtest.h>

#include <ark/ark.hpp>
#include <ark/engine.hpp>
#include <memory>
#include <string>

#include "error/failure_report.hpp"
#include "executor/executor.hpp"
#include "fake_control.hpp"

namespace ark::detail {
ARK_API device_state* cuda_context_of_caller();
}

namespace ark_mp {

/// An executor apart from ark's own, which knows only the host's context. One thread.
class played_kernels {
 public:
  played_kernels() : executor_(settings()), stream_(executor_.stream_create()) {}
  ~played_kernels() { executor_.stream_destroy(stream_); }
  played_kernels(const played_kernels&) = delete;
  played_kernels& operator=(const played_kernels&) = delete;

  /// Returns when the grid has ended.
  template <class... Parameters, class... Arguments>
  void run(const ark::launch_config& config, void (*kernel)(Parameters...),
           Arguments... arguments) {
    start(config, kernel, arguments...);
    EXPECT_EQ(executor_.stream_sync(stream_, timeout_ns), ark::errc::ok);
  }
  /// Returns at once.
  template <class... Parameters, class... Arguments>
  void start(const ark::launch_config& config, void (*kernel)(Parameters...),
             Arguments... arguments) {
    using bound = ark::detail::bound_kernel<Parameters...>;
    auto* owned = new bound{kernel, std::tuple<Parameters...>(arguments...)};
    const dim3 grid = ark::detail::grid_with_engine(config.grid, config.engine_blocks.value_or(0));
    const dim3 block = config.block;
    const ark::detail::launch_config request{
        {grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, config.shared_bytes, stream_, false};
    start(request, {&bound::run, &bound::destroy, owned, reinterpret_cast<const void*>(kernel)});
  }
  /// The same for a call that is bound already and owned from here on; the stream is this one's.
  void start(ark::detail::launch_config request, const ark::detail::kernel_call& call) {
    request.stream = stream_;
    auto* on = new running_kernel{driver_, call, driver_.run_kernel()};
    executor_.launch(request, {&running_kernel::run, &running_kernel::destroy, on, call.kernel},
                     context());
  }
  void sync() { EXPECT_EQ(executor_.stream_sync(stream_, timeout_ns), ark::errc::ok); }

  [[nodiscard]] static ark::detail::device_state* context() {
    return ark::detail::cuda_context_of_caller();
  }
  /// Empty if the kernels have not failed.
  [[nodiscard]] static std::string failure() {
    const ark::detail::device_state& kernels = *context();
    return kernels.status == 0 ? std::string() : ark::failure_text(kernels.failure);
  }

 private:
  /// A grid, which the driver takes for a kernel that runs until it has ended.
  struct running_kernel {
    const fake::control& driver;
    ark::detail::kernel_call call;
    void* running;
    static void run(void* self) {
      const auto* it = static_cast<running_kernel*>(self);
      it->call.entry(it->call.arguments);
    }
    static void destroy(void* self) noexcept {
      const std::unique_ptr<running_kernel> ended(static_cast<running_kernel*>(self));
      ended->call.destroy(ended->call.arguments);
      ended->driver.end_kernel(ended->running);
    }
  };

  static constexpr std::uint64_t timeout_ns = 60'000'000'000;
  static ark::executor::options settings() {
    ark::executor::options all;
    all.spin_rounds = 1;
    return all;
  }

  const fake::control driver_;
  ark::executor::executor executor_;
  ark::detail::cpu_stream* stream_;
};

}  // namespace ark_mp
