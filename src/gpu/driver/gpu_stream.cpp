#include "gpu/driver/gpu_stream.hpp"

#include <sched.h>

#include <ark/detail/platform/clock.hpp>

namespace ark {

bool cuda_stream_idle(const cuda_device& device, CUstream stream, const char* call,
                      std::size_t bytes) {
  const CUresult code = cuda_driver::get().stream_query(stream);
  if (code == CUDA_ERROR_NOT_READY) return false;
  cuda_check(code, call, {device.number(), bytes});
  return true;
}

unsigned cuda_green_multiprocessors(const cuda_device& device, CUstream stream) {
  const cuda_driver& api = cuda_driver::get();
  if (stream == nullptr || !api.stream_get_green_ctx || !api.green_ctx_get_dev_resource) return 0;
  CUgreenCtx green = nullptr;
  cuda_check(api.stream_get_green_ctx(stream, &green), "cuStreamGetGreenCtx", {device.number()});
  if (green == nullptr) return 0;
  CUdevResource resource{};
  cuda_check(api.green_ctx_get_dev_resource(green, &resource, CU_DEV_RESOURCE_TYPE_SM),
             "cuGreenCtxGetDevResource", {device.number()});
  return resource.sm.smCount;
}

cuda_stream::cuda_stream(const cuda_device& device, stream_priority wanted) : device_(&device) {
  const cuda_scope current(device);
  const cuda_driver& api = cuda_driver::get();
  int priority = 0;  // the default
  if (wanted == stream_priority::greatest) {
    int least = 0;
    cuda_check(api.ctx_get_stream_priority_range(&least, &priority), "cuCtxGetStreamPriorityRange",
               {device.number()});
  }
  cuda_check(
      api.stream_create_with_priority(&stream_, unsigned{CU_STREAM_NON_BLOCKING}, int{priority}),
      "cuStreamCreateWithPriority", {device.number()});
}

cuda_stream::~cuda_stream() {
  if (stream_ == nullptr) return;
  const cuda_scope current(*device_, std::nothrow);
  cuda_warn(cuda_driver::get().stream_destroy(stream_), "cuStreamDestroy", {device_->number()});
}

bool cuda_stream::wait(std::uint64_t timeout_ns, const char* call, std::size_t bytes) const {
  const std::uint64_t began = detail::clock_ns();
  while (!cuda_stream_idle(*device_, stream_, call, bytes)) {
    if (detail::clock_ns() - began > timeout_ns) return false;
    sched_yield();
  }
  return true;
}

void cuda_stream::write_word(CUdeviceptr word, std::uint64_t value) const {
  cuda_check(cuda_driver::get().stream_write_value_64(stream_, word, cuuint64_t{value},
                                                      unsigned{CU_STREAM_WRITE_VALUE_DEFAULT}),
             "cuStreamWriteValue64", {device_->number(), sizeof value});
}

}  // namespace ark
