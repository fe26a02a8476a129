#include "gpu/driver/cuda_driver.hpp"

#include <dlfcn.h>
#include <fmt/core.h>

#include <ark/errc.hpp>
#include <cstdlib>
#include <memory>
#include <optional>

#include "error/log.hpp"

namespace ark {

namespace {

constexpr const char* driver_library = "libcuda.so.1";

[[noreturn]] void no_driver(const std::string& why) { throw error(errc::unsupported, why); }

std::string version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

/// A symbol that every driver has had for years: without it, the library is no CUDA driver.
template <class Pointer>
Pointer symbol_of(void* library, const char* path, const char* name) {
  auto found = reinterpret_cast<Pointer>(dlsym(library, name));
  if (found == nullptr) {
    no_driver(fmt::format("CUDA driver: {} has no {}: it is not NVIDIA's driver", path, name));
  }
  return found;
}

/// Leaves the address null if the driver lacks the symbol.
void resolve(PFN_cuGetProcAddress_v12000 get_address, cuda_entry& entry) {
  auto found = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  const CUresult code = get_address(entry.name, &entry.address, entry.version,
                                    CU_GET_PROC_ADDRESS_LEGACY_STREAM, &found);
  if (code != CUDA_SUCCESS) entry.address = nullptr;
}

void find(PFN_cuGetProcAddress_v12000 get_address, cuda_entry& entry, const char* path,
          int version) {
  resolve(get_address, entry);
  if (entry.address != nullptr) return;
  no_driver(fmt::format("CUDA driver: {} (CUDA {}) has no {} of CUDA {}; a newer NVIDIA driver has",
                        path, version_text(version), entry.name, version_text(entry.version)));
}

errc errc_of(CUresult code) {
  if (code == CUDA_ERROR_OUT_OF_MEMORY) return errc::out_of_memory;
  const bool has_not = code == CUDA_ERROR_NOT_SUPPORTED || code == CUDA_ERROR_NO_DEVICE ||
                       code == CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
  return has_not ? errc::unsupported : errc::system_error;
}

/// Text of a failed call.
std::string failure_text(const char* call, cuda_call_subject about, CUresult code) {
  std::string text = call;
  if (about.device >= 0) text += fmt::format(" on device {}", about.device);
  if (about.bytes > 0) text += fmt::format(" of {} bytes", about.bytes);
  return fmt::format("{}: {}", text, cuda_driver::get().error_text(code));
}

/// Set variables that the driver reads when it starts; values of the user take precedence. With
/// CUDA's defaults a kernel that is loaded at its first launch may wait for running kernels and for
/// the graphs of plans. Streams that share one of 8 hardware queues may wait for each other: a copy
/// by ark behind a kernel that cannot start, while the kernel before that one waits for the copy.
/// No effect if the program has started the driver, which has read the environment then.
void settle_environment(const cuda_driver& api) {
  int count = 0;
  if (api.device_get_count(&count) != CUDA_ERROR_NOT_INITIALIZED) return;
  setenv("CUDA_MODULE_LOADING", "EAGER", 0);
  setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 0);
}

/// Result of the first search for a driver.
struct search {
  std::unique_ptr<cuda_driver> found;
  std::optional<error> problem;
};

search search_and_initialise() {
  search result;
  try {
    result.found = std::make_unique<cuda_driver>(driver_library);
    const cuda_driver& api = *result.found;
    settle_environment(api);
    if (const CUresult code = api.init(0); code != CUDA_SUCCESS) {
      no_driver(fmt::format("CUDA driver: cuInit of {} (CUDA {}): {}", driver_library,
                            version_text(api.version()), api.error_text(code)));
    }
  } catch (const error& problem) {
    result.problem = problem;
  }
  return result;
}

}  // namespace

cuda_driver::cuda_driver(const char* library) {
  void* const opened = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (opened == nullptr) {
    no_driver(
        fmt::format("CUDA driver: {}; NVIDIA's driver has to be installed, and in a "
                    "container be passed through",
                    dlerror()));
  }
  const auto get_version =
      symbol_of<PFN_cuDriverGetVersion_v2020>(opened, library, "cuDriverGetVersion");
  if (get_version(&version_) != CUDA_SUCCESS || version_ < least_version) {
    no_driver(fmt::format("CUDA driver: {} supports CUDA {}; ark takes {} or newer", library,
                          version_text(version_), version_text(least_version)));
  }
  const auto get_address =
      symbol_of<PFN_cuGetProcAddress_v12000>(opened, library, "cuGetProcAddress_v2");
  for (cuda_entry* entry : all_) find(get_address, *entry, library, version_);
  for (cuda_entry* entry : newer_) resolve(get_address, *entry);
}

const cuda_driver& cuda_driver::get() {
  // Never destroyed: objects that hold memory of a GPU may be freed after main.
  static const search& once = *std::make_unique<search>(search_and_initialise()).release();
  if (once.problem) throw *once.problem;
  return *once.found;
}

std::string cuda_driver::error_text(CUresult code) const {
  const char* name = nullptr;
  const char* text = nullptr;
  get_error_name(code, &name);
  get_error_string(code, &text);
  if (name == nullptr || text == nullptr) return fmt::format("CUDA error {}", int{code});
  return fmt::format("{} ({})", name, text);
}

void cuda_check(CUresult code, const char* call, cuda_call_subject about,
                const std::source_location& where) {
  if (code == CUDA_SUCCESS) return;
  throw error(errc_of(code), fmt::format("{} ({}:{})", failure_text(call, about, code),
                                         where.file_name(), where.line()));
}

void cuda_warn(CUresult code, const char* call, cuda_call_subject about) noexcept {
  if (code == CUDA_SUCCESS || code == CUDA_ERROR_DEINITIALIZED) return;
  try {
    logger().warn("{}", failure_text(call, about, code));
  } catch (...) {
    // Out of memory while describing it; the resource is lost in any case.
  }
}

}  // namespace ark
