/* One wrong program, by the name of its case: each ends with a message that names the call. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "expect.h"

static long word, source[4], dest[4];
static long work[SHMEM_REDUCE_MIN_WRKDATA_SIZE], sync_words[SHMEM_REDUCE_SYNC_SIZE];

/* PE 1 does not come: the two threads are in their barriers at the same time. */
static void* barrier_of_two(void* unused) {
  shmem_barrier(0, 0, 2, sync_words);
  return unused;
}

int main(int argc, char** argv) {
  const char* const test = argc == 2 ? argv[1] : "";
#define CASE(name) if (strcmp(test, #name) == 0)
  CASE(before_init) shmem_long_p(&word, 1, 0);
  CASE(malloc_before_init) shmem_malloc(8);
  CASE(free_before_init) shmem_free(&word);
  CASE(team_before_init) shmem_team_sync(SHMEM_TEAM_WORLD);
  CASE(finalize_before_init) shmem_finalize();
  shmem_init();
  const int pes = shmem_n_pes();
  CASE(finalize_too_often) {
    shmem_finalize();
    shmem_finalize();
    return 0;
  }
  CASE(wait_for_static) shmem_long_wait_until(&word, SHMEM_CMP_EQ, 5);
  CASE(pe) shmem_long_p(&word, 1, pes);
  CASE(quiet_pe) shmem_pe_quiet(&pes, 1);
  CASE(ctx_quiet_pe) {
    shmem_ctx_t ctx = SHMEM_CTX_INVALID;
    shmem_ctx_create(0, &ctx);
    shmem_ctx_pe_quiet(ctx, &pes, 1);
  }
  CASE(no_new_team) shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, pes, NULL, 0, NULL);
  CASE(no_axis) shmem_team_split_2d(SHMEM_TEAM_WORLD, 1, NULL, 0, NULL, NULL, 0, NULL);
  CASE(no_ctx) shmem_ctx_create(0, NULL);
  CASE(no_name) shmem_info_get_name(NULL);
  CASE(no_values) shmem_long_wait_until_all_vector(dest, 4, NULL, SHMEM_CMP_EQ, NULL);
  CASE(no_indices) shmem_long_wait_until_some(dest, 4, NULL, NULL, SHMEM_CMP_EQ, 0);
  CASE(lock_address) {
    long mine = 0;
    shmem_set_lock(&mine);
  }
  CASE(no_lock) shmem_test_lock(NULL);
  CASE(alltoalls_stride) shmem_long_alltoalls(SHMEM_TEAM_WORLD, dest, source, 0, 1, 1);
  CASE(level) {
    int provided;
    shmem_init_thread(9, &provided);
  }
  CASE(local_address) {
    long mine = 0;
    shmem_long_p(&mine, 1, (shmem_my_pe() + 1) % pes);
  }
  CASE(count) shmem_long_put(dest, source, SIZE_MAX / 4, 0);
  CASE(invalid_team) shmem_long_sum_reduce(SHMEM_TEAM_INVALID, dest, source, 1);
  CASE(root) shmem_long_broadcast(SHMEM_TEAM_WORLD, dest, source, 1, pes);
  CASE(invalid_context) shmem_ctx_long_p(SHMEM_CTX_INVALID, &word, 1, 0);
  CASE(context_pe) {
    shmem_team_t pair = SHMEM_TEAM_INVALID;
    shmem_ctx_t ctx = SHMEM_CTX_INVALID;
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 1, NULL, 0, &pair);
    if (pair != SHMEM_TEAM_INVALID) {
      shmem_team_create_ctx(pair, 0, &ctx);
      shmem_ctx_long_p(ctx, &word, 1, 1);
    }
  }
  CASE(predefined_team) shmem_team_destroy(SHMEM_TEAM_WORLD);
  CASE(team_of_failed_job) { /* with ARK_ON_FAILURE=go_on */
    shmem_team_t team = SHMEM_TEAM_INVALID;
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, pes, NULL, 0, &team);
    shmem_long_p(&word, 1, pes);
    shmem_finalize();
    shmem_init();
    shmem_team_sync(team);
  }
  CASE(predefined_context) shmem_ctx_destroy(SHMEM_CTX_DEFAULT);
  if (strncmp(test, "destroyed_", 10) == 0) {
    /* Another team and another context have their places. */
    shmem_team_t team = SHMEM_TEAM_INVALID, next_team = SHMEM_TEAM_INVALID, made;
    shmem_ctx_t ctx = SHMEM_CTX_INVALID, of_team = SHMEM_CTX_INVALID, next = SHMEM_CTX_INVALID;
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, pes, NULL, 0, &team);
    shmem_team_create_ctx(team, 0, &of_team);
    shmem_ctx_create(0, &ctx);
    shmem_team_sync(team);
    shmem_team_destroy(team);
    shmem_ctx_destroy(ctx);
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, pes, NULL, 0, &next_team);
    shmem_ctx_create(0, &next);
    CASE(destroyed_team_sync) shmem_team_sync(team);
    CASE(destroyed_team_reduce) shmem_long_sum_reduce(team, dest, source, 1);
    CASE(destroyed_team_query) dest[0] = shmem_team_my_pe(team);
    CASE(destroyed_team_translate) shmem_team_translate_pe(SHMEM_TEAM_WORLD, 0, team);
    CASE(destroyed_team_parent) shmem_team_split_strided(team, 0, 1, 1, NULL, 0, &made);
    CASE(destroyed_team_ctx) shmem_team_create_ctx(team, 0, &ctx);
    CASE(destroyed_team_again) shmem_team_destroy(team);
    CASE(destroyed_ctx_put) shmem_ctx_long_p(ctx, &word, 1, 0);
    CASE(destroyed_ctx_add) shmem_ctx_long_atomic_add(ctx, &word, 1, 0);
    CASE(destroyed_ctx_quiet) shmem_ctx_quiet(ctx);
    CASE(destroyed_ctx_fence) shmem_ctx_fence(ctx);
    CASE(destroyed_ctx_get_team) shmem_ctx_get_team(ctx, &team);
    CASE(destroyed_ctx_again) shmem_ctx_destroy(ctx);
    CASE(destroyed_ctx_of_team) shmem_ctx_long_p(of_team, &word, 1, 0);
    shmem_finalize();
    CASE(destroyed_by_finalize) shmem_ctx_long_p(next, &word, 1, 0);
  }
  CASE(active_set) shmem_barrier(0, 0, pes + 1, sync_words);
  CASE(active_sets_of_threads) {
    if (shmem_my_pe() == 0) {
      pthread_t other;
      pthread_create(&other, NULL, barrier_of_two, NULL);
      shmem_barrier(0, 0, 2, sync_words);
    }
    sleep(20);
  }
  CASE(nreduce) shmem_long_sum_to_all(dest, source, -1, 0, 0, pes, work, sync_words);
  const size_t own_count = 1 + (size_t)shmem_my_pe();
  CASE(reduce_counts) shmem_long_sum_reduce(SHMEM_TEAM_WORLD, dest, source, own_count);
  CASE(scan_counts) shmem_long_sum_exscan(SHMEM_TEAM_WORLD, dest, source, own_count);
  CASE(reduce_overlap) shmem_long_max_reduce(SHMEM_TEAM_WORLD, dest, dest + 1, 2);
  CASE(set_overlap) shmem_broadcast64(dest, dest + 1, 2, 0, 0, 0, pes, sync_words);
  CASE(lock_twice) {
    if (shmem_my_pe() == 0) {
      shmem_set_lock(&word);
      shmem_set_lock(&word);
    }
  }
  CASE(clear_free_lock) shmem_clear_lock(&word);
  CASE(memory) {
    if (shmem_malloc((size_t)1 << 60) == NULL) fprintf(stderr, "no memory\n");
  }
  CASE(global_exit) {
    if (shmem_my_pe() == 0) shmem_global_exit(0);
    shmem_barrier_all();
  }
  CASE(exit_status) {
    if (shmem_my_pe() == 0) exit(3);
    sleep(60);
  }
  CASE(returns_first) {
    if (shmem_my_pe() == 1) return 0;
  }
  shmem_barrier_all();
  return 0;
}
