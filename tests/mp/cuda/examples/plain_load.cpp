// The control of the played examples: a host that loads from its heap while a kernel uses it.
#include <ark/ark.hpp>
#include <cstdio>

ARK_GLOBAL void answer(std::uint64_t* words) {
  words[1] = 42;
  ark_signal_wait_until(words, ARK_CMP_EQ, 1);
}

int main() {
  const ark::session session;
  auto* words = static_cast<std::uint64_t*>(ark_calloc(2, sizeof(std::uint64_t)));
  ark::launch({1, 1}, answer, words);
  while (ark_uint64_g(words + 1, ark_my_pe()) != 42) continue;
  std::puts("the kernel has stored");
  std::fflush(stdout);
  const auto loaded = static_cast<unsigned long>(*const_cast<volatile std::uint64_t*>(words + 1));
  std::printf("the host has loaded %lu\n", loaded);
  ark_uint64_p(words, 1, ark_my_pe());
  ark::device_sync();
  return 0;
}
