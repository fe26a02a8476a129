// Every atomic, wait and test of every type, the signals, and the hints.
#include "expect.hpp"

namespace {

constexpr std::size_t words = 6;

#define CALL(name, function)                                \
  template <class... Arguments>                             \
  __host__ __device__ static auto name(Arguments... from) { \
    return function(from...);                               \
  }

#define EXTENDED(N, T)                      \
  struct extended_##N {                     \
    using type = T;                         \
    CALL(fetch, nvshmem_##N##_atomic_fetch) \
    CALL(set, nvshmem_##N##_atomic_set)     \
    CALL(swap, nvshmem_##N##_atomic_swap)   \
  };
#define FAMILY(name, full)                   \
  CALL(name, full)                           \
  CALL(name##_all, full##_all)               \
  CALL(name##_any, full##_any)               \
  CALL(name##_some, full##_some)             \
  CALL(name##_all_vector, full##_all_vector) \
  CALL(name##_any_vector, full##_any_vector) \
  CALL(name##_some_vector, full##_some_vector)
#define STANDARD(N, T)                                                          \
  struct standard_##N {                                                         \
    using type = T;                                                             \
    CALL(compare_swap, nvshmem_##N##_atomic_compare_swap)                       \
    CALL(inc, nvshmem_##N##_atomic_inc)                                         \
    CALL(fetch_inc, nvshmem_##N##_atomic_fetch_inc)                             \
    CALL(add, nvshmem_##N##_atomic_add)                                         \
    CALL(fetch_add, nvshmem_##N##_atomic_fetch_add)                             \
    FAMILY(wait_until, nvshmem_##N##_wait_until)                                \
    FAMILY(test, nvshmem_##N##_test)                                            \
    CALL(wait_on_stream, nvshmemx_##N##_wait_until_on_stream)                   \
    CALL(wait_all_on_stream, nvshmemx_##N##_wait_until_all_on_stream)           \
    CALL(wait_vector_on_stream, nvshmemx_##N##_wait_until_all_vector_on_stream) \
  };
#define BITWISE(N, T)                               \
  struct bitwise_##N {                              \
    using type = T;                                 \
    CALL(bit_and, nvshmem_##N##_atomic_and)         \
    CALL(bit_or, nvshmem_##N##_atomic_or)           \
    CALL(bit_xor, nvshmem_##N##_atomic_xor)         \
    CALL(fetch_and, nvshmem_##N##_atomic_fetch_and) \
    CALL(fetch_or, nvshmem_##N##_atomic_fetch_or)   \
    CALL(fetch_xor, nvshmem_##N##_atomic_fetch_xor) \
  };
#if ARK_TEST_LONG
#define EXTENDED_TYPES(X) ARK_EXTENDED_TYPES(X)
#define STANDARD_TYPES(X) ARK_AMO_TYPES(X)
#define BITWISE_TYPES(X) ARK_BITWISE_TYPES(X)
#else
#define EXTENDED_TYPES(X) X(double, double) X(int, int)
#define STANDARD_TYPES(X) X(int, int) X(uint64, std::uint64_t)
#define BITWISE_TYPES(X) X(int32, std::int32_t) X(ulong, unsigned long)
#endif
EXTENDED_TYPES(EXTENDED)
STANDARD_TYPES(STANDARD)
BITWISE_TYPES(BITWISE)

// Each PE changes the words of its right neighbour, which nobody else changes.

template <class Names>
__host__ __device__ void change_extended(typename Names::type* word, int* failed) {
  using T = typename Names::type;
  const int right = (nvshmem_my_pe() + 1) % nvshmem_n_pes();
  Names::set(word, T(5), right);
  nvshmem_quiet();
  EXPECT(Names::fetch(word, right) == T(5));
  EXPECT(Names::swap(word, T(9), right) == T(5));
  EXPECT(Names::fetch(word, right) == T(9));
}

template <class Names>
__host__ __device__ void change_standard(typename Names::type* word, int* failed) {
  using T = typename Names::type;
  const int right = (nvshmem_my_pe() + 1) % nvshmem_n_pes();
  EXPECT(Names::fetch_inc(word, right) == T(0));
  EXPECT(Names::fetch_add(word, T(10), right) == T(1));
  EXPECT(Names::compare_swap(word, T(11), T(20), right) == T(11));
  EXPECT(Names::compare_swap(word, T(11), T(30), right) == T(20));
  Names::inc(word, right);
  Names::add(word, T(4), right);
  nvshmem_quiet();
  EXPECT(Names::fetch_add(word, T(0), right) == T(25));
}

template <class Names>
__host__ __device__ void change_bits(typename Names::type* word, int* failed) {
  using T = typename Names::type;
  const int right = (nvshmem_my_pe() + 1) % nvshmem_n_pes();
  EXPECT(Names::fetch_or(word, T(0b1101), right) == T(0));
  EXPECT(Names::fetch_and(word, T(0b0111), right) == T(0b1101));
  EXPECT(Names::fetch_xor(word, T(0b0110), right) == T(0b0101));
  Names::bit_or(word, T(0b1000), right);
  Names::bit_and(word, T(0b1010), right);
  Names::bit_xor(word, T(0b0001), right);
  nvshmem_quiet();
  EXPECT(Names::fetch_or(word, T(0), right) == T(0b1011));
}

/// Element i of the left neighbour's words becomes i + 1, each element by one of the ways to send.
template <class T>
__host__ __device__ void send_words(T* array) {
  const int right = (nvshmem_my_pe() + 1) % nvshmem_n_pes();
  for (std::size_t i = 0; i < words; ++i) ark::p(array + i, T(i + 1), right);
}

template <class Names>
__host__ __device__ void wait_for_words(typename Names::type* array, int* failed) {
  using T = typename Names::type;
  const int excluded[words] = {1, 0, 0, 0, 0, 0};
  T expected[words];
  for (std::size_t i = 0; i < words; ++i) expected[i] = T(i + 1);
  std::size_t indices[words];

  Names::wait_until(static_cast<volatile T*>(array + 3), NVSHMEM_CMP_EQ, T(4));
  Names::wait_until_all(array, words, excluded, NVSHMEM_CMP_GE, T(2));
  Names::wait_until_all_vector(array, words, static_cast<const int*>(nullptr), NVSHMEM_CMP_EQ,
                               static_cast<const T*>(expected));
  EXPECT(Names::wait_until_any(array, words, excluded, NVSHMEM_CMP_LT, T(3)) == 1);
  EXPECT(Names::wait_until_any_vector(array, std::size_t{1}, static_cast<const int*>(nullptr),
                                      NVSHMEM_CMP_LE, static_cast<const T*>(expected)) == 0);
  EXPECT(Names::wait_until_some(array, words, indices, excluded, NVSHMEM_CMP_NE, T(6)) == 4);
  EXPECT(indices[0] == 1 && indices[3] == 4);
  EXPECT(Names::wait_until_some_vector(array, words, indices, excluded, NVSHMEM_CMP_EQ,
                                       static_cast<const T*>(expected)) == 5);

  EXPECT(Names::test(array, NVSHMEM_CMP_GT, T(0)) != 0 &&
         Names::test(array, NVSHMEM_CMP_GT, T(1)) == 0);
  EXPECT(Names::test_all(array, words, excluded, NVSHMEM_CMP_GT, T(1)) != 0);
  EXPECT(Names::test_all_vector(array, words, excluded, NVSHMEM_CMP_NE,
                                static_cast<const T*>(expected)) == 0);
  EXPECT(Names::test_any(array, words, excluded, NVSHMEM_CMP_EQ, T(1)) == ~std::size_t{0});
  EXPECT(Names::test_any_vector(array + 1, std::size_t{1}, static_cast<const int*>(nullptr),
                                NVSHMEM_CMP_GT, static_cast<const T*>(expected)) == 0);
  EXPECT(Names::test_some(array, words, indices, excluded, NVSHMEM_CMP_LE, T(3)) == 2);
  EXPECT(Names::test_some_vector(array, words, indices, excluded, NVSHMEM_CMP_LT,
                                 static_cast<const T*>(expected)) == 0);
}

template <class Names, auto Change>
__global__ void change_kernel(typename Names::type* word, int* failed) {
  if (threadIdx.x == 0) Change(word, failed);
}

template <class Names>
__global__ void wait_kernel(typename Names::type* array, int* failed) {
  if (threadIdx.x != 0) return;
  send_words(array);
  wait_for_words<Names>(array, failed);
}

/// In a kernel with one word, by the host with the next.
template <class Names, auto Change>
void test_atomics() {
  using T = typename Names::type;
  T* both = static_cast<T*>(nvshmem_calloc(2, sizeof(T)));
  run(change_kernel<Names, Change>, both, failures);
  Change(both + 1, failures);
  nvshmem_barrier_all();
  nvshmem_free(both);
}

template <class Names>
void test_waits(cudaStream_t stream) {
  using T = typename Names::type;
  T* in_kernel = static_cast<T*>(nvshmem_calloc(words, sizeof(T)));
  T* by_host = static_cast<T*>(nvshmem_calloc(words, sizeof(T)));
  T* in_stream = static_cast<T*>(nvshmem_calloc(words, sizeof(T)));
  const T expected[] = {T(1), T(2), T(3), T(4), T(5), T(6)};
  run(wait_kernel<Names>, in_kernel, failures);

  // The stream waits; the host thread meanwhile sends.
  Names::wait_on_stream(in_stream + 2, NVSHMEM_CMP_EQ, T(3), stream);
  Names::wait_all_on_stream(in_stream, words, static_cast<const int*>(nullptr), NVSHMEM_CMP_GE,
                            T(1), stream);
  Names::wait_vector_on_stream(in_stream, words, static_cast<const int*>(nullptr), NVSHMEM_CMP_EQ,
                               static_cast<const T*>(expected), stream);
  send_words(in_stream);
  send_words(by_host);
  wait_for_words<Names>(by_host, failures);
  ark::stream_sync(stream);
  int* failed = failures;
  EXPECT(in_stream[5] == T(6));
  nvshmem_barrier_all();
  nvshmem_free(in_stream);
  nvshmem_free(by_host);
  nvshmem_free(in_kernel);
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
#define TEST_EXTENDED(N, T) test_atomics<extended_##N, change_extended<extended_##N>>();
#define TEST_STANDARD(N, T)                                    \
  test_atomics<standard_##N, change_standard<standard_##N>>(); \
  test_waits<standard_##N>(stream);
#define TEST_BITWISE(N, T) test_atomics<bitwise_##N, change_bits<bitwise_##N>>();
  EXTENDED_TYPES(TEST_EXTENDED)
  STANDARD_TYPES(TEST_STANDARD)
  BITWISE_TYPES(TEST_BITWISE)
  test_signals(stream);
  test_hints();
  ark::stream_destroy(stream);
  return finish();
}
