// The kernels that libark brings: done by the stream's thread.
#include <ark/detail/delivery.hpp>
#include <ark/detail/sm_workspace.hpp>
#include <cstring>

#include "cuda/amo_request.hpp"
#include "fake_functions.hpp"
#include "fake_state.hpp"

namespace fake {

namespace {

// Where they are is what functions are known by.
constinit char amo_name[] = "ark_amo", add_name[] = "ark_add", lease_name[] = "ark_lease";

CUfunction function_of(char* name) { return reinterpret_cast<CUfunction>(name); }

CUresult launch_amo(CUstream stream, const ark::amo_request& wanted) {
  void* word = reach(reinterpret_cast<std::uint64_t>(wanted.word), wanted.bytes);
  if (word == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return queue(stream, [=] {
    *wanted.before = ark::delivery::amo(wanted.op, static_cast<std::byte*>(word), wanted.bytes,
                                        wanted.operand, wanted.condition);
    return true;
  });
}

CUresult launch_add(CUstream stream, const ark::add_request& wanted) {
  void* dest = reach(reinterpret_cast<std::uint64_t>(wanted.dest), wanted.bytes);
  const void* source = reach(reinterpret_cast<std::uint64_t>(wanted.source), wanted.bytes);
  if (dest == nullptr || source == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return queue(stream, [=] {
    ark::delivery::add(wanted.kind, static_cast<std::byte*>(dest),
                       static_cast<const std::byte*>(source), wanted.bytes);
    return true;
  });
}

/// Its blocks are one thread, the stream's, which a test lends the code.
CUresult launch_lease(CUstream stream, void* state, const ark::detail::sm_lease_request& wanted) {
  return queue(stream, [=] {
    const auto step = fake_cuda_settings()->lease_step;
    return step == nullptr || step(state, &wanted) != 0;
  });
}

}  // namespace

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

CUresult ModuleGetFunction(CUfunction* function, CUmodule, const char* name) {
  if (const CUresult code = called("cuModuleGetFunction"); code != CUDA_SUCCESS) return code;
  for (char* known : {amo_name, add_name, lease_name}) {
    if (std::strcmp(name, known) != 0) continue;
    *function = function_of(known);
    return CUDA_SUCCESS;
  }
  return CUDA_ERROR_NOT_FOUND;
}

CUresult ModuleUnload(CUmodule) {
  alive(-1);
  return called("cuModuleUnload");
}

CUresult LaunchKernel(CUfunction function, unsigned, unsigned, unsigned, unsigned, unsigned,
                      unsigned, unsigned, CUstream stream, void** parameters, void**) {
  if (const CUresult code = called("cuLaunchKernel"); code != CUDA_SUCCESS) return code;
  if (function == function_of(add_name))
    return launch_add(stream, *static_cast<const ark::add_request*>(parameters[0]));
  if (function == function_of(lease_name)) {
    return launch_lease(stream, *static_cast<void**>(parameters[0]),
                        *static_cast<const ark::detail::sm_lease_request*>(parameters[1]));
  }
  return launch_amo(stream, *static_cast<const ark::amo_request*>(parameters[0]));
}

}  // namespace fake
