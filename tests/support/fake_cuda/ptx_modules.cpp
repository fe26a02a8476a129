// Modules that programs give to the driver as PTX: the streams' threads interpret their kernels.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "fake_functions.hpp"
#include "fake_state.hpp"
#include "machine.hpp"

namespace fake {
namespace {

/// Its kernels run one after the other: none may wait for another of this process.
struct ptx_module {
  explicit ptx_module(const char* text) : machine(text) {
    // Device memory that is open, and the host's; null is nowhere.
    machine.allow(reinterpret_cast<void*>(std::uintptr_t{4096}), std::size_t{1} << 47);
    machine.most_instructions = ~std::uint64_t{0};
    machine.watch = [this] {
      if (++turns % 1024 == 0) std::this_thread::yield();  // a kernel may wait for another process
    };
  }
  ptx::machine machine;
  std::uint64_t turns = 0;
  std::mutex runs;
};
struct ptx_function {
  std::shared_ptr<ptx_module> of;
  std::string name;
  std::vector<std::size_t> parameters;  ///< their bytes
};

std::mutex mutex;
std::set<std::shared_ptr<ptx_module>> modules;
std::set<std::unique_ptr<ptx_function>> functions;  ///< never freed, as handles of the driver

std::shared_ptr<ptx_module> module_of(CUmodule given) {
  const std::lock_guard lock(mutex);
  for (const auto& one : modules)
    if (reinterpret_cast<CUmodule>(one.get()) == given) return one;
  return nullptr;
}
const ptx_function* function_of(CUfunction given) {
  const std::lock_guard lock(mutex);
  for (const auto& one : functions)
    if (reinterpret_cast<CUfunction>(one.get()) == given) return one.get();
  return nullptr;
}

/// An error of the program's PTX ends it, as a GPU would end the context.
template <class Body>
void run_or_end(const ptx_function& function, Body&& body) {
  try {
    body();
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "fake driver: %s: %s\n", function.name.c_str(), problem.what());
    std::abort();
  }
}

}  // namespace

bool is_ptx(const void* image) {
  const auto* const text = static_cast<const char*>(image);
  return std::strncmp(text, "//", 2) == 0 || std::strncmp(text, ".version", 8) == 0;
}

CUresult load_ptx(CUmodule* module, const void* image) {
  try {
    auto made = std::make_shared<ptx_module>(static_cast<const char*>(image));
    *module = reinterpret_cast<CUmodule>(made.get());
    const std::lock_guard lock(mutex);
    modules.insert(std::move(made));
    return CUDA_SUCCESS;
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "fake driver: PTX: %s\n", problem.what());
    return CUDA_ERROR_INVALID_PTX;
  }
}

void unload_ptx(CUmodule module) {
  if (const auto of = module_of(module)) {
    const std::lock_guard lock(mutex);
    modules.erase(of);
  }
}

bool find_ptx_function(CUfunction* function, CUmodule module, const char* name) {
  const auto of = module_of(module);
  if (of == nullptr) return false;
  try {
    auto made = std::make_unique<ptx_function>(ptx_function{of, name, {}});
    for (const ptx::variable& one : of->machine.function_named(name).parameters)
      made->parameters.push_back(one.bytes);
    *function = reinterpret_cast<CUfunction>(made.get());
    const std::lock_guard lock(mutex);
    functions.insert(std::move(made));
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

CUresult launch_ptx(CUfunction given, const grid_shape& shape, CUstream stream, void** parameters) {
  const ptx_function* const function = function_of(given);
  std::vector<std::vector<std::byte>> values;
  for (std::size_t i = 0; i < function->parameters.size(); ++i) {
    const auto* first = static_cast<const std::byte*>(parameters[i]);
    values.emplace_back(first, first + function->parameters[i]);
  }
  return queue(stream, {"a kernel of PTX", [function, shape, values] {
                          run_or_end(*function, [&] {
                            const std::lock_guard lock(function->of->runs);
                            function->of->machine.launch(
                                function->name, {shape.grid[0], shape.grid[1], shape.grid[2]},
                                {shape.block[0], shape.block[1], shape.block[2]}, values,
                                shape.shared_bytes);
                          });
                          return true;
                        }});
}

bool is_ptx_function(CUfunction function) { return function_of(function) != nullptr; }

CUresult ModuleGetGlobal(CUdeviceptr* at, std::size_t* bytes, CUmodule module, const char* name) {
  if (const CUresult code = called("cuModuleGetGlobal"); code != CUDA_SUCCESS) return code;
  const auto of = module_of(module);
  if (of == nullptr) return CUDA_ERROR_NOT_FOUND;
  try {
    *at = reinterpret_cast<CUdeviceptr>(of->machine.symbol(name));
    *bytes = 0;
    return CUDA_SUCCESS;
  } catch (const std::exception&) {
    return CUDA_ERROR_NOT_FOUND;
  }
}

CUresult FuncGetAttribute(int* value, CUfunction_attribute, CUfunction) {
  *value = 0;
  return called("cuFuncGetAttribute");
}
CUresult FuncSetAttribute(CUfunction, CUfunction_attribute, int) {
  return called("cuFuncSetAttribute");
}

CUresult LaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                                 unsigned grid_z, unsigned block_x, unsigned block_y,
                                 unsigned block_z, unsigned shared_bytes, CUstream stream,
                                 void** parameters) {
  if (const CUresult code = called("cuLaunchCooperativeKernel"); code != CUDA_SUCCESS) return code;
  if (!is_ptx_function(function)) return CUDA_ERROR_INVALID_HANDLE;
  return launch_ptx(function, {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared_bytes},
                    stream, parameters);
}

}  // namespace fake
