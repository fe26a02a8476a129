/* The type-generic names for C11.
 * Written by scripts/generate-api; contracts are in <ark/rma.hpp> and its neighbours.
 * Included by <ark/ark.h>. */
/* clang-format off */
#pragma once

/* A call of this is an error: the function has no form for the type of an argument. */
enum { ark_no_form_for_this_type };

#define ARK_C_FIRST(a, ...) a
#define ARK_C_SECOND(a, b, ...) b
#define ARK_C_BY_FIRST(types, post, ...) _Generic((ARK_C_FIRST(__VA_ARGS__, 0)), ARK_C_CASES_##types(ark_, post))(__VA_ARGS__)
#define ARK_C_BY_SECOND(types, post, ...) _Generic((ARK_C_SECOND(__VA_ARGS__, 0, 0)), ARK_C_CASES_##types(ark_, post))(__VA_ARGS__)
#define ARK_C_BY_CONTEXT(types, post, ...) _Generic((ARK_C_FIRST(__VA_ARGS__, 0)), \
  ark_ctx_t: _Generic((ARK_C_SECOND(__VA_ARGS__, 0, 0)), ARK_C_CASES_##types(ark_ctx_, post), default: ark_no_form_for_this_type), \
  ARK_C_CASES_##types(ark_, post))(__VA_ARGS__)

#define ARK_C_CASES_RMA(pre, post) float*: pre##float##post, double*: pre##double##post, char*: pre##char##post, signed char*: pre##schar##post, short*: pre##short##post, int*: pre##int##post, long*: pre##long##post, long long*: pre##longlong##post, unsigned char*: pre##uchar##post, unsigned short*: pre##ushort##post, unsigned int*: pre##uint##post, unsigned long*: pre##ulong##post, unsigned long long*: pre##ulonglong##post, long double*: pre##longdouble##post
#define ARK_C_CASES_SOURCE_RMA(pre, post) float*: pre##float##post, double*: pre##double##post, char*: pre##char##post, signed char*: pre##schar##post, short*: pre##short##post, int*: pre##int##post, long*: pre##long##post, long long*: pre##longlong##post, unsigned char*: pre##uchar##post, unsigned short*: pre##ushort##post, unsigned int*: pre##uint##post, unsigned long*: pre##ulong##post, unsigned long long*: pre##ulonglong##post, long double*: pre##longdouble##post, const float*: pre##float##post, const double*: pre##double##post, const char*: pre##char##post, const signed char*: pre##schar##post, const short*: pre##short##post, const int*: pre##int##post, const long*: pre##long##post, const long long*: pre##longlong##post, const unsigned char*: pre##uchar##post, const unsigned short*: pre##ushort##post, const unsigned int*: pre##uint##post, const unsigned long*: pre##ulong##post, const unsigned long long*: pre##ulonglong##post, const long double*: pre##longdouble##post
#define ARK_C_CASES_SUM(pre, post) float*: pre##float##post, double*: pre##double##post, char*: pre##char##post, signed char*: pre##schar##post, short*: pre##short##post, int*: pre##int##post, long*: pre##long##post, long long*: pre##longlong##post, unsigned char*: pre##uchar##post, unsigned short*: pre##ushort##post, unsigned int*: pre##uint##post, unsigned long*: pre##ulong##post, unsigned long long*: pre##ulonglong##post, long double*: pre##longdouble##post, float _Complex*: pre##complexf##post, double _Complex*: pre##complexd##post
#define ARK_C_CASES_ADDABLE(pre, post) int*: pre##int32##post, long*: pre##int64##post, unsigned int*: pre##uint32##post, unsigned long*: pre##uint64##post, float*: pre##float##post, double*: pre##double##post
#define ARK_C_CASES_AMO(pre, post) int*: pre##int##post, long*: pre##long##post, long long*: pre##longlong##post, unsigned int*: pre##uint##post, unsigned long*: pre##ulong##post, unsigned long long*: pre##ulonglong##post
#define ARK_C_CASES_EXTENDED(pre, post) float*: pre##float##post, double*: pre##double##post, int*: pre##int##post, long*: pre##long##post, long long*: pre##longlong##post, unsigned int*: pre##uint##post, unsigned long*: pre##ulong##post, unsigned long long*: pre##ulonglong##post
#define ARK_C_CASES_SOURCE_EXTENDED(pre, post) float*: pre##float##post, double*: pre##double##post, int*: pre##int##post, long*: pre##long##post, long long*: pre##longlong##post, unsigned int*: pre##uint##post, unsigned long*: pre##ulong##post, unsigned long long*: pre##ulonglong##post, const float*: pre##float##post, const double*: pre##double##post, const int*: pre##int##post, const long*: pre##long##post, const long long*: pre##longlong##post, const unsigned int*: pre##uint##post, const unsigned long*: pre##ulong##post, const unsigned long long*: pre##ulonglong##post
#define ARK_C_CASES_BITWISE(pre, post) int*: pre##int32##post, long*: pre##int64##post, unsigned int*: pre##uint##post, unsigned long*: pre##ulong##post, unsigned long long*: pre##ulonglong##post
#define ARK_C_CASES_REDUCE_BITWISE(pre, post) signed char*: pre##int8##post, short*: pre##int16##post, int*: pre##int32##post, long*: pre##int64##post, unsigned char*: pre##uchar##post, unsigned short*: pre##ushort##post, unsigned int*: pre##uint##post, unsigned long*: pre##ulong##post, unsigned long long*: pre##ulonglong##post

#define ark_put(...) ARK_C_BY_CONTEXT(RMA, _put, __VA_ARGS__)
#define ark_put_on_stream(...) ARK_C_BY_FIRST(RMA, _put_on_stream, __VA_ARGS__)
#define ark_get(...) ARK_C_BY_CONTEXT(RMA, _get, __VA_ARGS__)
#define ark_get_on_stream(...) ARK_C_BY_FIRST(RMA, _get_on_stream, __VA_ARGS__)
#define ark_put_signal(...) ARK_C_BY_CONTEXT(RMA, _put_signal, __VA_ARGS__)
#define ark_put_signal_on_stream(...) ARK_C_BY_FIRST(RMA, _put_signal_on_stream, __VA_ARGS__)
#define ark_put_add(...) ARK_C_BY_FIRST(ADDABLE, _put_add, __VA_ARGS__)
#define ark_put_add_signal(...) ARK_C_BY_FIRST(ADDABLE, _put_add_signal, __VA_ARGS__)
#define ark_put_nbi(...) ARK_C_BY_CONTEXT(RMA, _put_nbi, __VA_ARGS__)
#define ark_put_nbi_on_stream(...) ARK_C_BY_FIRST(RMA, _put_nbi_on_stream, __VA_ARGS__)
#define ark_get_nbi(...) ARK_C_BY_CONTEXT(RMA, _get_nbi, __VA_ARGS__)
#define ark_get_nbi_on_stream(...) ARK_C_BY_FIRST(RMA, _get_nbi_on_stream, __VA_ARGS__)
#define ark_put_signal_nbi(...) ARK_C_BY_CONTEXT(RMA, _put_signal_nbi, __VA_ARGS__)
#define ark_put_signal_nbi_on_stream(...) ARK_C_BY_FIRST(RMA, _put_signal_nbi_on_stream, __VA_ARGS__)
#define ark_put_add_nbi(...) ARK_C_BY_FIRST(ADDABLE, _put_add_nbi, __VA_ARGS__)
#define ark_put_add_signal_nbi(...) ARK_C_BY_FIRST(ADDABLE, _put_add_signal_nbi, __VA_ARGS__)
#define ark_p(...) ARK_C_BY_CONTEXT(RMA, _p, __VA_ARGS__)
#define ark_p_on_stream(...) ARK_C_BY_FIRST(RMA, _p_on_stream, __VA_ARGS__)
#define ark_iput(...) ARK_C_BY_CONTEXT(RMA, _iput, __VA_ARGS__)
#define ark_iput_on_stream(...) ARK_C_BY_FIRST(RMA, _iput_on_stream, __VA_ARGS__)
#define ark_iget(...) ARK_C_BY_CONTEXT(RMA, _iget, __VA_ARGS__)
#define ark_iget_on_stream(...) ARK_C_BY_FIRST(RMA, _iget_on_stream, __VA_ARGS__)
#define ark_ibput(...) ARK_C_BY_CONTEXT(RMA, _ibput, __VA_ARGS__)
#define ark_ibput_on_stream(...) ARK_C_BY_FIRST(RMA, _ibput_on_stream, __VA_ARGS__)
#define ark_ibget(...) ARK_C_BY_CONTEXT(RMA, _ibget, __VA_ARGS__)
#define ark_ibget_on_stream(...) ARK_C_BY_FIRST(RMA, _ibget_on_stream, __VA_ARGS__)
#define ark_g(...) ARK_C_BY_CONTEXT(SOURCE_RMA, _g, __VA_ARGS__)
#define ark_g_on_stream(...) ARK_C_BY_FIRST(SOURCE_RMA, _g_on_stream, __VA_ARGS__)
#define ark_atomic_fetch(...) ARK_C_BY_CONTEXT(SOURCE_EXTENDED, _atomic_fetch, __VA_ARGS__)
#define ark_atomic_fetch_nbi(...) ARK_C_BY_CONTEXT(EXTENDED, _atomic_fetch_nbi, __VA_ARGS__)
#define ark_atomic_set(...) ARK_C_BY_CONTEXT(EXTENDED, _atomic_set, __VA_ARGS__)
#define ark_atomic_swap(...) ARK_C_BY_CONTEXT(EXTENDED, _atomic_swap, __VA_ARGS__)
#define ark_atomic_swap_nbi(...) ARK_C_BY_CONTEXT(EXTENDED, _atomic_swap_nbi, __VA_ARGS__)
#define ark_atomic_compare_swap(...) ARK_C_BY_CONTEXT(AMO, _atomic_compare_swap, __VA_ARGS__)
#define ark_atomic_compare_swap_nbi(...) ARK_C_BY_CONTEXT(AMO, _atomic_compare_swap_nbi, __VA_ARGS__)
#define ark_atomic_inc(...) ARK_C_BY_CONTEXT(AMO, _atomic_inc, __VA_ARGS__)
#define ark_atomic_fetch_inc(...) ARK_C_BY_CONTEXT(AMO, _atomic_fetch_inc, __VA_ARGS__)
#define ark_atomic_fetch_inc_nbi(...) ARK_C_BY_CONTEXT(AMO, _atomic_fetch_inc_nbi, __VA_ARGS__)
#define ark_atomic_add(...) ARK_C_BY_CONTEXT(AMO, _atomic_add, __VA_ARGS__)
#define ark_atomic_fetch_add(...) ARK_C_BY_CONTEXT(AMO, _atomic_fetch_add, __VA_ARGS__)
#define ark_atomic_fetch_add_nbi(...) ARK_C_BY_CONTEXT(AMO, _atomic_fetch_add_nbi, __VA_ARGS__)
#define ark_atomic_and(...) ARK_C_BY_CONTEXT(BITWISE, _atomic_and, __VA_ARGS__)
#define ark_atomic_fetch_and(...) ARK_C_BY_CONTEXT(BITWISE, _atomic_fetch_and, __VA_ARGS__)
#define ark_atomic_fetch_and_nbi(...) ARK_C_BY_CONTEXT(BITWISE, _atomic_fetch_and_nbi, __VA_ARGS__)
#define ark_atomic_or(...) ARK_C_BY_CONTEXT(BITWISE, _atomic_or, __VA_ARGS__)
#define ark_atomic_fetch_or(...) ARK_C_BY_CONTEXT(BITWISE, _atomic_fetch_or, __VA_ARGS__)
#define ark_atomic_fetch_or_nbi(...) ARK_C_BY_CONTEXT(BITWISE, _atomic_fetch_or_nbi, __VA_ARGS__)
#define ark_atomic_xor(...) ARK_C_BY_CONTEXT(BITWISE, _atomic_xor, __VA_ARGS__)
#define ark_atomic_fetch_xor(...) ARK_C_BY_CONTEXT(BITWISE, _atomic_fetch_xor, __VA_ARGS__)
#define ark_atomic_fetch_xor_nbi(...) ARK_C_BY_CONTEXT(BITWISE, _atomic_fetch_xor_nbi, __VA_ARGS__)
#define ark_wait_until(...) ARK_C_BY_FIRST(AMO, _wait_until, __VA_ARGS__)
#define ark_wait_until_all(...) ARK_C_BY_FIRST(AMO, _wait_until_all, __VA_ARGS__)
#define ark_wait_until_all_vector(...) ARK_C_BY_FIRST(AMO, _wait_until_all_vector, __VA_ARGS__)
#define ark_wait_until_any(...) ARK_C_BY_FIRST(AMO, _wait_until_any, __VA_ARGS__)
#define ark_wait_until_any_vector(...) ARK_C_BY_FIRST(AMO, _wait_until_any_vector, __VA_ARGS__)
#define ark_wait_until_some(...) ARK_C_BY_FIRST(AMO, _wait_until_some, __VA_ARGS__)
#define ark_wait_until_some_vector(...) ARK_C_BY_FIRST(AMO, _wait_until_some_vector, __VA_ARGS__)
#define ark_test(...) ARK_C_BY_FIRST(AMO, _test, __VA_ARGS__)
#define ark_test_all(...) ARK_C_BY_FIRST(AMO, _test_all, __VA_ARGS__)
#define ark_test_all_vector(...) ARK_C_BY_FIRST(AMO, _test_all_vector, __VA_ARGS__)
#define ark_test_any(...) ARK_C_BY_FIRST(AMO, _test_any, __VA_ARGS__)
#define ark_test_any_vector(...) ARK_C_BY_FIRST(AMO, _test_any_vector, __VA_ARGS__)
#define ark_test_some(...) ARK_C_BY_FIRST(AMO, _test_some, __VA_ARGS__)
#define ark_test_some_vector(...) ARK_C_BY_FIRST(AMO, _test_some_vector, __VA_ARGS__)
#define ark_wait_until_on_stream(...) ARK_C_BY_FIRST(AMO, _wait_until_on_stream, __VA_ARGS__)
#define ark_wait_until_all_on_stream(...) ARK_C_BY_FIRST(AMO, _wait_until_all_on_stream, __VA_ARGS__)
#define ark_wait_until_all_vector_on_stream(...) ARK_C_BY_FIRST(AMO, _wait_until_all_vector_on_stream, __VA_ARGS__)
#define ark_broadcast(...) ARK_C_BY_SECOND(RMA, _broadcast, __VA_ARGS__)
#define ark_collect(...) ARK_C_BY_SECOND(RMA, _collect, __VA_ARGS__)
#define ark_fcollect(...) ARK_C_BY_SECOND(RMA, _fcollect, __VA_ARGS__)
#define ark_alltoall(...) ARK_C_BY_SECOND(RMA, _alltoall, __VA_ARGS__)
#define ark_alltoalls(...) ARK_C_BY_SECOND(RMA, _alltoalls, __VA_ARGS__)
#define ark_min_reduce(...) ARK_C_BY_SECOND(RMA, _min_reduce, __VA_ARGS__)
#define ark_max_reduce(...) ARK_C_BY_SECOND(RMA, _max_reduce, __VA_ARGS__)
#define ark_sum_reduce(...) ARK_C_BY_SECOND(SUM, _sum_reduce, __VA_ARGS__)
#define ark_prod_reduce(...) ARK_C_BY_SECOND(SUM, _prod_reduce, __VA_ARGS__)
#define ark_sum_inscan(...) ARK_C_BY_SECOND(SUM, _sum_inscan, __VA_ARGS__)
#define ark_sum_exscan(...) ARK_C_BY_SECOND(SUM, _sum_exscan, __VA_ARGS__)
#define ark_and_reduce(...) ARK_C_BY_SECOND(REDUCE_BITWISE, _and_reduce, __VA_ARGS__)
#define ark_or_reduce(...) ARK_C_BY_SECOND(REDUCE_BITWISE, _or_reduce, __VA_ARGS__)
#define ark_xor_reduce(...) ARK_C_BY_SECOND(REDUCE_BITWISE, _xor_reduce, __VA_ARGS__)
#define ark_broadcast_on_stream(...) ARK_C_BY_SECOND(RMA, _broadcast_on_stream, __VA_ARGS__)
#define ark_collect_on_stream(...) ARK_C_BY_SECOND(RMA, _collect_on_stream, __VA_ARGS__)
#define ark_fcollect_on_stream(...) ARK_C_BY_SECOND(RMA, _fcollect_on_stream, __VA_ARGS__)
#define ark_alltoall_on_stream(...) ARK_C_BY_SECOND(RMA, _alltoall_on_stream, __VA_ARGS__)
#define ark_alltoalls_on_stream(...) ARK_C_BY_SECOND(RMA, _alltoalls_on_stream, __VA_ARGS__)
#define ark_min_reduce_on_stream(...) ARK_C_BY_SECOND(RMA, _min_reduce_on_stream, __VA_ARGS__)
#define ark_max_reduce_on_stream(...) ARK_C_BY_SECOND(RMA, _max_reduce_on_stream, __VA_ARGS__)
#define ark_sum_reduce_on_stream(...) ARK_C_BY_SECOND(SUM, _sum_reduce_on_stream, __VA_ARGS__)
#define ark_prod_reduce_on_stream(...) ARK_C_BY_SECOND(SUM, _prod_reduce_on_stream, __VA_ARGS__)
#define ark_sum_inscan_on_stream(...) ARK_C_BY_SECOND(SUM, _sum_inscan_on_stream, __VA_ARGS__)
#define ark_sum_exscan_on_stream(...) ARK_C_BY_SECOND(SUM, _sum_exscan_on_stream, __VA_ARGS__)
#define ark_and_reduce_on_stream(...) ARK_C_BY_SECOND(REDUCE_BITWISE, _and_reduce_on_stream, __VA_ARGS__)
#define ark_or_reduce_on_stream(...) ARK_C_BY_SECOND(REDUCE_BITWISE, _or_reduce_on_stream, __VA_ARGS__)
#define ark_xor_reduce_on_stream(...) ARK_C_BY_SECOND(REDUCE_BITWISE, _xor_reduce_on_stream, __VA_ARGS__)
