// The shape of a leased engine's kernel on a GPU.
#pragma once

namespace ark {

/// A warp that schedules and four that copy, with three stages of 3.2 KiB each. Chosen, not
/// measured.
inline constexpr unsigned lease_threads = 160;
inline constexpr unsigned lease_shared_bytes = 40 * 1024;

}  // namespace ark
