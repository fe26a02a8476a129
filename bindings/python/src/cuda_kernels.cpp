#include "cuda_kernels.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <ark/detail/platform/clock.hpp>
#include <ark/detail/platform/cuda_unit.hpp>
#include <ark/errc.hpp>
#include <ark/host.hpp>
#include <ark/order.hpp>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "waits.hpp"

namespace ark::detail {
// For launches, as in <ark/device/launch/launch_cuda.hpp>, which needs a CUDA toolkit.
ARK_API device_state* cuda_context_of_caller();
ARK_API std::size_t cuda_launch_shared_bytes(std::size_t wanted);
}  // namespace ark::detail

namespace ark::python {

namespace {

using handle = void*;
using address = unsigned long long;

/// The driver's functions, by the types of its ABI: this module compiles without a CUDA toolkit.
class cuda_driver {
 public:
  /// Throws unsupported without a driver that has them.
  static const cuda_driver& get() {
    static const cuda_driver only;
    return only;
  }

  int (*error_name)(int code, const char** text);
  int (*pointer_attribute)(void* value, int attribute, address of);
  int (*context_current)(handle* context);
  int (*context_push)(handle context);
  int (*context_pop)(handle* context);
  int (*primary_retain)(handle* context, int device);
  int (*primary_release)(int device);
  int (*device_attribute)(int* value, int attribute, int device);
  int (*priority_range)(int* least, int* greatest);
  int (*stream_create)(handle* stream, unsigned flags, int priority);
  int (*stream_query)(handle stream);
  int (*stream_destroy)(handle stream);
  int (*copy)(address to, address from, std::size_t bytes, handle stream);
  int (*module_load)(handle* module, const void* image);
  int (*module_unload)(handle module);
  int (*module_function)(handle* function, handle module, const char* name);
  int (*module_global)(address* at, std::size_t* bytes, handle module, const char* name);
  int (*function_attribute)(int* value, int attribute, handle function);
  int (*set_function_attribute)(handle function, int attribute, int value);
  int (*launch)(handle function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                unsigned shared_bytes, handle stream, void** parameters, void** extra);
  int (*launch_cooperative)(handle function, unsigned, unsigned, unsigned, unsigned, unsigned,
                            unsigned, unsigned shared_bytes, handle stream, void** parameters);

  [[nodiscard]] std::string text_of_code(int code) const {
    const char* name = nullptr;
    return error_name(code, &name) == 0 && name != nullptr ? name : std::to_string(code);
  }
  void check(int code, const char* call) const {
    if (code != 0) throw error(errc::system_error, text_of(call, ": ", text_of_code(code)));
  }

 private:
  using finder = int (*)(const char* name, void** function, int version, unsigned long long flags,
                         int* status);

  cuda_driver() {
    void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    void* const found = library == nullptr ? nullptr : dlsym(library, "cuGetProcAddress_v2");
    if (found == nullptr)
      throw error(errc::unsupported,
                  text_of("kernels on a GPU: ", dlerror(), ": CUDA's driver, 12.0 or newer"));
    const auto find = reinterpret_cast<finder>(found);
    bind(find, error_name, "cuGetErrorName", 6000);
    bind(find, context_current, "cuCtxGetCurrent", 4000);
    bind(find, context_push, "cuCtxPushCurrent", 4000);
    bind(find, context_pop, "cuCtxPopCurrent", 4000);
    bind(find, primary_retain, "cuDevicePrimaryCtxRetain", 7000);
    bind(find, primary_release, "cuDevicePrimaryCtxRelease", 11000);
    bind(find, pointer_attribute, "cuPointerGetAttribute", 4000);
    bind(find, device_attribute, "cuDeviceGetAttribute", 2000);
    bind(find, priority_range, "cuCtxGetStreamPriorityRange", 5050);
    bind(find, stream_create, "cuStreamCreateWithPriority", 5050);
    bind(find, stream_query, "cuStreamQuery", 2000);
    bind(find, stream_destroy, "cuStreamDestroy", 4000);
    bind(find, copy, "cuMemcpyAsync", 4000);
    bind(find, module_load, "cuModuleLoadData", 2000);
    bind(find, module_unload, "cuModuleUnload", 2000);
    bind(find, module_function, "cuModuleGetFunction", 2000);
    bind(find, module_global, "cuModuleGetGlobal", 3020);
    bind(find, function_attribute, "cuFuncGetAttribute", 2020);
    bind(find, set_function_attribute, "cuFuncSetAttribute", 9000);
    bind(find, launch, "cuLaunchKernel", 4000);
    bind(find, launch_cooperative, "cuLaunchCooperativeKernel", 9000);
  }

