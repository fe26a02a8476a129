// The point at which a transfer returns, and the context that counts it until it is delivered.
#pragma once

#include <ark/detail/portability.hpp>
#include <cstdint>

namespace ark {

namespace device {

/// The point at which a transfer returns. local: source reusable (put) or destination filled (get).
/// deferred: at once. value: as local, for at most reply_bytes that the call returns by value. With
/// it goes the number of the created context that counts the operation; 0: no context does.
enum class completion : std::uint32_t { local, deferred, value, seen_by_peers_on_cpu };

/// At once, and quiet() does not wait for it: the caller goes on only with a message that the
/// target has sent later, or that depends on one. For collectives whose members wait for all
/// members.
inline constexpr completion seen_by_peers =
#if ARK_DEVICE_PASS
    completion::deferred;
#else
    completion::seen_by_peers_on_cpu;
#endif

inline constexpr unsigned completion_bits = 8;

ARK_HOST_DEVICE constexpr completion counted(completion until, std::uint32_t context) {
  return static_cast<completion>(static_cast<std::uint32_t>(until) | context << completion_bits);
}
ARK_HOST_DEVICE constexpr completion uncounted(completion until) {
  return static_cast<completion>(static_cast<std::uint32_t>(until) & ((1u << completion_bits) - 1));
}
ARK_HOST_DEVICE constexpr std::uint32_t context_of(completion until) {
  return static_cast<std::uint32_t>(until) >> completion_bits;
}

}  // namespace device

/// The PE that an operation is for: its number, or ark::in(ctx, pe), its number in the team of a
/// context, which then counts the operation.
struct target_pe {
  int number;
  std::uint32_t context = 0;  ///< a created one, else 0

  // NOLINTNEXTLINE(google-explicit-constructor): a PE is given as an int
  ARK_HOST_DEVICE constexpr target_pe(int pe) : number(pe) {}
  ARK_HOST_DEVICE constexpr target_pe(int pe, std::uint32_t counting)
      : number(pe), context(counting) {}

  [[nodiscard]] ARK_HOST_DEVICE constexpr device::completion until(device::completion when) const {
    return device::counted(when, context);
  }
};

}  // namespace ark
