// Every put, get, p, g, iput, iget and put_signal, of every type and size, by thread, warp, block
// and on a stream.
#include "expect.hpp"

namespace {

constexpr std::size_t count = 8;  // elements of a segment
constexpr int segments = 32;

/// The calls of one type or size under common names.
#define CALL(name, function)                                \
  template <class... Arguments>                             \
  __host__ __device__ static auto name(Arguments... from) { \
    return function(from...);                               \
  }
// first: nvshmem_FIRST_put or nvshmem_putFIRST.
#define BY_SCOPE(scope, put, get)                           \
  CALL(put_##scope, nvshmemx_##put##_##scope)               \
  CALL(put_nbi_##scope, nvshmemx_##put##_nbi_##scope)       \
  CALL(get_##scope, nvshmemx_##get##_##scope)               \
  CALL(get_nbi_##scope, nvshmemx_##get##_nbi_##scope)       \
  CALL(put_signal_##scope, nvshmemx_##put##_signal_##scope) \
  CALL(put_signal_nbi_##scope, nvshmemx_##put##_signal_nbi_##scope)
#define STRIDED_BY_SCOPE(scope, iput, iget) \
  CALL(iput_##scope, nvshmemx_##iput##_##scope) CALL(iget_##scope, nvshmemx_##iget##_##scope)
#define CONTIGUOUS(put_name, get_name)                  \
  CALL(put, nvshmem_##put_name)                         \
  CALL(put_nbi, nvshmem_##put_name##_nbi)               \
  CALL(get, nvshmem_##get_name)                         \
  CALL(get_nbi, nvshmem_##get_name##_nbi)               \
  CALL(put_signal, nvshmem_##put_name##_signal)         \
  CALL(put_signal_nbi, nvshmem_##put_name##_signal_nbi) \
  BY_SCOPE(warp, put_name, get_name)                    \
  BY_SCOPE(block, put_name, get_name)                   \
  BY_SCOPE(on_stream, put_name, get_name)
#define STRIDED(iput_name, iget_name)           \
  CALL(iput, nvshmem_##iput_name)               \
  CALL(iget, nvshmem_##iget_name)               \
  STRIDED_BY_SCOPE(warp, iput_name, iget_name)  \
  STRIDED_BY_SCOPE(block, iput_name, iget_name) \
  STRIDED_BY_SCOPE(on_stream, iput_name, iget_name)

#define TYPED(N, T)                               \
  struct names_##N {                              \
    using type = T;                               \
    static constexpr bool strided = true;         \
    static constexpr bool single = true;          \
    static constexpr std::size_t unit = 1;        \
    CONTIGUOUS(N##_put, N##_get)                  \
    STRIDED(N##_iput, N##_iget)                   \
    CALL(p, nvshmem_##N##_p)                      \
    CALL(g, nvshmem_##N##_g)                      \
    CALL(p_on_stream, nvshmemx_##N##_p_on_stream) \
    CALL(g_on_stream, nvshmemx_##N##_g_on_stream) \
  };
#define SIZED(S, B)                              \
  struct names_##S {                             \
    using type = ark::nvshmem::word_of<B>::type; \
    static constexpr bool strided = true;        \
    static constexpr bool single = false;        \
    static constexpr std::size_t unit = 1;       \
    CONTIGUOUS(put##S, get##S)                   \
    STRIDED(iput##S, iget##S)                    \
  };
#if ARK_TEST_LONG
#define TYPES(X) ARK_NVSHMEM_RMA_TYPES(X)
#define SIZES(X) ARK_NVSHMEM_SIZES(X)
#else
#define TYPES(X) X(char, char) X(short, short) X(float, float) X(uint64, std::uint64_t)
#define SIZES(X) X(32, 4) X(128, 16)
#endif
TYPES(TYPED)
SIZES(SIZED)
// By bytes: an element is four of them.
struct names_mem {
  using type = std::uint32_t;
  static constexpr bool strided = false;
  static constexpr bool single = false;
  static constexpr std::size_t unit = sizeof(type);
  CONTIGUOUS(putmem, getmem)
};

/// Element `i` of segment `segment` of PE `pe`; fits a signed char.
template <class T>
__host__ __device__ T value(int pe, int segment, std::size_t i) {
  const int number = (pe * 7 + segment * 3 + static_cast<int>(i)) % 100 + 1;
  if constexpr (sizeof(T) == 16) {
    return T{static_cast<std::uint64_t>(number), static_cast<std::uint64_t>(2 * number)};
  } else {
    return T(number);
  }
}
template <class T>
__host__ __device__ bool equal(T a, T b) {
  if constexpr (sizeof(T) == 16) {
    return a.low == b.low && a.high == b.high;
  } else {
    return a == b;
  }
}

template <class T>
struct arrays {
  T* source;  // of this PE
  T* put;     // the right neighbour's source, put by this PE's left neighbour
  T* got;     // the left neighbour's source, got by this PE
  std::uint64_t* signals;
  int* failed;

  __host__ __device__ static T* at(T* array, int segment) { return array + segment * count; }
};

/// Segment by strides, if T's calls have them: elements 0 to 3 to the even places, 4 to 7 to the
/// odd ones. The strides of both sides differ, so that one cannot stand for the other.
#define SPREAD(call, dest, source, ...)             \
  call(dest, source, 2, 1, count / 2, __VA_ARGS__); \
  call(dest + 1, source + count / 2, 2, 1, count / 2, __VA_ARGS__)
__host__ __device__ std::size_t spread_from(std::size_t place) {
  return place / 2 + (place % 2 == 0 ? 0 : count / 2);
}

/// spread: bit i is set if segment `begin` + i was sent by strides.
template <class T>
__host__ __device__ void expect_segments(const arrays<T>& a, const T* array, int begin, int end,
                                         int from, unsigned spread) {
  int* failed = a.failed;
  for (int segment = begin; segment < end; ++segment) {
    const bool by_strides = (spread >> (segment - begin) & 1) != 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t element = by_strides ? spread_from(i) : i;
      EXPECT(equal(array[segment * count + i], value<T>(from, segment, element)));
    }
  }
}

template <class Names>
__global__ void put_kernel(arrays<typename Names::type> a) {
  using T = typename Names::type;
  const std::size_t n = count * Names::unit;
  const int right = (nvshmem_my_pe() + 1) % nvshmem_n_pes();
  const auto to = [&](int segment) { return a.at(a.put, segment); };
  const auto from = [&](int segment) { return a.at(a.source, segment); };
  if (threadIdx.x == 0) {
    Names::put(to(0), from(0), n, right);
    Names::put_nbi(to(1), from(1), n, right);
    Names::put_signal(to(2), from(2), n, a.signals, 1, NVSHMEM_SIGNAL_ADD, right);
    Names::put_signal_nbi(to(3), from(3), n, a.signals, 10, NVSHMEM_SIGNAL_ADD, right);
    if constexpr (Names::strided) {
      SPREAD(Names::iput, to(4), from(4), right);
    } else {
      Names::put(to(4), from(4), n, right);
    }
  }
  if constexpr (Names::single) {
    if (threadIdx.x < count) Names::p(to(5) + threadIdx.x, from(5)[threadIdx.x], right);
  } else {
    if (threadIdx.x == 0) Names::put(to(5), from(5), n, right);
  }
  if (threadIdx.x < 32) {
    Names::put_warp(to(6), from(6), n, right);
    Names::put_nbi_warp(to(7), from(7), n, right);
    Names::put_signal_warp(to(8), from(8), n, a.signals, 100, NVSHMEM_SIGNAL_ADD, right);
    Names::put_signal_nbi_warp(to(9), from(9), n, a.signals, 1000, NVSHMEM_SIGNAL_ADD, right);
    if constexpr (Names::strided) {
      SPREAD(Names::iput_warp, to(10), from(10), right);
    } else {
      Names::put_warp(to(10), from(10), n, right);
    }
  }
  Names::put_block(to(11), from(11), n, right);
  Names::put_nbi_block(to(12), from(12), n, right);
  Names::put_signal_block(to(13), from(13), n, a.signals, 10000, NVSHMEM_SIGNAL_ADD, right);
  Names::put_signal_nbi_block(to(14), from(14), n, a.signals + 1, 7, NVSHMEM_SIGNAL_SET, right);
  if constexpr (Names::strided) {
    SPREAD(Names::iput_block, to(15), from(15), right);
  } else {
    Names::put_block(to(15), from(15), n, right);
  }
  nvshmemx_barrier_all_block();
  if (threadIdx.x != 0) return;
  const int left = (nvshmem_my_pe() + nvshmem_n_pes() - 1) % nvshmem_n_pes();
  expect_segments(a, static_cast<const T*>(a.put), 0, 16, left,
                  Names::strided ? 1u << 4 | 1u << 10 | 1u << 15 : 0);
  int* failed = a.failed;
  EXPECT(nvshmem_signal_fetch(a.signals) == 11111);
  EXPECT(nvshmem_signal_fetch(a.signals + 1) == 7);
}

template <class Names>
__global__ void get_kernel(arrays<typename Names::type> a) {
  using T = typename Names::type;
  const std::size_t n = count * Names::unit;
  const int left = (nvshmem_my_pe() + nvshmem_n_pes() - 1) % nvshmem_n_pes();
  const auto to = [&](int segment) { return a.at(a.got, segment); };
  const auto from = [&](int segment) { return a.at(a.source, segment); };
  if (threadIdx.x == 0) {
    Names::get(to(0), from(0), n, left);
    Names::get_nbi(to(1), from(1), n, left);
    nvshmemx_flush();
    if constexpr (Names::strided) {
      SPREAD(Names::iget, to(2), from(2), left);
    } else {
      Names::get(to(2), from(2), n, left);
    }
  }
  if constexpr (Names::single) {
    if (threadIdx.x < count) to(3)[threadIdx.x] = Names::g(from(3) + threadIdx.x, left);
  } else {
    if (threadIdx.x == 0) Names::get(to(3), from(3), n, left);
  }
  if (threadIdx.x < 32) {
    Names::get_warp(to(4), from(4), n, left);
    Names::get_nbi_warp(to(5), from(5), n, left);
    if constexpr (Names::strided) {
      SPREAD(Names::iget_warp, to(6), from(6), left);
    } else {
      Names::get_warp(to(6), from(6), n, left);
    }
    nvshmemx_flush_warp();
  }
  Names::get_block(to(7), from(7), n, left);
  Names::get_nbi_block(to(8), from(8), n, left);
  if constexpr (Names::strided) {
    SPREAD(Names::iget_block, to(9), from(9), left);
  } else {
    Names::get_block(to(9), from(9), n, left);
  }
  nvshmemx_flush_block();
  if (threadIdx.x == 0)
    expect_segments(a, static_cast<const T*>(a.got), 0, 10, left,
                    Names::strided ? 1u << 2 | 1u << 6 | 1u << 9 : 0);
}

template <class Names>
__global__ void after_stream(arrays<typename Names::type> a, int puts, int gets) {
  using T = typename Names::type;
  if (threadIdx.x != 0) return;
  const int left = (nvshmem_my_pe() + nvshmem_n_pes() - 1) % nvshmem_n_pes();
  expect_segments(a, static_cast<const T*>(a.put), 16, 16 + puts, left, puts > 4 ? 1u << 4 : 0);
  expect_segments(a, static_cast<const T*>(a.got), 16, 16 + gets, left, gets > 2 ? 1u << 2 : 0);
  int* failed = a.failed;
  EXPECT(nvshmem_signal_fetch(a.signals + 2) == 11);
}

template <class Names>
void on_stream(arrays<typename Names::type> a, cudaStream_t stream) {
  const std::size_t n = count * Names::unit;
  const int right = (nvshmem_my_pe() + 1) % nvshmem_n_pes();
  const int left = (nvshmem_my_pe() + nvshmem_n_pes() - 1) % nvshmem_n_pes();
  const auto to = [&](int segment) { return a.at(a.put, segment); };
  const auto into = [&](int segment) { return a.at(a.got, segment); };
  const auto from = [&](int segment) { return a.at(a.source, segment); };
  int puts = 4, gets = 2;
  Names::put_on_stream(to(16), from(16), n, right, stream);
  Names::put_nbi_on_stream(to(17), from(17), n, right, stream);
  Names::put_signal_on_stream(to(18), from(18), n, a.signals + 2, 1, NVSHMEM_SIGNAL_ADD, right,
                              stream);
  Names::put_signal_nbi_on_stream(to(19), from(19), n, a.signals + 2, 10, NVSHMEM_SIGNAL_ADD, right,
                                  stream);
  Names::get_on_stream(into(16), from(16), n, left, stream);
  Names::get_nbi_on_stream(into(17), from(17), n, left, stream);
  if constexpr (Names::strided) {
    SPREAD(Names::iput_on_stream, to(20), from(20), right, stream);
    SPREAD(Names::iget_on_stream, into(18), from(18), left, stream);
    puts = 5;
    gets = 3;
  }
  if constexpr (Names::single) {
    for (std::size_t i = 0; i < count; ++i)
      Names::p_on_stream(to(21) + i, from(21)[i], right, stream);
    puts = 6;
    int* failed = a.failed;
    EXPECT(Names::g_on_stream(from(22), left, stream) ==
           (value<typename Names::type>(left, 22, 0)));
  }
  nvshmemx_flush_on_stream(stream);
  nvshmemx_quiet_on_stream(stream);
  nvshmemx_barrier_all_on_stream(stream);
  ark::stream_sync(stream);
  run(after_stream<Names>, a, puts, gets);
}

template <class Names>
void test(cudaStream_t stream) {
  using T = typename Names::type;
  arrays<T> a;
  a.source = static_cast<T*>(nvshmem_align(64, segments * count * sizeof(T)));
  a.put = static_cast<T*>(nvshmem_calloc(segments * count, sizeof(T)));
  a.got = static_cast<T*>(nvshmem_calloc(segments * count, sizeof(T)));
  a.signals = static_cast<std::uint64_t*>(nvshmem_calloc(4, sizeof(std::uint64_t)));
  a.failed = failures;
  for (int segment = 0; segment < segments; ++segment) {
    for (std::size_t i = 0; i < count; ++i)
      a.at(a.source, segment)[i] = value<T>(nvshmem_my_pe(), segment, i);
  }
  nvshmem_barrier_all();
  run(put_kernel<Names>, a);
  run(get_kernel<Names>, a);
  on_stream<Names>(a, stream);
  nvshmem_free(a.signals);
  nvshmem_free(a.got);
  nvshmem_free(a.put);
  nvshmem_free(a.source);
}

}  // namespace

int main() {
  start();
  cudaStream_t stream = ark::stream_create();
#define TEST(N, T) test<names_##N>(stream);
  TYPES(TEST)
  SIZES(TEST)
  test<names_mem>(stream);
  ark::stream_destroy(stream);
  return finish();
}
