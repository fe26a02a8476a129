/* The functions of OpenSHMEM. ARK_SHMEM(name) is the whole name. Included by <shmem.h> twice. */

/* A function, and the one that takes a context. */
#define ARK_SHMEM_BOTH(result, name, ...) \
  result ARK_SHMEM(name)(__VA_ARGS__);    \
  result ARK_SHMEM(ctx_##name)(shmem_ctx_t ctx, __VA_ARGS__);

/* --- Start, end, query --- */

void ARK_SHMEM(init)(void);
int ARK_SHMEM(init_thread)(int requested, int* provided);
void ARK_SHMEM(finalize)(void);
void ARK_SHMEM(global_exit)(int status) __attribute__((noreturn));
void ARK_SHMEM(query_initialized)(int* initialized);
void ARK_SHMEM(query_thread)(int* provided);
int ARK_SHMEM(my_pe)(void);
int ARK_SHMEM(n_pes)(void);
int ARK_SHMEM(pe_accessible)(int pe);
int ARK_SHMEM(addr_accessible)(const void* address, int pe);
void* ARK_SHMEM(ptr)(const void* dest, int pe);
void ARK_SHMEM(info_get_version)(int* major, int* minor);
void ARK_SHMEM(info_get_name)(char* name);
void ARK_SHMEM(pcontrol)(int level, ...);

/* --- Memory --- */

void* ARK_SHMEM(malloc)(size_t size);
void* ARK_SHMEM(malloc_with_hints)(size_t size, long hints);
void* ARK_SHMEM(calloc)(size_t count, size_t size);
void* ARK_SHMEM(align)(size_t alignment, size_t size);
void* ARK_SHMEM(realloc)(void* pointer, size_t size);
void ARK_SHMEM(free)(void* pointer);

/* --- Teams and contexts --- */

int ARK_SHMEM(team_my_pe)(shmem_team_t team);
int ARK_SHMEM(team_n_pes)(shmem_team_t team);
int ARK_SHMEM(team_get_config)(shmem_team_t team, long config_mask, shmem_team_config_t* config);
int ARK_SHMEM(team_translate_pe)(shmem_team_t src_team, int src_pe, shmem_team_t dest_team);
void* ARK_SHMEM(team_ptr)(shmem_team_t team, const void* dest, int pe);
int ARK_SHMEM(team_split_strided)(shmem_team_t parent_team, int start, int stride, int size,
                                  const shmem_team_config_t* config, long config_mask,
                                  shmem_team_t* new_team);
int ARK_SHMEM(team_split_2d)(shmem_team_t parent_team, int xrange,
                             const shmem_team_config_t* xaxis_config, long xaxis_mask,
                             shmem_team_t* xaxis_team, const shmem_team_config_t* yaxis_config,
                             long yaxis_mask, shmem_team_t* yaxis_team);
void ARK_SHMEM(team_destroy)(shmem_team_t team);
int ARK_SHMEM(team_create_ctx)(shmem_team_t team, long options, shmem_ctx_t* ctx);
int ARK_SHMEM(ctx_create)(long options, shmem_ctx_t* ctx);
void ARK_SHMEM(ctx_destroy)(shmem_ctx_t ctx);
int ARK_SHMEM(ctx_get_team)(shmem_ctx_t ctx, shmem_team_t* team);
void ARK_SHMEM(ctx_session_start)(shmem_ctx_t ctx, long options,
                                  const shmem_ctx_session_config_t* config, long config_mask);
void ARK_SHMEM(ctx_session_stop)(shmem_ctx_t ctx);

/* --- Ordering --- */

void ARK_SHMEM(fence)(void);
void ARK_SHMEM(ctx_fence)(shmem_ctx_t ctx);
void ARK_SHMEM(quiet)(void);
void ARK_SHMEM(ctx_quiet)(shmem_ctx_t ctx);
ARK_SHMEM_BOTH(void, pe_quiet, const int* target_pes, size_t npes)

/* --- RMA --- */

#define ARK_SHMEM_SIGNAL_ARGUMENTS uint64_t *sig_addr, uint64_t signal, int sig_op, int pe
#define ARK_SHMEM_TYPED(N, T)                                                             \
  ARK_SHMEM_BOTH(void, N##_put, T* dest, const T* source, size_t nelems, int pe)          \
  ARK_SHMEM_BOTH(void, N##_put_nbi, T* dest, const T* source, size_t nelems, int pe)      \
  ARK_SHMEM_BOTH(void, N##_get, T* dest, const T* source, size_t nelems, int pe)          \
  ARK_SHMEM_BOTH(void, N##_get_nbi, T* dest, const T* source, size_t nelems, int pe)      \
  ARK_SHMEM_BOTH(void, N##_p, T* dest, T value, int pe)                                   \
  ARK_SHMEM_BOTH(T, N##_g, const T* source, int pe)                                       \
  ARK_SHMEM_BOTH(void, N##_iput, T* dest, const T* source, ptrdiff_t dst, ptrdiff_t sst,  \
                 size_t nelems, int pe)                                                   \
  ARK_SHMEM_BOTH(void, N##_iget, T* dest, const T* source, ptrdiff_t dst, ptrdiff_t sst,  \
                 size_t nelems, int pe)                                                   \
  ARK_SHMEM_BOTH(void, N##_ibput, T* dest, const T* source, ptrdiff_t dst, ptrdiff_t sst, \
                 size_t bsize, size_t nblocks, int pe)                                    \
  ARK_SHMEM_BOTH(void, N##_ibget, T* dest, const T* source, ptrdiff_t dst, ptrdiff_t sst, \
                 size_t bsize, size_t nblocks, int pe)                                    \
  ARK_SHMEM_BOTH(void, N##_put_signal, T* dest, const T* source, size_t nelems,           \
                 ARK_SHMEM_SIGNAL_ARGUMENTS)                                              \
  ARK_SHMEM_BOTH(void, N##_put_signal_nbi, T* dest, const T* source, size_t nelems,       \
                 ARK_SHMEM_SIGNAL_ARGUMENTS)
ARK_SHMEM_RMA_TYPES(ARK_SHMEM_TYPED)
#undef ARK_SHMEM_TYPED

#define ARK_SHMEM_MOVES(S)                                                                  \
  ARK_SHMEM_BOTH(void, put##S, void* dest, const void* source, size_t nelems, int pe)       \
  ARK_SHMEM_BOTH(void, put##S##_nbi, void* dest, const void* source, size_t nelems, int pe) \
  ARK_SHMEM_BOTH(void, get##S, void* dest, const void* source, size_t nelems, int pe)       \
  ARK_SHMEM_BOTH(void, get##S##_nbi, void* dest, const void* source, size_t nelems, int pe) \
  ARK_SHMEM_BOTH(void, put##S##_signal, void* dest, const void* source, size_t nelems,      \
                 ARK_SHMEM_SIGNAL_ARGUMENTS)                                                \
  ARK_SHMEM_BOTH(void, put##S##_signal_nbi, void* dest, const void* source, size_t nelems,  \
                 ARK_SHMEM_SIGNAL_ARGUMENTS)
#define ARK_SHMEM_SIZED(S, B)                                                                  \
  ARK_SHMEM_MOVES(S)                                                                           \
  ARK_SHMEM_BOTH(void, iput##S, void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst,  \
                 size_t nelems, int pe)                                                        \
  ARK_SHMEM_BOTH(void, iget##S, void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst,  \
                 size_t nelems, int pe)                                                        \
  ARK_SHMEM_BOTH(void, ibput##S, void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, \
                 size_t bsize, size_t nblocks, int pe)                                         \
  ARK_SHMEM_BOTH(void, ibget##S, void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, \
                 size_t bsize, size_t nblocks, int pe)
ARK_SHMEM_SIZES(ARK_SHMEM_SIZED)
ARK_SHMEM_MOVES(mem)
#undef ARK_SHMEM_SIZED
#undef ARK_SHMEM_MOVES
#undef ARK_SHMEM_SIGNAL_ARGUMENTS

/* --- Signals --- */

ARK_SHMEM_BOTH(void, signal_set, uint64_t* sig_addr, uint64_t signal, int pe)
ARK_SHMEM_BOTH(void, signal_add, uint64_t* sig_addr, uint64_t signal, int pe)
uint64_t ARK_SHMEM(signal_fetch)(const uint64_t* sig_addr);
uint64_t ARK_SHMEM(signal_wait_until)(uint64_t* sig_addr, int cmp, uint64_t cmp_value);

/* --- Atomics; behind each the deprecated spelling of OpenSHMEM 1.3 --- */

#define ARK_SHMEM_TYPED(N, T)                                                   \
  ARK_SHMEM_BOTH(T, N##_atomic_fetch, const T* source, int pe)                  \
  ARK_SHMEM_BOTH(void, N##_atomic_fetch_nbi, T* fetch, const T* source, int pe) \
  ARK_SHMEM_BOTH(void, N##_atomic_set, T* dest, T value, int pe)                \
  ARK_SHMEM_BOTH(T, N##_atomic_swap, T* dest, T value, int pe)                  \
  ARK_SHMEM_BOTH(void, N##_atomic_swap_nbi, T* fetch, T* dest, T value, int pe) \
  T ARK_SHMEM(N##_fetch)(const T* source, int pe);                              \
  void ARK_SHMEM(N##_set)(T * dest, T value, int pe);                           \
  T ARK_SHMEM(N##_swap)(T * dest, T value, int pe);
ARK_SHMEM_EXTENDED_TYPES(ARK_SHMEM_TYPED)
#undef ARK_SHMEM_TYPED

#define ARK_SHMEM_TYPED(N, T)                                                                   \
  ARK_SHMEM_BOTH(T, N##_atomic_compare_swap, T* dest, T cond, T value, int pe)                  \
  ARK_SHMEM_BOTH(void, N##_atomic_compare_swap_nbi, T* fetch, T* dest, T cond, T value, int pe) \
  ARK_SHMEM_BOTH(void, N##_atomic_inc, T* dest, int pe)                                         \
  ARK_SHMEM_BOTH(T, N##_atomic_fetch_inc, T* dest, int pe)                                      \
  ARK_SHMEM_BOTH(void, N##_atomic_fetch_inc_nbi, T* fetch, T* dest, int pe)                     \
  ARK_SHMEM_BOTH(void, N##_atomic_add, T* dest, T value, int pe)                                \
  ARK_SHMEM_BOTH(T, N##_atomic_fetch_add, T* dest, T value, int pe)                             \
  ARK_SHMEM_BOTH(void, N##_atomic_fetch_add_nbi, T* fetch, T* dest, T value, int pe)            \
  T ARK_SHMEM(N##_cswap)(T * dest, T cond, T value, int pe);                                    \
  void ARK_SHMEM(N##_inc)(T * dest, int pe);                                                    \
  T ARK_SHMEM(N##_finc)(T * dest, int pe);                                                      \
  void ARK_SHMEM(N##_add)(T * dest, T value, int pe);                                           \
  T ARK_SHMEM(N##_fadd)(T * dest, T value, int pe);
ARK_SHMEM_AMO_TYPES(ARK_SHMEM_TYPED)
#undef ARK_SHMEM_TYPED

#define ARK_SHMEM_BITWISE(N, T, op)                                  \
  ARK_SHMEM_BOTH(void, N##_atomic_##op, T* dest, T value, int pe)    \
  ARK_SHMEM_BOTH(T, N##_atomic_fetch_##op, T* dest, T value, int pe) \
  ARK_SHMEM_BOTH(void, N##_atomic_fetch_##op##_nbi, T* fetch, T* dest, T value, int pe)
#define ARK_SHMEM_TYPED(N, T)  \
  ARK_SHMEM_BITWISE(N, T, and) \
  ARK_SHMEM_BITWISE(N, T, or)  \
  ARK_SHMEM_BITWISE(N, T, xor)
ARK_SHMEM_BITWISE_TYPES(ARK_SHMEM_TYPED)
#undef ARK_SHMEM_TYPED
#undef ARK_SHMEM_BITWISE

/* --- wait and test; volatile, as in earlier versions --- */

#define ARK_SHMEM_FAMILY(N, T, family, single)                                                  \
  single ARK_SHMEM(N##_##family)(volatile T * ivar, int cmp, T cmp_value);                      \
  single ARK_SHMEM(N##_##family##_all)(volatile T * ivars, size_t nelems, const int* status,    \
                                       int cmp, T cmp_value);                                   \
  single ARK_SHMEM(N##_##family##_all_vector)(volatile T * ivars, size_t nelems,                \
                                              const int* status, int cmp, const T* cmp_values); \
  size_t ARK_SHMEM(N##_##family##_any)(volatile T * ivars, size_t nelems, const int* status,    \
                                       int cmp, T cmp_value);                                   \
  size_t ARK_SHMEM(N##_##family##_any_vector)(volatile T * ivars, size_t nelems,                \
                                              const int* status, int cmp, const T* cmp_values); \
  size_t ARK_SHMEM(N##_##family##_some)(volatile T * ivars, size_t nelems, size_t * indices,    \
                                        const int* status, int cmp, T cmp_value);               \
  size_t ARK_SHMEM(N##_##family##_some_vector)(volatile T * ivars, size_t nelems,               \
                                               size_t * indices, const int* status, int cmp,    \
                                               const T* cmp_values);
#define ARK_SHMEM_TYPED(N, T)              \
  ARK_SHMEM_FAMILY(N, T, wait_until, void) \
  ARK_SHMEM_FAMILY(N, T, test, int)
ARK_SHMEM_AMO_TYPES(ARK_SHMEM_TYPED)
#undef ARK_SHMEM_TYPED
#undef ARK_SHMEM_FAMILY

/* Deprecated. */
void ARK_SHMEM(short_wait_until)(volatile short* ivar, int cmp, short cmp_value);
void ARK_SHMEM(ushort_wait_until)(volatile unsigned short* ivar, int cmp, unsigned short cmp_value);
int ARK_SHMEM(short_test)(volatile short* ivar, int cmp, short cmp_value);
int ARK_SHMEM(ushort_test)(volatile unsigned short* ivar, int cmp, unsigned short cmp_value);
void ARK_SHMEM(short_wait)(volatile short* ivar, short cmp_value);
void ARK_SHMEM(int_wait)(volatile int* ivar, int cmp_value);
void ARK_SHMEM(long_wait)(volatile long* ivar, long cmp_value);
void ARK_SHMEM(longlong_wait)(volatile long long* ivar, long long cmp_value);
void ARK_SHMEM(wait)(volatile long* ivar, long cmp_value);
void ARK_SHMEM(wait_until)(volatile long* ivar, int cmp, long cmp_value);

/* --- Locks --- */

void ARK_SHMEM(set_lock)(volatile long* lock);
void ARK_SHMEM(clear_lock)(volatile long* lock);
int ARK_SHMEM(test_lock)(volatile long* lock);

/* --- Collectives on teams --- */

void ARK_SHMEM(barrier_all)(void);
void ARK_SHMEM(sync_all)(void);
int ARK_SHMEM(team_sync)(shmem_team_t team);

#define ARK_SHMEM_MOVES(N, T)                                                              \
  int ARK_SHMEM(broadcast##N)(shmem_team_t team, T * dest, const T* source, size_t nelems, \
                              int PE_root);                                                \
  int ARK_SHMEM(collect##N)(shmem_team_t team, T * dest, const T* source, size_t nelems);  \
  int ARK_SHMEM(fcollect##N)(shmem_team_t team, T * dest, const T* source, size_t nelems); \
  int ARK_SHMEM(alltoall##N)(shmem_team_t team, T * dest, const T* source, size_t nelems); \
  int ARK_SHMEM(alltoalls##N)(shmem_team_t team, T * dest, const T* source, ptrdiff_t dst, \
                              ptrdiff_t sst, size_t nelems);
ARK_SHMEM_MOVES(mem, void)
#undef ARK_SHMEM_MOVES
#define ARK_SHMEM_TYPED(N, T)                                                               \
  int ARK_SHMEM(N##_broadcast)(shmem_team_t team, T * dest, const T* source, size_t nelems, \
                               int PE_root);                                                \
  int ARK_SHMEM(N##_collect)(shmem_team_t team, T * dest, const T* source, size_t nelems);  \
  int ARK_SHMEM(N##_fcollect)(shmem_team_t team, T * dest, const T* source, size_t nelems); \
  int ARK_SHMEM(N##_alltoall)(shmem_team_t team, T * dest, const T* source, size_t nelems); \
  int ARK_SHMEM(N##_alltoalls)(shmem_team_t team, T * dest, const T* source, ptrdiff_t dst, \
                               ptrdiff_t sst, size_t nelems);
ARK_SHMEM_RMA_TYPES(ARK_SHMEM_TYPED)
#undef ARK_SHMEM_TYPED

#define ARK_SHMEM_REDUCTION(N, T, op) \
  int ARK_SHMEM(N##_##op##_reduce)(shmem_team_t team, T * dest, const T* source, size_t nreduce);
ARK_SHMEM_TEAM_REDUCTIONS
#undef ARK_SHMEM_REDUCTION
#define ARK_SHMEM_TYPED(N, T)                                                                 \
  int ARK_SHMEM(N##_sum_inscan)(shmem_team_t team, T * dest, const T* source, size_t nelems); \
  int ARK_SHMEM(N##_sum_exscan)(shmem_team_t team, T * dest, const T* source, size_t nelems);
ARK_SHMEM_SUM_TYPES(ARK_SHMEM_TYPED)
#undef ARK_SHMEM_TYPED

/* --- Collectives on active sets, deprecated --- */

#define ARK_SHMEM_ACTIVE_SET int PE_start, int logPE_stride, int PE_size
void ARK_SHMEM(barrier)(ARK_SHMEM_ACTIVE_SET, long* pSync);
void ARK_SHMEM(sync)(ARK_SHMEM_ACTIVE_SET, long* pSync);
#define ARK_SHMEM_SIZED(S, B)                                                                      \
  void ARK_SHMEM(broadcast##S)(void* dest, const void* source, size_t nelems, int PE_root,         \
                               ARK_SHMEM_ACTIVE_SET, long* pSync);                                 \
  void ARK_SHMEM(collect##S)(void* dest, const void* source, size_t nelems, ARK_SHMEM_ACTIVE_SET,  \
                             long* pSync);                                                         \
  void ARK_SHMEM(fcollect##S)(void* dest, const void* source, size_t nelems, ARK_SHMEM_ACTIVE_SET, \
                              long* pSync);                                                        \
  void ARK_SHMEM(alltoall##S)(void* dest, const void* source, size_t nelems, ARK_SHMEM_ACTIVE_SET, \
                              long* pSync);                                                        \
  void ARK_SHMEM(alltoalls##S)(void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst,       \
                               size_t nelems, ARK_SHMEM_ACTIVE_SET, long* pSync);
ARK_SHMEM_SIZED(32, 4)
ARK_SHMEM_SIZED(64, 8)
#undef ARK_SHMEM_SIZED

#define ARK_SHMEM_REDUCTION(N, T, op)                                                             \
  void ARK_SHMEM(N##_##op##_to_all)(T * dest, const T* source, int nreduce, ARK_SHMEM_ACTIVE_SET, \
                                    T* pWrk, long* pSync);
ARK_SHMEM_TO_ALL_REDUCTIONS
#undef ARK_SHMEM_REDUCTION
#undef ARK_SHMEM_ACTIVE_SET

/* --- Cache control, deprecated, without effect --- */

void ARK_SHMEM(set_cache_inv)(void);
void ARK_SHMEM(clear_cache_inv)(void);
void ARK_SHMEM(set_cache_line_inv)(void* dest);
void ARK_SHMEM(clear_cache_line_inv)(void* dest);
void ARK_SHMEM(udcflush)(void);
void ARK_SHMEM(udcflush_line)(void* dest);

#undef ARK_SHMEM_BOTH
