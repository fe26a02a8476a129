// What CUDA's driver reads from the environment, as far as ark has to know it.
#pragma once

namespace ark {

/// The hardware queues that the streams of this process share on each GPU.
[[nodiscard]] unsigned cuda_connections() noexcept;

}  // namespace ark
