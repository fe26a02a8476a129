// Two PEs in one process; a kernel of each puts its number into the other's memory.
#include <ark/ark.hpp>
#include <cstdio>

ARK_GLOBAL void exchange(long* inbox) {
  if (threadIdx.x != 0) return;
  const int peer = 1 - ark_my_pe();
  ark_p(inbox, 100L + ark_my_pe(), peer);
  ark_quiet();
}

int main() {
  long seen[2] = {};
  ark::local_run(2, [&](int pe) {
    auto* inbox = static_cast<long*>(ark_calloc(1, sizeof(long)));
    ark_barrier_all();
    ark::launch({.grid = 1, .block = 32}, exchange, inbox);
    ark::device_sync();
    ark_barrier_all();
    seen[pe] = *inbox;
    ark_free(inbox);
  });
  std::printf("inboxes %ld %ld\n", seen[0], seen[1]);
  return seen[0] == 101 && seen[1] == 100 ? 0 : 1;
}
