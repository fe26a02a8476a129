// broadcast, collect, alltoall, reductions, scans.
// Written by scripts/generate-api; contracts are in <ark/collective.hpp>.
// Templates, so that unused functions cost no compile time: an address is taken as a pointer of the
// function's own type.
#pragma once

#include <ark/api/type_lists.h>

#include <ark/collective.hpp>

// clang-format off
#define ARK_NAMES(N, T) \
  template <class S = ark::device::thread_scope> ARK_PLACE int ark_##N##_broadcast(ark_team_t team, T* dest, const T* source, std::size_t count, int root) { return static_cast<int>(ark::broadcast<S>(team, dest, source, count, root)); } \
  template <class S = ark::device::thread_scope> ARK_PLACE int ark_##N##_collect(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::collect<S>(team, dest, source, count)); } \
  template <class S = ark::device::thread_scope> ARK_PLACE int ark_##N##_fcollect(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::fcollect<S>(team, dest, source, count)); } \
  template <class S = ark::device::thread_scope> ARK_PLACE int ark_##N##_alltoall(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::alltoall<S>(team, dest, source, count)); } \
  template <class S = ark::device::thread_scope> ARK_PLACE int ark_##N##_sum_inscan(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::sum_inscan<S>(team, dest, source, count)); } \
  template <class S = ark::device::thread_scope> ARK_PLACE int ark_##N##_sum_exscan(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::sum_exscan<S>(team, dest, source, count)); } \
  template <class S = ark::device::thread_scope> ARK_PLACE int ark_##N##_alltoalls(ark_team_t team, T* dest, const T* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count) { return static_cast<int>(ark::alltoalls<S>(team, dest, source, dest_stride, source_stride, count)); } \
  template <class S = ark::device::warp_scope> ARK_PLACE int ark_##N##_broadcast_warp(ark_team_t team, T* dest, const T* source, std::size_t count, int root) { return static_cast<int>(ark::broadcast<S>(team, dest, source, count, root)); } \
  template <class S = ark::device::warp_scope> ARK_PLACE int ark_##N##_collect_warp(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::collect<S>(team, dest, source, count)); } \
  template <class S = ark::device::warp_scope> ARK_PLACE int ark_##N##_fcollect_warp(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::fcollect<S>(team, dest, source, count)); } \
  template <class S = ark::device::warp_scope> ARK_PLACE int ark_##N##_alltoall_warp(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::alltoall<S>(team, dest, source, count)); } \
  template <class S = ark::device::warp_scope> ARK_PLACE int ark_##N##_sum_inscan_warp(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::sum_inscan<S>(team, dest, source, count)); } \
  template <class S = ark::device::warp_scope> ARK_PLACE int ark_##N##_sum_exscan_warp(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::sum_exscan<S>(team, dest, source, count)); } \
  template <class S = ark::device::warp_scope> ARK_PLACE int ark_##N##_alltoalls_warp(ark_team_t team, T* dest, const T* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count) { return static_cast<int>(ark::alltoalls<S>(team, dest, source, dest_stride, source_stride, count)); } \
  template <class S = ark::device::block_scope> ARK_PLACE int ark_##N##_broadcast_block(ark_team_t team, T* dest, const T* source, std::size_t count, int root) { return static_cast<int>(ark::broadcast<S>(team, dest, source, count, root)); } \
  template <class S = ark::device::block_scope> ARK_PLACE int ark_##N##_collect_block(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::collect<S>(team, dest, source, count)); } \
  template <class S = ark::device::block_scope> ARK_PLACE int ark_##N##_fcollect_block(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::fcollect<S>(team, dest, source, count)); } \
  template <class S = ark::device::block_scope> ARK_PLACE int ark_##N##_alltoall_block(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::alltoall<S>(team, dest, source, count)); } \
  template <class S = ark::device::block_scope> ARK_PLACE int ark_##N##_sum_inscan_block(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::sum_inscan<S>(team, dest, source, count)); } \
  template <class S = ark::device::block_scope> ARK_PLACE int ark_##N##_sum_exscan_block(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::sum_exscan<S>(team, dest, source, count)); } \
  template <class S = ark::device::block_scope> ARK_PLACE int ark_##N##_alltoalls_block(ark_team_t team, T* dest, const T* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count) { return static_cast<int>(ark::alltoalls<S>(team, dest, source, dest_stride, source_stride, count)); } \
  template <class S = ark::device::thread_scope> ARK_PLACE int ark_##N##_sum_reduce(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<S>(team, dest, source, count, ark::device::collective::sum_op{})); } \
  template <class S = ark::device::thread_scope> ARK_PLACE int ark_##N##_prod_reduce(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<S>(team, dest, source, count, ark::device::collective::prod_op{})); } \
  template <class S = ark::device::thread_scope> ARK_PLACE int ark_##N##_min_reduce(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<S>(team, dest, source, count, ark::device::collective::min_op{})); } \
  template <class S = ark::device::thread_scope> ARK_PLACE int ark_##N##_max_reduce(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<S>(team, dest, source, count, ark::device::collective::max_op{})); } \
  template <class S = ark::device::warp_scope> ARK_PLACE int ark_##N##_sum_reduce_warp(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<S>(team, dest, source, count, ark::device::collective::sum_op{})); } \
  template <class S = ark::device::warp_scope> ARK_PLACE int ark_##N##_prod_reduce_warp(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<S>(team, dest, source, count, ark::device::collective::prod_op{})); } \
  template <class S = ark::device::warp_scope> ARK_PLACE int ark_##N##_min_reduce_warp(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<S>(team, dest, source, count, ark::device::collective::min_op{})); } \
  template <class S = ark::device::warp_scope> ARK_PLACE int ark_##N##_max_reduce_warp(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<S>(team, dest, source, count, ark::device::collective::max_op{})); } \
  template <class S = ark::device::block_scope> ARK_PLACE int ark_##N##_sum_reduce_block(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<S>(team, dest, source, count, ark::device::collective::sum_op{})); } \
  template <class S = ark::device::block_scope> ARK_PLACE int ark_##N##_prod_reduce_block(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<S>(team, dest, source, count, ark::device::collective::prod_op{})); } \
  template <class S = ark::device::block_scope> ARK_PLACE int ark_##N##_min_reduce_block(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<S>(team, dest, source, count, ark::device::collective::min_op{})); } \
  template <class S = ark::device::block_scope> ARK_PLACE int ark_##N##_max_reduce_block(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<S>(team, dest, source, count, ark::device::collective::max_op{})); }
