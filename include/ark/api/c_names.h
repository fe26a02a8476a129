/* The typed names for C, as a list: no include guard.
 * Written by scripts/generate-api; contracts are in <ark/rma.hpp> and its neighbours.
 * Included by <ark/ark.h>. */
/* clang-format off */
#include <ark/api/type_lists.h>

#define ARK_NAMES(N, T) \
  ARK_C_TYPED_CTX_NAME(void, N##_put, put, (T* dest, const T* source, size_t count, int pe), (ARK_C_BITS(dest), ARK_C_BITS(source), count, pe)) \
  ARK_C_TYPED_CTX_NAME(void, N##_put_nbi, put_nbi, (T* dest, const T* source, size_t count, int pe), (ARK_C_BITS(dest), ARK_C_BITS(source), count, pe)) \
  ARK_C_TYPED_CTX_NAME(void, N##_get, get, (T* dest, const T* source, size_t count, int pe), (ARK_C_BITS(dest), ARK_C_BITS(source), count, pe)) \
  ARK_C_TYPED_CTX_NAME(void, N##_get_nbi, get_nbi, (T* dest, const T* source, size_t count, int pe), (ARK_C_BITS(dest), ARK_C_BITS(source), count, pe)) \
  ARK_C_TYPED_CTX_NAME(void, N##_p, p, (T* dest, T value, int pe), (ARK_C_NUMBER(dest), value, pe)) \
  ARK_C_TYPED_CTX_NAME(T, N##_g, g, (const T* source, int pe), (ARK_C_NUMBER(source), pe)) \
  ARK_C_TYPED_CTX_NAME(void, N##_iput, iput, (T* dest, const T* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, int pe), (ARK_C_BITS(dest), ARK_C_BITS(source), dest_stride, source_stride, count, pe)) \
  ARK_C_TYPED_CTX_NAME(void, N##_iget, iget, (T* dest, const T* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, int pe), (ARK_C_BITS(dest), ARK_C_BITS(source), dest_stride, source_stride, count, pe)) \
  ARK_C_TYPED_CTX_NAME(void, N##_ibput, ibput, (T* dest, const T* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t block, size_t count, int pe), (ARK_C_BITS(dest), ARK_C_BITS(source), dest_stride, source_stride, block, count, pe)) \
  ARK_C_TYPED_CTX_NAME(void, N##_ibget, ibget, (T* dest, const T* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t block, size_t count, int pe), (ARK_C_BITS(dest), ARK_C_BITS(source), dest_stride, source_stride, block, count, pe))
ARK_RMA_TYPES(ARK_NAMES)
ARK_LONG_DOUBLE_TYPES(ARK_NAMES)
#undef ARK_NAMES
ARK_C_CTX_NAME(void, put8, (void* dest, const void* source, size_t count, int pe), (dest, source, count, pe))
ARK_C_CTX_NAME(void, put16, (void* dest, const void* source, size_t count, int pe), (dest, source, count, pe))
ARK_C_CTX_NAME(void, put32, (void* dest, const void* source, size_t count, int pe), (dest, source, count, pe))
ARK_C_CTX_NAME(void, put64, (void* dest, const void* source, size_t count, int pe), (dest, source, count, pe))
ARK_C_CTX_NAME(void, put128, (void* dest, const void* source, size_t count, int pe), (dest, source, count, pe))
ARK_C_CTX_NAME(void, putmem, (void* dest, const void* source, size_t bytes, int pe), (dest, source, bytes, pe))
ARK_C_NAME(void, ark_putmem_hinted, (void* dest, const void* source, size_t bytes, int pe, int cache), (dest, source, bytes, pe, cache))
ARK_C_CTX_NAME(void, put8_nbi, (void* dest, const void* source, size_t count, int pe), (dest, source, count, pe))
ARK_C_CTX_NAME(void, put16_nbi, (void* dest, const void* source, size_t count, int pe), (dest, source, count, pe))
ARK_C_CTX_NAME(void, put32_nbi, (void* dest, const void* source, size_t count, int pe), (dest, source, count, pe))
ARK_C_CTX_NAME(void, put64_nbi, (void* dest, const void* source, size_t count, int pe), (dest, source, count, pe))
ARK_C_CTX_NAME(void, put128_nbi, (void* dest, const void* source, size_t count, int pe), (dest, source, count, pe))
ARK_C_CTX_NAME(void, putmem_nbi, (void* dest, const void* source, size_t bytes, int pe), (dest, source, bytes, pe))
ARK_C_NAME(void, ark_putmem_hinted_nbi, (void* dest, const void* source, size_t bytes, int pe, int cache), (dest, source, bytes, pe, cache))
ARK_C_CTX_NAME(void, get8, (void* dest, const void* source, size_t count, int pe), (dest, source, count, pe))
ARK_C_CTX_NAME(void, get16, (void* dest, const void* source, size_t count, int pe), (dest, source, count, pe))
ARK_C_CTX_NAME(void, get32, (void* dest, const void* source, size_t count, int pe), (dest, source, count, pe))
ARK_C_CTX_NAME(void, get64, (void* dest, const void* source, size_t count, int pe), (dest, source, count, pe))
ARK_C_CTX_NAME(void, get128, (void* dest, const void* source, size_t count, int pe), (dest, source, count, pe))
ARK_C_CTX_NAME(void, getmem, (void* dest, const void* source, size_t bytes, int pe), (dest, source, bytes, pe))
ARK_C_NAME(void, ark_getmem_hinted, (void* dest, const void* source, size_t bytes, int pe, int cache), (dest, source, bytes, pe, cache))
ARK_C_CTX_NAME(void, get8_nbi, (void* dest, const void* source, size_t count, int pe), (dest, source, count, pe))
ARK_C_CTX_NAME(void, get16_nbi, (void* dest, const void* source, size_t count, int pe), (dest, source, count, pe))
ARK_C_CTX_NAME(void, get32_nbi, (void* dest, const void* source, size_t count, int pe), (dest, source, count, pe))
ARK_C_CTX_NAME(void, get64_nbi, (void* dest, const void* source, size_t count, int pe), (dest, source, count, pe))
ARK_C_CTX_NAME(void, get128_nbi, (void* dest, const void* source, size_t count, int pe), (dest, source, count, pe))
ARK_C_CTX_NAME(void, getmem_nbi, (void* dest, const void* source, size_t bytes, int pe), (dest, source, bytes, pe))
ARK_C_NAME(void, ark_getmem_hinted_nbi, (void* dest, const void* source, size_t bytes, int pe, int cache), (dest, source, bytes, pe, cache))
ARK_C_CTX_NAME(void, iput8, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, int pe), (dest, source, dest_stride, source_stride, count, pe))
ARK_C_CTX_NAME(void, iput16, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, int pe), (dest, source, dest_stride, source_stride, count, pe))
ARK_C_CTX_NAME(void, iput32, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, int pe), (dest, source, dest_stride, source_stride, count, pe))
ARK_C_CTX_NAME(void, iput64, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, int pe), (dest, source, dest_stride, source_stride, count, pe))
ARK_C_CTX_NAME(void, iput128, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, int pe), (dest, source, dest_stride, source_stride, count, pe))
ARK_C_CTX_NAME(void, iget8, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, int pe), (dest, source, dest_stride, source_stride, count, pe))
ARK_C_CTX_NAME(void, iget16, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, int pe), (dest, source, dest_stride, source_stride, count, pe))
ARK_C_CTX_NAME(void, iget32, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, int pe), (dest, source, dest_stride, source_stride, count, pe))
ARK_C_CTX_NAME(void, iget64, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, int pe), (dest, source, dest_stride, source_stride, count, pe))
ARK_C_CTX_NAME(void, iget128, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count, int pe), (dest, source, dest_stride, source_stride, count, pe))
ARK_C_CTX_NAME(void, ibput8, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t block, size_t count, int pe), (dest, source, dest_stride, source_stride, block, count, pe))
ARK_C_CTX_NAME(void, ibput16, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t block, size_t count, int pe), (dest, source, dest_stride, source_stride, block, count, pe))
ARK_C_CTX_NAME(void, ibput32, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t block, size_t count, int pe), (dest, source, dest_stride, source_stride, block, count, pe))
ARK_C_CTX_NAME(void, ibput64, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t block, size_t count, int pe), (dest, source, dest_stride, source_stride, block, count, pe))
ARK_C_CTX_NAME(void, ibput128, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t block, size_t count, int pe), (dest, source, dest_stride, source_stride, block, count, pe))
ARK_C_CTX_NAME(void, ibget8, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t block, size_t count, int pe), (dest, source, dest_stride, source_stride, block, count, pe))
ARK_C_CTX_NAME(void, ibget16, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t block, size_t count, int pe), (dest, source, dest_stride, source_stride, block, count, pe))
ARK_C_CTX_NAME(void, ibget32, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t block, size_t count, int pe), (dest, source, dest_stride, source_stride, block, count, pe))
ARK_C_CTX_NAME(void, ibget64, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t block, size_t count, int pe), (dest, source, dest_stride, source_stride, block, count, pe))
ARK_C_CTX_NAME(void, ibget128, (void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t block, size_t count, int pe), (dest, source, dest_stride, source_stride, block, count, pe))
#define ARK_NAMES(N, T) \
  ARK_C_TYPED_CTX_NAME(void, N##_put_signal, put_signal, (T* dest, const T* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe), (ARK_C_BITS(dest), ARK_C_BITS(source), count, signal, value, op, pe)) \
  ARK_C_TYPED_CTX_NAME(void, N##_put_signal_nbi, put_signal_nbi, (T* dest, const T* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe), (ARK_C_BITS(dest), ARK_C_BITS(source), count, signal, value, op, pe))
ARK_RMA_TYPES(ARK_NAMES)
ARK_LONG_DOUBLE_TYPES(ARK_NAMES)
#undef ARK_NAMES
ARK_C_CTX_NAME(void, put8_signal, (void* dest, const void* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe), (dest, source, count, signal, value, op, pe))
ARK_C_CTX_NAME(void, put16_signal, (void* dest, const void* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe), (dest, source, count, signal, value, op, pe))
ARK_C_CTX_NAME(void, put32_signal, (void* dest, const void* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe), (dest, source, count, signal, value, op, pe))
ARK_C_CTX_NAME(void, put64_signal, (void* dest, const void* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe), (dest, source, count, signal, value, op, pe))
ARK_C_CTX_NAME(void, put128_signal, (void* dest, const void* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe), (dest, source, count, signal, value, op, pe))
ARK_C_CTX_NAME(void, putmem_signal, (void* dest, const void* source, size_t bytes, uint64_t* signal, uint64_t value, int op, int pe), (dest, source, bytes, signal, value, op, pe))
ARK_C_NAME(void, ark_putmem_signal_hinted, (void* dest, const void* source, size_t bytes, uint64_t* signal, uint64_t value, int op, int pe, int cache), (dest, source, bytes, signal, value, op, pe, cache))
ARK_C_CTX_NAME(void, put8_signal_nbi, (void* dest, const void* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe), (dest, source, count, signal, value, op, pe))
ARK_C_CTX_NAME(void, put16_signal_nbi, (void* dest, const void* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe), (dest, source, count, signal, value, op, pe))
ARK_C_CTX_NAME(void, put32_signal_nbi, (void* dest, const void* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe), (dest, source, count, signal, value, op, pe))
ARK_C_CTX_NAME(void, put64_signal_nbi, (void* dest, const void* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe), (dest, source, count, signal, value, op, pe))
ARK_C_CTX_NAME(void, put128_signal_nbi, (void* dest, const void* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe), (dest, source, count, signal, value, op, pe))
ARK_C_CTX_NAME(void, putmem_signal_nbi, (void* dest, const void* source, size_t bytes, uint64_t* signal, uint64_t value, int op, int pe), (dest, source, bytes, signal, value, op, pe))
ARK_C_NAME(void, ark_putmem_signal_hinted_nbi, (void* dest, const void* source, size_t bytes, uint64_t* signal, uint64_t value, int op, int pe, int cache), (dest, source, bytes, signal, value, op, pe, cache))
#define ARK_NAMES(N, T) \
  ARK_C_TYPED_NAME(void, N##_put_add, put_add, (T* dest, const T* source, size_t count, int pe), (ARK_C_NUMBER(dest), ARK_C_NUMBER(source), count, pe)) \
  ARK_C_TYPED_NAME(void, N##_put_add_signal, put_add_signal, (T* dest, const T* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe), (ARK_C_NUMBER(dest), ARK_C_NUMBER(source), count, signal, value, op, pe)) \
  ARK_C_TYPED_NAME(void, N##_put_add_nbi, put_add_nbi, (T* dest, const T* source, size_t count, int pe), (ARK_C_NUMBER(dest), ARK_C_NUMBER(source), count, pe)) \
  ARK_C_TYPED_NAME(void, N##_put_add_signal_nbi, put_add_signal_nbi, (T* dest, const T* source, size_t count, uint64_t* signal, uint64_t value, int op, int pe), (ARK_C_NUMBER(dest), ARK_C_NUMBER(source), count, signal, value, op, pe))
ARK_ADDABLE_TYPES(ARK_NAMES)
#undef ARK_NAMES
#define ARK_NAMES(N, T) \
  ARK_C_TYPED_CTX_NAME(T, N##_atomic_fetch, atomic_fetch, (const T* source, int pe), (ARK_C_NUMBER(source), pe)) \
  ARK_C_TYPED_CTX_NAME(void, N##_atomic_set, atomic_set, (T* dest, T value, int pe), (ARK_C_NUMBER(dest), value, pe)) \
  ARK_C_TYPED_CTX_NAME(T, N##_atomic_swap, atomic_swap, (T* dest, T value, int pe), (ARK_C_NUMBER(dest), value, pe)) \
  ARK_C_TYPED_CTX_NAME(void, N##_atomic_fetch_nbi, atomic_fetch_nbi, (T* fetch, const T* source, int pe), (ARK_C_NUMBER(fetch), ARK_C_NUMBER(source), pe)) \
  ARK_C_TYPED_CTX_NAME(void, N##_atomic_swap_nbi, atomic_swap_nbi, (T* fetch, T* dest, T value, int pe), (ARK_C_NUMBER(fetch), ARK_C_NUMBER(dest), value, pe))
ARK_EXTENDED_TYPES(ARK_NAMES)
#undef ARK_NAMES
#define ARK_NAMES(N, T) \
  ARK_C_TYPED_CTX_NAME(T, N##_atomic_compare_swap, atomic_compare_swap, (T* dest, T cond, T value, int pe), (ARK_C_NUMBER(dest), cond, value, pe)) \
  ARK_C_TYPED_CTX_NAME(void, N##_atomic_compare_swap_nbi, atomic_compare_swap_nbi, (T* fetch, T* dest, T cond, T value, int pe), (ARK_C_NUMBER(fetch), ARK_C_NUMBER(dest), cond, value, pe)) \
  ARK_C_TYPED_CTX_NAME(void, N##_atomic_inc, atomic_inc, (T* dest, int pe), (ARK_C_NUMBER(dest), pe)) \
  ARK_C_TYPED_CTX_NAME(T, N##_atomic_fetch_inc, atomic_fetch_inc, (T* dest, int pe), (ARK_C_NUMBER(dest), pe)) \
  ARK_C_TYPED_CTX_NAME(void, N##_atomic_fetch_inc_nbi, atomic_fetch_inc_nbi, (T* fetch, T* dest, int pe), (ARK_C_NUMBER(fetch), ARK_C_NUMBER(dest), pe)) \
  ARK_C_TYPED_CTX_NAME(void, N##_atomic_add, atomic_add, (T* dest, T value, int pe), (ARK_C_NUMBER(dest), value, pe)) \
  ARK_C_TYPED_CTX_NAME(T, N##_atomic_fetch_add, atomic_fetch_add, (T* dest, T value, int pe), (ARK_C_NUMBER(dest), value, pe)) \
  ARK_C_TYPED_CTX_NAME(void, N##_atomic_fetch_add_nbi, atomic_fetch_add_nbi, (T* fetch, T* dest, T value, int pe), (ARK_C_NUMBER(fetch), ARK_C_NUMBER(dest), value, pe))
ARK_AMO_TYPES(ARK_NAMES)
#undef ARK_NAMES
#define ARK_NAMES(N, T) \
  ARK_C_TYPED_CTX_NAME(void, N##_atomic_and, atomic_and, (T* dest, T value, int pe), (ARK_C_NUMBER(dest), value, pe)) \
  ARK_C_TYPED_CTX_NAME(T, N##_atomic_fetch_and, atomic_fetch_and, (T* dest, T value, int pe), (ARK_C_NUMBER(dest), value, pe)) \
  ARK_C_TYPED_CTX_NAME(void, N##_atomic_fetch_and_nbi, atomic_fetch_and_nbi, (T* fetch, T* dest, T value, int pe), (ARK_C_NUMBER(fetch), ARK_C_NUMBER(dest), value, pe)) \
  ARK_C_TYPED_CTX_NAME(void, N##_atomic_or, atomic_or, (T* dest, T value, int pe), (ARK_C_NUMBER(dest), value, pe)) \
  ARK_C_TYPED_CTX_NAME(T, N##_atomic_fetch_or, atomic_fetch_or, (T* dest, T value, int pe), (ARK_C_NUMBER(dest), value, pe)) \
  ARK_C_TYPED_CTX_NAME(void, N##_atomic_fetch_or_nbi, atomic_fetch_or_nbi, (T* fetch, T* dest, T value, int pe), (ARK_C_NUMBER(fetch), ARK_C_NUMBER(dest), value, pe)) \
  ARK_C_TYPED_CTX_NAME(void, N##_atomic_xor, atomic_xor, (T* dest, T value, int pe), (ARK_C_NUMBER(dest), value, pe)) \
  ARK_C_TYPED_CTX_NAME(T, N##_atomic_fetch_xor, atomic_fetch_xor, (T* dest, T value, int pe), (ARK_C_NUMBER(dest), value, pe)) \
  ARK_C_TYPED_CTX_NAME(void, N##_atomic_fetch_xor_nbi, atomic_fetch_xor_nbi, (T* fetch, T* dest, T value, int pe), (ARK_C_NUMBER(fetch), ARK_C_NUMBER(dest), value, pe))
ARK_BITWISE_TYPES(ARK_NAMES)
#undef ARK_NAMES
#define ARK_NAMES(N, T) \
  ARK_C_TYPED_NAME(void, N##_wait_until, wait_until, (T* ivar, int cmp, T value), (ARK_C_ORDERED(ivar), cmp, value)) \
  ARK_C_TYPED_NAME(void, N##_wait_until_all, wait_until_all, (T* ivars, size_t count, const int* status, int cmp, T value), (ARK_C_ORDERED(ivars), count, status, cmp, value)) \
  ARK_C_TYPED_NAME(void, N##_wait_until_all_vector, wait_until_all_vector, (T* ivars, size_t count, const int* status, int cmp, const T* values), (ARK_C_ORDERED(ivars), count, status, cmp, ARK_C_ORDERED(values))) \
  ARK_C_TYPED_NAME(size_t, N##_wait_until_any, wait_until_any, (T* ivars, size_t count, const int* status, int cmp, T value), (ARK_C_ORDERED(ivars), count, status, cmp, value)) \
  ARK_C_TYPED_NAME(size_t, N##_wait_until_any_vector, wait_until_any_vector, (T* ivars, size_t count, const int* status, int cmp, const T* values), (ARK_C_ORDERED(ivars), count, status, cmp, ARK_C_ORDERED(values))) \
  ARK_C_TYPED_NAME(size_t, N##_wait_until_some, wait_until_some, (T* ivars, size_t count, size_t* indices, const int* status, int cmp, T value), (ARK_C_ORDERED(ivars), count, indices, status, cmp, value)) \
  ARK_C_TYPED_NAME(size_t, N##_wait_until_some_vector, wait_until_some_vector, (T* ivars, size_t count, size_t* indices, const int* status, int cmp, const T* values), (ARK_C_ORDERED(ivars), count, indices, status, cmp, ARK_C_ORDERED(values))) \
  ARK_C_TYPED_NAME(int, N##_test, test, (T* ivar, int cmp, T value), (ARK_C_ORDERED(ivar), cmp, value)) \
  ARK_C_TYPED_NAME(int, N##_test_all, test_all, (T* ivars, size_t count, const int* status, int cmp, T value), (ARK_C_ORDERED(ivars), count, status, cmp, value)) \
  ARK_C_TYPED_NAME(int, N##_test_all_vector, test_all_vector, (T* ivars, size_t count, const int* status, int cmp, const T* values), (ARK_C_ORDERED(ivars), count, status, cmp, ARK_C_ORDERED(values))) \
  ARK_C_TYPED_NAME(size_t, N##_test_any, test_any, (T* ivars, size_t count, const int* status, int cmp, T value), (ARK_C_ORDERED(ivars), count, status, cmp, value)) \
  ARK_C_TYPED_NAME(size_t, N##_test_any_vector, test_any_vector, (T* ivars, size_t count, const int* status, int cmp, const T* values), (ARK_C_ORDERED(ivars), count, status, cmp, ARK_C_ORDERED(values))) \
  ARK_C_TYPED_NAME(size_t, N##_test_some, test_some, (T* ivars, size_t count, size_t* indices, const int* status, int cmp, T value), (ARK_C_ORDERED(ivars), count, indices, status, cmp, value)) \
  ARK_C_TYPED_NAME(size_t, N##_test_some_vector, test_some_vector, (T* ivars, size_t count, size_t* indices, const int* status, int cmp, const T* values), (ARK_C_ORDERED(ivars), count, indices, status, cmp, ARK_C_ORDERED(values)))
ARK_AMO_TYPES(ARK_NAMES)
#undef ARK_NAMES
#define ARK_NAMES(N, T) \
  ARK_C_TYPED_NAME(int, N##_broadcast, broadcast, (ark_team_t team, T* dest, const T* source, size_t count, int root), (team, ARK_C_BITS(dest), ARK_C_BITS(source), count, root)) \
  ARK_C_TYPED_NAME(int, N##_collect, collect, (ark_team_t team, T* dest, const T* source, size_t count), (team, ARK_C_BITS(dest), ARK_C_BITS(source), count)) \
  ARK_C_TYPED_NAME(int, N##_fcollect, fcollect, (ark_team_t team, T* dest, const T* source, size_t count), (team, ARK_C_BITS(dest), ARK_C_BITS(source), count)) \
  ARK_C_TYPED_NAME(int, N##_alltoall, alltoall, (ark_team_t team, T* dest, const T* source, size_t count), (team, ARK_C_BITS(dest), ARK_C_BITS(source), count)) \
  ARK_C_TYPED_NAME(int, N##_sum_inscan, sum_inscan, (ark_team_t team, T* dest, const T* source, size_t count), (team, ARK_C_NUMBER(dest), ARK_C_NUMBER(source), count)) \
  ARK_C_TYPED_NAME(int, N##_sum_exscan, sum_exscan, (ark_team_t team, T* dest, const T* source, size_t count), (team, ARK_C_NUMBER(dest), ARK_C_NUMBER(source), count)) \
  ARK_C_TYPED_NAME(int, N##_alltoalls, alltoalls, (ark_team_t team, T* dest, const T* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count), (team, ARK_C_BITS(dest), ARK_C_BITS(source), dest_stride, source_stride, count)) \
  ARK_C_TYPED_NAME(int, N##_sum_reduce, sum_reduce, (ark_team_t team, T* dest, const T* source, size_t count), (team, ARK_C_NUMBER(dest), ARK_C_NUMBER(source), count)) \
  ARK_C_TYPED_NAME(int, N##_prod_reduce, prod_reduce, (ark_team_t team, T* dest, const T* source, size_t count), (team, ARK_C_NUMBER(dest), ARK_C_NUMBER(source), count)) \
  ARK_C_TYPED_NAME(int, N##_min_reduce, min_reduce, (ark_team_t team, T* dest, const T* source, size_t count), (team, ARK_C_ORDERED(dest), ARK_C_ORDERED(source), count)) \
  ARK_C_TYPED_NAME(int, N##_max_reduce, max_reduce, (ark_team_t team, T* dest, const T* source, size_t count), (team, ARK_C_ORDERED(dest), ARK_C_ORDERED(source), count))
ARK_RMA_TYPES(ARK_NAMES)
ARK_LONG_DOUBLE_TYPES(ARK_NAMES)
#undef ARK_NAMES
#define ARK_NAMES(N, T) \
  ARK_C_TYPED_NAME(int, N##_and_reduce, and_reduce, (ark_team_t team, T* dest, const T* source, size_t count), (team, ARK_C_BITS(dest), ARK_C_BITS(source), count)) \
  ARK_C_TYPED_NAME(int, N##_or_reduce, or_reduce, (ark_team_t team, T* dest, const T* source, size_t count), (team, ARK_C_BITS(dest), ARK_C_BITS(source), count)) \
  ARK_C_TYPED_NAME(int, N##_xor_reduce, xor_reduce, (ark_team_t team, T* dest, const T* source, size_t count), (team, ARK_C_BITS(dest), ARK_C_BITS(source), count))
ARK_REDUCE_BITWISE_TYPES(ARK_NAMES)
#undef ARK_NAMES
ARK_C_NAME(int, ark_broadcastmem, (ark_team_t team, void* dest, const void* source, size_t bytes, int root), (team, dest, source, bytes, root))
ARK_C_NAME(int, ark_collectmem, (ark_team_t team, void* dest, const void* source, size_t bytes), (team, dest, source, bytes))
ARK_C_NAME(int, ark_fcollectmem, (ark_team_t team, void* dest, const void* source, size_t bytes), (team, dest, source, bytes))
ARK_C_NAME(int, ark_alltoallmem, (ark_team_t team, void* dest, const void* source, size_t bytes), (team, dest, source, bytes))
ARK_C_NAME(int, ark_alltoallsmem, (ark_team_t team, void* dest, const void* source, ptrdiff_t dest_stride, ptrdiff_t source_stride, size_t count), (team, dest, source, dest_stride, source_stride, count))
ARK_C_NAME(int, ark_complexf_sum_reduce, (ark_team_t team, ARK_C_COMPLEX(float)* dest, const ARK_C_COMPLEX(float)* source, size_t count), (team, dest, source, count))
ARK_C_NAME(int, ark_complexf_prod_reduce, (ark_team_t team, ARK_C_COMPLEX(float)* dest, const ARK_C_COMPLEX(float)* source, size_t count), (team, dest, source, count))
ARK_C_NAME(int, ark_complexf_sum_inscan, (ark_team_t team, ARK_C_COMPLEX(float)* dest, const ARK_C_COMPLEX(float)* source, size_t count), (team, dest, source, count))
ARK_C_NAME(int, ark_complexf_sum_exscan, (ark_team_t team, ARK_C_COMPLEX(float)* dest, const ARK_C_COMPLEX(float)* source, size_t count), (team, dest, source, count))
ARK_C_NAME(int, ark_complexd_sum_reduce, (ark_team_t team, ARK_C_COMPLEX(double)* dest, const ARK_C_COMPLEX(double)* source, size_t count), (team, dest, source, count))
ARK_C_NAME(int, ark_complexd_prod_reduce, (ark_team_t team, ARK_C_COMPLEX(double)* dest, const ARK_C_COMPLEX(double)* source, size_t count), (team, dest, source, count))
ARK_C_NAME(int, ark_complexd_sum_inscan, (ark_team_t team, ARK_C_COMPLEX(double)* dest, const ARK_C_COMPLEX(double)* source, size_t count), (team, dest, source, count))
ARK_C_NAME(int, ark_complexd_sum_exscan, (ark_team_t team, ARK_C_COMPLEX(double)* dest, const ARK_C_COMPLEX(double)* source, size_t count), (team, dest, source, count))
