// The order of work in CUDA's streams: the null stream and blocking streams wait for each other,
// copies of pageable memory do not wait for the program, and only what CUDA makes wait waits.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <unistd.h>

#include <thread>

#include "expect.hpp"

namespace {

template <class... Parameters, class... Arguments>
void launch(cudaStream_t stream, void (*kernel)(Parameters...), Arguments... arguments) {
  ark::cuda_for_cpu::launch(ark::cuda_for_cpu::shape(1, 1, 0, stream), kernel, arguments...);
}

__global__ void store_when_open(int* gate, int* word, int value) {
  nvshmem_int_wait_until(gate, NVSHMEM_CMP_EQ, 1);
  *word = value;
}
__global__ void store(int* word, int value) { *word = value; }
__global__ void load(int* dest, const int* source) { *dest = *source; }
__global__ void add(int* sum, const int* values, int count) {
  *sum = 0;
  for (int i = 0; i < count; ++i) *sum += values[i];
}
/// Answers requests of the host: they count up to `last`.
__global__ void serve(int* request, int* answer, int last) {
  for (int i = 1; i <= last; ++i) {
    nvshmem_int_wait_until(request, NVSHMEM_CMP_GE, i);
    *answer = 10 * i;
    __threadfence_system();
  }
}

__device__ int variable;
__device__ int variables[2];

/// A kernel that waits holds up a stream until the host opens the gate.
class gate {
 public:
  gate() : word_(static_cast<int*>(nvshmem_calloc(64, sizeof(int)))) {}
  ~gate() { nvshmem_free(word_); }
  void hold(cudaStream_t stream, int* word, int value) {
    nvshmem_int_p(word_, 0, nvshmem_my_pe());
    launch(stream, store_when_open, word_, word, value);
  }
  /// First gives work that does not wait, but should, the time to go wrong.
  void open() {
    usleep(2000);
    nvshmem_int_p(word_, 1, nvshmem_my_pe());
  }
  /// Symmetric words for a test, 0 at first.
  [[nodiscard]] int* words() const { return word_ + 1; }

