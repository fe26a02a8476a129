// Streams whose kernels run on a part of a GPU's multiprocessors. Only if libark is built with a
// CUDA toolkit.
#pragma once

#include <map>
#include <mutex>
#include <vector>

#include "gpu/driver/gpu_device.hpp"

namespace ark {

/// Green contexts of one device, one for each stream. The multiprocessors are divided once, into
/// the smallest groups that the device permits; a stream has the groups that the fewest other
/// streams have, so that streams share groups only if all are in use. Any thread.
class green_contexts {
 public:
  /// The device outlives this.
  explicit green_contexts(const cuda_device& device) : device_(device) {}
  /// The streams have been destroyed.
  ~green_contexts();
  green_contexts(const green_contexts&) = delete;
  green_contexts& operator=(const green_contexts&) = delete;

  /// A stream that the legacy default stream does not wait for, on at least `multiprocessors`.
  /// Throws ark::error: invalid_argument for 0 and more than the device has, unsupported with a
  /// driver before CUDA 12.5, or CUDA's error.
  [[nodiscard]] CUstream create(unsigned multiprocessors);
  /// End the green context of a stream that has just been destroyed; no effect for other streams.
  void forget(CUstream stream) noexcept;

 private:
  struct part {
    CUgreenCtx context = nullptr;
    std::vector<std::size_t> groups;
  };
  void divide();

  const cuda_device& device_;
  std::mutex mutex_;
  std::vector<CUdevResource> groups_;  ///< empty before the first stream
  std::vector<unsigned> users_;        ///< streams of each group
  std::map<CUstream, part> parts_;
};

}  // namespace ark
