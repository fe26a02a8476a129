/* The stream-ordered typed names for C, as a list: no include guard.
 * Written by scripts/generate-api; contracts are in <ark/on_stream.hpp>.
 * Included by <ark/ark.h>. */
/* clang-format off */
#include <ark/api/type_lists.h>

#define ARK_NAMES(N, T) \
  ARK_C_TYPED_NAME(void, N##_put_on_stream, put_on_stream, (T* dest, const T* source, size_t count, int pe, ark_stream_t stream), (ARK_C_BITS(dest), ARK_C_BITS(source), count, pe, stream)) \
  ARK_C_TYPED_NAME(void, N##_put_nbi_on_stream, put_nbi_on_stream, (T* dest, const T* source, size_t count, int pe, ark_stream_t stream), (ARK_C_BITS(dest), ARK_C_BITS(source), count, pe, stream)) \
  ARK_C_TYPED_NAME(void, N##_get_on_stream, get_on_stream, (T* dest, const T* source, size_t count, int pe, ark_stream_t stream), (ARK_C_BITS(dest), ARK_C_BITS(source), count, pe, stream)) \
  ARK_C_TYPED_NAME(void, N##_get_nbi_on_stream, get_nbi_on_stream, (T* dest, const T* source, size_t count, int pe, ark_stream_t stream), (ARK_C_BITS(dest), ARK_C_BITS(source), count, pe, stream)) \
  ARK_C_TYPED_NAME(void, N##_p_on_stream, p_on_stream, (T* dest, T value, int pe, ark_stream_t stream), (ARK_C_NUMBER(dest), value, pe, stream)) \
  ARK_C_TYPED_NAME(T, N##_g_on_stream, g_on_stream, (const T* source, int pe, ark_stream_t stream), (ARK_C_NUMBER(source), pe, stream)) \
  ARK_C_TYPED_NAME(void, N##_iput_on_stream, iput_on_stream, (T* dest, const T* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, int pe, ark_stream_t stream), (ARK_C_BITS(dest), ARK_C_BITS(source), dest_stride, source_stride, count, pe, stream)) \
  ARK_C_TYPED_NAME(void, N##_iget_on_stream, iget_on_stream, (T* dest, const T* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, int pe, ark_stream_t stream), (ARK_C_BITS(dest), ARK_C_BITS(source), dest_stride, source_stride, count, pe, stream)) \
  ARK_C_TYPED_NAME(void, N##_ibput_on_stream, ibput_on_stream, (T* dest, const T* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t block, size_t count, int pe, ark_stream_t stream), (ARK_C_BITS(dest), ARK_C_BITS(source), dest_stride, source_stride, block, count, pe, stream)) \
  ARK_C_TYPED_NAME(void, N##_ibget_on_stream, ibget_on_stream, (T* dest, const T* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t block, size_t count, int pe, ark_stream_t stream), (ARK_C_BITS(dest), ARK_C_BITS(source), dest_stride, source_stride, block, count, pe, stream)) \
  ARK_C_TYPED_NAME(void, N##_put_signal_on_stream, put_signal_on_stream, (T* dest, const T* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe, ark_stream_t stream), (ARK_C_BITS(dest), ARK_C_BITS(source), count, signal, value, op, pe, stream)) \
  ARK_C_TYPED_NAME(void, N##_put_signal_nbi_on_stream, put_signal_nbi_on_stream, (T* dest, const T* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe, ark_stream_t stream), (ARK_C_BITS(dest), ARK_C_BITS(source), count, signal, value, op, pe, stream)) \
  ARK_C_TYPED_NAME(int, N##_broadcast_on_stream, broadcast_on_stream, (ark_team_t team, T* dest, const T* source, size_t count, int root, ark_stream_t stream), (team, ARK_C_BITS(dest), ARK_C_BITS(source), count, root, stream)) \
  ARK_C_TYPED_NAME(int, N##_collect_on_stream, collect_on_stream, (ark_team_t team, T* dest, const T* source, size_t count, ark_stream_t stream), (team, ARK_C_BITS(dest), ARK_C_BITS(source), count, stream)) \
  ARK_C_TYPED_NAME(int, N##_fcollect_on_stream, fcollect_on_stream, (ark_team_t team, T* dest, const T* source, size_t count, ark_stream_t stream), (team, ARK_C_BITS(dest), ARK_C_BITS(source), count, stream)) \
  ARK_C_TYPED_NAME(int, N##_alltoall_on_stream, alltoall_on_stream, (ark_team_t team, T* dest, const T* source, size_t count, ark_stream_t stream), (team, ARK_C_BITS(dest), ARK_C_BITS(source), count, stream)) \
  ARK_C_TYPED_NAME(int, N##_sum_inscan_on_stream, sum_inscan_on_stream, (ark_team_t team, T* dest, const T* source, size_t count, ark_stream_t stream), (team, ARK_C_NUMBER(dest), ARK_C_NUMBER(source), count, stream)) \
  ARK_C_TYPED_NAME(int, N##_sum_exscan_on_stream, sum_exscan_on_stream, (ark_team_t team, T* dest, const T* source, size_t count, ark_stream_t stream), (team, ARK_C_NUMBER(dest), ARK_C_NUMBER(source), count, stream)) \
  ARK_C_TYPED_NAME(int, N##_alltoalls_on_stream, alltoalls_on_stream, (ark_team_t team, T* dest, const T* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, ark_stream_t stream), (team, ARK_C_BITS(dest), ARK_C_BITS(source), dest_stride, source_stride, count, stream)) \
  ARK_C_TYPED_NAME(int, N##_sum_reduce_on_stream, sum_reduce_on_stream, (ark_team_t team, T* dest, const T* source, size_t count, ark_stream_t stream), (team, ARK_C_NUMBER(dest), ARK_C_NUMBER(source), count, stream)) \
  ARK_C_TYPED_NAME(int, N##_prod_reduce_on_stream, prod_reduce_on_stream, (ark_team_t team, T* dest, const T* source, size_t count, ark_stream_t stream), (team, ARK_C_NUMBER(dest), ARK_C_NUMBER(source), count, stream)) \
  ARK_C_TYPED_NAME(int, N##_min_reduce_on_stream, min_reduce_on_stream, (ark_team_t team, T* dest, const T* source, size_t count, ark_stream_t stream), (team, ARK_C_ORDERED(dest), ARK_C_ORDERED(source), count, stream)) \
  ARK_C_TYPED_NAME(int, N##_max_reduce_on_stream, max_reduce_on_stream, (ark_team_t team, T* dest, const T* source, size_t count, ark_stream_t stream), (team, ARK_C_ORDERED(dest), ARK_C_ORDERED(source), count, stream))
ARK_RMA_TYPES(ARK_NAMES)
ARK_LONG_DOUBLE_TYPES(ARK_NAMES)
#undef ARK_NAMES
#define ARK_NAMES(N, T) \
  ARK_C_TYPED_NAME(int, N##_and_reduce_on_stream, and_reduce_on_stream, (ark_team_t team, T* dest, const T* source, size_t count, ark_stream_t stream), (team, ARK_C_BITS(dest), ARK_C_BITS(source), count, stream)) \
  ARK_C_TYPED_NAME(int, N##_or_reduce_on_stream, or_reduce_on_stream, (ark_team_t team, T* dest, const T* source, size_t count, ark_stream_t stream), (team, ARK_C_BITS(dest), ARK_C_BITS(source), count, stream)) \
  ARK_C_TYPED_NAME(int, N##_xor_reduce_on_stream, xor_reduce_on_stream, (ark_team_t team, T* dest, const T* source, size_t count, ark_stream_t stream), (team, ARK_C_BITS(dest), ARK_C_BITS(source), count, stream))
ARK_REDUCE_BITWISE_TYPES(ARK_NAMES)
#undef ARK_NAMES
ARK_C_NAME(void, ark_put8_on_stream, (void* dest, const void* source, size_t count, int pe, ark_stream_t stream), (dest, source, count, pe, stream))
ARK_C_NAME(void, ark_get8_on_stream, (void* dest, const void* source, size_t count, int pe, ark_stream_t stream), (dest, source, count, pe, stream))
ARK_C_NAME(void, ark_put8_signal_on_stream, (void* dest, const void* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe, ark_stream_t stream), (dest, source, count, signal, value, op, pe, stream))
ARK_C_NAME(void, ark_put16_on_stream, (void* dest, const void* source, size_t count, int pe, ark_stream_t stream), (dest, source, count, pe, stream))
ARK_C_NAME(void, ark_get16_on_stream, (void* dest, const void* source, size_t count, int pe, ark_stream_t stream), (dest, source, count, pe, stream))
ARK_C_NAME(void, ark_put16_signal_on_stream, (void* dest, const void* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe, ark_stream_t stream), (dest, source, count, signal, value, op, pe, stream))
ARK_C_NAME(void, ark_put32_on_stream, (void* dest, const void* source, size_t count, int pe, ark_stream_t stream), (dest, source, count, pe, stream))
ARK_C_NAME(void, ark_get32_on_stream, (void* dest, const void* source, size_t count, int pe, ark_stream_t stream), (dest, source, count, pe, stream))
ARK_C_NAME(void, ark_put32_signal_on_stream, (void* dest, const void* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe, ark_stream_t stream), (dest, source, count, signal, value, op, pe, stream))
ARK_C_NAME(void, ark_put64_on_stream, (void* dest, const void* source, size_t count, int pe, ark_stream_t stream), (dest, source, count, pe, stream))
ARK_C_NAME(void, ark_get64_on_stream, (void* dest, const void* source, size_t count, int pe, ark_stream_t stream), (dest, source, count, pe, stream))
ARK_C_NAME(void, ark_put64_signal_on_stream, (void* dest, const void* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe, ark_stream_t stream), (dest, source, count, signal, value, op, pe, stream))
ARK_C_NAME(void, ark_put128_on_stream, (void* dest, const void* source, size_t count, int pe, ark_stream_t stream), (dest, source, count, pe, stream))
ARK_C_NAME(void, ark_get128_on_stream, (void* dest, const void* source, size_t count, int pe, ark_stream_t stream), (dest, source, count, pe, stream))
ARK_C_NAME(void, ark_put128_signal_on_stream, (void* dest, const void* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe, ark_stream_t stream), (dest, source, count, signal, value, op, pe, stream))
ARK_C_NAME(void, ark_putmem_on_stream, (void* dest, const void* source, size_t bytes, int pe, ark_stream_t stream), (dest, source, bytes, pe, stream))
ARK_C_NAME(void, ark_getmem_on_stream, (void* dest, const void* source, size_t bytes, int pe, ark_stream_t stream), (dest, source, bytes, pe, stream))
ARK_C_NAME(void, ark_putmem_signal_on_stream, (void* dest, const void* source, size_t bytes, uint64_t* signal, uint64_t value, int op, int pe, ark_stream_t stream), (dest, source, bytes, signal, value, op, pe, stream))
ARK_C_NAME(void, ark_put8_nbi_on_stream, (void* dest, const void* source, size_t count, int pe, ark_stream_t stream), (dest, source, count, pe, stream))
ARK_C_NAME(void, ark_get8_nbi_on_stream, (void* dest, const void* source, size_t count, int pe, ark_stream_t stream), (dest, source, count, pe, stream))
ARK_C_NAME(void, ark_put8_signal_nbi_on_stream, (void* dest, const void* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe, ark_stream_t stream), (dest, source, count, signal, value, op, pe, stream))
ARK_C_NAME(void, ark_put16_nbi_on_stream, (void* dest, const void* source, size_t count, int pe, ark_stream_t stream), (dest, source, count, pe, stream))
ARK_C_NAME(void, ark_get16_nbi_on_stream, (void* dest, const void* source, size_t count, int pe, ark_stream_t stream), (dest, source, count, pe, stream))
ARK_C_NAME(void, ark_put16_signal_nbi_on_stream, (void* dest, const void* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe, ark_stream_t stream), (dest, source, count, signal, value, op, pe, stream))
ARK_C_NAME(void, ark_put32_nbi_on_stream, (void* dest, const void* source, size_t count, int pe, ark_stream_t stream), (dest, source, count, pe, stream))
ARK_C_NAME(void, ark_get32_nbi_on_stream, (void* dest, const void* source, size_t count, int pe, ark_stream_t stream), (dest, source, count, pe, stream))
ARK_C_NAME(void, ark_put32_signal_nbi_on_stream, (void* dest, const void* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe, ark_stream_t stream), (dest, source, count, signal, value, op, pe, stream))
ARK_C_NAME(void, ark_put64_nbi_on_stream, (void* dest, const void* source, size_t count, int pe, ark_stream_t stream), (dest, source, count, pe, stream))
ARK_C_NAME(void, ark_get64_nbi_on_stream, (void* dest, const void* source, size_t count, int pe, ark_stream_t stream), (dest, source, count, pe, stream))
ARK_C_NAME(void, ark_put64_signal_nbi_on_stream, (void* dest, const void* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe, ark_stream_t stream), (dest, source, count, signal, value, op, pe, stream))
ARK_C_NAME(void, ark_put128_nbi_on_stream, (void* dest, const void* source, size_t count, int pe, ark_stream_t stream), (dest, source, count, pe, stream))
ARK_C_NAME(void, ark_get128_nbi_on_stream, (void* dest, const void* source, size_t count, int pe, ark_stream_t stream), (dest, source, count, pe, stream))
ARK_C_NAME(void, ark_put128_signal_nbi_on_stream, (void* dest, const void* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe, ark_stream_t stream), (dest, source, count, signal, value, op, pe, stream))
ARK_C_NAME(void, ark_putmem_nbi_on_stream, (void* dest, const void* source, size_t bytes, int pe, ark_stream_t stream), (dest, source, bytes, pe, stream))
ARK_C_NAME(void, ark_getmem_nbi_on_stream, (void* dest, const void* source, size_t bytes, int pe, ark_stream_t stream), (dest, source, bytes, pe, stream))
ARK_C_NAME(void, ark_putmem_signal_nbi_on_stream, (void* dest, const void* source, size_t bytes, uint64_t* signal, uint64_t value, int op, int pe, ark_stream_t stream), (dest, source, bytes, signal, value, op, pe, stream))
ARK_C_NAME(void, ark_iput8_on_stream, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, int pe, ark_stream_t stream), (dest, source, dest_stride, source_stride, count, pe, stream))
ARK_C_NAME(void, ark_iget8_on_stream, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, int pe, ark_stream_t stream), (dest, source, dest_stride, source_stride, count, pe, stream))
ARK_C_NAME(void, ark_ibput8_on_stream, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t block, size_t count, int pe, ark_stream_t stream), (dest, source, dest_stride, source_stride, block, count, pe, stream))
ARK_C_NAME(void, ark_ibget8_on_stream, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t block, size_t count, int pe, ark_stream_t stream), (dest, source, dest_stride, source_stride, block, count, pe, stream))
ARK_C_NAME(void, ark_iput16_on_stream, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, int pe, ark_stream_t stream), (dest, source, dest_stride, source_stride, count, pe, stream))
ARK_C_NAME(void, ark_iget16_on_stream, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, int pe, ark_stream_t stream), (dest, source, dest_stride, source_stride, count, pe, stream))
ARK_C_NAME(void, ark_ibput16_on_stream, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t block, size_t count, int pe, ark_stream_t stream), (dest, source, dest_stride, source_stride, block, count, pe, stream))
ARK_C_NAME(void, ark_ibget16_on_stream, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t block, size_t count, int pe, ark_stream_t stream), (dest, source, dest_stride, source_stride, block, count, pe, stream))
ARK_C_NAME(void, ark_iput32_on_stream, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, int pe, ark_stream_t stream), (dest, source, dest_stride, source_stride, count, pe, stream))
ARK_C_NAME(void, ark_iget32_on_stream, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, int pe, ark_stream_t stream), (dest, source, dest_stride, source_stride, count, pe, stream))
ARK_C_NAME(void, ark_ibput32_on_stream, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t block, size_t count, int pe, ark_stream_t stream), (dest, source, dest_stride, source_stride, block, count, pe, stream))
ARK_C_NAME(void, ark_ibget32_on_stream, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t block, size_t count, int pe, ark_stream_t stream), (dest, source, dest_stride, source_stride, block, count, pe, stream))
ARK_C_NAME(void, ark_iput64_on_stream, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, int pe, ark_stream_t stream), (dest, source, dest_stride, source_stride, count, pe, stream))
ARK_C_NAME(void, ark_iget64_on_stream, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, int pe, ark_stream_t stream), (dest, source, dest_stride, source_stride, count, pe, stream))
ARK_C_NAME(void, ark_ibput64_on_stream, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t block, size_t count, int pe, ark_stream_t stream), (dest, source, dest_stride, source_stride, block, count, pe, stream))
ARK_C_NAME(void, ark_ibget64_on_stream, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t block, size_t count, int pe, ark_stream_t stream), (dest, source, dest_stride, source_stride, block, count, pe, stream))
ARK_C_NAME(void, ark_iput128_on_stream, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, int pe, ark_stream_t stream), (dest, source, dest_stride, source_stride, count, pe, stream))
ARK_C_NAME(void, ark_iget128_on_stream, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, int pe, ark_stream_t stream), (dest, source, dest_stride, source_stride, count, pe, stream))
ARK_C_NAME(void, ark_ibput128_on_stream, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t block, size_t count, int pe, ark_stream_t stream), (dest, source, dest_stride, source_stride, block, count, pe, stream))
ARK_C_NAME(void, ark_ibget128_on_stream, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t block, size_t count, int pe, ark_stream_t stream), (dest, source, dest_stride, source_stride, block, count, pe, stream))
ARK_C_NAME(int, ark_broadcastmem_on_stream, (ark_team_t team, void* dest, const void* source, size_t bytes, int root, ark_stream_t stream), (team, dest, source, bytes, root, stream))
ARK_C_NAME(int, ark_collectmem_on_stream, (ark_team_t team, void* dest, const void* source, size_t bytes, ark_stream_t stream), (team, dest, source, bytes, stream))
ARK_C_NAME(int, ark_fcollectmem_on_stream, (ark_team_t team, void* dest, const void* source, size_t bytes, ark_stream_t stream), (team, dest, source, bytes, stream))
ARK_C_NAME(int, ark_alltoallmem_on_stream, (ark_team_t team, void* dest, const void* source, size_t bytes, ark_stream_t stream), (team, dest, source, bytes, stream))
ARK_C_NAME(int, ark_alltoallsmem_on_stream, (ark_team_t team, void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, ark_stream_t stream), (team, dest, source, dest_stride, source_stride, count, stream))
#define ARK_NAMES(N, T) \
  ARK_C_TYPED_NAME(void, N##_wait_until_on_stream, wait_until_on_stream, (T* ivar, int cmp, T value, ark_stream_t stream), (ARK_C_ORDERED(ivar), cmp, value, stream)) \
  ARK_C_TYPED_NAME(void, N##_wait_until_all_on_stream, wait_until_all_on_stream, (T* ivars, size_t count, const int* status, int cmp, T value, ark_stream_t stream), (ARK_C_ORDERED(ivars), count, status, cmp, value, stream)) \
  ARK_C_TYPED_NAME(void, N##_wait_until_all_vector_on_stream, wait_until_all_vector_on_stream, (T* ivars, size_t count, const int* status, int cmp, const T* values, ark_stream_t stream), (ARK_C_ORDERED(ivars), count, status, cmp, ARK_C_ORDERED(values), stream))
ARK_AMO_TYPES(ARK_NAMES)
#undef ARK_NAMES
ARK_C_NAME(int, ark_complexf_sum_reduce_on_stream, (ark_team_t team, ARK_C_COMPLEX(float)* dest, const ARK_C_COMPLEX(float)* source, size_t count, ark_stream_t stream), (team, dest, source, count, stream))
ARK_C_NAME(int, ark_complexf_prod_reduce_on_stream, (ark_team_t team, ARK_C_COMPLEX(float)* dest, const ARK_C_COMPLEX(float)* source, size_t count, ark_stream_t stream), (team, dest, source, count, stream))
ARK_C_NAME(int, ark_complexf_sum_inscan_on_stream, (ark_team_t team, ARK_C_COMPLEX(float)* dest, const ARK_C_COMPLEX(float)* source, size_t count, ark_stream_t stream), (team, dest, source, count, stream))
ARK_C_NAME(int, ark_complexf_sum_exscan_on_stream, (ark_team_t team, ARK_C_COMPLEX(float)* dest, const ARK_C_COMPLEX(float)* source, size_t count, ark_stream_t stream), (team, dest, source, count, stream))
ARK_C_NAME(int, ark_complexd_sum_reduce_on_stream, (ark_team_t team, ARK_C_COMPLEX(double)* dest, const ARK_C_COMPLEX(double)* source, size_t count, ark_stream_t stream), (team, dest, source, count, stream))
ARK_C_NAME(int, ark_complexd_prod_reduce_on_stream, (ark_team_t team, ARK_C_COMPLEX(double)* dest, const ARK_C_COMPLEX(double)* source, size_t count, ark_stream_t stream), (team, dest, source, count, stream))
ARK_C_NAME(int, ark_complexd_sum_inscan_on_stream, (ark_team_t team, ARK_C_COMPLEX(double)* dest, const ARK_C_COMPLEX(double)* source, size_t count, ark_stream_t stream), (team, dest, source, count, stream))
ARK_C_NAME(int, ark_complexd_sum_exscan_on_stream, (ark_team_t team, ARK_C_COMPLEX(double)* dest, const ARK_C_COMPLEX(double)* source, size_t count, ark_stream_t stream), (team, dest, source, count, stream))