 private:
  int* word_;
};

/// Of the program's own memory: the source may be reused, and dest be read, after the call.
void test_pageable_memory() {
  int* failed = failures;
  gate held;
  int* words = held.words();
  cudaStream_t stream = nullptr;
  int* device = nullptr;
  EXPECT(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
  EXPECT(cudaMalloc(&device, 20 * sizeof(int)) == cudaSuccess);
  held.hold(stream, words, 1);
  for (int i = 0; i < 10; ++i)
    EXPECT(cudaMemcpyAsync(device + i, &i, sizeof i, cudaMemcpyHostToDevice, stream) == 0);
  int rows[4] = {100, 0, 200, 0}, value = 5;
  EXPECT(cudaMemcpy2DAsync(device + 10, sizeof(int), rows, 2 * sizeof(int), sizeof(int), 2,
                           cudaMemcpyDefault, stream) == cudaSuccess);
  EXPECT(cudaMemcpyToSymbolAsync(variable, &value, sizeof value, 0, cudaMemcpyHostToDevice,
                                 stream) == cudaSuccess);
  rows[0] = rows[2] = value = -1;
  launch(stream, add, words + 1, device, 12);
  held.open();
  int sum = 0;
  EXPECT(cudaMemcpyAsync(&sum, words + 1, sizeof sum, cudaMemcpyDeviceToHost, stream) == 0);
  EXPECT(sum == 345);
  EXPECT(cudaMemcpyFromSymbolAsync(&value, variable, sizeof value, 0, cudaMemcpyDefault, stream) ==
         cudaSuccess);
  EXPECT(value == 5);
  EXPECT(cudaMemcpyAsync(&rows[1], device, 2 * sizeof(int), cudaMemcpyDefault, stream) == 0);
  EXPECT(rows[1] == 0 && rows[2] == 1);
  EXPECT(cudaFree(device) == cudaSuccess && cudaStreamDestroy(stream) == cudaSuccess);
}

/// Memory that CUDA knows is read, and written, when the stream is there.
void test_known_memory() {
  int* failed = failures;
  gate held;
  int *words = held.words(), *pinned = nullptr, registered[2] = {1, 1};
  cudaStream_t stream = nullptr;
  void* symbol = nullptr;
  EXPECT(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
  EXPECT(cudaMallocHost(&pinned, 2 * sizeof(int)) == cudaSuccess);
  EXPECT(cudaHostRegister(registered, sizeof registered, cudaHostRegisterDefault) == cudaSuccess);
  EXPECT(cudaGetSymbolAddress(&symbol, variables) == cudaSuccess);
  pinned[0] = pinned[1] = 1;
  held.hold(stream, words, 7);
  EXPECT(cudaMemcpyAsync(words + 1, pinned, sizeof(int), cudaMemcpyHostToDevice, stream) == 0);
  EXPECT(cudaMemcpyAsync(words + 2, registered, sizeof(int), cudaMemcpyDefault, stream) == 0);
  EXPECT(cudaMemcpyAsync(symbol, words, sizeof(int), cudaMemcpyDefault, stream) == cudaSuccess);
  EXPECT(cudaMemcpyAsync(words + 3, symbol, sizeof(int), cudaMemcpyDefault, stream) == 0);
  EXPECT(cudaMemcpyAsync(pinned + 1, words, sizeof(int), cudaMemcpyDeviceToHost, stream) == 0);
  EXPECT(cudaMemcpyAsync(registered + 1, words, sizeof(int), cudaMemcpyDeviceToHost, stream) == 0);
  pinned[0] = 20;
  registered[0] = 30;
  held.open();
  EXPECT(cudaStreamSynchronize(stream) == cudaSuccess);
  EXPECT(words[1] == 20 && words[2] == 30 && words[3] == 7 && pinned[1] == 7);
  EXPECT(registered[1] == 7 && cudaHostUnregister(registered) == cudaSuccess);
  EXPECT(cudaHostUnregister(registered) == cudaErrorHostMemoryNotRegistered);
  EXPECT(cudaGetLastError() == cudaErrorHostMemoryNotRegistered);
  EXPECT(cudaFreeHost(pinned) == cudaSuccess && cudaStreamDestroy(stream) == cudaSuccess);
}

/// Work of all kinds on `later` waits for a kernel on `earlier`.
void expect_ordered(cudaStream_t earlier, cudaStream_t later) {
  int* failed = failures;
  gate held;
  int *words = held.words(), *copies = words + 1, *pinned = nullptr;
  const int pe = nvshmem_my_pe();
  EXPECT(cudaMallocHost(&pinned, sizeof(int)) == cudaSuccess);
  cudaEvent_t event = nullptr;
  EXPECT(cudaEventCreateWithFlags(&event, cudaEventDisableTiming) == cudaSuccess);
  struct seen_word {
    const int* word;
    int seen;
  } seen{words, 0};
  held.hold(earlier, words, 7);
  const bool waits_at_once = later == nullptr || later == cudaStreamLegacy;
  EXPECT(cudaStreamQuery(later) == (waits_at_once ? cudaErrorNotReady : cudaSuccess));
  launch(later, load, copies, words);
  EXPECT(cudaMemcpyAsync(copies + 1, words, sizeof(int), cudaMemcpyDeviceToDevice, later) == 0);
  EXPECT(cudaMemcpyAsync(pinned, words, sizeof(int), cudaMemcpyDeviceToHost, later) == 0);
  nvshmemx_int_put_on_stream(copies + 2, words, 1, pe, later);
  EXPECT(cudaLaunchHostFunc(
             later,
             [](void* both) {
               static_cast<seen_word*>(both)->seen = *static_cast<seen_word*>(both)->word;
             },
             &seen) == cudaSuccess);
  EXPECT(cudaEventRecord(event, later) == cudaSuccess);
  EXPECT(cudaEventQuery(event) == cudaErrorNotReady);
  held.open();
  EXPECT(cudaEventSynchronize(event) == cudaSuccess);
  EXPECT(copies[0] == 7 && copies[1] == 7 && copies[2] == 7 && *pinned == 7 && seen.seen == 7);

  held.hold(earlier, words, 8);
  EXPECT(cudaMemsetAsync(words, 0, sizeof(int), later) == cudaSuccess);
  held.open();
  EXPECT(cudaStreamSynchronize(later) == cudaSuccess && *words == 0);
  EXPECT(cudaEventDestroy(event) == cudaSuccess && cudaFreeHost(pinned) == cudaSuccess);
}

/// A kernel on `other` ends while one on `held` waits.
void expect_independent(cudaStream_t held_up, cudaStream_t other) {
  int* failed = failures;
  gate held;
  int* words = held.words();
  held.hold(held_up, words, 1);
  launch(other, store, words + 1, 5);
  EXPECT(cudaStreamSynchronize(other) == cudaSuccess && words[1] == 5 && words[0] == 0);
  held.open();
  EXPECT(cudaDeviceSynchronize() == cudaSuccess && words[0] == 1);
}

void test_null_stream() {
  int* failed = failures;
  cudaStream_t first = nullptr, second = nullptr, independent = nullptr;
  EXPECT(cudaStreamCreate(&first) == cudaSuccess);
  EXPECT(cudaStreamCreateWithPriority(&second, cudaStreamDefault, 0) == cudaSuccess);
  EXPECT(cudaStreamCreateWithFlags(&independent, cudaStreamNonBlocking) == cudaSuccess);
  unsigned flags = 7;
  EXPECT(cudaStreamGetFlags(first, &flags) == cudaSuccess && flags == cudaStreamDefault);
  EXPECT(cudaStreamGetFlags(nullptr, &flags) == cudaSuccess && flags == cudaStreamDefault);
  EXPECT(cudaStreamGetFlags(independent, &flags) == 0 && flags == cudaStreamNonBlocking);

  expect_ordered(first, nullptr);
  expect_ordered(nullptr, second);
  expect_ordered(cudaStreamPerThread, cudaStreamLegacy);
  expect_ordered(cudaStreamLegacy, cudaStreamPerThread);
  expect_independent(first, second);
  expect_independent(nullptr, independent);
  expect_independent(independent, nullptr);
  cudaStream_t mine = cudaStreamPerThread;
  std::thread([&] { expect_independent(cudaStreamPerThread, first); }).join();
  expect_independent(mine, second);

  // Through the null stream one blocking stream waits for another.
  gate held;
  int* words = held.words();
  held.hold(first, words, 3);
  launch(nullptr, load, words + 1, words);
  launch(second, load, words + 2, words + 1);
  held.open();
  EXPECT(cudaStreamSynchronize(second) == cudaSuccess && words[2] == 3);
  // Synchronous calls wait for blocking streams, too.
  std::thread opens;
  int copy = 0;
  held.hold(first, words, 4);
  opens = std::thread([&] { held.open(); });
  EXPECT(cudaMemcpy(&copy, words, sizeof copy, cudaMemcpyDeviceToHost) == cudaSuccess && copy == 4);
  opens.join();
  held.hold(first, words, 5);
  opens = std::thread([&] { held.open(); });
  EXPECT(cudaStreamSynchronize(nullptr) == cudaSuccess && words[0] == 5);
  opens.join();
  EXPECT(cudaStreamDestroy(first) == cudaSuccess && cudaStreamDestroy(second) == cudaSuccess);
  EXPECT(cudaStreamDestroy(independent) == cudaSuccess);
}

/// They order as the null stream does, and do not wait for what only kernels use.
void test_synchronous_calls() {
  int* failed = failures;
  gate held;
  int *words = held.words(), *device = nullptr;
  cudaStream_t independent = nullptr, blocking = nullptr;
  EXPECT(cudaStreamCreateWithFlags(&independent, cudaStreamNonBlocking) == cudaSuccess);
  EXPECT(cudaStreamCreate(&blocking) == cudaSuccess);
  constexpr int last = 3;
  launch(independent, serve, words, words + 1, last);
  for (int i = 1; i <= last; ++i) {
    EXPECT(cudaMemcpy(words, &i, sizeof i, cudaMemcpyHostToDevice) == cudaSuccess);
    for (int answer = 0; answer != 10 * i;)
      EXPECT(cudaMemcpy(&answer, words + 1, sizeof answer, cudaMemcpyDeviceToHost) == cudaSuccess);
  }
  EXPECT(cudaMalloc(&device, 4 * sizeof(int)) == cudaSuccess);
  held.hold(independent, words, 1);
  const int value = 4;
  EXPECT(cudaMemcpyToSymbol(variable, &value, sizeof value) == cudaSuccess);
  EXPECT(cudaMemset(device, 0, 4 * sizeof(int)) == cudaSuccess);
  int copy = 0;
  EXPECT(cudaMemcpyFromSymbol(&copy, variable, sizeof copy) == cudaSuccess && copy == 4);

  held.open();
  EXPECT(cudaStreamSynchronize(independent) == cudaSuccess);
  held.hold(blocking, device, 6);
  EXPECT(cudaMemcpy(device + 1, device, sizeof(int), cudaMemcpyDeviceToDevice) == cudaSuccess);
  EXPECT(cudaMemset(device, 0, sizeof(int)) == cudaSuccess);
  held.open();
  int both[2] = {-1, -1};
  EXPECT(cudaMemcpy(both, device, sizeof both, cudaMemcpyDeviceToHost) == cudaSuccess);
  EXPECT(both[0] == 0 && both[1] == 6);
  EXPECT(cudaStreamDestroy(independent) == cudaSuccess && cudaFree(device) == cudaSuccess);
  EXPECT(cudaStreamDestroy(blocking) == cudaSuccess);
}

/// Streams and events live until their work has ended.
void test_destroyed_streams() {
  int* failed = failures;
  gate held;
  int* words = held.words();
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr;
  EXPECT(cudaStreamCreate(&stream) == cudaSuccess && cudaEventCreate(&event) == cudaSuccess);
  held.hold(stream, words, 2);
  EXPECT(cudaEventRecord(event, stream) == cudaSuccess && cudaEventDestroy(event) == cudaSuccess);
  EXPECT(cudaStreamDestroy(stream) == cudaSuccess && words[0] == 0);
  EXPECT(cudaStreamDestroy(stream) != cudaSuccess && cudaGetLastError() != cudaSuccess);
  launch(nullptr, load, words + 1, words);
  held.open();
  EXPECT(cudaDeviceSynchronize() == cudaSuccess && words[0] == 2 && words[1] == 2);
  for (int i = 0; i < 20; ++i) {
    EXPECT(cudaStreamCreate(&stream) == cudaSuccess);
    launch(stream, store, words + 2 + i, i + 1);
    EXPECT(cudaStreamDestroy(stream) == cudaSuccess);
  }
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 20; ++i) EXPECT(words[2 + i] == i + 1);
}

__global__ void meet() {}

void test_codes() {
  int* failed = failures;
  int value = 1;
  EXPECT(cudaMemcpy(nullptr, &value, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  EXPECT(cudaMemcpy(&value, nullptr, 4, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  EXPECT(cudaMemcpyAsync(nullptr, &value, 4, cudaMemcpyDefault) == cudaErrorInvalidValue);
  EXPECT(cudaMemset(nullptr, 0, 4) == cudaErrorInvalidValue);
  EXPECT(cudaMemsetAsync(nullptr, 0, 4) == cudaErrorInvalidValue);
  EXPECT(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyDefault) == cudaSuccess);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);

  EXPECT(cudaLaunchCooperativeKernel((void*)meet, dim3(2000000), dim3(1024), nullptr) ==
         cudaErrorCooperativeLaunchTooLarge);
  EXPECT(cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge);

  cudaEvent_t begin = nullptr, end = nullptr;
  float milliseconds = 0;
  EXPECT(cudaEventCreate(&begin) == cudaSuccess);
  EXPECT(cudaEventCreateWithFlags(&end, cudaEventDisableTiming) == cudaSuccess);
  EXPECT(cudaEventRecord(begin) == cudaSuccess && cudaEventRecord(end) == cudaSuccess);
  EXPECT(cudaEventSynchronize(end) == cudaSuccess);
  EXPECT(cudaEventElapsedTime(&milliseconds, begin, end) == cudaErrorInvalidResourceHandle);
  EXPECT(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  EXPECT(cudaEventDestroy(begin) == cudaSuccess && cudaEventDestroy(end) == cudaSuccess);
}

}  // namespace

int main() {
  start();
  test_pageable_memory();
  test_known_memory();
  test_null_stream();
  test_synchronous_calls();
  test_destroyed_streams();
  test_codes();
  return finish();
}
