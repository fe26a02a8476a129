// What the files of the fake driver share.
//
// Device memory is a memfd, mapped twice: at the address that programs get, where nobody may touch
// it, as no CPU may touch a GPU's memory; and at a second one, where the driver's own copies go. A
// host that stores to its heap crashes in the tests as it would on a GPU.
#pragma once

#include <cuda.h>

#include <cstdint>
#include <functional>
#include <mutex>

#include "fake_cuda.h"

namespace fake {

/// Counts a call of `name`. The code it is to fail with, or success.
CUresult called(const char* name);

/// While it lives, what this thread calls is the driver's own affair: not counted, and never to
/// fail.
class within_driver {
 public:
  within_driver();
  ~within_driver();
  [[nodiscard]] static bool now();
};

/// The device that is current on the calling thread, -1: none.
int current_device();

/// True if `device` is one.
bool known_device(int device);

/// Where the driver itself finds [at, at + bytes): behind device memory its second mapping, host
/// memory where it is; null for device memory that may not be touched.
void* reach(std::uint64_t at, std::size_t bytes);

/// True for memory of the host that nobody has registered.
bool is_pageable(std::uint64_t at);

/// Of the piece of memory that is mapped at `at`.
struct piece_facts {
  std::uint64_t at;
  std::size_t bytes;
  int device;
  bool rdma;  ///< network cards reach it
};
/// False if no device memory is there.
bool find_piece(std::uint64_t at, piece_facts* found);

void alive(int difference);

/// Counts kernels that the CPU plays: while there are none, memory that is open as 2 is closed.
void kernels_played(int difference);

/// What a stream does: asked again until it returns true.
using work = std::function<bool()>;
/// What `kernel` does with `parameters`: each call of `*make` is a run of its own. The code that a
/// launch fails with, or success.
CUresult kernel_work(CUfunction kernel, void** parameters, std::function<work()>* make);

/// The launch of a kernel of PTX.
struct grid_shape {
  unsigned grid[3], block[3], shared_bytes;
};
/// True for a module's image that is text.
[[nodiscard]] bool is_ptx(const void* image);
CUresult load_ptx(CUmodule* module, const void* image);
void unload_ptx(CUmodule module);
/// False if the module is not of PTX, or has no such kernel.
bool find_ptx_function(CUfunction* function, CUmodule module, const char* name);
[[nodiscard]] bool is_ptx_function(CUfunction function);
CUresult launch_ptx(CUfunction function, const grid_shape& shape, CUstream stream,
                    void** parameters);

/// cudaGraphSetConditional.
void graph_set_conditional(CUgraphConditionalHandle condition, unsigned value);

/// A copy as copy engines make it: one of a single word is one load and one store.
void copy(void* to, const void* from, std::size_t bytes);
/// True while copies are late.
bool copies_are_late();

/// What a stream has to do.
struct command {
  const char* call;
  work run;           ///< false while it is not done
  bool copy = false;  ///< see late_copies
};
/// Behind what is on `stream`.
CUresult queue(CUstream stream, command what);

/// A call that waits for all that `device` has to do, if CUDA says so or, while settings are
/// strict, that it may. What has not ended after a while would keep it for ever: CUDA fails, and
/// the test hears of it.
CUresult settled(const char* call, int device = current_device());
/// A call that waits for all that is on `stream`, as settled.
CUresult settled_stream(const char* call, CUstream stream);
/// While settled waits, nobody puts anything on a stream of that device: the gate is locked.
std::unique_lock<std::mutex> pass_gate(int device);

}  // namespace fake
