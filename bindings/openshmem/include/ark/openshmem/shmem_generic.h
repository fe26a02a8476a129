/* The type-generic names of OpenSHMEM for C11. Included by <shmem.h>. */
#pragma once

/* Never called: a call is an argument of a type that the function does not have. */
int ark_shmem_no_such_type(const void* argument, ...)
    __attribute__((error("OpenSHMEM has no form of this function for the type of this argument")));

#define ARK_SHMEM_FIRST(a, ...) a
#define ARK_SHMEM_SECOND(a, b, ...) b

/* clang-format off */

/* One association for each type that has a name of its own in C. */
#define ARK_SHMEM_CASES_INTEGER(pre, post)                                                        \
  int*: pre##int##post, long*: pre##long##post, long long*: pre##longlong##post,                  \
  unsigned int*: pre##uint##post, unsigned long*: pre##ulong##post,                               \
  unsigned long long*: pre##ulonglong##post
#define ARK_SHMEM_CASES_EXTENDED(pre, post)                                                       \
  ARK_SHMEM_CASES_INTEGER(pre, post), float*: pre##float##post, double*: pre##double##post
#define ARK_SHMEM_CASES_RMA(pre, post)                                                            \
  ARK_SHMEM_CASES_EXTENDED(pre, post), long double*: pre##longdouble##post,                       \
  char*: pre##char##post, signed char*: pre##schar##post, short*: pre##short##post,               \
  unsigned char*: pre##uchar##post, unsigned short*: pre##ushort##post
#define ARK_SHMEM_CASES_SUM(pre, post)                                                            \
  ARK_SHMEM_CASES_RMA(pre, post), float _Complex*: pre##complexf##post,                           \
  double _Complex*: pre##complexd##post
#define ARK_SHMEM_CASES_BITWISE(pre, post)                                                        \
  unsigned int*: pre##uint##post, unsigned long*: pre##ulong##post,                               \
  unsigned long long*: pre##ulonglong##post, int*: pre##int32##post, long*: pre##int64##post
#define ARK_SHMEM_CASES_BITS(pre, post)                                                           \
  ARK_SHMEM_CASES_BITWISE(pre, post), unsigned char*: pre##uchar##post,                           \
  unsigned short*: pre##ushort##post, signed char*: pre##int8##post, short*: pre##int16##post
/* A source that is only read may be const. */
#define ARK_SHMEM_CASES_CONST_EXTENDED(pre, post)                                                 \
  const int*: pre##int##post, const long*: pre##long##post,                                       \
  const long long*: pre##longlong##post, const unsigned int*: pre##uint##post,                    \
  const unsigned long*: pre##ulong##post, const unsigned long long*: pre##ulonglong##post,        \
  const float*: pre##float##post, const double*: pre##double##post
#define ARK_SHMEM_CASES_SOURCE_EXTENDED(pre, post)                                                \
  ARK_SHMEM_CASES_EXTENDED(pre, post), ARK_SHMEM_CASES_CONST_EXTENDED(pre, post)
#define ARK_SHMEM_CASES_SOURCE_RMA(pre, post)                                                     \
  ARK_SHMEM_CASES_RMA(pre, post), ARK_SHMEM_CASES_CONST_EXTENDED(pre, post),                      \
  const long double*: pre##longdouble##post, const char*: pre##char##post,                        \
  const signed char*: pre##schar##post, const short*: pre##short##post,                           \
  const unsigned char*: pre##uchar##post, const unsigned short*: pre##ushort##post

/* A word that is waited for may be volatile. */
#define ARK_SHMEM_CASES_WAIT(pre, post)                                                           \
  ARK_SHMEM_CASES_INTEGER(pre, post), volatile int*: pre##int##post,                              \
  volatile long*: pre##long##post, volatile long long*: pre##longlong##post,                      \
  volatile unsigned int*: pre##uint##post, volatile unsigned long*: pre##ulong##post,             \
  volatile unsigned long long*: pre##ulonglong##post
/* Deprecated for short. */
#define ARK_SHMEM_CASES_WAIT_SHORT(pre, post)                                                     \
  ARK_SHMEM_CASES_WAIT(pre, post), short*: pre##short##post, volatile short*: pre##short##post,   \
  unsigned short*: pre##ushort##post, volatile unsigned short*: pre##ushort##post

