// What NVSHMEM has beside the names that the conformance suite calls by nvshmem_calls.hpp: calls by
// lanes of warps and blocks, synchronisation, signals, teams and hints.
#include "expect.hpp"

namespace {

/// A call by all lanes of a warp or block is one transfer: each signal is added once.
__global__ void put_by_lanes(int* dest, const int* source, std::uint64_t* signal, int* failed) {
  const int right = (nvshmem_my_pe() + 1) % nvshmem_n_pes();
  if (threadIdx.x < 32) {
    nvshmemx_int_put_signal_warp(dest, source, 8, signal, 1, NVSHMEM_SIGNAL_ADD, right);
    nvshmemx_int_put_signal_nbi_warp(dest + 8, source, 8, signal, 10, NVSHMEM_SIGNAL_ADD, right);
    nvshmemx_flush_warp();
  }
  nvshmemx_int_put_signal_block(dest + 16, source, 8, signal, 100, NVSHMEM_SIGNAL_ADD, right);
  nvshmemx_putmem_signal_nbi_block(dest + 24, source, 8 * sizeof(int), signal, 1000,
                                   NVSHMEM_SIGNAL_ADD, right);
  nvshmemx_flush_block();
  nvshmemx_barrier_all_block();
  if (threadIdx.x != 0) return;
  nvshmemx_flush();
  EXPECT(nvshmem_signal_fetch(signal) == 1111);
  for (int i = 0; i < 32; ++i) EXPECT(dest[i] == i % 8 + 1);
}
void test_lanes(cudaStream_t stream) {
  int* const dest = static_cast<int*>(nvshmem_calloc(40, sizeof(int)));
  auto* signal = static_cast<std::uint64_t*>(nvshmem_calloc(1, sizeof(std::uint64_t)));
  for (int i = 0; i < 8; ++i) dest[32 + i] = i + 1;
  nvshmem_barrier_all();
  run(put_by_lanes, dest, static_cast<const int*>(dest + 32), signal, failures);
  nvshmemx_flush_on_stream(stream);
  nvshmem_free(signal);
  nvshmem_free(dest);
}

__global__ void signal_kernel(std::uint64_t* signals, int* failed) {
  if (threadIdx.x != 0) return;
  const int right = (nvshmem_my_pe() + 1) % nvshmem_n_pes();
  nvshmemx_signal_op(signals, 3, NVSHMEM_SIGNAL_SET, right);
  EXPECT(nvshmem_signal_wait_until(signals, NVSHMEM_CMP_EQ, 3) == 3);
  nvshmem_barrier_all();
  nvshmemx_signal_op(signals, 4, NVSHMEM_SIGNAL_ADD, right);
  EXPECT(nvshmem_signal_wait_until(signals, NVSHMEM_CMP_GT, 3) == 7);
  EXPECT(nvshmem_signal_fetch(signals) == 7);
}

void test_signals(cudaStream_t stream) {
  auto* signals = static_cast<std::uint64_t*>(nvshmem_calloc(2, sizeof(std::uint64_t)));
  const int right = (nvshmem_my_pe() + 1) % nvshmem_n_pes();
  run(signal_kernel, signals, failures);
  nvshmemx_signal_op_on_stream(signals + 1, 6, NVSHMEM_SIGNAL_ADD, right, stream);
  nvshmemx_signal_wait_until_on_stream(signals + 1, NVSHMEM_CMP_EQ, 6, stream);
  ark::stream_sync(stream);
  int* failed = failures;
  EXPECT(nvshmem_signal_fetch(signals + 1) == 6);
  nvshmem_barrier_all();
  nvshmem_free(signals);
}

/// Each synchronisation lets a PE see what the right neighbour has stored before.
template <class Sync>
__host__ __device__ void expect_synchronised(Sync sync, int* word, int round, bool leads,
                                             bool quiet, int* failed) {
  const int right = (nvshmem_my_pe() + 1) % nvshmem_n_pes();
  if (leads) {
    nvshmem_int_p(word, round, right);
    if (quiet) nvshmem_quiet();
  }
  sync();
  if (leads) EXPECT(*static_cast<volatile int*>(word) == round);
  sync();
}

__global__ void synchronise(int* word, int* failed) {
  const bool leads = threadIdx.x == 0;
  int round = 0;
  const auto check = [&](auto sync, bool quiet) {
    expect_synchronised(sync, word, ++round, leads, quiet, failed);
  };
  check([] { nvshmemx_barrier_all_block(); }, false);
  check([] { nvshmemx_sync_all_block(); }, true);
  check([&] { EXPECT(nvshmemx_barrier_block(NVSHMEM_TEAM_WORLD) == 0); }, false);
  check([&] { EXPECT(nvshmemx_team_sync_block(NVSHMEM_TEAM_SHARED) == 0); }, true);
  check([&] { EXPECT(nvshmemx_sync_block(NVSHMEM_TEAM_WORLD) == 0); }, true);
  if (threadIdx.x >= 32) return;
  check([] { nvshmemx_barrier_all_warp(); }, false);
  check([] { nvshmemx_sync_all_warp(); }, true);
  check([&] { EXPECT(nvshmemx_barrier_warp(NVSHMEMX_TEAM_NODE) == 0); }, false);
  check([&] { EXPECT(nvshmemx_team_sync_warp(NVSHMEM_TEAM_WORLD) == 0); }, true);
  if (!leads) return;
  check([] { nvshmem_barrier_all(); }, false);
  check([] { nvshmem_sync_all(); }, true);
  check([&] { EXPECT(nvshmem_barrier(NVSHMEM_TEAM_WORLD) == 0); }, false);
  check([&] { EXPECT(nvshmem_team_sync(NVSHMEM_TEAM_WORLD) == 0); }, true);
}

void test_synchronisation(cudaStream_t stream) {
  int* failed = failures;
  auto* word = static_cast<int*>(nvshmem_calloc(1, sizeof(int)));
  run(synchronise, word, failures);
  EXPECT(nvshmemx_barrier_on_stream(NVSHMEM_TEAM_WORLD, stream) == 0);
  EXPECT(nvshmemx_team_sync_on_stream(NVSHMEM_TEAM_SHARED, stream) == 0);
  EXPECT(nvshmemx_sync_on_stream(NVSHMEM_TEAM_WORLD, stream) == 0);
  nvshmemx_sync_all_on_stream(stream);
  nvshmemx_barrier_all_on_stream(stream);
  ark::stream_sync(stream);
  nvshmem_free(word);
}

void test_queries() {
  int* failed = failures;
  const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
  for (nvshmem_team_t team : {NVSHMEM_TEAM_WORLD, NVSHMEM_TEAM_SHARED, NVSHMEMX_TEAM_NODE}) {
    EXPECT(nvshmem_team_my_pe(team) == me && nvshmem_team_n_pes(team) == pes);
    EXPECT(nvshmem_team_translate_pe(team, pes - 1, NVSHMEM_TEAM_WORLD) == pes - 1);
    EXPECT(nvshmem_team_translate_pe(team, pes, NVSHMEM_TEAM_WORLD) == -1);
  }
  EXPECT(nvshmem_team_my_pe(NVSHMEM_TEAM_INVALID) == -1);
  EXPECT(nvshmem_team_n_pes(NVSHMEM_TEAM_INVALID) == -1);
  EXPECT(nvshmem_team_translate_pe(NVSHMEM_TEAM_WORLD, -1, NVSHMEM_TEAM_WORLD) == -1);
}

struct team_arrays {  // of three elements
  long *source, *to_all, *to_each, *from_root;
  int* failed;
};
__host__ __device__ long value(int pe, int i) { return (pe * 5 + i * 3) % 7 + 1; }

/// Collectives of a created team, by a block and by its first thread.
__global__ void team_kernel(nvshmem_team_t team, team_arrays a) {
  int* failed = a.failed;
  const int size = nvshmem_team_n_pes(team), rank = nvshmem_team_my_pe(team);
  EXPECT(nvshmemx_long_sum_reduce_block(team, a.to_all, a.source, 3) == 0);
  EXPECT(nvshmemx_long_sum_reducescatter_block(team, a.to_each, a.source, 1) == 0);
  EXPECT(nvshmemx_barrier_block(team) == 0);
  if (threadIdx.x != 0) return;
  for (int i = 0; i < 3; ++i) {
    long sum = 0;
    for (int member = 0; member < size; ++member)
      sum += value(nvshmem_team_translate_pe(team, member, NVSHMEM_TEAM_WORLD), i);
    EXPECT(a.to_all[i] == sum);
    if (i == rank) EXPECT(a.to_each[0] == sum);
  }
  EXPECT(nvshmem_long_broadcast(team, a.from_root, a.source, 2, size - 1) == 0);
  EXPECT(a.from_root[1] == value(nvshmem_team_translate_pe(team, size - 1, NVSHMEM_TEAM_WORLD), 1));
  EXPECT(nvshmem_barrier(team) == 0);
}

/// Every second PE, the others, and a grid of two columns.
void test_created_teams(cudaStream_t stream) {
  int* failed = failures;
  const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
  team_arrays a{};
  for (long** one : {&a.source, &a.to_all, &a.to_each, &a.from_root})
    *one = static_cast<long*>(nvshmem_calloc(3, sizeof(long)));
  a.failed = failures;
  for (int i = 0; i < 3; ++i) a.source[i] = value(me, i);
  nvshmem_barrier_all();
  nvshmem_team_t halves[2] = {NVSHMEM_TEAM_INVALID, NVSHMEM_TEAM_INVALID}, row = 0, column = 0;
  nvshmem_team_config_t config = NVSHMEM_TEAM_CONFIG_INITIALIZER;
  config.num_contexts = 3;
  for (int half = 0; half < 2 && half < pes; ++half) {
    EXPECT(nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, half, 2, (pes + 1 - half) / 2, &config,
                                      NVSHMEM_TEAM_CONFIG_MASK_NUM_CONTEXTS, &halves[half]) == 0);
  }
  const nvshmem_team_t mine = halves[me % 2];
  EXPECT(halves[1 - me % 2] == NVSHMEM_TEAM_INVALID);
  EXPECT(nvshmem_team_my_pe(mine) == me / 2 && nvshmem_team_n_pes(mine) == (pes + 1 - me % 2) / 2);
  EXPECT(nvshmem_team_split_2d(NVSHMEM_TEAM_WORLD, 2, nullptr, 0, &row, nullptr, 0, &column) == 0);
  EXPECT(nvshmem_team_my_pe(row) == me % 2 && nvshmem_team_my_pe(column) == me / 2);
  for (nvshmem_team_t team : {mine, row, column}) {
    run(team_kernel, team, a);
    EXPECT(nvshmemx_long_max_reduce_on_stream(team, a.to_all, a.source, 1, stream) == 0);
    EXPECT(nvshmemx_barrier_on_stream(team, stream) == 0);
    EXPECT(nvshmemx_team_sync_on_stream(team, stream) == 0);
    ark::stream_sync(stream);
    EXPECT(nvshmem_barrier(team) == 0 && nvshmem_team_sync(team) == 0);
  }
  nvshmem_team_config_t recorded;
  nvshmem_team_get_config(mine, &recorded);
  EXPECT(recorded.num_contexts == 3);
  nvshmem_team_get_config(NVSHMEM_TEAM_INVALID, &recorded);
  EXPECT(recorded.num_contexts == 3);
  for (nvshmem_team_t team : {mine, row, column}) nvshmem_team_destroy(team);
  nvshmem_barrier_all();
  for (long* one : {a.from_root, a.to_each, a.to_all, a.source}) nvshmem_free(one);
}

