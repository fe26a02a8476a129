// A full fence on the threads of all processes that have ark.
#pragma once

namespace ark {

/// Whether fence_all() reaches this process. It joins when the library is loaded: a process of one
/// thread does that at once, one of several waits until each CPU has switched (10 to 50 ms).
[[nodiscard]] bool fence_all_joined() noexcept;

/// A full fence on every running thread of the processes that have joined, and on the caller.
/// False if the system lacks it.
[[nodiscard]] bool fence_all() noexcept;

}  // namespace ark
