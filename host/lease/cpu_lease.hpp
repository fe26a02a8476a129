// A leased engine's kernel on the CPU executor.
#pragma once

#include "engine/lease_site.hpp"
#include "executor/executor.hpp"

namespace ark {

class cpu_lease final : public lease_site {
 public:
  /// Both outlive it.
  cpu_lease(executor::executor& on, detail::device_state& state)
      : executor_(on), state_(state), stream_(on.stream_create()) {}
  ~cpu_lease() override { executor_.stream_destroy(stream_); }

  void start(const detail::sm_lease_request& wanted, unsigned blocks) override;
  void ask(std::uint64_t number) override;
  bool ended() override { return executor_.stream_query(stream_); }
  errc wait(std::uint64_t timeout_ns) override {
    return executor_.stream_sync(stream_, timeout_ns);
  }
  std::uint64_t served() override;

 private:
  executor::executor& executor_;
  detail::device_state& state_;
  detail::cpu_stream* stream_;
};

}  // namespace ark
