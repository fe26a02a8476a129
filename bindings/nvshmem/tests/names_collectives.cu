// Every broadcast, fcollect, alltoall, reduction and reducescatter of every type, by thread, warp,
// block and on a stream; barriers and synchronisations.
#include "expect.hpp"

namespace {

constexpr std::size_t count = 5;  // elements of a block

#define CALL(name, function)                                \
  template <class... Arguments>                             \
  __host__ __device__ static auto name(Arguments... from) { \
    return function(from...);                               \
  }

// MOVES(structure, T, unit, prefix): `unit` elements are one of type T.
#define MOVES(structure, T, elements, x, broadcast_name, fcollect_name, alltoall_name) \
  struct structure {                                                                   \
    using type = T;                                                                    \
    static constexpr std::size_t unit = elements;                                      \
    CALL(broadcast, nvshmem##x##_##broadcast_name)                                     \
    CALL(fcollect, nvshmem##x##_##fcollect_name)                                       \
    CALL(alltoall, nvshmem##x##_##alltoall_name)                                       \
  };
#define MOVES_OF(N, T, unit, broadcast, fcollect, alltoall)                                   \
  MOVES(moves_##N, T, unit, , broadcast, fcollect, alltoall)                                  \
  MOVES(moves_##N##_warp, T, unit, x, broadcast##_warp, fcollect##_warp, alltoall##_warp)     \
  MOVES(moves_##N##_block, T, unit, x, broadcast##_block, fcollect##_block, alltoall##_block) \
  MOVES(moves_##N##_on_stream, T, unit, x, broadcast##_on_stream, fcollect##_on_stream,       \
        alltoall##_on_stream)
#define TYPED(N, T) MOVES_OF(N, T, 1, N##_broadcast, N##_fcollect, N##_alltoall)

// REDUCTIONS(structure, T, x, reduce, reducescatter)
#define REDUCTIONS(structure, T, op, x, suffix, N)                       \
  struct structure {                                                     \
    using type = T;                                                      \
    using operation = ark::device::collective::op##_op;                  \
    CALL(reduce, nvshmem##x##_##N##_##op##_reduce##suffix)               \
    CALL(reducescatter, nvshmem##x##_##N##_##op##_reducescatter##suffix) \
  };
#define REDUCTIONS_OF(N, T, op)                     \
  REDUCTIONS(op##_##N, T, op, , , N)                \
  REDUCTIONS(op##_##N##_warp, T, op, x, _warp, N)   \
  REDUCTIONS(op##_##N##_block, T, op, x, _block, N) \
  REDUCTIONS(op##_##N##_on_stream, T, op, x, _on_stream, N)
#define ARITHMETIC(N, T)    \
  REDUCTIONS_OF(N, T, sum)  \
  REDUCTIONS_OF(N, T, prod) \
  REDUCTIONS_OF(N, T, min)  \
  REDUCTIONS_OF(N, T, max)
#define BITS(N, T)         \
  REDUCTIONS_OF(N, T, and) \
  REDUCTIONS_OF(N, T, or)  \
  REDUCTIONS_OF(N, T, xor)

#if ARK_TEST_LONG
#define TYPES(X) ARK_NVSHMEM_RMA_TYPES(X)
#define ARITHMETIC_TYPES(X) ARK_NVSHMEM_ARITHMETIC_TYPES(X)
#define BITS_TYPES(X) ARK_REDUCE_BITWISE_TYPES(X)
#else
#define TYPES(X) X(double, double)
#define ARITHMETIC_TYPES(X) X(short, short)
#define BITS_TYPES(X) X(uint8, std::uint8_t)
#endif
TYPES(TYPED)
MOVES_OF(mem, std::uint32_t, sizeof(std::uint32_t), broadcastmem, fcollectmem, alltoallmem)
ARITHMETIC_TYPES(ARITHMETIC)
BITS_TYPES(BITS)

template <class T>
struct arrays {
  T* source;  // count * n_pes elements, as the next two
  T* to_all;
  T* to_each;
  T* from_root;
  int* failed;
};

/// Element `i` of the source of `pe`.
template <class T>
__host__ __device__ T value(int pe, std::size_t i) {
  return T((pe * 5 + static_cast<int>(i) * 3) % 7 + 1);
}

/// `more`: a stream, or nothing.
template <class Names, class... More>
__host__ __device__ void move(const arrays<typename Names::type>& a, More... more) {
  int* failed = a.failed;
  const std::size_t n = count * Names::unit;
  using T = typename Names::type;
  const T* source = a.source;
  EXPECT(Names::broadcast(NVSHMEM_TEAM_WORLD, a.from_root, source, n, nvshmem_n_pes() - 1,
                          more...) == 0);
  EXPECT(Names::fcollect(NVSHMEM_TEAM_WORLD, a.to_all, source, n, more...) == 0);
  EXPECT(Names::alltoall(NVSHMEM_TEAM_SHARED, a.to_each, source, n, more...) == 0);
}
template <class T>
__host__ __device__ void expect_moved(const arrays<T>& a) {
  int* failed = a.failed;
  const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
  for (std::size_t i = 0; i < count; ++i) EXPECT(a.from_root[i] == value<T>(pes - 1, i));
  for (int pe = 0; pe < pes; ++pe) {
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT(a.to_all[pe * count + i] == value<T>(pe, i));
      EXPECT(a.to_each[pe * count + i] == value<T>(pe, me * count + i));
    }
  }
}

template <class Names, class... More>
__host__ __device__ void reduce(const arrays<typename Names::type>& a, More... more) {
  int* failed = a.failed;
  using T = typename Names::type;
  const T* source = a.source;
  EXPECT(Names::reduce(NVSHMEM_TEAM_WORLD, a.to_all, source, count, more...) == 0);
  EXPECT(Names::reducescatter(NVSHMEM_TEAM_WORLD, a.to_each, source, count, more...) == 0);
}
template <class Names>
__host__ __device__ void expect_reduced(const arrays<typename Names::type>& a) {
  using T = typename Names::type;
  int* failed = a.failed;
  const typename Names::operation op;
  const std::size_t mine = nvshmem_my_pe() * count;
  for (std::size_t i = 0; i < count; ++i) {
    T all = value<T>(0, i), block = value<T>(0, mine + i);
    for (int pe = 1; pe < nvshmem_n_pes(); ++pe) {
      all = op(all, value<T>(pe, i));
      block = op(block, value<T>(pe, mine + i));
    }
    EXPECT(a.to_all[i] == all);
    EXPECT(a.to_each[i] == block);
  }
}

enum class by { thread, warp, block };

template <class Names, by Scope>
__global__ void move_kernel(arrays<typename Names::type> a) {
  const unsigned last = Scope == by::thread ? 1 : Scope == by::warp ? 32 : blockDim.x;
  if (threadIdx.x < last) move<Names>(a);
  __syncthreads();
  if (threadIdx.x == 0) expect_moved(a);
}
template <class Names, by Scope>
__global__ void reduce_kernel(arrays<typename Names::type> a) {
  const unsigned last = Scope == by::thread ? 1 : Scope == by::warp ? 32 : blockDim.x;
  if (threadIdx.x < last) reduce<Names>(a);
  __syncthreads();
  if (threadIdx.x == 0) expect_reduced<Names>(a);
}

template <class T>
arrays<T> allocate() {
  const std::size_t all = count * nvshmem_n_pes();
  arrays<T> a{};
  a.source = static_cast<T*>(nvshmem_malloc(all * sizeof(T)));
  a.to_all = static_cast<T*>(nvshmem_malloc(all * sizeof(T)));
  a.to_each = static_cast<T*>(nvshmem_malloc(all * sizeof(T)));
  a.from_root = static_cast<T*>(nvshmem_malloc(count * sizeof(T)));
  a.failed = failures;
  for (std::size_t i = 0; i < all; ++i) a.source[i] = value<T>(nvshmem_my_pe(), i);
  nvshmem_barrier_all();
  return a;
}
/// Between two tests, so that the next one cannot see the results of this one.
template <class T>
void clear(const arrays<T>& a) {
  nvshmem_barrier_all();
  for (std::size_t i = 0; i < count * nvshmem_n_pes(); ++i) a.to_all[i] = a.to_each[i] = T(0);
  for (std::size_t i = 0; i < count; ++i) a.from_root[i] = T(0);
  nvshmem_barrier_all();
}
template <class T>
void release(const arrays<T>& a) {
  nvshmem_free(a.from_root);
  nvshmem_free(a.to_each);
  nvshmem_free(a.to_all);
  nvshmem_free(a.source);
}

template <class Thread, class Warp, class Block, class Stream>
void test_moves(cudaStream_t stream) {
  const auto a = allocate<typename Thread::type>();
  move<Thread>(a);
  expect_moved(a);
  clear(a);
  run(move_kernel<Thread, by::thread>, a);
  clear(a);
  run(move_kernel<Warp, by::warp>, a);
  clear(a);
  run(move_kernel<Block, by::block>, a);
  clear(a);
  move<Stream>(a, stream);
  ark::stream_sync(stream);
  expect_moved(a);
  nvshmem_barrier_all();
  release(a);
}

template <class Thread, class Warp, class Block, class Stream>
void test_reductions(cudaStream_t stream) {
  const auto a = allocate<typename Thread::type>();
  reduce<Thread>(a);
  expect_reduced<Thread>(a);
  clear(a);
  run(reduce_kernel<Thread, by::thread>, a);
  clear(a);
  run(reduce_kernel<Warp, by::warp>, a);
  clear(a);
  run(reduce_kernel<Block, by::block>, a);
  clear(a);
  reduce<Stream>(a, stream);
  ark::stream_sync(stream);
  expect_reduced<Thread>(a);
  nvshmem_barrier_all();
  release(a);
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

/// Collectives of a created team, by a block and by its first thread.
__global__ void team_kernel(nvshmem_team_t team, arrays<long> a) {
  int* failed = a.failed;
  const int size = nvshmem_team_n_pes(team), rank = nvshmem_team_my_pe(team);
  EXPECT(nvshmemx_long_sum_reduce_block(team, a.to_all, a.source, 3) == 0);
  EXPECT(nvshmemx_long_sum_reducescatter_block(team, a.to_each, a.source, 1) == 0);
  EXPECT(nvshmemx_barrier_block(team) == 0);
  if (threadIdx.x != 0) return;
  for (int i = 0; i < 3; ++i) {
    long sum = 0;
    for (int member = 0; member < size; ++member)
      sum += value<long>(nvshmem_team_translate_pe(team, member, NVSHMEM_TEAM_WORLD), i);
    EXPECT(a.to_all[i] == sum);
    if (i == rank) EXPECT(a.to_each[0] == sum);
  }
  EXPECT(nvshmem_long_broadcast(team, a.from_root, a.source, 2, size - 1) == 0);
  EXPECT(a.from_root[1] ==
         value<long>(nvshmem_team_translate_pe(team, size - 1, NVSHMEM_TEAM_WORLD), 1));
  EXPECT(nvshmem_barrier(team) == 0);
}

/// Every second PE, the others, and a grid of two columns.
void test_created_teams(cudaStream_t stream) {
  int* failed = failures;
  const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
  const auto a = allocate<long>();
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
  release(a);
}

}  // namespace

int main() {
  start();
  cudaStream_t stream = ark::stream_create();
#define TEST_MOVES(N, T) \
  test_moves<moves_##N, moves_##N##_warp, moves_##N##_block, moves_##N##_on_stream>(stream);
#define TEST_REDUCTION(N, op) \
  test_reductions<op##_##N, op##_##N##_warp, op##_##N##_block, op##_##N##_on_stream>(stream);
#define TEST_ARITHMETIC(N, T) \
  TEST_REDUCTION(N, sum) TEST_REDUCTION(N, prod) TEST_REDUCTION(N, min) TEST_REDUCTION(N, max)
#define TEST_BITS(N, T) TEST_REDUCTION(N, and) TEST_REDUCTION(N, or) TEST_REDUCTION(N, xor)
  TYPES(TEST_MOVES)
  TEST_MOVES(mem, std::uint32_t)
  ARITHMETIC_TYPES(TEST_ARITHMETIC)
  BITS_TYPES(TEST_BITS)
  test_synchronisation(stream);
  test_queries();
  test_created_teams(stream);
  ark::stream_destroy(stream);
  return finish();
}
