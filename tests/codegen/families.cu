// One name of every family of OpenSHMEM 1.6, as far as tests/mp/api/family_test.cpp, which nvcc
// compiles as well, does not call it: each in a kernel if kernels may call it. Only compiled.
#include <ark/ark.hpp>
#include <ark/ctx.hpp>
#include <ark/lock.hpp>

struct arrays {
  float* reals;
  int* ints;
  unsigned* bits;
  std::uint64_t* words;
  std::size_t* indices;
  long* lock;
};

__global__ void transfers(arrays a, int pe) {
  float* const far = a.reals + 64;
  ark_float_get(a.reals, far, 4, pe);
  ark_float_get_nbi(a.reals, far, 4, pe);
  ark_float_iput(far, a.reals, 1, 2, 4, pe);
  ark_float_iget(a.reals, far, 1, 2, 4, pe);
  ark_float_iput_block(far, a.reals, 1, 2, 4, pe);
  ark_iget32_warp(a.reals, far, 1, 2, 4, pe);
  ark_float_ibput_warp(far, a.reals, 4, 4, 2, 4, pe);
  ark_ibget(a.reals, far, 4, 4, 2, 4, pe);
  ark_ibget32_block(a.reals, far, 4, 4, 2, 4, pe);
  ark_quiet_block();
  ark_float_put_signal_nbi(far, a.reals, 4, a.words, 1, ARK_SIGNAL_SET, pe);
  ark_put32(far, a.reals, 4, pe);
  ark_put32_nbi(far, a.reals, 4, pe);
  ark_get32(a.reals, far, 4, pe);
  ark_get32_nbi(a.reals, far, 4, pe);
  ark_iput32(far, a.reals, 1, 2, 4, pe);
  ark_iget32(a.reals, far, 1, 2, 4, pe);
  ark_putmem(far, a.reals, 16, pe);
  ark_putmem_nbi(far, a.reals, 16, pe);
  ark_getmem(a.reals, far, 16, pe);
  ark_getmem_nbi(a.reals, far, 16, pe);
  ark_signal_set(a.words, 1, pe);
  ark_ctx_signal_set(ARK_CTX_DEFAULT, a.words, 1, pe);
  a.words[1] = ark_signal_fetch(a.words);
  a.words[2] = reinterpret_cast<std::uint64_t>(ark_ptr(far, pe));
  a.words[3] = reinterpret_cast<std::uint64_t>(ark_team_ptr(ARK_TEAM_WORLD, far, pe));
  a.ints[0] = ark_team_translate_pe(ARK_TEAM_WORLD, pe, ARK_TEAM_SHARED);
}

__global__ void atomics(arrays a, int pe) {
  ark_float_atomic_set(a.reals, 2, pe);
  a.reals[1] = ark_float_atomic_fetch(a.reals, pe) + ark_float_atomic_swap(a.reals, 3, pe);
  ark_float_atomic_fetch_nbi(a.reals + 2, a.reals, pe);
  ark_float_atomic_swap_nbi(a.reals + 3, a.reals, 4, pe);
  ark_int_atomic_inc(a.ints, pe);
  a.ints[1] = ark_int_atomic_compare_swap(a.ints, 1, 2, pe) + ark_int_atomic_fetch_inc(a.ints, pe) +
              ark_int_atomic_fetch_add(a.ints, 3, pe);
  ark_int_atomic_compare_swap_nbi(a.ints + 2, a.ints, 1, 2, pe);
  ark_int_atomic_fetch_inc_nbi(a.ints + 3, a.ints, pe);
  ark_int_atomic_fetch_add_nbi(a.ints + 4, a.ints, 3, pe);
  ark_uint_atomic_and(a.bits, 6, pe);
  ark_uint_atomic_or(a.bits, 6, pe);
  ark_uint_atomic_xor(a.bits, 6, pe);
  a.bits[1] = ark_uint_atomic_fetch_and(a.bits, 5, pe) + ark_uint_atomic_fetch_or(a.bits, 5, pe) +
              ark_uint_atomic_fetch_xor(a.bits, 5, pe);
  ark_uint_atomic_fetch_and_nbi(a.bits + 2, a.bits, 3, pe);
  ark_uint_atomic_fetch_or_nbi(a.bits + 3, a.bits, 3, pe);
  ark_uint_atomic_fetch_xor_nbi(a.bits + 4, a.bits, 3, pe);
}