/* By the type of the first argument; by that of the second, behind a team; by that of the first
 * behind a context, if there is one. */
#define ARK_SHMEM_BY_FIRST(set, post, ...)                                                        \
  _Generic((ARK_SHMEM_FIRST(__VA_ARGS__, 0)), ARK_SHMEM_CASES_##set(shmem_, post),                \
  default: ark_shmem_no_such_type)(__VA_ARGS__)
#define ARK_SHMEM_BY_SECOND(set, post, ...)                                                       \
  _Generic((ARK_SHMEM_SECOND(__VA_ARGS__, 0, 0)), ARK_SHMEM_CASES_##set(shmem_, post),            \
  default: ark_shmem_no_such_type)(__VA_ARGS__)
#define ARK_SHMEM_BY_CONTEXT(set, post, ...)                                                      \
  _Generic((ARK_SHMEM_FIRST(__VA_ARGS__, 0)),                                                     \
  shmem_ctx_t: _Generic((ARK_SHMEM_SECOND(__VA_ARGS__, 0, 0)),                                    \
  ARK_SHMEM_CASES_##set(shmem_ctx_, post), default: ark_shmem_no_such_type),                      \
  ARK_SHMEM_CASES_##set(shmem_, post), default: ark_shmem_no_such_type)(__VA_ARGS__)

/* clang-format on */

/* --- RMA --- */

#define shmem_put(...) ARK_SHMEM_BY_CONTEXT(RMA, _put, __VA_ARGS__)
#define shmem_put_nbi(...) ARK_SHMEM_BY_CONTEXT(RMA, _put_nbi, __VA_ARGS__)
#define shmem_get(...) ARK_SHMEM_BY_CONTEXT(RMA, _get, __VA_ARGS__)
#define shmem_get_nbi(...) ARK_SHMEM_BY_CONTEXT(RMA, _get_nbi, __VA_ARGS__)
#define shmem_p(...) ARK_SHMEM_BY_CONTEXT(RMA, _p, __VA_ARGS__)
#define shmem_iput(...) ARK_SHMEM_BY_CONTEXT(RMA, _iput, __VA_ARGS__)
#define shmem_iget(...) ARK_SHMEM_BY_CONTEXT(RMA, _iget, __VA_ARGS__)
#define shmem_ibput(...) ARK_SHMEM_BY_CONTEXT(RMA, _ibput, __VA_ARGS__)
#define shmem_ibget(...) ARK_SHMEM_BY_CONTEXT(RMA, _ibget, __VA_ARGS__)
#define shmem_put_signal(...) ARK_SHMEM_BY_CONTEXT(RMA, _put_signal, __VA_ARGS__)
#define shmem_put_signal_nbi(...) ARK_SHMEM_BY_CONTEXT(RMA, _put_signal_nbi, __VA_ARGS__)
#define shmem_g(...) ARK_SHMEM_BY_CONTEXT(SOURCE_RMA, _g, __VA_ARGS__)

/* --- Signals: one argument more with a context --- */

#define ARK_SHMEM_FIFTH(a, b, c, d, e, ...) e
#define shmem_signal_set(...) \
  ARK_SHMEM_FIFTH(__VA_ARGS__, shmem_ctx_signal_set, shmem_signal_set, 0)(__VA_ARGS__)
#define shmem_signal_add(...) \
  ARK_SHMEM_FIFTH(__VA_ARGS__, shmem_ctx_signal_add, shmem_signal_add, 0)(__VA_ARGS__)

/* --- Atomics --- */

#define shmem_atomic_fetch(...) ARK_SHMEM_BY_CONTEXT(SOURCE_EXTENDED, _atomic_fetch, __VA_ARGS__)
#define shmem_atomic_fetch_nbi(...) ARK_SHMEM_BY_CONTEXT(EXTENDED, _atomic_fetch_nbi, __VA_ARGS__)
#define shmem_atomic_set(...) ARK_SHMEM_BY_CONTEXT(EXTENDED, _atomic_set, __VA_ARGS__)
#define shmem_atomic_swap(...) ARK_SHMEM_BY_CONTEXT(EXTENDED, _atomic_swap, __VA_ARGS__)
#define shmem_atomic_swap_nbi(...) ARK_SHMEM_BY_CONTEXT(EXTENDED, _atomic_swap_nbi, __VA_ARGS__)
#define shmem_atomic_compare_swap(...) \
  ARK_SHMEM_BY_CONTEXT(INTEGER, _atomic_compare_swap, __VA_ARGS__)
#define shmem_atomic_compare_swap_nbi(...) \
  ARK_SHMEM_BY_CONTEXT(INTEGER, _atomic_compare_swap_nbi, __VA_ARGS__)
#define shmem_atomic_inc(...) ARK_SHMEM_BY_CONTEXT(INTEGER, _atomic_inc, __VA_ARGS__)
#define shmem_atomic_fetch_inc(...) ARK_SHMEM_BY_CONTEXT(INTEGER, _atomic_fetch_inc, __VA_ARGS__)
#define shmem_atomic_fetch_inc_nbi(...) \
  ARK_SHMEM_BY_CONTEXT(INTEGER, _atomic_fetch_inc_nbi, __VA_ARGS__)
#define shmem_atomic_add(...) ARK_SHMEM_BY_CONTEXT(INTEGER, _atomic_add, __VA_ARGS__)
#define shmem_atomic_fetch_add(...) ARK_SHMEM_BY_CONTEXT(INTEGER, _atomic_fetch_add, __VA_ARGS__)
#define shmem_atomic_fetch_add_nbi(...) \
  ARK_SHMEM_BY_CONTEXT(INTEGER, _atomic_fetch_add_nbi, __VA_ARGS__)
#define shmem_atomic_and(...) ARK_SHMEM_BY_CONTEXT(BITWISE, _atomic_and, __VA_ARGS__)
#define shmem_atomic_fetch_and(...) ARK_SHMEM_BY_CONTEXT(BITWISE, _atomic_fetch_and, __VA_ARGS__)
#define shmem_atomic_fetch_and_nbi(...) \
  ARK_SHMEM_BY_CONTEXT(BITWISE, _atomic_fetch_and_nbi, __VA_ARGS__)
#define shmem_atomic_or(...) ARK_SHMEM_BY_CONTEXT(BITWISE, _atomic_or, __VA_ARGS__)
#define shmem_atomic_fetch_or(...) ARK_SHMEM_BY_CONTEXT(BITWISE, _atomic_fetch_or, __VA_ARGS__)
#define shmem_atomic_fetch_or_nbi(...) \
  ARK_SHMEM_BY_CONTEXT(BITWISE, _atomic_fetch_or_nbi, __VA_ARGS__)
#define shmem_atomic_xor(...) ARK_SHMEM_BY_CONTEXT(BITWISE, _atomic_xor, __VA_ARGS__)
#define shmem_atomic_fetch_xor(...) ARK_SHMEM_BY_CONTEXT(BITWISE, _atomic_fetch_xor, __VA_ARGS__)
#define shmem_atomic_fetch_xor_nbi(...) \
  ARK_SHMEM_BY_CONTEXT(BITWISE, _atomic_fetch_xor_nbi, __VA_ARGS__)

/* Deprecated. */
#define shmem_fetch(...) ARK_SHMEM_BY_FIRST(SOURCE_EXTENDED, _fetch, __VA_ARGS__)
#define shmem_set(...) ARK_SHMEM_BY_FIRST(EXTENDED, _set, __VA_ARGS__)
#define shmem_swap(...) ARK_SHMEM_BY_FIRST(EXTENDED, _swap, __VA_ARGS__)
#define shmem_cswap(...) ARK_SHMEM_BY_FIRST(INTEGER, _cswap, __VA_ARGS__)
#define shmem_inc(...) ARK_SHMEM_BY_FIRST(INTEGER, _inc, __VA_ARGS__)
#define shmem_finc(...) ARK_SHMEM_BY_FIRST(INTEGER, _finc, __VA_ARGS__)
#define shmem_add(...) ARK_SHMEM_BY_FIRST(INTEGER, _add, __VA_ARGS__)
#define shmem_fadd(...) ARK_SHMEM_BY_FIRST(INTEGER, _fadd, __VA_ARGS__)

/* --- wait and test --- */

#define shmem_wait_until(...) ARK_SHMEM_BY_FIRST(WAIT_SHORT, _wait_until, __VA_ARGS__)
#define shmem_wait_until_all(...) ARK_SHMEM_BY_FIRST(WAIT, _wait_until_all, __VA_ARGS__)
#define shmem_wait_until_any(...) ARK_SHMEM_BY_FIRST(WAIT, _wait_until_any, __VA_ARGS__)
#define shmem_wait_until_some(...) ARK_SHMEM_BY_FIRST(WAIT, _wait_until_some, __VA_ARGS__)
#define shmem_wait_until_all_vector(...) \
  ARK_SHMEM_BY_FIRST(WAIT, _wait_until_all_vector, __VA_ARGS__)
#define shmem_wait_until_any_vector(...) \
  ARK_SHMEM_BY_FIRST(WAIT, _wait_until_any_vector, __VA_ARGS__)
#define shmem_wait_until_some_vector(...) \
  ARK_SHMEM_BY_FIRST(WAIT, _wait_until_some_vector, __VA_ARGS__)
#define shmem_test(...) ARK_SHMEM_BY_FIRST(WAIT_SHORT, _test, __VA_ARGS__)
#define shmem_test_all(...) ARK_SHMEM_BY_FIRST(WAIT, _test_all, __VA_ARGS__)
#define shmem_test_any(...) ARK_SHMEM_BY_FIRST(WAIT, _test_any, __VA_ARGS__)
#define shmem_test_some(...) ARK_SHMEM_BY_FIRST(WAIT, _test_some, __VA_ARGS__)
#define shmem_test_all_vector(...) ARK_SHMEM_BY_FIRST(WAIT, _test_all_vector, __VA_ARGS__)
#define shmem_test_any_vector(...) ARK_SHMEM_BY_FIRST(WAIT, _test_any_vector, __VA_ARGS__)
#define shmem_test_some_vector(...) ARK_SHMEM_BY_FIRST(WAIT, _test_some_vector, __VA_ARGS__)

/* --- Collectives on teams --- */

#define shmem_broadcast(...) ARK_SHMEM_BY_SECOND(RMA, _broadcast, __VA_ARGS__)
#define shmem_collect(...) ARK_SHMEM_BY_SECOND(RMA, _collect, __VA_ARGS__)
#define shmem_fcollect(...) ARK_SHMEM_BY_SECOND(RMA, _fcollect, __VA_ARGS__)
#define shmem_alltoall(...) ARK_SHMEM_BY_SECOND(RMA, _alltoall, __VA_ARGS__)
#define shmem_alltoalls(...) ARK_SHMEM_BY_SECOND(RMA, _alltoalls, __VA_ARGS__)
#define shmem_and_reduce(...) ARK_SHMEM_BY_SECOND(BITS, _and_reduce, __VA_ARGS__)
#define shmem_or_reduce(...) ARK_SHMEM_BY_SECOND(BITS, _or_reduce, __VA_ARGS__)
#define shmem_xor_reduce(...) ARK_SHMEM_BY_SECOND(BITS, _xor_reduce, __VA_ARGS__)
#define shmem_min_reduce(...) ARK_SHMEM_BY_SECOND(RMA, _min_reduce, __VA_ARGS__)
#define shmem_max_reduce(...) ARK_SHMEM_BY_SECOND(RMA, _max_reduce, __VA_ARGS__)
#define shmem_sum_reduce(...) ARK_SHMEM_BY_SECOND(SUM, _sum_reduce, __VA_ARGS__)
#define shmem_prod_reduce(...) ARK_SHMEM_BY_SECOND(SUM, _prod_reduce, __VA_ARGS__)
#define shmem_sum_inscan(...) ARK_SHMEM_BY_SECOND(SUM, _sum_inscan, __VA_ARGS__)
#define shmem_sum_exscan(...) ARK_SHMEM_BY_SECOND(SUM, _sum_exscan, __VA_ARGS__)

/* shmem_sync(team), or the deprecated form with an active set. */
#define shmem_sync(...) ARK_SHMEM_FIFTH(__VA_ARGS__, shmem_sync, , , shmem_team_sync, )(__VA_ARGS__)
#define ARK_SHMEM_FIFTH(a, b, c, d, e, ...) e
