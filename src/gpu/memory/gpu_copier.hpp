// The host's hand in a GPU's memory: what host calls read and write there goes through the driver.
// No header of CUDA's.
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

/// Copies by the driver on a stream of its own, which no kernel holds up. Every call returns when
/// its bytes are there, at most after `timeout_ns`. Addresses are of device memory or of the host.
/// Any thread; one at a time. What was not done in time may be done later, by when device memory
/// and pinned memory must still be there; until then further calls fail at once. Pageable memory is
/// used during the call only: the driver would make the call itself wait for its copy, without a
/// deadline, so that its bytes go through pinned memory.
///
/// All throw ark::error: timeout with size and time, or what CUDA says.
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
  /// As delivery::amo, by a kernel of one thread after everything that was copied before: atomic
  /// with what other kernels do, and in need of a place beside them.
  std::uint64_t amo(detail::amo_op op, std::byte* word, std::uint64_t bytes, std::uint64_t operand,
                    std::uint64_t condition) override;
  /// As delivery::add, by a kernel as amo's; `source` is of device memory or of the host.
  void add(detail::element_kind kind, std::byte* dest, const std::byte* source,
           std::size_t bytes) override;
  /// As delivery::signal, after everything that was copied before.
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
  std::uint64_t began_ = 0;  ///< the call that runs
  bool late_ = false;        ///< the last call was not done by its deadline
};

}  // namespace ark
