// The few words of portable kernels that CUDA has not: the rest is CUDA's own.
#pragma once

#include <cassert>
#include <cuda/atomic>
#include <cstdint>
#include <cstdio>
#include <type_traits>

#define ARK_SHARED(type, name) __shared__ ::std::type_identity_t<type> name

// One array of bytes per translation unit, whatever the type: CUDA wants every extern __shared__ name to have one type.
extern __shared__ unsigned char ark_dynamic_shared_bytes[];
#define ARK_DYNAMIC_SHARED(type, name) auto* name = reinterpret_cast<type*>(ark_dynamic_shared_bytes)

#define ARK_ASSERT(expression) assert(expression)

namespace ark {

using cuda::thread_scope;
using cuda::thread_scope_block;
using cuda::thread_scope_device;
using cuda::thread_scope_system;
using cuda::thread_scope_thread;
using cuda::std::memory_order;
using cuda::std::memory_order_acq_rel;
using cuda::std::memory_order_acquire;
using cuda::std::memory_order_relaxed;
using cuda::std::memory_order_release;
using cuda::std::memory_order_seq_cst;

template <class T, thread_scope Scope = thread_scope_system>
using atomic_ref = cuda::atomic_ref<T, Scope>;

ARK_DEVICE inline std::uint64_t global_timer_ns() {
#if ARK_DEVICE_PASS
  std::uint64_t now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
#else
  return 0;
#endif
}

}  // namespace ark