#define ARK_PLACE ARK_HOST_DEVICE
ARK_RMA_TYPES(ARK_NAMES)
#undef ARK_PLACE
#define ARK_PLACE ARK_HOST
ARK_LONG_DOUBLE_TYPES(ARK_NAMES)
#undef ARK_PLACE
#undef ARK_NAMES
#define ARK_NAMES(N, T) \
  template <class S = ark::device::thread_scope> ARK_HOST_DEVICE int ark_##N##_and_reduce(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<S>(team, dest, source, count, ark::device::collective::and_op{})); } \
  template <class S = ark::device::thread_scope> ARK_HOST_DEVICE int ark_##N##_or_reduce(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<S>(team, dest, source, count, ark::device::collective::or_op{})); } \
  template <class S = ark::device::thread_scope> ARK_HOST_DEVICE int ark_##N##_xor_reduce(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<S>(team, dest, source, count, ark::device::collective::xor_op{})); } \
  template <class S = ark::device::warp_scope> ARK_HOST_DEVICE int ark_##N##_and_reduce_warp(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<S>(team, dest, source, count, ark::device::collective::and_op{})); } \
  template <class S = ark::device::warp_scope> ARK_HOST_DEVICE int ark_##N##_or_reduce_warp(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<S>(team, dest, source, count, ark::device::collective::or_op{})); } \
  template <class S = ark::device::warp_scope> ARK_HOST_DEVICE int ark_##N##_xor_reduce_warp(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<S>(team, dest, source, count, ark::device::collective::xor_op{})); } \
  template <class S = ark::device::block_scope> ARK_HOST_DEVICE int ark_##N##_and_reduce_block(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<S>(team, dest, source, count, ark::device::collective::and_op{})); } \
  template <class S = ark::device::block_scope> ARK_HOST_DEVICE int ark_##N##_or_reduce_block(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<S>(team, dest, source, count, ark::device::collective::or_op{})); } \
  template <class S = ark::device::block_scope> ARK_HOST_DEVICE int ark_##N##_xor_reduce_block(ark_team_t team, T* dest, const T* source, std::size_t count) { return static_cast<int>(ark::reduce<S>(team, dest, source, count, ark::device::collective::xor_op{})); }
