// What the files of the fake driver share.
//
// Device memory is a memfd, mapped twice: at the address that programs get, where nobody may touch
// it, as no CPU may touch a GPU's memory; and at a second one, where the driver's own copies go. A
// host that stores to its heap crashes in the tests as it would on a GPU.
#pragma once

#include <cuda.h>

#include <cstdint>
#include <functional>

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
};

/// The device that is current on the calling thread, -1: none.
int current_device();

/// True if `device` is one.
bool known_device(int device);

/// Where the driver itself finds [at, at + bytes): behind device memory its second mapping, host
/// memory where it is; null for device memory that may not be touched.
void* reach(std::uint64_t at, std::size_t bytes);

void alive(int difference);

/// Behind what is on `stream`. `step` returns false while it is not done. `copy`: see late_copies.
CUresult queue(CUstream stream, std::function<bool()> step, bool copy = false);

}  // namespace fake
