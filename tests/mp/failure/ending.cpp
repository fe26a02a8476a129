// A program as its users write them, in which PE 1 does what it should not, and how the job ends.
//
//   failure_ending CASE [go_on [FILE]]
// With go_on the survivors print how long after PE 1's end, whose time is in FILE, they knew of it.
#undef NDEBUG  // a kernel fails in ARK_ASSERT, which a release build would leave out
#include <time.h>
#include <unistd.h>

#include <ark/ark.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>

namespace {

std::string time_file;

double now_s() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// PE 1's end comes now.
bool is_the_one() {
  if (ark_my_pe() != 1) return false;
  if (!time_file.empty()) std::ofstream(time_file) << std::to_string(now_s()) << std::endl;
  return true;
}

ARK_GLOBAL void wait_for_a_signal(std::uint64_t* word) {
  ark_signal_wait_until(word, ARK_CMP_EQ, 99);
}
ARK_GLOBAL void leave_the_process() { std::exit(0); }
ARK_GLOBAL void barrier_in_kernel() { ark_barrier_all(); }

void stay_for_ever() {
  for (;;) sleep(1);
}

/// Whoever comes here takes the barrier for complete.
int past(const char* what) {
  std::printf("PE %d is past %s, status %d\n", ark_my_pe(), what, ark_status());
  if (std::ifstream file(time_file); file) {
    double ended = 0;
    file >> ended;
    std::printf("PE %d knew after %.3f s\n", ark_my_pe(), now_s() - ended);
  }
  ark_finalize();
  return 0;
}

int fine() {
  ark_barrier_all();
  ark_finalize();
  return 0;
}
int stuck() {
  if (is_the_one()) stay_for_ever();
  ark_barrier_all();
  return past("the barrier");
}
int stuck_before_kernel() {
  if (is_the_one()) stay_for_ever();
  ark::launch({1, 1, 0, nullptr, true}, barrier_in_kernel);
  ark::device_sync();
  return past("the kernel");
}
int stuck_before_malloc() {
  if (is_the_one()) stay_for_ever();
  return ark_malloc(64) == nullptr ? past("malloc") : 0;
}
int skips() {
  if (!is_the_one()) ark_barrier_all();
  return past("the barrier");
}
int exits() {
  if (is_the_one()) std::exit(5);
  ark_barrier_all();
  return past("the barrier");
}
int returns() {
  if (is_the_one()) return 0;
  ark_barrier_all();
  return past("the barrier");
}
int returns_from_kernels() {
  auto* word = static_cast<std::uint64_t*>(ark_calloc(1, 8));
  if (is_the_one()) return 0;
  ark::launch({1, 1}, wait_for_a_signal, word);
  ark::device_sync();
  return past("the kernel");
}
int exits_in_kernel() {
  if (is_the_one()) {
    ark::launch({1, 1}, leave_the_process);
    ark::device_sync();
  }
  ark_barrier_all();
  return past("the barrier");
}
ARK_GLOBAL void fail_in_kernel() { ARK_ASSERT(ark_n_pes() < 0); }
/// Nobody looks at the kernel before the end.
int kernel_fails() {
  if (is_the_one()) ark::launch({1, 1}, fail_in_kernel);
  try {
    ark::finalize();
    std::printf("PE %d is past the end\n", ark_my_pe());
  } catch (const ark::error& problem) {
    std::printf("finalize: %s\n", problem.what());
  }
  return 0;
}
int global_exit() {
  if (is_the_one()) ark_global_exit(7);
  ark_barrier_all();
  return past("the barrier");
}
/// Everybody fails, nobody is lost.
int all_time_out() {
  auto* word = static_cast<std::uint64_t*>(ark_calloc(1, 8));
  ark_signal_wait_until(word, ARK_CMP_EQ, 99);
  const int seen = ark_int_g(reinterpret_cast<int*>(word), 0);  // ends at once, with nothing
  if (seen != 0) return 1;
  return past("the wait");
}

const std::map<std::string, int (*)()> cases{
    {"fine", fine},
    {"stuck", stuck},
    {"stuck_before_kernel", stuck_before_kernel},
    {"stuck_before_malloc", stuck_before_malloc},
    {"skips", skips},
    {"exits", exits},
    {"returns", returns},
    {"returns_from_kernels", returns_from_kernels},
    {"exits_in_kernel", exits_in_kernel},
    {"kernel_fails", kernel_fails},
    {"global_exit", global_exit},
    {"all_time_out", all_time_out},
};

}  // namespace

int main(int argc, char** argv) {
  const auto found = argc < 2 ? cases.end() : cases.find(argv[1]);
  if (found == cases.end()) {
    std::fprintf(stderr, "usage: failure_ending CASE [go_on [FILE]]\n");
    return 2;
  }
  if (argc > 3) time_file = argv[3];
  if (argc > 2) {
    ark::init(ark::on_failure::go_on);
  } else {
    ark_init();
  }
  return found->second();
}
