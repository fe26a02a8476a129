// What tests share that are compiled twice: by nvcc for a GPU, and for the CPU executor. Several
// PEs in this process, or with ARK_UNDER_MPIRUN in those of mpirun; memory that only kernels may
// touch; kernels of different PEs that run at once; a deadline for all of it.
#pragma once

#include <gtest/gtest.h>

#include <ark/ark.hpp>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <utility>
#include <vector>

#include "hang_limit.hpp"

namespace ark_gpu {

#if ARK_CUDA
inline constexpr bool on_gpu = true;
inline void check(cudaError_t code, const char* call) { ark::detail::cuda_check(code, call); }
#else
inline constexpr bool on_gpu = false;
#endif

/// Between memory of the host and of a heap, wherever that is. All of it has been done on return:
/// kernels of any stream may use it.
inline void copy_bytes(void* to, const void* from, std::size_t bytes) {
#if ARK_CUDA
  // From pageable memory the call may return before the last bytes have arrived.
  check(cudaMemcpy(to, from, bytes, cudaMemcpyDefault), "cudaMemcpy");
  check(cudaStreamSynchronize(nullptr), "cudaStreamSynchronize");
#else
  std::memcpy(to, from, bytes);
#endif
}

/// Until nothing runs on the GPU any more, whoever's it is; on the CPU executor, of this PE.
inline void wait_for_device() {
#if ARK_CUDA
  check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
#else
  ark::device_sync();
#endif
}

/// CUDA loads a kernel when it is first asked for, and may wait for running kernels to do so: never
/// with one that waits for what comes after it.
template <class... Parameters>
void load([[maybe_unused]] void (*kernel)(Parameters...)) {
#if ARK_CUDA
  cudaFuncAttributes unused{};
  check(cudaFuncGetAttributes(&unused, reinterpret_cast<const void*>(kernel)),
        "cudaFuncGetAttributes");
#endif
}

/// A zeroed symmetric array, made and destroyed by all PEs together. The host works on copies.
template <class T>
class array {
 public:
  explicit array(std::size_t count)
      : data_(static_cast<T*>(ark_calloc(count, sizeof(T)))), count_(count) {
    if (data_ == nullptr) throw ark::error(ark::errc::out_of_memory, ark::last_error());
  }
  ~array() { ark_free(data_); }
  array(const array&) = delete;
  array& operator=(const array&) = delete;
  [[nodiscard]] T* get() const { return data_; }
  [[nodiscard]] std::size_t size() const { return count_; }
  operator T*() const { return data_; }  // NOLINT: reads as an array does

  [[nodiscard]] std::vector<T> read() const {
    std::vector<T> values(count_);
    copy_bytes(values.data(), data_, count_ * sizeof(T));
    return values;
  }
  void write(const std::vector<T>& values) const {
    copy_bytes(data_, values.data(), values.size() * sizeof(T));
  }
  void fill(T value) const { write(std::vector<T>(count_, value)); }
  [[nodiscard]] T at(std::size_t i) const {
    T value;
    copy_bytes(&value, data_ + i, sizeof value);
    return value;
  }

 private:
  T* data_;
  std::size_t count_;
};

/// A stream of the calling PE.
class stream {
 public:
  stream() : handle_(ark::stream_create()) {}
  ~stream() {
    try {
      ark::stream_destroy(handle_);
    } catch (const std::exception& problem) {
      ADD_FAILURE() << problem.what();
    }
  }
  stream(const stream&) = delete;
  stream& operator=(const stream&) = delete;
  [[nodiscard]] ark::stream_t get() const { return handle_; }

