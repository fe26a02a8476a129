// The kernels that libark brings: done by the stream's thread.
#include <ark/detail/platform/clock.hpp>
#include <ark/detail/transfer/delivery.hpp>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <utility>

#include "fake_functions.hpp"
#include "fake_state.hpp"
#include "gpu/kernels/amo_request.hpp"
#include "gpu/plans/plan_turn.hpp"

namespace fake {

namespace {

// Where they are is what functions are known by.
constinit char amo_name[] = "ark_amo", add_name[] = "ark_add";
constinit char enter_name[] = "ark_plan_enter", deliver_name[] = "ark_plan_deliver";

/// Functions that have not been launched since somebody got them.
std::mutex fresh_mutex;
std::set<CUfunction> fresh;

CUfunction function_of(char* name) { return reinterpret_cast<CUfunction>(name); }

/// Where the driver finds what kernels have at `at`; null if that is null, or out of reach.
template <class T>
T* reached(T* at) {
  return static_cast<T*>(reach(reinterpret_cast<std::uint64_t>(at), sizeof *at));
}

CUresult amo_work(const ark::amo_request& wanted, std::function<work()>* make) {
  void* word = reach(reinterpret_cast<std::uint64_t>(wanted.word), wanted.bytes);
  if (word == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *make = [=] {
    return [=] {
      *wanted.before = ark::delivery::amo(wanted.op, static_cast<std::byte*>(word), wanted.bytes,
                                          wanted.operand, wanted.condition);
      return true;
    };
  };
  return CUDA_SUCCESS;
}

CUresult add_work(const ark::add_request& wanted, std::function<work()>* make) {
  void* dest = reach(reinterpret_cast<std::uint64_t>(wanted.dest), wanted.bytes);
  const void* source = reach(reinterpret_cast<std::uint64_t>(wanted.source), wanted.bytes);
  if (dest == nullptr || source == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *make = [=] {
    return [=] {
      ark::delivery::add(wanted.kind, static_cast<std::byte*>(dest),
                         static_cast<const std::byte*>(source), wanted.bytes);
      return true;
    };
  };
  return CUDA_SUCCESS;
}

/// The kernels of a plan's graph, which look at the gate each time they are asked.
CUresult plan_work(ark::plan_turn turn, bool delivers, std::function<work()>* make) {
  const bool signals = turn.signal != nullptr;
  turn.started = reached(turn.started);
  turn.done = reached(turn.done);
  turn.signal = signals ? reached(turn.signal) : nullptr;
  if (turn.started == nullptr || turn.done == nullptr || (signals && turn.signal == nullptr))
    return CUDA_ERROR_INVALID_VALUE;
  *make = [=]() -> work {
    return [turn, todo = delivers, since = std::uint64_t{0}]() mutable {
      if (since == 0) since = ark::detail::clock_ns();
      if (std::exchange(todo, false)) plan_deliver(turn);
      const bool started = plan_is_started(turn, plan_done(turn));
      if (!started && !plan_leaves(turn, ark::detail::clock_ns() - since)) return false;
      graph_set_conditional(turn.condition, started ? 1 : 0);
      return true;
    };
  };
  return CUDA_SUCCESS;
}

/// As the driver when it starts: unless it is told otherwise.
bool loads_late() {
  const char* told = std::getenv("CUDA_MODULE_LOADING");
  return told == nullptr || std::strcmp(told, "EAGER") != 0;
}

}  // namespace

CUresult kernel_work(CUfunction kernel, void** parameters, std::function<work()>* make) {
  if (kernel == function_of(add_name))
    return add_work(*static_cast<const ark::add_request*>(parameters[0]), make);
  if (kernel == function_of(amo_name))
    return amo_work(*static_cast<const ark::amo_request*>(parameters[0]), make);
  return plan_work(*static_cast<const ark::plan_turn*>(parameters[0]),
                   kernel == function_of(deliver_name), make);
}

/// True for the first caller. A function may be loaded at its first launch, and a tool that
/// instruments kernels does so then, which waits for all that run.
bool is_fresh(CUfunction function) {
  const std::lock_guard lock(fresh_mutex);
  return fresh.erase(function) != 0;
}

CUresult ModuleLoadData(CUmodule* module, const void* image) {
  if (const CUresult code = called("cuModuleLoadData"); code != CUDA_SUCCESS) return code;
  if (const CUresult code = settled("cuModuleLoadData"); code != CUDA_SUCCESS) return code;
  // The first word of every fat binary.
  constexpr std::uint32_t magic = 0xba55ed50;
  std::uint32_t first = 0;
  std::memcpy(&first, image, sizeof first);
  if (current_device() < 0) return CUDA_ERROR_INVALID_VALUE;
  if (first != magic && !is_ptx(image)) return CUDA_ERROR_INVALID_VALUE;
  if (is_ptx(image)) {
    if (const CUresult code = load_ptx(module, image); code != CUDA_SUCCESS) return code;
    alive(1);
    return CUDA_SUCCESS;
  }
  alive(1);
  *module = reinterpret_cast<CUmodule>(const_cast<void*>(image));
  return CUDA_SUCCESS;
}

CUresult ModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  if (const CUresult code = called("cuModuleGetFunction"); code != CUDA_SUCCESS) return code;
  const CUresult code = loads_late() ? settled("cuModuleGetFunction") : CUDA_SUCCESS;
  if (code != CUDA_SUCCESS || find_ptx_function(function, module, name)) return code;
  for (char* known : {amo_name, add_name, enter_name, deliver_name}) {
    if (std::strcmp(name, known) != 0) continue;
    *function = function_of(known);
    const std::lock_guard lock(fresh_mutex);
    fresh.insert(*function);
    return CUDA_SUCCESS;
  }
  return CUDA_ERROR_NOT_FOUND;
}

CUresult ModuleUnload(CUmodule module) {
  if (current_device() < 0) return CUDA_ERROR_INVALID_CONTEXT;
  if (const CUresult code = settled("cuModuleUnload"); code != CUDA_SUCCESS) return code;
  unload_ptx(module);
  alive(-1);
  return called("cuModuleUnload");
}

CUresult LaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                      unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                      CUstream stream, void** parameters, void**) {
  if (const CUresult code = called("cuLaunchKernel"); code != CUDA_SUCCESS) return code;
  if (is_ptx_function(function)) {
    return launch_ptx(function,
                      {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared_bytes}, stream,
                      parameters);
  }
  std::function<work()> make;
  const CUresult code = kernel_work(function, parameters, &make);
  if (is_fresh(function)) {
    const CUresult loaded = settled("the first cuLaunchKernel of a function");
    if (loaded != CUDA_SUCCESS) return loaded;
  }
  return code == CUDA_SUCCESS ? queue(stream, {"a kernel", make()}) : code;
}

}  // namespace fake
