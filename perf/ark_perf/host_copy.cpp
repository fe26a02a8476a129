#include "host_copy.hpp"

#include <thread>

namespace ark_perf {

namespace {
constexpr unsigned looks = 1000;  ///< of a memory read each; whether the kernel runs costs far more
}

host_copy::host_copy() : memory_(pinned_alloc(sizeof(host_mail))) {}

void host_copy::connect(void* dest, const void* source, std::size_t bytes, host_mail* peer) {
  dest_ = dest;
  source_ = source;
  bytes_ = bytes;
  peer_ = peer;
}

void host_copy::serve() {
  for (unsigned i = 0; i < looks; ++i) {
    // Pairs with host_mail_ask.
    const std::uint64_t asked = ark::detail::load_acquire(&mail()->asked);
    if (asked > served_) {
      copier_.copy(dest_, source_, bytes_, ark::device::context().timeout_ns);
      served_ = asked;
      ark::detail::store_release(&peer_->arrived, asked);
      return;
    }
    ark::detail::yield();
    if (!kernels_on_gpu()) std::this_thread::yield();  // the executor's kernels need the same cores
  }
}

}  // namespace ark_perf
