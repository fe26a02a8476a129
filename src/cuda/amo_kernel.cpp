#include "cuda/amo_kernel.hpp"

#include <unistd.h>

#include <ark/detail/atomics.hpp>

#include "cuda/amo_image.hpp"

namespace ark {

amo_kernel::amo_kernel(const cuda_device& device)
    : device_(device),
      page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE)), "results of a GPU's atomics"),
      pins_(device) {
  page_.back(page_.bytes());
  pins_.pin(page_.base(), page_.bytes());
  const cuda_driver& api = cuda_driver::get();
  const cuda_scope current(device_);
  CUdeviceptr before = 0;
  cuda_check(api.mem_host_get_device_pointer(&before, static_cast<void*>(page_.base()), 0u),
             "cuMemHostGetDevicePointer", {device_.number(), page_.bytes()});
  before_of_device_ = reinterpret_cast<std::uint64_t*>(before);
  cuda_check(api.module_load_data(&module_, static_cast<const void*>(amo_image)),
             "cuModuleLoadData", {device_.number(), sizeof amo_image});
  const CUresult found = api.module_get_function(&function_, module_, "ark_amo");
  if (found == CUDA_SUCCESS) return;
  api.module_unload(module_);
  cuda_check(found, "cuModuleGetFunction", {device_.number()});
}

amo_kernel::~amo_kernel() {
  cuda_warn(cuda_driver::get().module_unload(module_), "cuModuleUnload", {device_.number()});
}

void amo_kernel::start(CUstream stream, amo_request wanted) {
  wanted.before = before_of_device_;
  void* parameters[] = {&wanted};
  cuda_check(cuda_driver::get().launch_kernel(function_, 1u, 1u, 1u, 1u, 1u, 1u, 0u, stream,
                                              static_cast<void**>(parameters),
                                              static_cast<void**>(nullptr)),
             "cuLaunchKernel", {device_.number()});
}

std::uint64_t amo_kernel::before() const {
  return detail::load_acquire(reinterpret_cast<const std::uint64_t*>(page_.base()));
}

}  // namespace ark