ARK_REDUCE_BITWISE_TYPES(ARK_NAMES)
#undef ARK_NAMES
template <class S = ark::device::thread_scope> ARK_HOST_DEVICE int ark_broadcastmem(ark_team_t team, void* dest, const void* source, std::size_t bytes, int root) { return static_cast<int>(ark::broadcast<S>(team, static_cast<char*>(dest), static_cast<const char*>(source), bytes, root)); }
template <class S = ark::device::thread_scope> ARK_HOST_DEVICE int ark_collectmem(ark_team_t team, void* dest, const void* source, std::size_t bytes) { return static_cast<int>(ark::collect<S>(team, static_cast<char*>(dest), static_cast<const char*>(source), bytes)); }
template <class S = ark::device::thread_scope> ARK_HOST_DEVICE int ark_fcollectmem(ark_team_t team, void* dest, const void* source, std::size_t bytes) { return static_cast<int>(ark::fcollect<S>(team, static_cast<char*>(dest), static_cast<const char*>(source), bytes)); }
template <class S = ark::device::thread_scope> ARK_HOST_DEVICE int ark_alltoallmem(ark_team_t team, void* dest, const void* source, std::size_t bytes) { return static_cast<int>(ark::alltoall<S>(team, static_cast<char*>(dest), static_cast<const char*>(source), bytes)); }
template <class S = ark::device::thread_scope> ARK_HOST_DEVICE int ark_alltoallsmem(ark_team_t team, void* dest, const void* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count) { return static_cast<int>(ark::alltoalls<S>(team, static_cast<char*>(dest), static_cast<const char*>(source), dest_stride, source_stride, count)); }
template <class S = ark::device::warp_scope> ARK_HOST_DEVICE int ark_broadcastmem_warp(ark_team_t team, void* dest, const void* source, std::size_t bytes, int root) { return static_cast<int>(ark::broadcast<S>(team, static_cast<char*>(dest), static_cast<const char*>(source), bytes, root)); }
template <class S = ark::device::warp_scope> ARK_HOST_DEVICE int ark_collectmem_warp(ark_team_t team, void* dest, const void* source, std::size_t bytes) { return static_cast<int>(ark::collect<S>(team, static_cast<char*>(dest), static_cast<const char*>(source), bytes)); }
template <class S = ark::device::warp_scope> ARK_HOST_DEVICE int ark_fcollectmem_warp(ark_team_t team, void* dest, const void* source, std::size_t bytes) { return static_cast<int>(ark::fcollect<S>(team, static_cast<char*>(dest), static_cast<const char*>(source), bytes)); }
template <class S = ark::device::warp_scope> ARK_HOST_DEVICE int ark_alltoallmem_warp(ark_team_t team, void* dest, const void* source, std::size_t bytes) { return static_cast<int>(ark::alltoall<S>(team, static_cast<char*>(dest), static_cast<const char*>(source), bytes)); }
template <class S = ark::device::warp_scope> ARK_HOST_DEVICE int ark_alltoallsmem_warp(ark_team_t team, void* dest, const void* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count) { return static_cast<int>(ark::alltoalls<S>(team, static_cast<char*>(dest), static_cast<const char*>(source), dest_stride, source_stride, count)); }
template <class S = ark::device::block_scope> ARK_HOST_DEVICE int ark_broadcastmem_block(ark_team_t team, void* dest, const void* source, std::size_t bytes, int root) { return static_cast<int>(ark::broadcast<S>(team, static_cast<char*>(dest), static_cast<const char*>(source), bytes, root)); }
template <class S = ark::device::block_scope> ARK_HOST_DEVICE int ark_collectmem_block(ark_team_t team, void* dest, const void* source, std::size_t bytes) { return static_cast<int>(ark::collect<S>(team, static_cast<char*>(dest), static_cast<const char*>(source), bytes)); }
template <class S = ark::device::block_scope> ARK_HOST_DEVICE int ark_fcollectmem_block(ark_team_t team, void* dest, const void* source, std::size_t bytes) { return static_cast<int>(ark::fcollect<S>(team, static_cast<char*>(dest), static_cast<const char*>(source), bytes)); }
template <class S = ark::device::block_scope> ARK_HOST_DEVICE int ark_alltoallmem_block(ark_team_t team, void* dest, const void* source, std::size_t bytes) { return static_cast<int>(ark::alltoall<S>(team, static_cast<char*>(dest), static_cast<const char*>(source), bytes)); }
template <class S = ark::device::block_scope> ARK_HOST_DEVICE int ark_alltoallsmem_block(ark_team_t team, void* dest, const void* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count) { return static_cast<int>(ark::alltoalls<S>(team, static_cast<char*>(dest), static_cast<const char*>(source), dest_stride, source_stride, count)); }
