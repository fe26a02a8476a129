// A named range of a host thread, as NVIDIA's profilers show it.
#pragma once

#if ARK_HAVE_NVTX
#include <nvtx3/nvToolsExt.h>
#endif

namespace ark {

/// From construction to destruction. Nothing at all without NVTX; with it, a call through a null
/// pointer's check unless a profiler is attached. Any host thread; ranges of a thread nest.
class nvtx_range {
 public:
#if ARK_HAVE_NVTX
  explicit nvtx_range(const char* name) noexcept {
    // NVTX's own first use is a race of threads that come at once.
    [[maybe_unused]] static const bool initialized = (nvtxInitialize(nullptr), true);
    nvtxRangePushA(name);
  }
  ~nvtx_range() { nvtxRangePop(); }
#else
  explicit nvtx_range(const char*) noexcept {}
  ~nvtx_range() {}  // not trivial: an unused one is not a warning
#endif
  nvtx_range(const nvtx_range&) = delete;
  nvtx_range& operator=(const nvtx_range&) = delete;
};

}  // namespace ark
