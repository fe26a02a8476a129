// Waiting and progress on threads that run no lanes.
#pragma once

#include <ark/detail/lane.hpp>

namespace ark::executor {

/// ark::detail::wait on a host thread: drives the engines of every executor of the process
/// meanwhile.
errc host_wait(detail::predicate ready, void* argument, detail::wait_info& info) noexcept;

/// Drives the engines of every executor of the process once. True if something was done.
bool host_progress() noexcept;

}  // namespace ark::executor