__global__ void hints_kernel(int* failed) {
  nvshmemx_region_attrs_t attributes = NVSHMEMX_REGION_ATTRS_INITIALIZER;
  nvshmemx_region_handle_t handle;
  int active = -1;
  nvshmemx_give_smem(nullptr, nvshmemx_ask_smem(NVSHMEMX_SMEM_MINIMUM));
  EXPECT(nvshmemx_region_start_block(&handle, &attributes) == 0);
  EXPECT(nvshmemx_region_is_active(NVSHMEMX_REGION_HINT_BATCH_RMA, &active) == 0 && active == 0);
  EXPECT(nvshmemx_region_stop_block(handle) == 0);
  EXPECT(nvshmemx_region_stop_block(handle + 1) == NVSHMEMX_ERROR_INVALID_VALUE);
  EXPECT(nvshmemx_region_start_block(nullptr, nullptr) == NVSHMEMX_ERROR_INVALID_VALUE);
  EXPECT(nvshmemx_region_is_active(NVSHMEMX_REGION_HINT_NONE, nullptr) ==
         NVSHMEMX_ERROR_INVALID_VALUE);
  attributes.hints = 1u << 31;
  EXPECT(nvshmemx_region_start_block(&handle, &attributes) == NVSHMEMX_ERROR_INVALID_VALUE);
  nvshmemx_release_smem();
}