  template <class Function>
  static void bind(finder find, Function& to, const char* name, int version) {
    void* found = nullptr;
    int status = 0;
    if (find(name, &found, version, 0, &status) != 0 || found == nullptr)
      throw error(errc::unsupported, text_of("kernels on a GPU: libcuda.so.1 has no ", name,
                                             ": CUDA's driver, 12.0 or newer"));
    to = reinterpret_cast<Function>(found);
  }
};

/// The device of a runtime's PE, with its context held.
struct pe_device {
  std::uint64_t runtime;
  int device;
  handle context;
};

/// Makes a context the calling thread's current one: init may have run on another thread.
class context_scope {
 public:
  explicit context_scope(handle context) {
    cuda_driver::get().check(cuda_driver::get().context_push(context), "cuCtxPushCurrent");
  }
  ~context_scope() {
    handle last = nullptr;
    (void)cuda_driver::get().context_pop(&last);
  }
  context_scope(const context_scope&) = delete;
  context_scope& operator=(const context_scope&) = delete;
};

/// An image and its table of PEs; the same for all kernels of one source.
struct image {
  std::string content;
  std::string contexts;
};

/// An image in the driver, for one runtime.
struct loaded_image {
  std::uint64_t runtime;
  std::uint64_t image;
  handle context;
  handle module;
  address table = 0;  ///< 0: its kernels call nothing of ark
  std::map<std::string, handle> functions = {};
};

struct program {
  std::mutex mutex;
  std::vector<image> images;
  std::vector<loaded_image> loaded;
  std::vector<pe_device> devices;
  std::unique_ptr<detail::cuda_unit> unit;
};
program& the_program() {
  static auto& only = *new program;
  return only;
}

/// Of the calling PE. Throws unsupported if its heap is not accessible for a GPU.
pe_device own_device() {
  program& all = the_program();
  const auto at = reinterpret_cast<address>(detail::cuda_context_of_caller());
  const cuda_driver& driver = cuda_driver::get();
  const std::lock_guard lock(all.mutex);
  const std::uint64_t runtime = detail::runtime_number();
  for (const pe_device& one : all.devices)
    if (one.runtime == runtime) return one;
  pe_device made{runtime, gpu_at(reinterpret_cast<const void*>(at)), nullptr};
  driver.check(driver.primary_retain(&made.context, made.device), "cuDevicePrimaryCtxRetain");
  all.devices.push_back(made);
  return made;
}

/// On a stream of its own: others would wait for running kernels. Returns CUDA's code, that of a
/// stream that is not ready after the deadline.
int copy_now(address to, const void* from, std::size_t bytes) {
  constexpr std::uint64_t deadline_ns = 60'000'000'000;
  const cuda_driver& driver = cuda_driver::get();
  int least = 0, greatest = 0;
  handle stream = nullptr;
  int code = driver.priority_range(&least, &greatest);
  if (code == 0) code = driver.stream_create(&stream, 1, greatest);
  if (code != 0) return code;
  constexpr int not_ready = 600;
  code = driver.copy(to, reinterpret_cast<address>(from), bytes, stream);
  if (code == 0) {
    const std::uint64_t end = detail::deadline_after(deadline_ns);
    while ((code = driver.stream_query(stream)) == not_ready && detail::clock_ns() < end)
      std::this_thread::yield();
  }
  const int destroyed = driver.stream_destroy(stream);
  return code != 0 ? code : destroyed;
}

/// A detail::cuda_unit::writer, for all images of the calling thread's context.
const char* write_tables(const detail::cuda_context_table& table) {
  program& all = the_program();
  const std::lock_guard lock(all.mutex);
  if (all.loaded.empty()) return nullptr;
  handle context = nullptr;
  if (cuda_driver::get().context_current(&context) != 0) return "cuCtxGetCurrent failed";
  for (const loaded_image& one : all.loaded) {
    if (one.context != context || one.table == 0) continue;
    const char* text = "an unknown error of cuMemcpyAsync";
    if (const int code = copy_now(one.table, &table, sizeof table); code != 0) {
      (void)cuda_driver::get().error_name(code, &text);
      return text;
    }
  }
  return nullptr;
}

/// libark writes the tables of a new unit before the next launch.
void renew_unit() {
  program& all = the_program();
  auto fresh = std::make_unique<detail::cuda_unit>(&write_tables, false);
  const std::lock_guard lock(all.mutex);
  all.unit.swap(fresh);  // the old one ends last, so that there always is one
}

loaded_image load(std::uint64_t index, const image& from, const pe_device& of) {
  const cuda_driver& driver = cuda_driver::get();
  loaded_image made{of.runtime, index, of.context, nullptr};
  int code = 0;
  {
    const without_gil released;
    code = driver.module_load(&made.module, from.content.c_str());
  }
  driver.check(code, "cuModuleLoadData");
  std::size_t bytes = 0;
  if (driver.module_global(&made.table, &bytes, made.module, from.contexts.c_str()) != 0)
    made.table = 0;
  return made;
}

/// With the GIL: no other thread loads at once.
handle function_in(std::uint64_t index, const std::string& entry, const pe_device& of) {
  program& all = the_program();
  const cuda_driver& driver = cuda_driver::get();
  const auto find = [&]() -> loaded_image* {
    for (loaded_image& one : all.loaded)
      if (one.runtime == of.runtime && one.image == index) return &one;
    return nullptr;
  };
  std::unique_lock lock(all.mutex);
  if (find() == nullptr) {
    const image from = all.images[index];
    lock.unlock();
    loaded_image made = load(index, from, of);
    lock.lock();
    all.loaded.push_back(std::move(made));
    lock.unlock();
    renew_unit();
    lock.lock();
  }
  loaded_image& in = *find();
  const auto known = in.functions.find(entry);
  if (known != in.functions.end()) return known->second;
  handle function = nullptr;
  driver.check(driver.module_function(&function, in.module, entry.c_str()), "cuModuleGetFunction");
  return in.functions[entry] = function;
}

/// CUDA allows 48 KiB together with static variables, and more up to a limit that is set here.
void allow_shared_bytes(handle function, std::size_t bytes) {
  if (bytes == 0) return;
  constexpr int static_bytes = 1, most_dynamic_bytes = 8;  // CUfunction_attribute
  constexpr std::size_t always = 48 * 1024;
  const cuda_driver& driver = cuda_driver::get();
  int own = 0;
  driver.check(driver.function_attribute(&own, static_bytes, function), "cuFuncGetAttribute");
  if (bytes + static_cast<std::size_t>(own) <= always) return;
  driver.check(driver.set_function_attribute(function, most_dynamic_bytes, static_cast<int>(bytes)),
               "cuFuncSetAttribute");
}

}  // namespace

int gpu_at(const void* memory) {
  constexpr int ordinal = 9;  // CUpointer_attribute
  const cuda_driver& driver = cuda_driver::get();
  int device = 0;
  driver.check(driver.pointer_attribute(&device, ordinal, reinterpret_cast<address>(memory)),
               "cuPointerGetAttribute");
  return device;
}

void use_gpu_kernels() {
  if (the_program().unit == nullptr) renew_unit();
}

bool has_gpu_streams() {
  try {
    (void)detail::cuda_context_of_caller();
  } catch (const error& problem) {
    if (problem.code() == errc::unsupported) return false;
    throw;
  }
  use_gpu_kernels();
  return true;
}

int gpu_architecture() {
  constexpr int major = 75, minor = 76;  // CUdevice_attribute
  const int device = own_device().device;
  const cuda_driver& driver = cuda_driver::get();
  int first = 0, second = 0;
  driver.check(driver.device_attribute(&first, major, device), "cuDeviceGetAttribute");
  driver.check(driver.device_attribute(&second, minor, device), "cuDeviceGetAttribute");
  return 10 * first + second;
}

gpu_kernel::gpu_kernel(const std::string& content, std::string entry, std::string contexts)
    : entry_(std::move(entry)) {
  program& all = the_program();
  const std::lock_guard lock(all.mutex);
  const auto same = std::find_if(all.images.begin(), all.images.end(),
                                 [&](const image& one) { return one.content == content; });
  image_ = static_cast<std::uint64_t>(same - all.images.begin());
  if (same == all.images.end()) all.images.push_back({content, std::move(contexts)});
}

void gpu_kernel::launch(const launch_config& config, CUstream_st* stream, void** values) const {
  const pe_device own = own_device();
  const cuda_driver& driver = cuda_driver::get();
  const context_scope current(own.context);
  const handle function = function_in(image_, entry_, own);
  const std::size_t shared = detail::cuda_launch_shared_bytes(config.shared_bytes);
  allow_shared_bytes(function, shared);
  const auto bytes = static_cast<unsigned>(shared);
  const dim3 grid = config.grid, block = config.block;
  if (config.collective) {
    driver.check(driver.launch_cooperative(function, grid.x, grid.y, grid.z, block.x, block.y,
                                           block.z, bytes, stream, values),
                 "cuLaunchCooperativeKernel");
  } else {
    driver.check(driver.launch(function, grid.x, grid.y, grid.z, block.x, block.y, block.z, bytes,
                               stream, values, nullptr),
                 "cuLaunchKernel");
  }
}

void forget_gpu_images() noexcept {
  program& all = the_program();
  std::vector<handle> ended;
  std::vector<pe_device> devices;
  const std::uint64_t runtime = detail::runtime_number();
  {
    const std::lock_guard lock(all.mutex);
    std::erase_if(all.devices, [&](const pe_device& one) {
      const bool is_own = one.runtime == runtime;
      if (is_own) devices.push_back(one);
      return is_own;
    });
    std::erase_if(all.loaded, [&](const loaded_image& one) {
      const bool is_own = one.runtime == runtime;
      if (is_own) ended.push_back(one.module);
      return is_own;
    });
  }
  for (const pe_device& one : devices) {
    const cuda_driver& driver = cuda_driver::get();
    if (status() == errc::ok) {  // else a kernel may still run, and would be waited for
      const context_scope current(one.context);
      for (const handle module : ended) (void)driver.module_unload(module);
    }
    (void)driver.primary_release(one.device);
  }
}

}  // namespace ark::python
