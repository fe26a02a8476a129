/* Faults for the controls of the host's checks: these iputs of int do nothing. */
#include <stddef.h>

void shmem_int_iput(int* dest, const int* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
                    int pe) {
  (void)dest, (void)source, (void)dst, (void)sst, (void)nelems, (void)pe;
}

void ark_int_iput_on_stream(int* dest, const int* source, ptrdiff_t dst, ptrdiff_t sst,
                            size_t nelems, int pe, void* stream) {
  (void)dest, (void)source, (void)dst, (void)sst, (void)nelems, (void)pe, (void)stream;
}