 private:
  ark::stream_t handle_;
};

/// Of a launch: few enough blocks that those of all PEs have room on a GPU at once.
struct shape {
  unsigned blocks = 1;
  unsigned threads = 1;
  unsigned engine_blocks = 0;
  unsigned shared_bytes = 0;  ///< of each block
  bool collective = false;
  bool group = false;  ///< one launch for all PEs, by the last one
};

/// The PE of a test's body, with a stream of its own: kernels of PEs that share one would wait for
/// each other's end.
class pe {
 public:
  pe(int number, std::barrier<>& all) : me(number), all_(all) {}
  ~pe() { all_.arrive_and_drop(); }
  pe(const pe&) = delete;
  pe& operator=(const pe&) = delete;
  const int me;
  const int n = ark_n_pes();
  const int next = (me + 1) % n;
  const int previous = (me + n - 1) % n;

  template <class... Parameters, class... Arguments>
  void start(const shape& how, void (*kernel)(Parameters...), const Arguments&... arguments) const {
    start_on(stream_.get(), how, kernel, arguments...);
  }
  template <class... Parameters, class... Arguments>
  void start_on(ark::stream_t on, const shape& how, void (*kernel)(Parameters...),
                const Arguments&... arguments) const {
    ark::launch({how.blocks, how.threads, how.shared_bytes, on, how.collective, how.engine_blocks,
                 how.group},
                kernel, static_cast<Parameters>(arguments)...);
  }
  void finish() const { ark::stream_sync(stream_.get()); }

  /// All PEs start the kernel, or the last one does for all, and wait until it has ended on all of
  /// them.
  template <class... Parameters, class... Arguments>
  void run(const shape& how, void (*kernel)(Parameters...), const Arguments&... arguments) const {
    load(kernel);
    ark_barrier_all();
    if (!how.group || me == n - 1) {
      start(how, kernel, arguments...);
      finish();
    }
    // Where host and kernels are one PE, its host is in no barrier while they are in one.
    if (how.group) all_.arrive_and_wait();
    ark_barrier_all();
  }

 private:
  std::barrier<>& all_;  ///< the host threads
  stream stream_;
};

/// A failure of the calling PE's fails the test.
inline void expect_no_failure() {
  const ark::failure_record record = ark::last_failure();
  EXPECT_EQ(record.code, ark::errc::ok) << ark::failure_text(record);
}

/// Why kernels here can start no plan; null: they may. docs/plans.md has the table.
inline const char* no_plans_of_kernels() {
  const char* heap = std::getenv("ARK_HEAP");
  return on_gpu && heap != nullptr && std::strcmp(heap, "cuda_host") == 0
             ? "kernels on a GPU have no plans in a heap in the host's memory"
             : nullptr;
}

/// Run `body(const pe&)` on `n` PEs of this process, which share a GPU if there is one. Under
/// mpirun on its processes, however many they are.
template <class Body>
void run_pes([[maybe_unused]] int n, ark::settings settings, Body&& body) {
  const watchdog bound(current_test());
  settings.insert(
      {{"ARK_HEAP_RESERVE", "1g"}, {"ARK_ON_FAILURE", "go_on"}, {"ARK_CUDA_DEVICE", "0"}});
  // What waits in vain ends when the runner says, if it does.
  if (std::getenv("ARK_TIMEOUT") == nullptr) settings.insert({"ARK_TIMEOUT", "20s"});
#if ARK_UNDER_MPIRUN
  std::barrier alone(1);
  ark::init(settings);
  {
    const pe self(ark_my_pe(), alone);
    body(self);
  }
  ark::finalize();
#else
  std::barrier all(n);
  ark::local_run(
      n,
      [&](int number) {
        const pe self(number, all);
        body(self);
      },
      settings);
#endif
}

/// Settings that take a test through every kind of route. Under mpirun the whole program is run
/// with each.
inline std::vector<ark::settings> routes() {
#if ARK_UNDER_MPIRUN
  return {{}};
#else
  return {{}, {{"ARK_ROUTE", "proxy"}}};
#endif
}

/// The same, and no PE may have a failure at the end.
template <class Body>
void on_pes(int n, ark::settings settings, Body&& body) {
  run_pes(n, std::move(settings), [&](const pe& self) {
    body(self);
    expect_no_failure();
  });
}

}  // namespace ark_gpu
