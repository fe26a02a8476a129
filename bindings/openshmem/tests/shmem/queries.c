/* Queries, memory and hints: what the other programs of this folder have no use for. */
#include <shmemx.h>
#include <string.h>

#include "expect.h"

#if ARK_OPENSHMEM != 1
#error "programs recognise ark by ARK_OPENSHMEM"
#endif

#if !defined(OSHMEM_SPEC_VERSION) || OSHMEM_SPEC_VERSION < 10200 /* as in Open MPI's examples */
#error "This application uses API 1.2 and up"
#endif

static long in_data;
/* Names before 1.3, and of Open MPI. */
static long
    old_syncs[_SHMEM_ALLTOALL_SYNC_SIZE + _SHMEM_ALLTOALLS_SYNC_SIZE + _SHMEM_BARRIER_SYNC_SIZE];

int main(void) {
  int provided = -1, asked = -1, initialized = -1, major = 0, minor = 0;
  char name[SHMEM_MAX_NAME_LEN] = "";
  shmem_query_initialized(&initialized);
  EXPECT(initialized == 0);
  EXPECT(shmem_init_thread(SHMEM_THREAD_SINGLE, &provided) == 0);
  shmem_query_initialized(&initialized);
  EXPECT(initialized != 0);
  shmem_query_thread(&asked);
  EXPECT(provided >= SHMEM_THREAD_SINGLE && asked == provided);
  shmem_info_get_version(&major, &minor);
  EXPECT(major == SHMEM_MAJOR_VERSION && minor == SHMEM_MINOR_VERSION);
  shmem_info_get_name(name);
  EXPECT(strlen(name) > 0 && strcmp(name, SHMEM_VENDOR_STRING) == 0);
  shmem_pcontrol(0);
  shmem_pcontrol(2, "more", 3);

  const double before = shmemx_wtime();
  EXPECT(before > 0 && shmemx_wtime() >= before);

  const int pes = shmem_n_pes(), me = shmem_my_pe(), next = (shmem_my_pe() + 1) % pes;
  long on_stack = 0;
  EXPECT(shmem_pe_accessible(0) && shmem_pe_accessible(pes - 1));
  EXPECT(!shmem_pe_accessible(pes) && !shmem_pe_accessible(-1));
  EXPECT(shmem_addr_accessible(&in_data, next) && shmem_addr_accessible(old_syncs, next));
  EXPECT(!shmem_addr_accessible(&on_stack, next));
  EXPECT(shmem_ptr(&in_data, me) == &in_data);
  EXPECT(shmem_team_ptr(SHMEM_TEAM_WORLD, &in_data, me) == &in_data);
  EXPECT(shmem_ptr(&on_stack, me) == NULL);
  if (pes > 1) EXPECT(shmem_ptr(&in_data, next) != &in_data);

  long* hinted = shmem_malloc_with_hints(8 * sizeof(long),
                                         SHMEM_MALLOC_ATOMICS_REMOTE | SHMEM_MALLOC_SIGNAL_REMOTE);
  char* aligned = shmem_align(4096, 100);
  if (me == 0) { /* without effect, and therefore not collective */
    EXPECT(shmem_malloc(0) == NULL && shmem_calloc(0, 8) == NULL && shmem_calloc(8, 0) == NULL);
    EXPECT(shmem_align(64, 0) == NULL && shmem_realloc(NULL, 0) == NULL);
    EXPECT(shmem_malloc_with_hints(0, 0) == NULL);
    shmem_free(NULL);
  }
  EXPECT(shmem_ptr(hinted, me) == hinted);
  EXPECT(hinted != NULL && shmem_addr_accessible(hinted, next));
  EXPECT(aligned != NULL && (size_t)aligned % 4096 == 0);
  for (int i = 0; i < 8; ++i) hinted[i] = 10 * shmem_my_pe() + i;
  hinted = shmem_realloc(hinted, 100000 * sizeof(long));
  EXPECT(hinted != NULL);
  for (int i = 0; i < 8; ++i) EXPECT(hinted[i] == 10 * shmem_my_pe() + i);
  shmem_sync_all();
  EXPECT(shmem_long_g(hinted + 7, next) == 10 * next + 7);
  shmem_long_p(hinted + 99999, 5, next);
  shmem_barrier_all();
  EXPECT(hinted[99999] == 5);
  shmem_free(aligned);
  shmem_free(hinted);
  return finish();
}
