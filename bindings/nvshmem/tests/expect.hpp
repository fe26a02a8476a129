// Checks of the programs here, on lanes and host threads: the program ends with the number of those
// that failed on all PEs.
#pragma once

#include <nvshmem.h>
#include <nvshmemx.h>

#include <cstdio>
#include <cstdlib>

// The structures that give the calls of all types common names do so for host calls, too.
#if ARK_CUDA
#pragma nv_diag_suppress 20011, 20014
#endif

/// Symmetric: failures on this PE. Set by start().
inline int* failures = nullptr;

__host__ __device__ inline void expect_true(int* failed, bool holds, const char* what, int line) {
  if (holds) return;
  printf("PE %d, line %d: %s\n", nvshmem_my_pe(), line, what);
  nvshmem_int_atomic_inc(failed, nvshmem_my_pe());
}
#define EXPECT(condition) expect_true(failed, condition, #condition, __LINE__)

inline void start() {
  nvshmem_init();
  failures = static_cast<int*>(nvshmem_calloc(1, sizeof(int)));
}

/// Run `kernel` on every PE with 64 threads and wait for it.
template <class... Parameters, class... Arguments>
void run(void (*kernel)(Parameters...), Arguments... arguments) {
  ark::launch_config config{1, 64};
  config.collective = true;
  ark::launch(config, kernel, arguments...);
  ark::stream_sync(nullptr);
  nvshmem_barrier_all();
}

/// The status of the program. Collective.
inline int finish() {
  int sum = 0;
  for (int pe = 0; pe < nvshmem_n_pes(); ++pe) sum += nvshmem_int_g(failures, pe);
  nvshmem_barrier_all();
  nvshmem_free(failures);
  nvshmem_finalize();
  return sum == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
