// A kernel that stays, fed by the host.
// Run: mpirun -n 2 persistent [ITEMS]
//
// Each PE's host sends work items to the next PE's kernel, which has been running all the while,
// and reads the answers that its own kernel gets back to it.
//
// Shows: puts with signals from the host to a running kernel and back, a launch that does not block
// the host, an orderly end by a message.
#include <ark/ark.hpp>
#include <cstdio>
#include <cstdlib>

constexpr long stop = -1;
constexpr int slots = 8;

struct mailbox {
  long* requests;            ///< symmetric: ring of `slots`, written by the previous PE's host
  std::uint64_t* requested;  ///< symmetric: requests written so far
  long* answers;             ///< symmetric: ring of `slots`, written by the next PE's kernel
  std::uint64_t* answered;   ///< symmetric: answers written so far
};

ARK_GLOBAL void serve(mailbox box) {
  if (threadIdx.x != 0) return;
  const int client = (ark_my_pe() + ark_n_pes() - 1) % ark_n_pes();
  for (std::uint64_t item = 0;; ++item) {
    ark_signal_wait_until(box.requested, ARK_CMP_GT, item);
    if (ark_status() != 0) return;
    const long request = box.requests[item % slots];
    if (request == stop) return;
    const long answer = request * request;
    ark_long_put_signal(&box.answers[item % slots], &answer, 1, box.answered, 1, ARK_SIGNAL_ADD,
                        client);
  }
}

/// `text` as a whole number from 1 to `most`, or 0 if it is none.
int number(const char* text, long most) {
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  return end != text && *end == '\0' && value >= 1 && value <= most ? static_cast<int>(value) : 0;
}

int main(int argc, char** argv) {
  const int items = argc > 1 ? number(argv[1], 1000000) : 1000;
  if (items < 1) {
    std::fprintf(stderr, "usage: persistent [ITEMS]; a number from 1 to 1000000, not '%s'\n",
                 argv[1]);
    return 2;
  }
  ark::session session;
  mailbox box{static_cast<long*>(ark_calloc(slots, sizeof(long))),
              static_cast<std::uint64_t*>(ark_calloc(1, sizeof(std::uint64_t))),
              static_cast<long*>(ark_calloc(slots, sizeof(long))),
              static_cast<std::uint64_t*>(ark_calloc(1, sizeof(std::uint64_t)))};
  if (box.requests == nullptr || box.requested == nullptr || box.answers == nullptr ||
      box.answered == nullptr)
    return 1;

  ark::launch({1, 1}, serve, box);
  const int server = (ark_my_pe() + 1) % ark_n_pes();
  const std::uint64_t begin = ark::global_timer_ns();
  int wrong = 0;
  for (int item = 0; item < items && ark_status() == 0; ++item) {
    const long request = item;
    ark_long_put_signal(&box.requests[item % slots], &request, 1, box.requested, 1, ARK_SIGNAL_ADD,
                        server);
    ark_signal_wait_until(box.answered, ARK_CMP_GT, static_cast<std::uint64_t>(item));
    wrong += ark_long_g(&box.answers[item % slots], ark_my_pe()) == request * request ? 0 : 1;
  }
  const double us = static_cast<double>(ark::global_timer_ns() - begin) * 1e-3 / items;
  ark_long_put_signal(&box.requests[items % slots], &stop, 1, box.requested, 1, ARK_SIGNAL_ADD,
                      server);
  ark::device_sync();
  const bool ok = ark_status() == 0 && wrong == 0;
  if (ark_my_pe() == 0) {
    std::printf("persistent: %d PEs, %d items each, %.2f us per item, %d wrong %s\n", ark_n_pes(),
                items, us, wrong, ok ? "ok" : "WRONG");
  }
  return ok ? 0 : 1;
}
