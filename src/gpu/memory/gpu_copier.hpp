// The host's access to a GPU's memory: reads and writes of host calls go through the driver.
// Includes no header of CUDA.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

#include "queue/driver_copier.hpp"

namespace ark {

class amo_kernel;
class cuda_device;
class cuda_stream;
class pinned_stage;

/// Copies by the driver on a separate stream, which no kernel blocks. Every call returns when its
/// bytes have arrived, at most after `timeout_ns`. Addresses are of device or host memory. Any
/// thread; one at a time. A copy that timed out may still execute later, so its device memory and
/// pinned memory must stay valid; until it has ended further calls fail at once. Pageable memory is
/// used during the call only: because the driver would block the call for such a copy, without a
/// deadline, its bytes go through pinned memory.
///
/// All members throw ark::error: timeout with size and time, or CUDA's error.
class gpu_copier final : public driver_copier {
 public:
  /// `device` outlives it.
  gpu_copier(const cuda_device& device, std::uint64_t timeout_ns);
  ~gpu_copier();
  gpu_copier(const gpu_copier&) = delete;
  gpu_copier& operator=(const gpu_copier&) = delete;

  void copy(void* dest, const void* source, std::size_t bytes) override;
  void zero(void* dest, std::size_t bytes);
  /// One store of 8 bytes, after everything that was copied before.
  void write_word(std::uint64_t* dest, std::uint64_t value);
  /// delivery::amo by a kernel of one thread, after everything that was copied before: atomic with
  /// respect to other kernels, beside which it needs space on the GPU.
  std::uint64_t amo(detail::amo_op op, std::byte* word, std::uint64_t bytes, std::uint64_t operand,
                    std::uint64_t condition) override;
  /// delivery::add by a kernel; `source` is in device or host memory.
  void add(detail::element_kind kind, std::byte* dest, const std::byte* source,
           std::size_t bytes) override;
  /// delivery::signal, after everything that was copied before.
  void signal(detail::signal_op op, std::uint64_t* word, std::uint64_t value) override;

 private:
  void begin(const char* call);
  void finish(const char* call, std::size_t bytes);
  void copy_part(void* dest, const void* source, std::size_t bytes);

  const cuda_device& device_;
  std::uint64_t timeout_ns_;
  std::unique_ptr<amo_kernel> amo_;
  std::unique_ptr<pinned_stage> stage_;
  std::unique_ptr<cuda_stream> stream_;
  std::mutex mutex_;
  std::uint64_t began_ = 0;  ///< start of the current call
  bool late_ = false;        ///< the last call missed its deadline
};

}  // namespace ark
