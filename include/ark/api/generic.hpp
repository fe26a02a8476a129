// The type-generic names of all families.
// Written by scripts/generate-api; contracts are in <ark/rma.hpp>.
// Templates, so that unused functions cost no compile time: an address is taken as a pointer of the
// function's own type.
#pragma once

#include <ark/amo.hpp>
#include <ark/collective.hpp>
#include <ark/put_add.hpp>
#include <ark/rma.hpp>
#include <ark/signal.hpp>
#include <ark/wait.hpp>

// clang-format off
template <class T> ARK_HOST_DEVICE void ark_put(T* dest, const T* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_get(T* dest, const T* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_put_add(T* dest, const T* source, std::size_t count, int pe) { ark::put_add(dest, source, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_put_signal(T* dest, const T* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_signal(dest, source, count, signal, value, op, pe); }
template <class T> ARK_HOST_DEVICE void ark_put_add_signal(T* dest, const T* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal(dest, source, count, signal, value, op, pe); }
template <class T> ARK_HOST_DEVICE void ark_put_warp(T* dest, const T* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_get_warp(T* dest, const T* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_put_add_warp(T* dest, const T* source, std::size_t count, int pe) { ark::put_add_warp(dest, source, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_put_signal_warp(T* dest, const T* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_signal_warp(dest, source, count, signal, value, op, pe); }
template <class T> ARK_HOST_DEVICE void ark_put_add_signal_warp(T* dest, const T* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_warp(dest, source, count, signal, value, op, pe); }
template <class T> ARK_HOST_DEVICE void ark_put_block(T* dest, const T* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_get_block(T* dest, const T* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_put_add_block(T* dest, const T* source, std::size_t count, int pe) { ark::put_add_block(dest, source, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_put_signal_block(T* dest, const T* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_signal_block(dest, source, count, signal, value, op, pe); }
template <class T> ARK_HOST_DEVICE void ark_put_add_signal_block(T* dest, const T* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_block(dest, source, count, signal, value, op, pe); }
template <class T> ARK_HOST_DEVICE void ark_put_nbi(T* dest, const T* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_get_nbi(T* dest, const T* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_put_add_nbi(T* dest, const T* source, std::size_t count, int pe) { ark::put_add_nbi(dest, source, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_put_signal_nbi(T* dest, const T* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_signal_nbi(dest, source, count, signal, value, op, pe); }
template <class T> ARK_HOST_DEVICE void ark_put_add_signal_nbi(T* dest, const T* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_nbi(dest, source, count, signal, value, op, pe); }
template <class T> ARK_HOST_DEVICE void ark_put_nbi_warp(T* dest, const T* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_get_nbi_warp(T* dest, const T* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_put_add_nbi_warp(T* dest, const T* source, std::size_t count, int pe) { ark::put_add_nbi_warp(dest, source, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_put_signal_nbi_warp(T* dest, const T* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_signal_nbi_warp(dest, source, count, signal, value, op, pe); }
template <class T> ARK_HOST_DEVICE void ark_put_add_signal_nbi_warp(T* dest, const T* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_nbi_warp(dest, source, count, signal, value, op, pe); }
template <class T> ARK_HOST_DEVICE void ark_put_nbi_block(T* dest, const T* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_get_nbi_block(T* dest, const T* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_put_add_nbi_block(T* dest, const T* source, std::size_t count, int pe) { ark::put_add_nbi_block(dest, source, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_put_signal_nbi_block(T* dest, const T* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_signal_nbi_block(dest, source, count, signal, value, op, pe); }
template <class T> ARK_HOST_DEVICE void ark_put_add_signal_nbi_block(T* dest, const T* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_nbi_block(dest, source, count, signal, value, op, pe); }
template <class T> ARK_HOST_DEVICE void ark_p(T* dest, ark::detail::same<T> value, int pe) { ark::p<T>(dest, value, pe); }
template <class T> ARK_HOST_DEVICE T ark_g(const T* source, int pe) { return ark::g(source, pe); }
template <class T> ARK_HOST_DEVICE void ark_iput(T* dest, const T* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_iput_warp(T* dest, const T* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput_warp(dest, source, dest_stride, source_stride, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_iput_block(T* dest, const T* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput_block(dest, source, dest_stride, source_stride, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_iget(T* dest, const T* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_iget_warp(T* dest, const T* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget_warp(dest, source, dest_stride, source_stride, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_iget_block(T* dest, const T* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget_block(dest, source, dest_stride, source_stride, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_ibput(T* dest, const T* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t block, std::size_t count, int pe) { ark::ibput(dest, source, dest_stride, source_stride, block, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_ibput_warp(T* dest, const T* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t block, std::size_t count, int pe) { ark::ibput_warp(dest, source, dest_stride, source_stride, block, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_ibput_block(T* dest, const T* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t block, std::size_t count, int pe) { ark::ibput_block(dest, source, dest_stride, source_stride, block, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_ibget(T* dest, const T* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t block, std::size_t count, int pe) { ark::ibget(dest, source, dest_stride, source_stride, block, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_ibget_warp(T* dest, const T* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t block, std::size_t count, int pe) { ark::ibget_warp(dest, source, dest_stride, source_stride, block, count, pe); }
template <class T> ARK_HOST_DEVICE void ark_ibget_block(T* dest, const T* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t block, std::size_t count, int pe) { ark::ibget_block(dest, source, dest_stride, source_stride, block, count, pe); }
template <class T> ARK_HOST_DEVICE T ark_atomic_fetch(const T* source, int pe) { return ark::atomic_fetch(source, pe); }
template <class T> ARK_HOST_DEVICE void ark_atomic_fetch_nbi(T* fetch, const T* source, int pe) { ark::atomic_fetch_nbi(fetch, source, pe); }
template <class T> ARK_HOST_DEVICE void ark_atomic_inc(T* dest, int pe) { ark::atomic_inc(dest, pe); }
template <class T> ARK_HOST_DEVICE T ark_atomic_fetch_inc(T* dest, int pe) { return ark::atomic_fetch_inc(dest, pe); }
template <class T> ARK_HOST_DEVICE void ark_atomic_fetch_inc_nbi(T* fetch, T* dest, int pe) { ark::atomic_fetch_inc_nbi(fetch, dest, pe); }
template <class T> ARK_HOST_DEVICE void ark_atomic_set(T* dest, ark::detail::same<T> value, int pe) { ark::atomic_set<T>(dest, value, pe); }
template <class T> ARK_HOST_DEVICE void ark_atomic_add(T* dest, ark::detail::same<T> value, int pe) { ark::atomic_add<T>(dest, value, pe); }
template <class T> ARK_HOST_DEVICE void ark_atomic_and(T* dest, ark::detail::same<T> value, int pe) { ark::atomic_and<T>(dest, value, pe); }
template <class T> ARK_HOST_DEVICE void ark_atomic_or(T* dest, ark::detail::same<T> value, int pe) { ark::atomic_or<T>(dest, value, pe); }
template <class T> ARK_HOST_DEVICE void ark_atomic_xor(T* dest, ark::detail::same<T> value, int pe) { ark::atomic_xor<T>(dest, value, pe); }
template <class T> ARK_HOST_DEVICE T ark_atomic_swap(T* dest, ark::detail::same<T> value, int pe) { return ark::atomic_swap<T>(dest, value, pe); }
template <class T> ARK_HOST_DEVICE void ark_atomic_swap_nbi(T* fetch, T* dest, ark::detail::same<T> value, int pe) { ark::atomic_swap_nbi<T>(fetch, dest, value, pe); }
template <class T> ARK_HOST_DEVICE T ark_atomic_fetch_add(T* dest, ark::detail::same<T> value, int pe) { return ark::atomic_fetch_add<T>(dest, value, pe); }
template <class T> ARK_HOST_DEVICE void ark_atomic_fetch_add_nbi(T* fetch, T* dest, ark::detail::same<T> value, int pe) { ark::atomic_fetch_add_nbi<T>(fetch, dest, value, pe); }
template <class T> ARK_HOST_DEVICE T ark_atomic_fetch_and(T* dest, ark::detail::same<T> value, int pe) { return ark::atomic_fetch_and<T>(dest, value, pe); }
template <class T> ARK_HOST_DEVICE void ark_atomic_fetch_and_nbi(T* fetch, T* dest, ark::detail::same<T> value, int pe) { ark::atomic_fetch_and_nbi<T>(fetch, dest, value, pe); }
template <class T> ARK_HOST_DEVICE T ark_atomic_fetch_or(T* dest, ark::detail::same<T> value, int pe) { return ark::atomic_fetch_or<T>(dest, value, pe); }
template <class T> ARK_HOST_DEVICE void ark_atomic_fetch_or_nbi(T* fetch, T* dest, ark::detail::same<T> value, int pe) { ark::atomic_fetch_or_nbi<T>(fetch, dest, value, pe); }
template <class T> ARK_HOST_DEVICE T ark_atomic_fetch_xor(T* dest, ark::detail::same<T> value, int pe) { return ark::atomic_fetch_xor<T>(dest, value, pe); }
template <class T> ARK_HOST_DEVICE void ark_atomic_fetch_xor_nbi(T* fetch, T* dest, ark::detail::same<T> value, int pe) { ark::atomic_fetch_xor_nbi<T>(fetch, dest, value, pe); }
template <class T> ARK_HOST_DEVICE T ark_atomic_compare_swap(T* dest, ark::detail::same<T> cond, ark::detail::same<T> value, int pe) { return ark::atomic_compare_swap<T>(dest, cond, value, pe); }
template <class T> ARK_HOST_DEVICE void ark_atomic_compare_swap_nbi(T* fetch, T* dest, ark::detail::same<T> cond, ark::detail::same<T> value, int pe) { ark::atomic_compare_swap_nbi<T>(fetch, dest, cond, value, pe); }
template <class T> ARK_HOST_DEVICE void ark_wait_until(T* ivar, int cmp, ark::detail::same<T> value) { ark::wait_until<T>(ivar, cmp, value); }
template <class T> ARK_HOST_DEVICE void ark_wait_until_all(T* ivars, std::size_t count, const int* status, int cmp, ark::detail::same<T> value) { ark::wait_until_all<T>(ivars, count, status, cmp, value); }
template <class T> ARK_HOST_DEVICE void ark_wait_until_all_vector(T* ivars, std::size_t count, const int* status, int cmp, const T* values) { ark::wait_until_all<T>(ivars, count, status, cmp, T{}, values); }
template <class T> ARK_HOST_DEVICE std::size_t ark_wait_until_any(T* ivars, std::size_t count, const int* status, int cmp, ark::detail::same<T> value) { return ark::wait_until_any<T>(ivars, count, status, cmp, value); }
template <class T> ARK_HOST_DEVICE std::size_t ark_wait_until_any_vector(T* ivars, std::size_t count, const int* status, int cmp, const T* values) { return ark::wait_until_any<T>(ivars, count, status, cmp, T{}, values); }
template <class T> ARK_HOST_DEVICE std::size_t ark_wait_until_some(T* ivars, std::size_t count, std::size_t* indices, const int* status, int cmp, ark::detail::same<T> value) { return ark::wait_until_some<T>(ivars, count, indices, status, cmp, value); }
template <class T> ARK_HOST_DEVICE std::size_t ark_wait_until_some_vector(T* ivars, std::size_t count, std::size_t* indices, const int* status, int cmp, const T* values) { return ark::wait_until_some<T>(ivars, count, indices, status, cmp, T{}, values); }
template <class T> ARK_HOST_DEVICE int ark_test(T* ivar, int cmp, ark::detail::same<T> value) { return ark::test<T>(ivar, cmp, value); }
template <class T> ARK_HOST_DEVICE int ark_test_all(T* ivars, std::size_t count, const int* status, int cmp, ark::detail::same<T> value) { return ark::test_all<T>(ivars, count, status, cmp, value); }
template <class T> ARK_HOST_DEVICE int ark_test_all_vector(T* ivars, std::size_t count, const int* status, int cmp, const T* values) { return ark::test_all<T>(ivars, count, status, cmp, T{}, values); }
template <class T> ARK_HOST_DEVICE std::size_t ark_test_any(T* ivars, std::size_t count, const int* status, int cmp, ark::detail::same<T> value) { return ark::test_any<T>(ivars, count, status, cmp, value); }
template <class T> ARK_HOST_DEVICE std::size_t ark_test_any_vector(T* ivars, std::size_t count, const int* status, int cmp, const T* values) { return ark::test_any<T>(ivars, count, status, cmp, T{}, values); }
template <class T> ARK_HOST_DEVICE std::size_t ark_test_some(T* ivars, std::size_t count, std::size_t* indices, const int* status, int cmp, ark::detail::same<T> value) { return ark::test_some<T>(ivars, count, indices, status, cmp, value); }
template <class T> ARK_HOST_DEVICE std::size_t ark_test_some_vector(T* ivars, std::size_t count, std::size_t* indices, const int* status, int cmp, const T* values) { return ark::test_some<T>(ivars, count, indices, status, cmp, T{}, values); }
template <class T> ARK_HOST_DEVICE int ark_broadcast(ark_team_t team, T* dest, const T* source, std::size_t count, int root) { return static_cast<int>(ark::broadcast<ark::device::thread_scope>(team, dest, source, count, root)); }
template <class T> ARK_HOST_DEVICE int ark_collect(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::collect<ark::device::thread_scope>(team, dest, source, count)); }
template <class T> ARK_HOST_DEVICE int ark_fcollect(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::fcollect<ark::device::thread_scope>(team, dest, source, count)); }
template <class T> ARK_HOST_DEVICE int ark_alltoall(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::alltoall<ark::device::thread_scope>(team, dest, source, count)); }
template <class T> ARK_HOST_DEVICE int ark_sum_inscan(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::sum_inscan<ark::device::thread_scope>(team, dest, source, count)); }
template <class T> ARK_HOST_DEVICE int ark_sum_exscan(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::sum_exscan<ark::device::thread_scope>(team, dest, source, count)); }
template <class T> ARK_HOST_DEVICE int ark_alltoalls(ark_team_t team, T* dest, const T* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count) { return static_cast<int>(ark::alltoalls<ark::device::thread_scope>(team, dest, source, dest_stride, source_stride, count)); }
template <class T> ARK_HOST_DEVICE int ark_sum_reduce(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::thread_scope>(team, dest, source, count, ark::device::collective::sum_op{})); }
template <class T> ARK_HOST_DEVICE int ark_prod_reduce(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::thread_scope>(team, dest, source, count, ark::device::collective::prod_op{})); }
template <class T> ARK_HOST_DEVICE int ark_min_reduce(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::thread_scope>(team, dest, source, count, ark::device::collective::min_op{})); }
template <class T> ARK_HOST_DEVICE int ark_max_reduce(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::thread_scope>(team, dest, source, count, ark::device::collective::max_op{})); }
template <class T> ARK_HOST_DEVICE int ark_and_reduce(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::thread_scope>(team, dest, source, count, ark::device::collective::and_op{})); }
template <class T> ARK_HOST_DEVICE int ark_or_reduce(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::thread_scope>(team, dest, source, count, ark::device::collective::or_op{})); }
template <class T> ARK_HOST_DEVICE int ark_xor_reduce(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::thread_scope>(team, dest, source, count, ark::device::collective::xor_op{})); }
template <class T> ARK_HOST_DEVICE int ark_broadcast_warp(ark_team_t team, T* dest, const T* source, std::size_t count, int root) { return static_cast<int>(ark::broadcast<ark::device::warp_scope>(team, dest, source, count, root)); }
template <class T> ARK_HOST_DEVICE int ark_collect_warp(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::collect<ark::device::warp_scope>(team, dest, source, count)); }
template <class T> ARK_HOST_DEVICE int ark_fcollect_warp(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::fcollect<ark::device::warp_scope>(team, dest, source, count)); }
template <class T> ARK_HOST_DEVICE int ark_alltoall_warp(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::alltoall<ark::device::warp_scope>(team, dest, source, count)); }
template <class T> ARK_HOST_DEVICE int ark_sum_inscan_warp(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::sum_inscan<ark::device::warp_scope>(team, dest, source, count)); }
template <class T> ARK_HOST_DEVICE int ark_sum_exscan_warp(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::sum_exscan<ark::device::warp_scope>(team, dest, source, count)); }
template <class T> ARK_HOST_DEVICE int ark_alltoalls_warp(ark_team_t team, T* dest, const T* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count) { return static_cast<int>(ark::alltoalls<ark::device::warp_scope>(team, dest, source, dest_stride, source_stride, count)); }
template <class T> ARK_HOST_DEVICE int ark_sum_reduce_warp(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::warp_scope>(team, dest, source, count, ark::device::collective::sum_op{})); }
template <class T> ARK_HOST_DEVICE int ark_prod_reduce_warp(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::warp_scope>(team, dest, source, count, ark::device::collective::prod_op{})); }
template <class T> ARK_HOST_DEVICE int ark_min_reduce_warp(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::warp_scope>(team, dest, source, count, ark::device::collective::min_op{})); }
template <class T> ARK_HOST_DEVICE int ark_max_reduce_warp(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::warp_scope>(team, dest, source, count, ark::device::collective::max_op{})); }
template <class T> ARK_HOST_DEVICE int ark_and_reduce_warp(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::warp_scope>(team, dest, source, count, ark::device::collective::and_op{})); }
template <class T> ARK_HOST_DEVICE int ark_or_reduce_warp(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::warp_scope>(team, dest, source, count, ark::device::collective::or_op{})); }
template <class T> ARK_HOST_DEVICE int ark_xor_reduce_warp(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::warp_scope>(team, dest, source, count, ark::device::collective::xor_op{})); }
template <class T> ARK_HOST_DEVICE int ark_broadcast_block(ark_team_t team, T* dest, const T* source, std::size_t count, int root) { return static_cast<int>(ark::broadcast<ark::device::block_scope>(team, dest, source, count, root)); }
template <class T> ARK_HOST_DEVICE int ark_collect_block(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::collect<ark::device::block_scope>(team, dest, source, count)); }
template <class T> ARK_HOST_DEVICE int ark_fcollect_block(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::fcollect<ark::device::block_scope>(team, dest, source, count)); }
template <class T> ARK_HOST_DEVICE int ark_alltoall_block(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::alltoall<ark::device::block_scope>(team, dest, source, count)); }
template <class T> ARK_HOST_DEVICE int ark_sum_inscan_block(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::sum_inscan<ark::device::block_scope>(team, dest, source, count)); }
template <class T> ARK_HOST_DEVICE int ark_sum_exscan_block(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::sum_exscan<ark::device::block_scope>(team, dest, source, count)); }
template <class T> ARK_HOST_DEVICE int ark_alltoalls_block(ark_team_t team, T* dest, const T* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count) { return static_cast<int>(ark::alltoalls<ark::device::block_scope>(team, dest, source, dest_stride, source_stride, count)); }
template <class T> ARK_HOST_DEVICE int ark_sum_reduce_block(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::block_scope>(team, dest, source, count, ark::device::collective::sum_op{})); }
template <class T> ARK_HOST_DEVICE int ark_prod_reduce_block(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::block_scope>(team, dest, source, count, ark::device::collective::prod_op{})); }
template <class T> ARK_HOST_DEVICE int ark_min_reduce_block(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::block_scope>(team, dest, source, count, ark::device::collective::min_op{})); }
template <class T> ARK_HOST_DEVICE int ark_max_reduce_block(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::block_scope>(team, dest, source, count, ark::device::collective::max_op{})); }
template <class T> ARK_HOST_DEVICE int ark_and_reduce_block(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::block_scope>(team, dest, source, count, ark::device::collective::and_op{})); }
template <class T> ARK_HOST_DEVICE int ark_or_reduce_block(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::block_scope>(team, dest, source, count, ark::device::collective::or_op{})); }
template <class T> ARK_HOST_DEVICE int ark_xor_reduce_block(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::block_scope>(team, dest, source, count, ark::device::collective::xor_op{})); }
