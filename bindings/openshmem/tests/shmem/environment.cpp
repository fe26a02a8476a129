// Arguments: the size of the symmetric heap in KiB, and the values of ARK_LOG and ARK_TIMEOUT after
// shmem_init, or "-". With a third one ARK_TIMEOUT is not set before.
#include <ark/host.hpp>
#include <cstdlib>
#include <string>

#include "expect.h"

int main(int argc, char** argv) {
  constexpr std::size_t kib = 1024, own_words = 4096 * kib;  // at most, of the library
  const std::size_t size = std::strtoul(argv[1], nullptr, 10) * kib;
  const bool by_default = argc > 3;
  if (by_default) unsetenv("ARK_TIMEOUT");
  const char* const given = std::getenv("ARK_TIMEOUT");
  const std::string timeout = by_default ? argv[3] : given == nullptr ? "1h" : given;
  shmem_init();
  EXPECT(std::getenv("ARK_TIMEOUT") == timeout);
  const std::size_t heap = ark::heap_query().committed;
  EXPECT(heap >= size && heap <= size + own_words);
  const char* const log = std::getenv("ARK_LOG");
  EXPECT(std::string(log == nullptr ? "-" : log) == argv[2]);
  return finish();
}
