/* What tests may ask of the fake driver; found with dlsym in the libcuda.so.1 of this folder. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the driver says of itself and of its devices. Change it before ark looks. First values come
 * from the environment where a variable is named. */
struct fake_cuda_values {
  int version;           /* FAKE_CUDA_VERSION, 13000 */
  int devices;           /* FAKE_CUDA_DEVICES, 1 */
  int mps;               /* FAKE_CUDA_MPS, 0 */
  int compute_mode;      /* FAKE_CUDA_COMPUTE_MODE, 0 */
  int vmm;               /* FAKE_CUDA_VMM, 1: memory can be mapped piece by piece */
  int posix_fd;          /* FAKE_CUDA_POSIX_FD, 1: and passed on as a file descriptor */
  int ipc;               /* FAKE_CUDA_IPC, 1: whole allocations have handles for other processes */
  int same_host_pointer; /* FAKE_CUDA_SAME_HOST_POINTER, 1: registered host memory keeps its address
                          */
  int peers; /* FAKE_CUDA_PEERS, 2: devices reach each other's memory, with atomics; 1: without
                them; 0: not at all */
  int rdma_ordering; /* FAKE_CUDA_RDMA_ORDERING, 0: as CUDA numbers how far a network's writes are
                        ordered; whatever it says, they wait for a flush */
  int rdma_flush;    /* FAKE_CUDA_RDMA_FLUSH, 1: the bits of how they can be flushed */
  int rdma_vmm;    /* FAKE_CUDA_RDMA_VMM, 1: pieces of memory can be made for a network's writes */
  int stuck;       /* 0; else streams do nothing meanwhile */
  int late_copies; /* 0; else copies are not made meanwhile, and what is behind them goes on */
  int open; /* FAKE_CUDA_OPEN, 0; else device memory that is mapped from now on can be touched at
               its own address by the CPU: 1: always; 2: while a kernel runs (fake_cuda_run_kernel)
             */
  int connections; /* 0: as many hardware queues as CUDA_DEVICE_MAX_CONNECTIONS says, or 8; streams
                      that are made from now on share them, one after the other */
  int strict; /* FAKE_CUDA_STRICT, 1: calls of which CUDA says that they may wait for all that a
                 device has to do do so; 0: only those that are known to */
  int patience_ms; /* FAKE_CUDA_PATIENCE_MS, 5000: after which such a wait would have no end */
  int green_sms; /* 0; else streams that are made from now on belong to a green context with so many
                    multiprocessors */
  int captures;  /* 0; else all streams record graphs, and a query makes them invalid */
  const char* missing; /* FAKE_CUDA_MISSING, none: the function that it has not */
};
struct fake_cuda_values* fake_cuda_settings(void);

/* Let the n-th call of `name` from now on (1: the next) fail with `code`; another call takes that
 * back. */
void fake_cuda_fail(const char* name, int nth, int code);
/* How often `name` was called. */
uint64_t fake_cuda_calls(const char* name);

/* A network card writes to the device address `at`: nobody sees it before the next
 * cuFlushGPUDirectRDMAWrites. 0 if a card does not reach that memory. */
int fake_cuda_network_write(uint64_t at, const void* from, size_t bytes);
/* Memory of a device as the host cannot see it: the address behind the device address `at`, or null
 * if the device may not touch `bytes` there. */
void* fake_cuda_view(uint64_t at, size_t bytes);
/* A kernel runs until the other call; null: on a stream of its own, of the current device. */
void* fake_cuda_run_kernel(void* stream);
void fake_cuda_end_kernel(void* kernel);
/* A call has waited for what a device has to do, and would do so for ever: the oldest such call of
 * which nobody was told yet, as text. 0 if there is none. */
int fake_cuda_take_hang(char* text, size_t bytes);
/* Handles of memory, address ranges, allocations, registrations, streams and graphs that are alive,
 * and graphs that run. */
int fake_cuda_alive(void);

#ifdef __cplusplus
}
#endif
