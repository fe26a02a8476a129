// Asynchronous copies and atomics in GPU memory. Includes no header of CUDA.
#pragma once

#include <ark/detail/queue/descriptor.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace ark {

class cuda_device;
class cuda_scope;

/// Copies, words and atomics in a GPU's memory, and pinned staging buffers of the host for them.
/// Three concurrent lanes, a stream each: reads, writes followed by words, and atomics. Requests
/// are batched: a lane submits a batch once its previous batch has completed, by one call of the
/// driver if it has cuMemcpyBatchAsync (CUDA 12.8), otherwise by one call per request.
///
/// Order: a set comes after all earlier writes; other requests are unordered, also within a batch.
/// To order two requests, issue the second when the first has ended.
///
/// progress() calls `then` of completed requests, which may make more requests. After a lane has
/// failed, its `then` functions are not called and its buffers stay unused, because late copies may
/// still arrive.
///
/// One caller at a time. One side of a copy is in device memory, the other in one of these buffers.
class gpu_pipeline {
 public:
  using ended = std::function<void()>;
  using ended_amo = std::function<void(std::uint64_t before)>;

  /// `device` outlives it. Throws ark::error.
  gpu_pipeline(const cuda_device& device, std::uint64_t timeout_ns);
  /// Waits for requests in flight, at most `timeout_ns`.
  ~gpu_pipeline();
  gpu_pipeline(const gpu_pipeline&) = delete;
  gpu_pipeline& operator=(const gpu_pipeline&) = delete;

  /// True if `at` is memory that only the driver can access.
  [[nodiscard]] bool on_device(const void* at) const;

  static constexpr std::size_t no_buffer = ~std::size_t{0};
  static constexpr std::size_t most_bytes = 4 << 20;  ///< maximum size of a buffer
  /// Returns the number of a host buffer. bytes: at most most_bytes. Throws ark::error with device
  /// and size.
  [[nodiscard]] std::size_t acquire(std::size_t bytes);
  [[nodiscard]] std::byte* buffer(std::size_t number) const noexcept;
  void release(std::size_t number);

  /// Copy from the device. bytes: at least 1.
  void read(std::byte* dest, const std::byte* source, std::size_t bytes, ended then);
  void write(std::byte* dest, const std::byte* source, std::size_t bytes, ended then);
  /// Store one word of 8 bytes.
  void set(std::uint64_t* word, std::uint64_t value, ended then);
  /// See gpu_copier::amo.
  void amo(detail::amo_op op, std::byte* word, std::uint64_t bytes, std::uint64_t operand,
           std::uint64_t condition, ended_amo then);
  /// See gpu_copier::add; `source` is in one of these buffers.
  void add(detail::element_kind kind, std::byte* dest, const std::byte* source, std::size_t bytes,
           ended then);

  // --- Direct access of a network card to the device's memory.
  /// The reason why a card must not access it: nothing tells when the GPU sees what it has written.
  /// Empty if it may.
  [[nodiscard]] std::string network_obstacle() const;
  /// True if a card can access the whole range, which is memory of this device in one mapping.
  [[nodiscard]] bool on_network(const void* at, std::size_t bytes) const;
  /// Called after a card has written to the device's memory: calls `then` once all devices see the
  /// data. One flush in progress(), for which the calling thread waits, covers all data that
  /// arrived before.
  void after_flush(ended then);
  struct scope_end {
    void operator()(const cuda_scope* ended) const noexcept;
  };
  using scope = std::unique_ptr<const cuda_scope, scope_end>;
  /// Makes the device current on the calling thread for its lifetime, which a transport needs for
  /// device memory.
  [[nodiscard]] scope enter() const;

  /// Submit requests and report completed ones; true if one has completed. Throws ark::error once
  /// for a failed request: call, device and size; timeout if it has not ended in time.
  bool progress();
  /// True if no request is pending or in flight.
  [[nodiscard]] bool idle() const noexcept;

 private:
  struct impl;
  std::unique_ptr<impl> impl_;
};

}  // namespace ark
