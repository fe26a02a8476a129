// Asynchronous copies and atomics in GPU memory. No header of CUDA's.
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

/// Copies, words and atomics in a GPU's memory, and pinned buffers of the host for them. Three
/// lanes that go on beside each other, a stream each: reads, writes with words behind them, and
/// atomics. Requests are batched: a lane submits a batch once its previous batch has completed, by
/// one call of the driver where it has cuMemcpyBatchAsync (CUDA 12.8), else by one call each.
///
/// Order: a set comes after all writes asked for before it; nothing else is ordered with anything.
/// For an order, request the second when the first has ended. Within a batch CUDA keeps none.
///
/// progress() calls `then` of completed requests, which may make more requests. For a lane that
/// fails nothing is called: its buffers stay unused, since late copies may still arrive.
///
/// One caller at a time. Of a copy one side is on the device, the other in a buffer from here.
class gpu_pipeline {
 public:
  using ended = std::function<void()>;
  using ended_amo = std::function<void(std::uint64_t before)>;

  /// `device` outlives it. Throws ark::error.
  gpu_pipeline(const cuda_device& device, std::uint64_t timeout_ns);
  /// Waits for what is under way, at most `timeout_ns`.
  ~gpu_pipeline();
  gpu_pipeline(const gpu_pipeline&) = delete;
  gpu_pipeline& operator=(const gpu_pipeline&) = delete;

  /// True if the CPU must leave `at` to the driver.
  [[nodiscard]] bool on_device(const void* at) const;

  static constexpr std::size_t no_buffer = ~std::size_t{0};
  static constexpr std::size_t most_bytes = 4 << 20;  ///< of a buffer
  /// The number of a buffer of the host. bytes: at most most_bytes. Throws ark::error with device
  /// and size.
  [[nodiscard]] std::size_t acquire(std::size_t bytes);
  [[nodiscard]] std::byte* buffer(std::size_t number) const noexcept;
  void release(std::size_t number);

  /// From the device. bytes: at least 1.
  void read(std::byte* dest, const std::byte* source, std::size_t bytes, ended then);
  void write(std::byte* dest, const std::byte* source, std::size_t bytes, ended then);
  /// One store of 8 bytes.
  void set(std::uint64_t* word, std::uint64_t value, ended then);
  /// As gpu_copier::amo.
  void amo(detail::amo_op op, std::byte* word, std::uint64_t bytes, std::uint64_t operand,
           std::uint64_t condition, ended_amo then);
  /// As gpu_copier::add; `source` is in a buffer from here.
  void add(detail::element_kind kind, std::byte* dest, const std::byte* source, std::size_t bytes,
           ended then);

  // --- A network card that is given the device's memory itself. ---
  /// Why it must not be: nothing says when the GPU sees what it has written. Empty if it may.
  [[nodiscard]] std::string network_obstacle() const;
  /// True if it reaches all of that, which is memory of this very device and in one piece.
  [[nodiscard]] bool on_network(const void* at, std::size_t bytes) const;
  /// It has written to the device's memory: `then` once all devices see that. One flush by
  /// progress(), which the calling thread waits for, is for all that has landed before.
  void after_flush(ended then);
  struct scope_end {
    void operator()(const cuda_scope* ended) const noexcept;
  };
  using scope = std::unique_ptr<const cuda_scope, scope_end>;
  /// While it lives the device is current on the calling thread, as a transport wants it that is
  /// given its memory.
  [[nodiscard]] scope enter() const;

  /// Starts what has been asked for and tells what has ended; true if something has. Throws
  /// ark::error once for what fails: call, device and size, timeout if it has not ended in time.
  bool progress();
  /// True if nothing has been asked for that has not ended.
  [[nodiscard]] bool idle() const noexcept;

 private:
  struct impl;
  std::unique_ptr<impl> impl_;
};

}  // namespace ark
