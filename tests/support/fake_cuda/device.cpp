// Devices, their attributes, and contexts.
#include <atomic>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "fake_functions.hpp"
#include "fake_state.hpp"

namespace fake {
namespace {

/// A context is the address of its device's number plus one.
char contexts[65];
thread_local std::vector<CUcontext> stack;
thread_local CUcontext bottom = nullptr;  ///< what CtxSetCurrent has put under the stack

CUcontext context_of(int device) { return reinterpret_cast<CUcontext>(&contexts[device]); }
CUcontext current() { return stack.empty() ? bottom : stack.back(); }

std::atomic<bool> started{false};  ///< by cuInit

/// How often each context is held.
std::mutex held_mutex;
std::map<CUdevice, int> held;
std::map<int, std::size_t> stacks;  ///< CU_LIMIT_STACK_SIZE of each device, with held_mutex

/// Pairs of a context and another whose memory it reaches.
std::mutex peers_mutex;
std::set<std::pair<CUcontext, CUcontext>> peers;

}  // namespace

bool known_device(int device) { return device >= 0 && device < fake_cuda_settings()->devices; }

int current_device() {
  const CUcontext now = current();
  return now == nullptr ? -1 : static_cast<int>(reinterpret_cast<char*>(now) - contexts);
}

CUresult Init(unsigned) {
  if (const CUresult code = called("cuInit"); code != CUDA_SUCCESS) return code;
  started = true;
  return fake_cuda_settings()->devices > 0 ? CUDA_SUCCESS : CUDA_ERROR_NO_DEVICE;
}

CUresult GetErrorName(CUresult code, const char** text) {
  switch (code) {
    case CUDA_ERROR_OUT_OF_MEMORY:
      *text = "CUDA_ERROR_OUT_OF_MEMORY";
      return CUDA_SUCCESS;
    case CUDA_ERROR_NO_DEVICE:
      *text = "CUDA_ERROR_NO_DEVICE";
      return CUDA_SUCCESS;
    case CUDA_ERROR_INVALID_VALUE:
      *text = "CUDA_ERROR_INVALID_VALUE";
      return CUDA_SUCCESS;
    case CUDA_ERROR_UNKNOWN:
      *text = "CUDA_ERROR_UNKNOWN";
      return CUDA_SUCCESS;
    default:
      *text = nullptr;
      return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult GetErrorString(CUresult code, const char** text) {
  *text = code == CUDA_ERROR_OUT_OF_MEMORY ? "out of memory" : "as the fake driver was told";
  return CUDA_SUCCESS;
}

CUresult DeviceGetCount(int* count) {
  if (!started) return CUDA_ERROR_NOT_INITIALIZED;
  *count = fake_cuda_settings()->devices;
  return called("cuDeviceGetCount");
}

CUresult DeviceGet(CUdevice* device, int number) {
  if (!known_device(number)) return CUDA_ERROR_INVALID_DEVICE;
  *device = number;
  return called("cuDeviceGet");
}

CUresult DeviceGetName(char* name, int bytes, CUdevice device) {
  std::snprintf(name, static_cast<std::size_t>(bytes), "Fake GPU %d", device);
  return called("cuDeviceGetName");
}

CUresult DeviceGetUuid(CUuuid* uuid, CUdevice device) {
  std::memset(uuid->bytes, 0xfa, sizeof uuid->bytes);
  uuid->bytes[15] = static_cast<char>(device);
  return called("cuDeviceGetUuid");
}

CUresult DeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  if (!known_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  const struct fake_cuda_values& has = *fake_cuda_settings();
  switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
      *value = 9;
      break;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
      *value = 132;
      break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_MODE:
      *value = has.compute_mode;
      break;
    case CU_DEVICE_ATTRIBUTE_MPS_ENABLED:
      *value = has.mps;
      break;
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED:
      *value = has.posix_fd;
      break;
    case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
      *value = has.vmm;
      break;
    case CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM:
      *value = has.same_host_pointer;
      break;
    case CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED:
      *value = has.rdma_vmm;
      break;
    case CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS:
      *value = has.rdma_flush;
      break;
    case CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WRITES_ORDERING:
      *value = has.rdma_ordering;
      break;
    case CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING:
    case CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY:
      *value = 1;
      break;
    default:
      *value = 0;
  }
  return called("cuDeviceGetAttribute");
}

CUresult DeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute attribute, CUdevice from,
                               CUdevice to) {
  if (!known_device(from) || !known_device(to) || from == to) return CUDA_ERROR_INVALID_DEVICE;
  const int least = attribute == CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED ? 2 : 1;
  *value = fake_cuda_settings()->peers >= least ? 1 : 0;
  return called("cuDeviceGetP2PAttribute");
}

CUresult DeviceTotalMem(std::size_t* bytes, CUdevice) {
  *bytes = std::size_t{1} << 30;
  return called("cuDeviceTotalMem");
}

CUresult DevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  if (const CUresult code = called("cuDevicePrimaryCtxRetain"); code != CUDA_SUCCESS) return code;
  if (!known_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  const std::lock_guard lock(held_mutex);
  ++held[device];
  alive(1);
  *context = context_of(device);
  return CUDA_SUCCESS;
}

CUresult DevicePrimaryCtxRelease(CUdevice device) {
  const std::lock_guard lock(held_mutex);
  const CUresult code =
      held[device] == 1 ? settled("cuDevicePrimaryCtxRelease", device) : CUDA_SUCCESS;
  if (code != CUDA_SUCCESS) return code;
  --held[device];
  alive(-1);
  return called("cuDevicePrimaryCtxRelease");
}

CUresult CtxGetCurrent(CUcontext* context) {
  *context = current();
  return called("cuCtxGetCurrent");
}

CUresult CtxSetCurrent(CUcontext context) {
  (stack.empty() ? bottom : stack.back()) = context;
  return called("cuCtxSetCurrent");
}

CUresult CtxGetDevice(CUdevice* device) {
  if (current() == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  *device = current_device();
  return called("cuCtxGetDevice");
}

CUresult CtxPushCurrent(CUcontext context) {
  if (const CUresult code = called("cuCtxPushCurrent"); code != CUDA_SUCCESS) return code;
  stack.push_back(context);
  return CUDA_SUCCESS;
}

CUresult CtxPopCurrent(CUcontext* context) {
  if (stack.empty()) return CUDA_ERROR_INVALID_CONTEXT;
  if (context != nullptr) *context = stack.back();
  stack.pop_back();
  return called("cuCtxPopCurrent");
}

CUresult CtxGetLimit(std::size_t* value, CUlimit limit) {
  if (const CUresult code = called("cuCtxGetLimit"); code != CUDA_SUCCESS) return code;
  if (current() == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  if (limit != CU_LIMIT_STACK_SIZE) return CUDA_ERROR_UNSUPPORTED_LIMIT;
  const std::lock_guard lock(held_mutex);
  *value = stacks.try_emplace(current_device(), std::size_t{1024}).first->second;
  return CUDA_SUCCESS;
}

CUresult CtxSetLimit(CUlimit limit, std::size_t value) {
  if (const CUresult code = called("cuCtxSetLimit"); code != CUDA_SUCCESS) return code;
  if (current() == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  if (limit != CU_LIMIT_STACK_SIZE) return CUDA_ERROR_UNSUPPORTED_LIMIT;
  if (const CUresult code = settled("cuCtxSetLimit"); code != CUDA_SUCCESS) return code;
  const std::lock_guard lock(held_mutex);
  stacks[current_device()] = value;
  return CUDA_SUCCESS;
}

/// It forbids a thread in its own mode to load, allocate and query while any other captures.
CUresult ThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode) {
  static thread_local CUstreamCaptureMode own = CU_STREAM_CAPTURE_MODE_GLOBAL;
  std::swap(own, *mode);
  return called("cuThreadExchangeStreamCaptureMode");
}

CUresult CtxEnablePeerAccess(CUcontext peer, unsigned) {
  if (const CUresult code = called("cuCtxEnablePeerAccess"); code != CUDA_SUCCESS) return code;
  if (current() == nullptr || peer == current()) return CUDA_ERROR_INVALID_CONTEXT;
  if (const CUresult code = settled("cuCtxEnablePeerAccess"); code != CUDA_SUCCESS) return code;
  const std::lock_guard lock(peers_mutex);
  return peers.insert({current(), peer}).second ? CUDA_SUCCESS
                                                : CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED;
}

}  // namespace fake
