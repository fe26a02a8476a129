// ark::atomic_ref: atomic accesses to words of a kernel's own, with an order and a scope.
//
// CUDA's own class with nvcc, the executor's with g++ and clang++: members, orders and results are
// those of cuda::atomic_ref. Not in <ark/ark.hpp>: with nvcc it takes longer to compile than all of
// ark.
#pragma once

#include <ark/detail/portability.hpp>

#if ARK_CUDA
#include <cuda/atomic>

namespace ark::detail {
namespace atomic_home = ::cuda;
namespace order_home = ::cuda::std;
}  // namespace ark::detail
#else
#include <ark/simt/cpu_atomics.hpp>

namespace ark::detail {
namespace atomic_home = ::ark::detail;
namespace order_home = ::std;
}  // namespace ark::detail
#endif

namespace ark {

using detail::atomic_home::thread_scope;
using detail::atomic_home::thread_scope_block;
using detail::atomic_home::thread_scope_device;
using detail::atomic_home::thread_scope_system;
using detail::atomic_home::thread_scope_thread;
using detail::order_home::memory_order;
using detail::order_home::memory_order_acq_rel;
using detail::order_home::memory_order_acquire;
using detail::order_home::memory_order_relaxed;
using detail::order_home::memory_order_release;
using detail::order_home::memory_order_seq_cst;

template <class T, thread_scope Scope = thread_scope_system>
using atomic_ref = detail::atomic_home::atomic_ref<T, Scope>;

}  // namespace ark
