/* A program that initialises twice and returns without shmem_finalize has finalized. */
#include <shmem.h>

int main(void) {
  start_pes(0);
  shmem_init();
  return shmem_n_pes() < 2;
}
