// Arguments: the size of the symmetric heap in KiB, and the value of ARK_LOG after shmem_init, or
// "-".
#include <ark/host.hpp>
#include <cstdlib>
#include <string>

#include "expect.h"

int main(int, char** argv) {
  constexpr std::size_t kib = 1024, own_words = 4096 * kib;  // at most, of the library
  const std::size_t size = std::strtoul(argv[1], nullptr, 10) * kib;
  shmem_init();
  const std::size_t heap = ark::heap_query().committed;
  EXPECT(heap >= size && heap <= size + own_words);
  const char* const log = std::getenv("ARK_LOG");
  EXPECT(std::string(log == nullptr ? "-" : log) == argv[2]);
  return finish();
}
