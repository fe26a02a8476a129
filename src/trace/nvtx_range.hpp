// A named range of a host thread, as NVIDIA's profilers show it.
#pragma once

#if ARK_HAVE_NVTX
#include <nvtx3/nvToolsExt.h>
#endif

namespace ark {

/// The range from construction to destruction. Empty without NVTX; with it, one test of a null
/// pointer unless a profiler is attached. Any host thread; ranges of a thread nest.
class nvtx_range {
 public:
#if ARK_HAVE_NVTX
  explicit nvtx_range(const char* name) noexcept {
    // Concurrent first calls of NVTX are a race.
    [[maybe_unused]] static const bool initialized = (nvtxInitialize(nullptr), true);
    nvtxRangePushA(name);
  }
  ~nvtx_range() { nvtxRangePop(); }
#else
  explicit nvtx_range(const char*) noexcept {}
  ~nvtx_range() {}  // not trivial, to avoid warnings about unused variables
#endif
  nvtx_range(const nvtx_range&) = delete;
  nvtx_range& operator=(const nvtx_range&) = delete;
};

}  // namespace ark
