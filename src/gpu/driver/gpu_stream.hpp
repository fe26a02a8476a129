// A stream of a GPU, owned. Only if libark is built with a CUDA toolkit.
#pragma once

#include <cstdint>
#include <utility>

#include "gpu/driver/gpu_device.hpp"

namespace ark {

/// True if nothing is queued or running on `stream` of `device`, which is current; null is the
/// legacy default stream. Throws ark::error about `call`, whose failure a query may be the first to
/// report.
[[nodiscard]] bool cuda_stream_idle(const cuda_device& device, CUstream stream,
                                    const char* call = "cuStreamQuery", std::size_t bytes = 0);

/// The multiprocessors of the green context to which `stream` of `device`, which is current,
/// belongs; 0 if its kernels may run on all. Null is the legacy default stream, which belongs to
/// none. Throws ark::error.
[[nodiscard]] unsigned cuda_green_multiprocessors(const cuda_device& device, CUstream stream);

/// Streams beyond the number of a GPU's hardware queues share them, and a command begins only when
/// all earlier ones of its queue have begun: behind a kernel that waits, which may wait for that
/// very command. Streams of different priorities share none. ark's own streams have the greatest,
/// and a program's the default.
enum class stream_priority { standard, greatest };

/// A stream that the legacy default stream does not wait for. Members are called with its device
/// current. Move-only.
class cuda_stream {
 public:
  explicit cuda_stream(const cuda_device& device,
                       stream_priority wanted = stream_priority::greatest);
  /// Takes ownership of a stream from release().
  cuda_stream(const cuda_device& device, CUstream owned) noexcept
      : device_(&device), stream_(owned) {}
  ~cuda_stream();
  cuda_stream(cuda_stream&& other) noexcept
      : device_(other.device_), stream_(std::exchange(other.stream_, nullptr)) {}
  cuda_stream& operator=(cuda_stream&&) = delete;

  [[nodiscard]] CUstream get() const noexcept { return stream_; }
  /// Passes the ownership to the caller.
  CUstream release() noexcept { return std::exchange(stream_, nullptr); }

  /// Wait until the stream is idle; false after `timeout_ns`. `call`, `bytes`: the last queued
  /// operation, for errors; see cuda_stream_idle.
  [[nodiscard]] bool wait(std::uint64_t timeout_ns, const char* call = "cuStreamQuery",
                          std::size_t bytes = 0) const;
  /// One store of 8 bytes. With its default flags it includes a fence: a thread that reads the word
  /// sees everything earlier on the stream.
  void write_word(CUdeviceptr word, std::uint64_t value) const;

 private:
  const cuda_device* device_;
  CUstream stream_ = nullptr;
};

}  // namespace ark
