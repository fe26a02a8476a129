// Every PE's kernel writes a greeting into PE 0's memory. Run: mpirun -n 4 hello
#include <ark/ark.hpp>
#include <cstdio>

ARK_GLOBAL void greet(int* greetings) {
  const int me = ark_my_pe();
  if (threadIdx.x == 0) ark_int_p(&greetings[me], 100 + me, 0);
}

int main() {
  ark::session session;  // starts MPI and ark, ends both
  const int pes = ark_n_pes();
  auto* greetings = static_cast<int*>(ark_calloc(pes, sizeof(int)));
  if (greetings == nullptr) return 1;

  ark::launch({1, 32}, greet, greetings);
  ark::device_sync();
  ark_barrier_all();

  // The heap may be in a GPU's memory: the host reads it by calls, not by loads.
  for (int pe = 0; ark_my_pe() == 0 && pe < pes; ++pe) {
    std::printf("PE %d of %d says %d\n", pe, pes, ark_int_g(&greetings[pe], 0));
  }
  return ark_status();
}