void test_region(const nvshmemx_region_attrs_t* batch) {
  int* failed = failures;
  nvshmemx_region_handle_t handle = 0, nested = 0;
  nvshmemx_region_attrs_t unknown = NVSHMEMX_REGION_ATTRS_INITIALIZER;
  unknown.hints = 1u << 31;
  int active = -1;
  const auto is_active = [&](unsigned hints) {
    return nvshmemx_region_is_active(hints, &active) == 0 && active == 1;
  };
  EXPECT(nvshmemx_region_stop(handle) == NVSHMEMX_ERROR_INVALID_VALUE);
  EXPECT(nvshmemx_region_start(nullptr, batch) == NVSHMEMX_ERROR_INVALID_VALUE);
  EXPECT(nvshmemx_region_start(&handle, &unknown) == NVSHMEMX_ERROR_INVALID_VALUE);
  EXPECT(nvshmemx_region_is_active(unknown.hints, &active) == NVSHMEMX_ERROR_INVALID_VALUE);
  EXPECT(!is_active(NVSHMEMX_REGION_HINT_NONE));
  EXPECT(nvshmemx_region_start(&handle, batch) == 0);
  EXPECT(is_active(NVSHMEMX_REGION_HINT_BATCH_RMA) && is_active(NVSHMEMX_REGION_HINT_NONE));
  EXPECT(nvshmemx_region_start(&nested, batch) == NVSHMEMX_ERROR_INVALID_VALUE);
  EXPECT(nvshmemx_region_stop(handle + 1) == NVSHMEMX_ERROR_INVALID_VALUE);
  EXPECT(nvshmemx_region_stop(handle) == 0);
  EXPECT(nvshmemx_region_start(&handle, nullptr) == 0);
  EXPECT(is_active(NVSHMEMX_REGION_HINT_NONE) && !is_active(NVSHMEMX_REGION_HINT_BATCH_RMA));
  EXPECT(nvshmemx_region_stop(handle) == 0);
}

void test_hints() {
  int* failed = failures;
  nvshmemx_region_attrs_t attributes = NVSHMEMX_REGION_ATTRS_INITIALIZER;
  attributes.hints = NVSHMEMX_REGION_HINT_BATCH_RMA;
  const int recommended = nvshmemx_ask_smem(NVSHMEMX_SMEM_RECOMMENDED);
  const int barriers = nvshmemx_ask_smem(NVSHMEMX_SMEM_BARRIERS_ONLY);
  EXPECT(recommended > nvshmemx_ask_smem(NVSHMEMX_SMEM_MINIMUM));
  EXPECT(nvshmemx_ask_smem(NVSHMEMX_SMEM_MINIMUM) > barriers && barriers % 128 == 0);
  test_region(&attributes);
  run(hints_kernel, failures);
}

}  // namespace

int main() {
  start();
  cudaStream_t stream = ark::stream_create();
  test_lanes(stream);
  test_signals(stream);
  test_synchronisation(stream);
  test_queries();
  test_created_teams(stream);
  test_hints();
  ark::stream_destroy(stream);
  return finish();
}
