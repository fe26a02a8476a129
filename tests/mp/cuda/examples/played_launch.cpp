// Launches of a program that g++ has compiled, with its heap in the memory of the fake driver's
// GPU: kernels run on the CPU, and the heap is mapped only while one runs (FAKE_CUDA_OPEN=2). A
// load or store of the program's own threads at any other time ends it, as on a GPU. The linker
// puts these functions in front of libark's (--wrap).
#include <map>
#include <mutex>

#include "cuda/played_kernels.hpp"

namespace {

std::mutex mutex;

/// What runs on `stream`: an executor each. They end with the process.
ark_mp::played_kernels& kernels_on(ark::stream_t stream) {
  static std::map<ark::stream_t, ark_mp::played_kernels> all;
  return all[stream];
}

void wait_for(ark::stream_t stream) {
  const std::lock_guard lock(mutex);
  kernels_on(stream).sync();
}

}  // namespace

// By the names that the linker calls instead, and those that it gives libark's own.
void play_launch(const ark::detail::launch_config& request, const ark::detail::kernel_call& call) asm(
    "__wrap__ZN3ark6detail18launch_on_executorERKNS0_13launch_configERKNS0_11kernel_callE");
void play_stream_sync(ark::stream_t stream) asm(
    "__wrap__ZN3ark11stream_syncEPNS_6detail10cpu_streamE");
void play_device_sync() asm("__wrap__ZN3ark11device_syncEv");
void own_stream_sync(ark::stream_t stream) asm(
    "__real__ZN3ark11stream_syncEPNS_6detail10cpu_streamE");
void own_device_sync() asm("__real__ZN3ark11device_syncEv");

void play_launch(const ark::detail::launch_config& request, const ark::detail::kernel_call& call) {
  const std::lock_guard lock(mutex);
  kernels_on(request.stream).start(request, call);
}

void play_stream_sync(ark::stream_t stream) {
  wait_for(stream);
  own_stream_sync(stream);
}

/// The examples that call it have one stream.
void play_device_sync() {
  wait_for(nullptr);
  own_device_sync();
}
