// Sessions that end as soon as a message has come, so that some PEs have only received from another
// when they say goodbye. A connection that is made while the other side closes is reported by UCX:
// the output must be "ok".
#include <ark/ark.hpp>
#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
  const int sessions = argc > 1 ? std::atoi(argv[1]) : 20;
  int wrong = 0, pe = 0;
  for (int round = 0; round < sessions; ++round) {
    const ark::session session;
    pe = ark_my_pe();
    auto* const arrived = static_cast<std::uint64_t*>(ark_calloc(1, sizeof(std::uint64_t)));
    const int to = (pe + 1 + round) % ark_n_pes();
    ark_signal_add(arrived, 1, to);
    ark_signal_wait_until(arrived, ARK_CMP_EQ, 1);
    ark_barrier_all();
    wrong += ark_status();
  }
  if (pe == 0) std::printf("%s\n", wrong == 0 ? "ok" : "WRONG");
  return wrong == 0 ? 0 : 1;
}
