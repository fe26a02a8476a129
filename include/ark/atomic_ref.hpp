// ark::atomic_ref: atomic accesses to words of a kernel's own, with an order and a scope.
//
// CUDA's own class with nvcc, the executor's with g++ and clang++: members, orders and results are
// those of cuda::atomic_ref. Not in <ark/ark.hpp>: with nvcc it takes longer to compile than all of
// ark.
#pragma once

#include <ark/detail/portability.hpp>

#if ARK_CUDA
#include <cuda/atomic>

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

}  // namespace ark
#else
#include <ark/simt/cpu_atomics.hpp>

namespace ark {

using detail::memory_order;
using detail::memory_order_acq_rel;
using detail::memory_order_acquire;
using detail::memory_order_relaxed;
using detail::memory_order_release;
using detail::memory_order_seq_cst;
using detail::thread_scope;
using detail::thread_scope_block;
using detail::thread_scope_device;
using detail::thread_scope_system;
using detail::thread_scope_thread;

template <class T, thread_scope Scope = thread_scope_system>
using atomic_ref = detail::atomic_ref<T, Scope>;

}  // namespace ark
#endif
