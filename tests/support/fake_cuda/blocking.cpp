// What blocks what: calls that wait for all that a device has to do.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "fake_streams.hpp"

namespace fake {
namespace {

/// From CUDA's documentation, cuda.h of 13.0, and what programs have hung in. What is written says
/// no more than "may"; but calls that take away what a kernel could be using have been seen to
/// wait.
///
/// Said not to wait, and not here: cuStreamDestroy, cuGraphExecDestroy and cuEventDestroy, which
/// leave the rest for later; asynchronous copies of pinned and device memory. Of
/// cuMemAddressReserve, cuMemAddressFree, cuMemCreate, cuMemMap and cuMemRelease nothing is said.
enum class waits { always, perhaps };
struct row {
  const char* call;
  waits how;
};
constexpr row table[] = {
    {"cuMemFree", waits::always},            // "may perform implicit synchronization"
    {"cuMemHostUnregister", waits::always},  // as cuMemFreeHost, behind which programs hang
    {"cuMemUnmap", waits::always},           // cuda.h: synchronous in most cases
    {"cuIpcCloseMemHandle", waits::always},  // as cuMemUnmap
    {"cuModuleUnload", waits::always},
    {"cuDevicePrimaryCtxRelease", waits::always},  // the last one, which ends the context
    {"cuCtxSetLimit", waits::always},              // cuda.h: the stack's blocks
    {"cuMemSetAccess", waits::perhaps},            // cuda.h: synchronous in most cases
    {"cuMemAlloc", waits::perhaps},          // keeps commands of two streams apart, says the guide
    {"cuMemHostRegister", waits::perhaps},   // the same
    {"cuIpcOpenMemHandle", waits::perhaps},  // as cuMemAlloc
    {"cuCtxEnablePeerAccess", waits::perhaps},       // as cuMemAlloc
    {"cuModuleLoadData", waits::perhaps},            // programs hang there beside resident kernels
    {"cuModuleGetFunction", waits::perhaps},         // where it loads the kernel, see lazy loading
    {"cuGraphInstantiateWithFlags", waits::always},  // of a loop: seen on an H200, driver 580
};

bool may_wait(const char* call) {
  const auto* found = std::find_if(std::begin(table), std::end(table), [call](const row& one) {
    return std::strcmp(one.call, call) == 0;
  });
  return found->how == waits::always || fake_cuda_settings()->strict != 0;
}

std::mutex mutex;
std::deque<std::string> hangs;
std::map<int, std::mutex> gates;  ///< of each device

struct awaited {
  std::shared_ptr<CUstream_st> stream;
  std::uint64_t until;  ///< what came later is not waited for
};

std::vector<awaited> all_of(int device) {
  std::vector<awaited> all;
  for (const auto& one : streams_of(device)) all.push_back({one, one->added()});
  return all;
}

/// True once only those are left of `all` that have not ended after the driver's patience.
bool outwaited(std::vector<awaited>& all) {
  using namespace std::chrono;
  const auto deadline = steady_clock::now() + milliseconds(fake_cuda_settings()->patience_ms);
  for (;;) {
    std::erase_if(all, [](const awaited& one) { return one.stream->standing(one.until).empty(); });
    if (all.empty() || steady_clock::now() > deadline) return !all.empty();
    std::this_thread::sleep_for(microseconds(50));
  }
}

/// Success once all of it has ended; what has not after a while is a hang of `call`.
CUresult outwait(const char* call, int device, std::vector<awaited> all) {
  if (!outwaited(all)) return CUDA_SUCCESS;
  std::string text =
      std::string(call) + " would wait for ever for device " + std::to_string(device);
  for (const awaited& one : all) {
    text +=
        "; stream " + std::to_string(one.stream->number) + ": " + one.stream->standing(one.until);
  }
  const std::lock_guard lock(mutex);
  hangs.push_back(text);
  return CUDA_ERROR_LAUNCH_TIMEOUT;
}

}  // namespace

std::unique_lock<std::mutex> pass_gate(int device) {
  std::unique_lock lock(mutex);
  std::mutex& gate = gates[device];
  lock.unlock();
  return std::unique_lock(gate);
}

CUresult settled(const char* call, int device) {
  if (within_driver::now() || !may_wait(call)) return CUDA_SUCCESS;
  const auto gate = pass_gate(device);
  return outwait(call, device, all_of(device));
}

CUresult settled_stream(const char* call, CUstream stream) {
  std::vector<awaited> mine = all_of(stream->device);
  std::erase_if(mine, [stream](const awaited& one) { return one.stream.get() != stream; });
  return outwait(call, stream->device, std::move(mine));
}

}  // namespace fake

int fake_cuda_take_hang(char* text, size_t bytes) {
  const std::lock_guard lock(fake::mutex);
  if (fake::hangs.empty()) return 0;
  std::snprintf(text, bytes, "%s", fake::hangs.front().c_str());
  fake::hangs.pop_front();
  return 1;
}
