// A stream that ends with its scope.
#pragma once

#include <ark/launch.hpp>

namespace ark_perf {

/// Not the PE's default one: on a GPU the PEs of a process share that, and kernels that run side by
/// side need two.
class loop_stream {
 public:
  loop_stream() : stream_(ark::stream_create()) {}
  ~loop_stream() {
    try {
      ark::stream_destroy(stream_);
    } catch (const ark::error&) {
      // It still runs: whoever synchronised with it has been told.
    }
  }
  loop_stream(const loop_stream&) = delete;
  loop_stream& operator=(const loop_stream&) = delete;
  [[nodiscard]] ark::stream_t get() const noexcept { return stream_; }

 private:
  ark::stream_t stream_;
};

}  // namespace ark_perf
