// A token goes round the PEs inside one kernel per PE, by put with signal.
// Run: mpirun -n 4 ring [LAPS]
//
// Shows: data and signal in one call, waiting for a signal in a kernel, a launch in which kernels
// of all PEs wait for each other (collective).
#include <ark/ark.hpp>
#include <cstdio>
#include <cstdlib>

ARK_GLOBAL void pass_token(long* token, std::uint64_t* signal, int laps) {
  if (threadIdx.x != 0) return;
  const int me = ark_my_pe();
  const int next = (me + 1) % ark_n_pes();
  for (int lap = 1; lap <= laps; ++lap) {
    // PE 0 starts each lap and ends it when the token is back; the others wait for it, add one,
    // pass it on.
    if (me != 0) ark_signal_wait_until(signal, ARK_CMP_GE, lap);
    if (ark_status() != 0) return;  // the wait failed: what is there is not this lap's token
    const long mine = *token + 1;
    ark_long_put_signal(token, &mine, 1, signal, 1, ARK_SIGNAL_ADD, next);
    if (me == 0) ark_signal_wait_until(signal, ARK_CMP_GE, lap);
  }
}

/// `text` as a whole number from 1 to `most`, or 0 if it is none.
int number(const char* text, long most) {
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  return end != text && *end == '\0' && value >= 1 && value <= most ? static_cast<int>(value) : 0;
}

int main(int argc, char** argv) {
  const int laps = argc > 1 ? number(argv[1], 1000000) : 3;
  if (laps < 1) {
    std::fprintf(stderr, "usage: ring [LAPS]; LAPS is a number from 1 to 1000000, not '%s'\n",
                 argv[1]);
    return 2;
  }
  ark::session session;
  auto* token = static_cast<long*>(ark_calloc(1, sizeof(long)));
  auto* signal = static_cast<std::uint64_t*>(ark_calloc(1, sizeof(std::uint64_t)));
  if (token == nullptr || signal == nullptr) return 1;

  ark::launch({1, 32, 0, nullptr, true}, pass_token, token, signal, laps);
  ark::device_sync();

  const long expected = static_cast<long>(laps) * ark_n_pes();
  const long seen = ark_long_g(token, ark_my_pe());
  const bool ok = ark_status() == 0 && (ark_my_pe() != 0 || seen == expected);
  if (ark_my_pe() == 0) {
    std::printf("ring: %d PEs, %d laps, token %ld %s\n", ark_n_pes(), laps, seen,
                ok ? "ok" : "WRONG");
  }
  return ok ? 0 : 1;
}
