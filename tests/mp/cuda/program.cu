// A program with kernels compiled by nvcc, on a machine without a GPU: it starts, with its heap on
// the host and the reason in ark_info; a launch is refused with the same reason.
#include <ark/ark.hpp>
#include <ark/info.hpp>
#include <ark/local.hpp>
#include <cstdio>

ARK_GLOBAL void put_to(int* dest, int value, int pe) { ark_int_p(dest, value, pe); }

int main() {
  ark::local_run(1, [](int) {
    std::fputs(ark::info_text().c_str(), stdout);
    auto* word = static_cast<int*>(ark_malloc(sizeof(int)));
    try {
      ark::launch({1, 1}, put_to, word, 1, 0);
      ark::stream_sync(nullptr);
    } catch (const ark::error& problem) {
      std::printf("%s: %s\n", ark::errc_name(problem.code()), problem.what());
    }
  });
  return 0;
}
