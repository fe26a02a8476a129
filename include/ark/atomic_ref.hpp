// ark::atomic_ref: atomic accesses to a kernel's own words, with a memory order and a thread scope.
//
// With nvcc it is cuda::atomic_ref. With g++ and clang++ it is a class of the CPU executor with the
// members, orders and results of cuda::atomic_ref. <ark/ark.hpp> does not include this header: with
// nvcc it takes longer to compile than the whole of <ark/ark.hpp>.
#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA
#include <cuda/atomic>

namespace ark::detail {
namespace atomic_home = ::cuda;
namespace order_home = ::cuda::std;
}  // namespace ark::detail
#else
#include <ark/detail/simt/cpu_atomics.hpp>

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
