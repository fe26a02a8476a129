// How many functions a put from a host thread goes through, those included that the compiler
// inlines. Compiled with -finstrument-functions; the host's headers only, as the library has none.
#include <ark/ark.hpp>
#include <ark/local.hpp>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define UNCOUNTED __attribute__((no_instrument_function))

namespace {

/// The other PE is in a barrier meanwhile.
thread_local struct {
  bool counts = false;
  std::array<const void*, 1024> functions{};
  std::size_t found = 0;
} now;

UNCOUNTED void begin() {
  now.found = 0;
  now.counts = true;
}

/// The number of different functions since begin().
UNCOUNTED std::size_t end() {
  now.counts = false;
  return now.found;
}

struct functions {
  std::size_t small, large, quiet;
};

/// Of PE 0, after the first calls, which differ.
UNCOUNTED functions functions_by_route(const char* route) {
  functions all{};
  ark::local_run(2,
                 [&](int pe) UNCOUNTED {
                   constexpr std::size_t small = 32, large = 8000;
                   static std::array<char, large> source;
                   auto* const dest = static_cast<char*>(ark_malloc(large));
                   for (int round = 0; round < 3 && pe == 0; ++round) {
                     begin();
                     ark_putmem_nbi(dest, source.data(), small, 1);
                     all.small = end();
                     begin();
                     ark_putmem_nbi(dest, source.data(), large, 1);
                     all.large = end();
                     begin();
                     ark_quiet();
                     all.quiet = end();
                   }
                   ark_barrier_all();
                 },
                 {{"ARK_ROUTE", route}, {"ARK_CHECK", "0"}, {"ARK_TIMEOUT", "60s"}});
  return all;
}

UNCOUNTED bool within(const char* what, std::size_t seen, std::size_t budget) {
  std::printf("%s: %zu functions, budget %zu\n", what, seen, budget);
  if (seen == 0) std::printf("%s: nothing was counted\n", what);
  if (seen > budget) std::printf("%s: above its budget\n", what);
  return seen > 0 && seen <= budget;
}

}  // namespace

extern "C" {
UNCOUNTED void __cyg_profile_func_enter(void* function, void* /*site*/) {
  if (!now.counts) return;
  for (std::size_t i = 0; i < now.found; ++i) {
    if (now.functions[i] == function) return;
  }
  if (now.found < now.functions.size()) now.functions[now.found++] = function;
}
UNCOUNTED void __cyg_profile_func_exit(void* /*function*/, void* /*site*/) {}
}

/// put_path [LESS]: the budgets are lowered by LESS functions (the control).
UNCOUNTED int main(int count, char** arguments) {
  const std::size_t less = count > 1 ? std::strtoul(arguments[1], nullptr, 10) : 0;
  const functions stored = functions_by_route("auto"), queued = functions_by_route("queue");
  bool fine = within("a put of 32 B by stores", stored.small, 24 - less);
  fine &= within("a put of 8,000 B by stores", stored.large, 24 - less);
  fine &= within("a put of 8,000 B to the queue", queued.large, 68 - less);
  return fine ? 0 : 1;
}
