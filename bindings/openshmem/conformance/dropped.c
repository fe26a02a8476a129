/* A fault for the control of the host's checks: this iput of int does nothing. */
#include <shmem.h>

void shmem_int_iput(int* dest, const int* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
                    int pe) {
  (void)dest, (void)source, (void)dst, (void)sst, (void)nelems, (void)pe;
}
