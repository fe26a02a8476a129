// The control of the played examples: a host that loads from its heap.
#include <ark/ark.hpp>
#include <cstdio>

ARK_GLOBAL void answer(int* word) { *word = 42; }

int main() {
  const ark::session session;
  auto* word = static_cast<int*>(ark_calloc(1, sizeof(int)));
  ark::launch({1, 1}, answer, word);
  ark::device_sync();
  if (ark_int_g(word, ark_my_pe()) == 42) std::puts("the kernel has stored");
  std::fflush(stdout);
  std::printf("the host has loaded %d\n", *const_cast<volatile int*>(word));
  return 0;
}
