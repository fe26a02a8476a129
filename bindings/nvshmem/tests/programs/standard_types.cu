// A histogram over all PEs, and the types of cuda::std in kernels.
#include <nvshmem.h>
#include <nvshmemx.h>

#include <cstdio>
#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/cmath>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <vector>

constexpr int BINS = 16;
constexpr int N = 2048;

__device__ cuda::std::optional<int> find_first(cuda::std::span<const int> data, int key) {
  for (cuda::std::size_t i = 0; i < data.size(); ++i)
    if (data[i] == key) return static_cast<int>(i);
  return cuda::std::nullopt;
}

__device__ cuda::std::pair<int, int> divide(int a, int b) { return {a / b, a % b}; }

__device__ cuda::std::tuple<float, float, int> stats(const float* x, int n) {
  float lo = cuda::std::numeric_limits<float>::max(),
        hi = cuda::std::numeric_limits<float>::lowest();
  for (int i = 0; i < n; i++) {
    lo = cuda::std::min(lo, x[i]);
    hi = cuda::std::max(hi, x[i]);
  }
  return cuda::std::make_tuple(lo, hi, n);
}

template <class T, cuda::std::size_t K>
struct Small {
  cuda::std::array<T, K> v;
  __host__ __device__ T sum() const {
    T s{};
    for (auto e : v) s += e;
    return s;
  }
};

__global__ void histogram(const int* data, int n, unsigned* bins) {
  __shared__ unsigned local[BINS];
  if (threadIdx.x < BINS) local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_block> ref(local[data[i] % BINS]);
    ref.fetch_add(1, cuda::memory_order_relaxed);
  }
  __syncthreads();
  if (threadIdx.x < BINS) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> ref{bins[threadIdx.x]};
    ref.fetch_add(local[threadIdx.x], cuda::std::memory_order_relaxed);
  }
}

__device__ cuda::atomic<int, cuda::thread_scope_device> tickets{0};
__device__ int lock_word;
__device__ int guarded;

__global__ void last_block(const unsigned* bins, unsigned* out) {
  __shared__ bool last;
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
  if (threadIdx.x == 0)
    last = tickets.fetch_add(1, cuda::memory_order_acq_rel) == static_cast<int>(gridDim.x) - 1;
  __syncthreads();
  // spin lock by compare_exchange
  if (threadIdx.x == 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> lock(lock_word);
    int expected = 0;
    while (!lock.compare_exchange_weak(expected, 1, cuda::memory_order_acquire)) expected = 0;
    guarded = guarded + 1;
    lock.store(0, cuda::memory_order_release);
  }
  if (last && threadIdx.x < BINS) out[threadIdx.x] = bins[threadIdx.x] * 2;
}

__global__ void wait_flag(int* flag, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_system> f(*flag);
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      *out = 42;
      f.store(1, cuda::std::memory_order_release);
      f.notify_all();
    }
  } else if (threadIdx.x == 0) {
    while (f.load(cuda::std::memory_order_acquire) == 0) {
    }
    out[1] = *out + 1;
    f.wait(0);
  }
}

__global__ void pieces(const float* x, const int* keys, float* out, int n) {
  if (threadIdx.x != 0) return;
  auto [lo, hi, count] = stats(x, n);
  auto qr = divide(17, 5);
  Small<int, 4> s{{1, 2, 3, 4}};
  cuda::std::optional<int> at = find_first(cuda::std::span<const int>(keys, n), 7);
  static_assert(cuda::std::is_same<cuda::std::remove_const_t<const int>, int>::value, "");
  static_assert(cuda::std::is_same_v<cuda::std::uint32_t, unsigned>, "");
  out[0] = lo;
  out[1] = hi;
  out[2] = count;
  out[3] = qr.first * 10 + qr.second;
  out[4] = s.sum();
  out[5] = at.has_value() ? *at : -1;
  out[6] = cuda::std::popcount(0xffu) + cuda::std::countl_zero(1u);
  out[7] = cuda::std::plus<float>{}(1, 2) + cuda::std::sqrt(4.0f) +
           cuda::std::get<2>(cuda::std::make_tuple(1, 2, 3));
  int a = 1, b = 2;
  cuda::std::swap(a, b);
  out[8] = a * 10 + b;
  out[9] = cuda::std::isnan(cuda::std::numeric_limits<float>::quiet_NaN()) ? 1 : 0;
  out[10] = cuda::std::bit_cast<float>(0x3f800000u);
}

int main() {
  nvshmem_init();
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes();
  std::vector<int> data(N);
  for (int i = 0; i < N; i++) data[i] = (i * 7 + me) % 97;
  int* d;
  cudaMalloc(&d, N * sizeof(int));
  cudaMemcpy(d, data.data(), N * sizeof(int), cudaMemcpyHostToDevice);
  unsigned* bins = (unsigned*)nvshmem_calloc(BINS, sizeof(unsigned));
  unsigned* sum = (unsigned*)nvshmem_calloc(BINS, sizeof(unsigned));
  unsigned* twice;
  cudaMalloc(&twice, BINS * sizeof(unsigned));
  histogram<<<8, 64>>>(d, N, bins);
  nvshmemx_uint_sum_reduce_on_stream(NVSHMEM_TEAM_WORLD, sum, bins, BINS, 0);
  last_block<<<6, 32>>>(sum, twice);
  unsigned host[BINS];
  cudaMemcpy(host, twice, sizeof host, cudaMemcpyDeviceToHost);
  int errors = 0;
  unsigned want[BINS] = {};
  for (int p = 0; p < npes; p++)
    for (int i = 0; i < N; i++) want[(i * 7 + p) % 97 % BINS] += 2;
  for (int b = 0; b < BINS; b++) errors += want[b] != host[b];
  int g = 0;
  cudaMemcpyFromSymbol(&g, guarded, sizeof g);
  errors += g != 6;
  int *flag, *out;
  cudaMallocManaged(&flag, sizeof(int));
  cudaMallocManaged(&out, 2 * sizeof(int));
  *flag = 0;
  wait_flag<<<2, 32>>>(flag, out);
  cudaDeviceSynchronize();
  errors += out[1] != 43;
  float* x;
  float* res;
  cudaMallocManaged(&x, 64 * sizeof(float));
  cudaMallocManaged(&res, 16 * sizeof(float));
  for (int i = 0; i < 64; i++) x[i] = (i * 37 % 64) - 10.f;
  pieces<<<1, 32>>>(x, d, res, 64);
  cudaDeviceSynchronize();
  if (me == 0) {
    for (int i = 0; i < 11; i++) printf(i == 0 ? "%g" : " %g", res[i]);
    printf("\n");
  }
  if (me == 0 || errors > 0) printf("PE %d: %d errors\n", me, errors);
  nvshmem_finalize();
  return errors;
}
