#include "gpu/kernels/module.hpp"

namespace ark {

cuda_module::cuda_module(const cuda_device& device, std::span<const unsigned char> image)
    : device_(device) {
  const cuda_scope current(device_);
  cuda_check(cuda_driver::get().module_load_data(&module_, static_cast<const void*>(image.data())),
             "cuModuleLoadData", {device_.number(), image.size()});
}

cuda_module::~cuda_module() {
  const cuda_scope current(device_, std::nothrow);
  cuda_warn(cuda_driver::get().module_unload(module_), "cuModuleUnload", {device_.number()});
}

CUfunction cuda_module::function(const char* name) const {
  const cuda_scope current(device_);
  CUfunction found = nullptr;
  cuda_check(cuda_driver::get().module_get_function(&found, module_, name), "cuModuleGetFunction",
             {device_.number()});
  return found;
}

void cuda_module::launch(CUfunction function, CUstream stream, unsigned blocks, unsigned threads,
                         std::span<void*> parameters) const {
  cuda_check(cuda_driver::get().launch_kernel(function, blocks, 1u, 1u, threads, 1u, 1u, 0u, stream,
                                              parameters.data(), static_cast<void**>(nullptr)),
             "cuLaunchKernel", {device_.number()});
}

}  // namespace ark
