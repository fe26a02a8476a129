// cache_model [--l2 MIB] [KERNEL...]: the table of these kernels, or of all, and of all policies as
// CSV; with --l2 of the static and the adaptive policy only, with an L2 of so many MiB (a power of
// two) instead of 4.
// cache_model --list: the names of the kernels.
#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <string_view>
#include <vector>

#include "cache_kernels.hpp"

namespace ark::cache_model {
namespace {

const std::vector<policy> policies = {
    {"uncached"},
    {"read", true},
    {"read-write", true, true},
    {"rw+bypass", true, true, true},
    {"rw+rinse", true, true, false, true},
    {"rw+site", true, true, false, false, true},
    {"rw+bypass+rinse", true, true, true, true},
    {"adaptive", true, true, true, true, true},
};

void row_of(const gpu_shape& shape, const kernel& of, const policy& how) {
  const std::clock_t begun = std::clock();
  const counts found = gpu_simulator(shape, how).run(of.work);
  const double took = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
  const auto all = static_cast<unsigned long long>(found.accesses);
  std::printf("%s,%s,%s,\"%s\",%llu,%llu,%llu,%llu,%llu,%llu,%llu,%llu,%llu,%llu,%.3f\n",
              of.name.data(), name_of(of.is).data(), how.name.c_str(), of.shape.data(),
              static_cast<unsigned long long>(found.cycles), all,
              static_cast<unsigned long long>(found.l1_hits),
              static_cast<unsigned long long>(found.l2_hits),
              static_cast<unsigned long long>(found.l1_stalled),
              static_cast<unsigned long long>(found.l2_stalled),
              static_cast<unsigned long long>(found.bypassed),
              static_cast<unsigned long long>(found.dram.reads),
              static_cast<unsigned long long>(found.dram.writes),
              static_cast<unsigned long long>(found.dram.activates), took);
  std::fflush(stdout);
}

int run(int count, char** names) {
  if (count == 1 && std::string_view(names[0]) == "--list") {
    for (const kernel& one : all_kernels()) std::puts(one.name.data());
    return 0;
  }
  gpu_shape shape;
  const bool other = count > 0 && std::string_view(names[0]) == "--l2";
  if (other) {
    const int mib = count > 1 ? std::atoi(names[1]) : 0;
    if (mib < 1 || mib > 64 || !std::has_single_bit(static_cast<unsigned>(mib))) {
      std::fprintf(stderr, "cache_model: --l2 '%s'; accepted: a power of two up to 64, in MiB\n",
                   count > 1 ? names[1] : "");
      return 2;
    }
    shape.l2_sets =
        static_cast<unsigned>(mib) * 1024 * 1024 / (64 * shape.l2_ways * shape.channels);
    count -= 2;
    names += 2;
  }
  for (int i = 0; i < count; ++i) {
    if (std::ranges::none_of(all_kernels(),
                             [&](const kernel& one) { return one.name == names[i]; })) {
      std::fprintf(stderr, "cache_model: '%s' is no kernel; accepted:", names[i]);
      for (const kernel& one : all_kernels()) std::fprintf(stderr, " %s", one.name.data());
      std::fprintf(stderr, "\n");
      return 2;
    }
  }
  std::puts(
      "kernel,class,policy,shape,cycles,accesses,l1_hits,l2_hits,l1_stalled,l2_stalled,bypassed,"
      "dram_reads,dram_writes,activates,seconds");
  for (const kernel& one : all_kernels()) {
    if (count > 0 &&
        std::none_of(names, names + count, [&](const char* name) { return one.name == name; }))
      continue;
    for (const policy& how : policies) {
      if (!other || how.name.find('+') == std::string::npos) row_of(shape, one, how);
    }
  }
  return 0;
}

}  // namespace
}  // namespace ark::cache_model

int main(int count, char** arguments) {
  try {
    return ark::cache_model::run(count - 1, arguments + 1);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "cache_model: %s\n", error.what());
    return 1;
  }
}
