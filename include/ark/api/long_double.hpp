// The long double forms of all families: CPU executor and host only.
// Written by scripts/generate-api; contracts are in <ark/api/collective.hpp>.
#pragma once

#include <ark/collective.hpp>
#include <ark/on_stream.hpp>
#include <ark/rma.hpp>
#include <ark/signal.hpp>

// clang-format off
ARK_HOST_DEVICE inline void ark_longdouble_put(long double* dest, const long double* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_longdouble_put_warp(long double* dest, const long double* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_longdouble_put_block(long double* dest, const long double* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_longdouble_put_nbi(long double* dest, const long double* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_longdouble_put_nbi_warp(long double* dest, const long double* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_longdouble_put_nbi_block(long double* dest, const long double* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_longdouble_get(long double* dest, const long double* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_longdouble_get_warp(long double* dest, const long double* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_longdouble_get_block(long double* dest, const long double* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_longdouble_get_nbi(long double* dest, const long double* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_longdouble_get_nbi_warp(long double* dest, const long double* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_longdouble_get_nbi_block(long double* dest, const long double* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_longdouble_p(long double* dest, long double value, int pe) { ark::p(dest, value, pe); }
ARK_HOST_DEVICE inline long double ark_longdouble_g(const long double* source, int pe) { return ark::g(source, pe); }
ARK_HOST_DEVICE inline void ark_longdouble_iput(long double* dest, const long double* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_longdouble_iget(long double* dest, const long double* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_longdouble_put_signal(long double* dest, const long double* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_signal(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_longdouble_put_signal_warp(long double* dest, const long double* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_signal_warp(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_longdouble_put_signal_block(long double* dest, const long double* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_signal_block(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_longdouble_put_signal_nbi(long double* dest, const long double* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_signal_nbi(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_longdouble_put_signal_nbi_warp(long double* dest, const long double* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_signal_nbi_warp(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_longdouble_put_signal_nbi_block(long double* dest, const long double* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_signal_nbi_block(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline int ark_longdouble_broadcast(ark_team_t team, long double* dest, const long double* source, std::size_t count, int root) { return static_cast<int>(ark::broadcast<ark::device::thread_scope>(team, dest, source, count, root)); }
ARK_HOST_DEVICE inline int ark_longdouble_fcollect(ark_team_t team, long double* dest, const long double* source, std::size_t count) { return static_cast<int>(ark::fcollect<ark::device::thread_scope>(team, dest, source, count)); }
ARK_HOST_DEVICE inline int ark_longdouble_alltoall(ark_team_t team, long double* dest, const long double* source, std::size_t count) { return static_cast<int>(ark::alltoall<ark::device::thread_scope>(team, dest, source, count)); }
ARK_HOST_DEVICE inline int ark_longdouble_sum_reduce(ark_team_t team, long double* dest, const long double* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::thread_scope>(team, dest, source, count, ark::device::collective::sum_op{})); }
ARK_HOST_DEVICE inline int ark_longdouble_min_reduce(ark_team_t team, long double* dest, const long double* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::thread_scope>(team, dest, source, count, ark::device::collective::min_op{})); }
ARK_HOST_DEVICE inline int ark_longdouble_max_reduce(ark_team_t team, long double* dest, const long double* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::thread_scope>(team, dest, source, count, ark::device::collective::max_op{})); }
ARK_HOST_DEVICE inline int ark_longdouble_broadcast_warp(ark_team_t team, long double* dest, const long double* source, std::size_t count, int root) { return static_cast<int>(ark::broadcast<ark::device::warp_scope>(team, dest, source, count, root)); }
ARK_HOST_DEVICE inline int ark_longdouble_fcollect_warp(ark_team_t team, long double* dest, const long double* source, std::size_t count) { return static_cast<int>(ark::fcollect<ark::device::warp_scope>(team, dest, source, count)); }
ARK_HOST_DEVICE inline int ark_longdouble_alltoall_warp(ark_team_t team, long double* dest, const long double* source, std::size_t count) { return static_cast<int>(ark::alltoall<ark::device::warp_scope>(team, dest, source, count)); }
ARK_HOST_DEVICE inline int ark_longdouble_sum_reduce_warp(ark_team_t team, long double* dest, const long double* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::warp_scope>(team, dest, source, count, ark::device::collective::sum_op{})); }
ARK_HOST_DEVICE inline int ark_longdouble_min_reduce_warp(ark_team_t team, long double* dest, const long double* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::warp_scope>(team, dest, source, count, ark::device::collective::min_op{})); }
ARK_HOST_DEVICE inline int ark_longdouble_max_reduce_warp(ark_team_t team, long double* dest, const long double* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::warp_scope>(team, dest, source, count, ark::device::collective::max_op{})); }
ARK_HOST_DEVICE inline int ark_longdouble_broadcast_block(ark_team_t team, long double* dest, const long double* source, std::size_t count, int root) { return static_cast<int>(ark::broadcast<ark::device::block_scope>(team, dest, source, count, root)); }
ARK_HOST_DEVICE inline int ark_longdouble_fcollect_block(ark_team_t team, long double* dest, const long double* source, std::size_t count) { return static_cast<int>(ark::fcollect<ark::device::block_scope>(team, dest, source, count)); }
ARK_HOST_DEVICE inline int ark_longdouble_alltoall_block(ark_team_t team, long double* dest, const long double* source, std::size_t count) { return static_cast<int>(ark::alltoall<ark::device::block_scope>(team, dest, source, count)); }
ARK_HOST_DEVICE inline int ark_longdouble_sum_reduce_block(ark_team_t team, long double* dest, const long double* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::block_scope>(team, dest, source, count, ark::device::collective::sum_op{})); }
ARK_HOST_DEVICE inline int ark_longdouble_min_reduce_block(ark_team_t team, long double* dest, const long double* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::block_scope>(team, dest, source, count, ark::device::collective::min_op{})); }
ARK_HOST_DEVICE inline int ark_longdouble_max_reduce_block(ark_team_t team, long double* dest, const long double* source, std::size_t count) { return static_cast<int>(ark::reduce<ark::device::block_scope>(team, dest, source, count, ark::device::collective::max_op{})); }
template <class = void> inline void ark_longdouble_put_on_stream(long double* dest, const long double* source, std::size_t count, int pe, ark::stream_t stream) { ark::put_on_stream(dest, source, count, pe, stream); }
template <class = void> inline void ark_longdouble_put_nbi_on_stream(long double* dest, const long double* source, std::size_t count, int pe, ark::stream_t stream) { ark::put_nbi_on_stream(dest, source, count, pe, stream); }
template <class = void> inline void ark_longdouble_get_on_stream(long double* dest, const long double* source, std::size_t count, int pe, ark::stream_t stream) { ark::get_on_stream(dest, source, count, pe, stream); }
template <class = void> inline void ark_longdouble_get_nbi_on_stream(long double* dest, const long double* source, std::size_t count, int pe, ark::stream_t stream) { ark::get_nbi_on_stream(dest, source, count, pe, stream); }
template <class = void> inline void ark_longdouble_put_signal_on_stream(long double* dest, const long double* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe, ark::stream_t stream) { ark::put_signal_on_stream(dest, source, count, signal, value, op, pe, stream); }
template <class = void> inline void ark_longdouble_put_signal_nbi_on_stream(long double* dest, const long double* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe, ark::stream_t stream) { ark::put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream); }
template <class = void> inline int ark_longdouble_broadcast_on_stream(ark_team_t team, long double* dest, const long double* source, std::size_t count, int root, ark::stream_t stream) { return static_cast<int>(ark::broadcast_on_stream(team, dest, source, count, root, stream)); }
template <class = void> inline int ark_longdouble_fcollect_on_stream(ark_team_t team, long double* dest, const long double* source, std::size_t count, ark::stream_t stream) { return static_cast<int>(ark::fcollect_on_stream(team, dest, source, count, stream)); }
template <class = void> inline int ark_longdouble_alltoall_on_stream(ark_team_t team, long double* dest, const long double* source, std::size_t count, ark::stream_t stream) { return static_cast<int>(ark::alltoall_on_stream(team, dest, source, count, stream)); }
template <class = void> inline int ark_longdouble_sum_reduce_on_stream(ark_team_t team, long double* dest, const long double* source, std::size_t count, ark::stream_t stream) { return static_cast<int>(ark::reduce_on_stream(team, dest, source, count, ark::device::collective::sum_op{}, stream)); }
template <class = void> inline int ark_longdouble_min_reduce_on_stream(ark_team_t team, long double* dest, const long double* source, std::size_t count, ark::stream_t stream) { return static_cast<int>(ark::reduce_on_stream(team, dest, source, count, ark::device::collective::min_op{}, stream)); }
template <class = void> inline int ark_longdouble_max_reduce_on_stream(ark_team_t team, long double* dest, const long double* source, std::size_t count, ark::stream_t stream) { return static_cast<int>(ark::reduce_on_stream(team, dest, source, count, ark::device::collective::max_op{}, stream)); }
