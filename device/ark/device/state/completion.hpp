// The point at which a transfer returns, and the PE that it is for.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <cstdint>

namespace ark {

namespace device {

/// The point at which a transfer returns. local: source reusable (put) or destination filled (get).
/// deferred: at once. value: like local, for at most reply_bytes that the call returns by value.
enum class completion : std::uint32_t { local, deferred, value, seen_by_peers_on_cpu };

/// Returns at once, and quiet() does not wait for it: the caller continues only after a message
/// that the target sent later, or that depends on such a message. For collectives whose members
/// wait for all members.
inline constexpr completion seen_by_peers =
#if ARK_DEVICE_PASS
    completion::deferred;
#else
    completion::seen_by_peers_on_cpu;
#endif

}  // namespace device

/// The target PE of an operation: its number, or ark::in(ctx, pe), its number in the team of a
/// context, which then counts the operation.
struct target_pe {
  int number;
  std::uint32_t context = 0;  ///< handle of a created context; 0: none

  // NOLINTNEXTLINE(google-explicit-constructor): a PE is given as an int
  ARK_HOST_DEVICE constexpr target_pe(int pe) : number(pe) {}
  ARK_HOST_DEVICE constexpr target_pe(int pe, std::uint32_t counting)
      : number(pe), context(counting) {}
};

}  // namespace ark
