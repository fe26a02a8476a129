// A stream that ends with its scope.
#pragma once

#include <ark/launch.hpp>

namespace ark_perf {

/// For kernels that run side by side, and on a GPU, where the PEs of a process share the default
/// one.
class own_stream {
 public:
  own_stream() : stream_(ark::stream_create()) {}
  ~own_stream() {
    try {
      ark::stream_destroy(stream_);
    } catch (const ark::error&) {
      // It still runs: the synchronisation has reported that.
    }
  }
  own_stream(const own_stream&) = delete;
  own_stream& operator=(const own_stream&) = delete;
  [[nodiscard]] ark::stream_t get() const noexcept { return stream_; }

 private:
  ark::stream_t stream_;
};

}  // namespace ark_perf
