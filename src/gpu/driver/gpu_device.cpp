#include "gpu/driver/gpu_device.hpp"

#include <fmt/core.h>

#include <ark/errc.hpp>
#include <cstring>

namespace ark {

namespace {

gpu_uuid uuid_of(CUdevice handle, int number) {
  CUuuid read{};
  cuda_check(cuda_driver::get().device_get_uuid(&read, handle), "cuDeviceGetUuid", {number});
  gpu_uuid uuid;
  std::memcpy(uuid.data(), read.bytes, uuid.size());
  return uuid;
}

}  // namespace

int cuda_device_count() {
  int count = 0;
  cuda_check(cuda_driver::get().device_get_count(&count), "cuDeviceGetCount");
  return count;
}

int cuda_current_device() {
  const cuda_driver& api = cuda_driver::get();
  CUcontext now = nullptr;
  cuda_check(api.ctx_get_current(&now), "cuCtxGetCurrent");
  if (now == nullptr) return -1;
  CUdevice device = 0;
  cuda_check(api.ctx_get_device(&device), "cuCtxGetDevice");
  // A CUdevice of the driver is its number.
  return device;
}

cuda_device::cuda_device(int number) : number_(number) {
  const cuda_driver& api = cuda_driver::get();
  if (const int count = cuda_device_count(); number < 0 || number >= count) {
    throw error(errc::invalid_argument,
                fmt::format("CUDA device {}: this process sees {}: accepted: 0 to {} "
                            "(ARK_CUDA_DEVICE, CUDA_VISIBLE_DEVICES)",
                            number, count, count - 1));
  }
  cuda_check(api.device_get(&handle_, number), "cuDeviceGet", {number});
  cuda_check(api.primary_retain(&context_, handle_), "cuDevicePrimaryCtxRetain", {number});
}

cuda_device::~cuda_device() {
  cuda_warn(cuda_driver::get().primary_release(handle_), "cuDevicePrimaryCtxRelease", {number_});
}

int cuda_device::attribute(CUdevice_attribute which) const {
  int value = 0;
  cuda_check(cuda_driver::get().device_get_attribute(&value, which, handle_),
             "cuDeviceGetAttribute", {number_});
  return value;
}

gpu_facts cuda_device::facts() const {
  const cuda_driver& api = cuda_driver::get();
  gpu_facts all;
  all.number = number_;
  char name[256] = {};
  cuda_check(api.device_get_name(name, int{sizeof name}, handle_), "cuDeviceGetName", {number_});
  all.name = name;
  all.uuid = uuid_of(handle_, number_);
  cuda_check(api.device_total_mem(&all.memory_bytes, handle_), "cuDeviceTotalMem", {number_});
  all.driver_version = api.version();
  all.capability = 10 * attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) +
                   attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  all.multiprocessors = attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  all.mps = attribute(CU_DEVICE_ATTRIBUTE_MPS_ENABLED) != 0;
  all.one_context_only =
      attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_MODE) == CU_COMPUTEMODE_EXCLUSIVE_PROCESS;
  all.maps_memory = attribute(CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED) != 0;
  all.passes_memory =
      all.maps_memory &&
      attribute(CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED) != 0;
  all.host_memory_is_same =
      attribute(CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM) != 0;
  all.host_atomics = attribute(CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED) != 0;
  return all;
}

std::string cuda_device::obstacle_between(const gpu_uuid& other) const {
  const cuda_driver& api = cuda_driver::get();
  for (int number = 0; number < cuda_device_count(); ++number) {
    CUdevice theirs = 0;
    cuda_check(api.device_get(&theirs, number), "cuDeviceGet", {number});
    if (uuid_of(theirs, number) != other) continue;
    const auto can = [&](CUdevice_P2PAttribute what) {
      int value = 0;
      cuda_check(api.device_get_p2p_attribute(&value, what, handle_, theirs),
                 "cuDeviceGetP2PAttribute", {number_});
      return value != 0;
    };
    if (!can(CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED))
      return fmt::format("GPUs {} and {} do not reach each other's memory", number_, number);
    if (!can(CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED))
      return fmt::format("between GPUs {} and {} there are no atomics", number_, number);
  }
  return {};
}

void cuda_device::raise_stack(std::size_t bytes) const {
  const cuda_scope current(*this);
  std::size_t now = 0;
  cuda_check(cuda_driver::get().ctx_get_limit(&now, CU_LIMIT_STACK_SIZE), "cuCtxGetLimit",
             {number_});
  if (now >= bytes) return;
  cuda_check(cuda_driver::get().ctx_set_limit(CU_LIMIT_STACK_SIZE, bytes), "cuCtxSetLimit",
             {number_, bytes});
}

void cuda_device::make_current() const {
  cuda_check(cuda_driver::get().ctx_set_current(context_), "cuCtxSetCurrent", {number_});
}

cuda_scope::cuda_scope(const cuda_device& device) {
  cuda_check(cuda_driver::get().ctx_push_current(device.context()), "cuCtxPushCurrent",
             {device.number()});
  exchange_capture_mode();
}

cuda_scope::cuda_scope(const cuda_device& device, std::nothrow_t) noexcept
    : pushed_(cuda_driver::get().ctx_push_current(device.context()) == CUDA_SUCCESS) {
  exchange_capture_mode();
}

cuda_scope::~cuda_scope() {
  exchange_capture_mode();
  CUcontext mine = nullptr;
  if (pushed_) cuda_driver::get().ctx_pop_current(&mine);
}

void cuda_scope::exchange_capture_mode() noexcept {
  cuda_driver::get().exchange_capture_mode(&mode_);
}

}  // namespace ark
