// What host_latency measures beside ark: a kernel asks its host for each transfer, and the host
// copies and tells the peer's kernel. Single source for the kernels' half.
#pragma once

#include <ark/device/transfer/wait.hpp>
#include <cstddef>
#include <cstdint>

#include "kernels.hpp"

namespace ark_perf {

/// Words between a kernel and the host threads of its process, in pinned memory: numbers that only
/// grow.
struct host_mail {
  alignas(128) std::uint64_t asked = 0;    ///< by the kernel: so many transfers to its peer
  alignas(128) std::uint64_t arrived = 0;  ///< by the peer's host: so many have come
};

/// Release: what the kernel has written to the source before is copied.
ARK_HOST_DEVICE inline void host_mail_ask(host_mail& mail, std::uint64_t number) {
  ark::detail::store_release(&mail.asked, number);
}

/// Until transfer `number` has come, at most ARK_TIMEOUT: a failure of the PE as of any wait.
/// Acquire: pairs with the release of host_copy::serve.
ARK_HOST_DEVICE inline void host_mail_wait(const host_mail& mail, std::uint64_t number) {
  ark::detail::device_state& state = ark::device::context();
  const std::uint64_t* word = &mail.arrived;
  ark::detail::wait_info info;
  ark::device::fill_wait_info(info, ark::detail::op_kind::wait_until, word, ARK_CMP_GE, number);
  const ark::errc code = ark::device::wait_for_peer(
      state, [&] { return (info.seen = ark::detail::load_acquire(word)) >= number; }, info);
  if (code != ark::errc::ok) ark::device::wait_failed(state, code, info);
}

/// One PE's host in that. The PE's host thread only.
class host_copy {
 public:
  host_copy();

  /// For this PE's kernels.
  [[nodiscard]] host_mail* mail() const { return static_cast<host_mail*>(memory_.get()); }
  /// The next transfers: `bytes` from `source` to `dest`, the peer's memory, and its mail.
  void connect(void* dest, const void* source, std::size_t bytes, host_mail* peer);
  /// Look for a transfer that the kernel has asked for, some thousand times at most, and make it.
  /// Throws ark::error as copier::copy.
  void serve();

 private:
  pinned_memory memory_;
  copier copier_;
  void* dest_ = nullptr;
  const void* source_ = nullptr;
  std::size_t bytes_ = 0;
  host_mail* peer_ = nullptr;
  std::uint64_t served_ = 0;
};

}  // namespace ark_perf