__global__ void waits(arrays a) {
  int* const values = a.ints + 8;
  ark_int_wait_until(a.ints, ARK_CMP_GE, 1);
  ark_int_wait_until_all(a.ints, 4, nullptr, ARK_CMP_GE, 1);
  ark_int_wait_until_all_vector(a.ints, 4, nullptr, ARK_CMP_GE, values);
  a.indices[0] =
      ark_int_wait_until_any(a.ints, 4, nullptr, ARK_CMP_GE, 1) +
      ark_int_wait_until_any_vector(a.ints, 4, nullptr, ARK_CMP_GE, values) +
      ark_int_wait_until_some(a.ints, 4, a.indices + 8, nullptr, ARK_CMP_GE, 1) +
      ark_int_wait_until_some_vector(a.ints, 4, a.indices + 8, nullptr, ARK_CMP_GE, values) +
      ark_int_test_any(a.ints, 4, nullptr, ARK_CMP_GE, 1) +
      ark_int_test_any_vector(a.ints, 4, nullptr, ARK_CMP_GE, values) +
      ark_int_test_some(a.ints, 4, a.indices + 8, nullptr, ARK_CMP_GE, 1) +
      ark_int_test_some_vector(a.ints, 4, a.indices + 8, nullptr, ARK_CMP_GE, values);
  a.ints[4] = ark_int_test_all(a.ints, 4, nullptr, ARK_CMP_GE, 1) +
              ark_int_test_all_vector(a.ints, 4, nullptr, ARK_CMP_GE, values) +
              ark_test_lock(a.lock) + ark_pe_accessible(1) + ark_addr_accessible(a.ints, 1);
}

__global__ void collectives(arrays a, ark_team_t team) {
  float* const from = a.reals + 64;
  ark_sync_all();
  int worst = ark_team_sync(team);
  worst |= ark_broadcastmem(team, a.reals, from, 16, 0);
  worst |= ark_collectmem(team, a.reals, from, 16);
  worst |= ark_fcollectmem(team, a.reals, from, 16);
  worst |= ark_alltoallmem(team, a.reals, from, 16);
  worst |= ark_alltoallsmem(team, a.reals, from, 1, 1, 16);
  worst |= ark_float_broadcast(team, a.reals, from, 4, 0);
  worst |= ark_float_collect(team, a.reals, from, 4);
  worst |= ark_float_fcollect(team, a.reals, from, 4);
  worst |= ark_float_alltoall(team, a.reals, from, 4);
  worst |= ark_float_alltoalls(team, a.reals, from, 1, 2, 4);
  worst |= ark_uint_and_reduce(team, a.bits, a.bits + 8, 4);
  worst |= ark_uint_or_reduce(team, a.bits, a.bits + 8, 4);
  worst |= ark_uint_xor_reduce(team, a.bits, a.bits + 8, 4);
  worst |= ark_float_min_reduce(team, a.reals, from, 4);
  worst |= ark_float_max_reduce(team, a.reals, from, 4);
  worst |= ark_float_sum_reduce(team, a.reals, from, 4);
  worst |= ark_float_prod_reduce(team, a.reals, from, 4);
  worst |= ark_float_sum_inscan(team, a.reals, from, 4);
  worst |= ark_float_sum_exscan(team, a.reals, from, 4);
  a.ints[0] = worst;
}

/// What host threads alone may call.
int on_the_host() {
  int provided = 0, major = 0, minor = 0;
  char name[ARK_MAX_NAME_LEN];
  ark_team_config_t config;
  ark_init();
  const bool twice = ark_init_thread(ARK_THREAD_MULTIPLE, &provided) != 0;
  ark_query_initialized(&provided);
  ark_query_thread(&provided);
  ark_info_get_version(&major, &minor);
  ark_info_get_name(name);
  ark_pcontrol(1);
  ark_team_get_config(ARK_TEAM_WORLD, 0, &config);
  void* memory = ark_malloc_with_hints(64, 0);
  memory = ark_realloc(memory, 128);
  if (twice || ark_addr_accessible(memory, 1) == 0) ark_global_exit(1);
  ark_free(ark_malloc(8));
  ark_free(ark_align(256, 8));
  ark_finalize();
  return minor;
}

/// The names in the order of a stream that no other source for CUDA calls.
void on_streams(arrays a, ark::stream_t stream) {
  ark_float_p_on_stream(a.reals, 1, 0, stream);
  ark_float_iput_on_stream(a.reals, a.reals + 8, 2, 1, 4, 0, stream);
  ark_iget64_on_stream(a.words, a.words + 8, 2, 1, 4, 0, stream);
  ark_float_ibput_on_stream(a.reals, a.reals + 8, 2, 2, 2, 2, 0, stream);
  ark_ibget32_on_stream(a.reals, a.reals + 8, 2, 2, 2, 2, 0, stream);
  ark_int_wait_until_all_on_stream(a.ints, 4, nullptr, ARK_CMP_GE, 1, stream);
  ark_int_wait_until_all_vector_on_stream(a.ints, 4, nullptr, ARK_CMP_GE, a.ints + 4, stream);
  a.reals[0] = ark_float_g_on_stream(a.reals, 0, stream);
}
