// Programs that return from main without nvshmem_finalize, which NVSHMEM accepts. The argument is
// the call that initialises; init_attr is for one PE.
#include <nvshmem.h>

#include <string>

int main(int, char** argv) {
  const std::string call = argv[1];
  if (call == "init") {
    nvshmem_init();
    nvshmem_init();
  }
  if (call == "init_thread") {
    int provided = 0;
    nvshmem_init_thread(NVSHMEM_THREAD_SINGLE, &provided);
  }
  if (call == "init_attr") {
    nvshmemx_init_attr_t attr = NVSHMEMX_INIT_ATTR_INITIALIZER;
    nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
    nvshmemx_get_uniqueid(&id);
    nvshmemx_set_attr_uniqueid_args(0, 1, &id, &attr);
    nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attr);
  }
  return nvshmemx_init_status() == NVSHMEM_STATUS_IS_INITIALIZED ? 0 : 1;
}
