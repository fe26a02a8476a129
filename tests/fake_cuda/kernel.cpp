// The one kernel that libark brings: done by the stream's thread.
#include <ark/detail/delivery.hpp>
#include <cstring>

#include "cuda/amo_request.hpp"
#include "fake_functions.hpp"
#include "fake_state.hpp"

namespace fake {

CUresult ModuleLoadData(CUmodule* module, const void* image) {
  if (const CUresult code = called("cuModuleLoadData"); code != CUDA_SUCCESS) return code;
  // The first word of every fat binary.
  constexpr std::uint32_t magic = 0xba55ed50;
  std::uint32_t first = 0;
  std::memcpy(&first, image, sizeof first);
  if (current_device() < 0 || first != magic) return CUDA_ERROR_INVALID_VALUE;
  alive(1);
  *module = reinterpret_cast<CUmodule>(const_cast<void*>(image));
  return CUDA_SUCCESS;
}

CUresult ModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  if (const CUresult code = called("cuModuleGetFunction"); code != CUDA_SUCCESS) return code;
  if (std::strcmp(name, "ark_amo") != 0) return CUDA_ERROR_NOT_FOUND;
  *function = reinterpret_cast<CUfunction>(module);
  return CUDA_SUCCESS;
}

CUresult ModuleUnload(CUmodule) {
  alive(-1);
  return called("cuModuleUnload");
}

CUresult LaunchKernel(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                      unsigned, CUstream stream, void** parameters, void**) {
  if (const CUresult code = called("cuLaunchKernel"); code != CUDA_SUCCESS) return code;
  const auto wanted = *static_cast<const ark::amo_request*>(parameters[0]);
  void* word = reach(reinterpret_cast<std::uint64_t>(wanted.word), wanted.bytes);
  if (word == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return queue(stream, [=] {
    *wanted.before = ark::delivery::amo(wanted.op, static_cast<std::byte*>(word), wanted.bytes,
                                        wanted.operand, wanted.condition);
    return true;
  });
}

}  // namespace fake
