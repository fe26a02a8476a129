#include "cuda/gpu_lease.hpp"

#include <array>

#include "cuda/lease_shape.hpp"

namespace ark {

gpu_lease::gpu_lease(const cuda_device& device, gpu_copier& copier, detail::device_state* state,
                     std::span<const unsigned char> image)
    : device_(device),
      copier_(copier),
      state_(state),
      module_(device, image),
      kernel_(module_.function("ark_lease")),
      stream_(device) {
  detail::sm_workspace* work = nullptr;
  copier_.copy(&work, &state_->sm, sizeof work);
  words_ = &work->lease;
}

void gpu_lease::start(const detail::sm_lease_request& wanted, unsigned blocks) {
  const cuda_scope current(device_);
  detail::sm_lease_request request = wanted;
  std::array<void*, 2> parameters = {&state_, &request};
  module_.launch(kernel_, stream_.get(), blocks, lease_threads, lease_shared_bytes, parameters);
}

/// A copy engine's store: the kernel that looks for it need not end first.
void gpu_lease::ask(std::uint64_t number) { copier_.write_word(&words_->asked, number); }

bool gpu_lease::ended() {
  const cuda_scope current(device_);
  return cuda_stream_idle(device_, stream_.get());
}

errc gpu_lease::wait(std::uint64_t timeout_ns) {
  const cuda_scope current(device_);
  return stream_.wait(timeout_ns) ? errc::ok : errc::timeout;
}

std::uint64_t gpu_lease::served() {
  std::uint64_t count = 0;
  copier_.copy(&count, &words_->served, sizeof count);
  return count;
}

}  // namespace ark
