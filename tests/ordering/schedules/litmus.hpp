// Litmus tests: a few operations on two to four PEs, one outcome that the memory model forbids, and
// a form of the same program with its ordering left out in which that outcome must be seen. All PEs
// live in this process, so that one seed decides how lanes and engines interleave.
#pragma once

#include <gtest/gtest.h>

#include <ark/ark.hpp>
#include <array>
#include <cstdint>
#include <map>
#include <string>

namespace ark_litmus {

inline constexpr std::size_t data_words =
    24;  ///< of the large transfer: 192 bytes, more than goes inline
inline constexpr unsigned seeds_per_policy = 500;
/// Of the ordered form: a tenth in the short form of the tests, a few under a sanitizer.
inline constexpr unsigned ordered_seeds_per_policy = ARK_TEST_ALL_SEEDS   ? seeds_per_policy
                                                     : ARK_TEST_SANITIZED ? 10
                                                                          : 50;

/// The symmetric words of a program, all zero at the start except `source`, which holds ones.
struct words {
  std::uint64_t* data = nullptr;
  std::uint64_t* source = nullptr;
  std::uint64_t* x = nullptr;
  std::uint64_t* y = nullptr;
  std::uint64_t* flag = nullptr;
  std::uint64_t* relay = nullptr;
  std::uint64_t* seen = nullptr;  ///< four words: what this PE has to tell
  // Of PE 0, for programs that ask for plans; all go to PE 1.
  ark_plan_t with_signal = nullptr;  ///< source to data, then flag
  ark_plan_t data_alone = nullptr;   ///< source to data
  ark_plan_t one_word = nullptr;     ///< a word of source to y, then flag
  // Of programs that ask for tenants.
  ark_ctx_t patient = ARK_CTX_INVALID;  ///< of a tenant
  ark_ctx_t first = ARK_CTX_INVALID;    ///< of another one, which is served before it
};

/// What every PE has seen.
using outcome = std::array<std::array<std::uint64_t, 4>, 4>;

struct program {
  const char* name;
  int pes;
  /// One collective kernel on every PE. `ordered` false is the negative control.
  void (*kernel)(words, bool ordered);
  bool (*forbidden)(const outcome&);
  const char* route = "auto";
  const char* rings = "1";
  unsigned blocks = 1;
  unsigned threads = 1;
  /// Runs on the host thread of PE 0 while the kernels run, if not null.
  void (*host)(words, bool ordered) = nullptr;
  unsigned engine_blocks = 0;  ///< of the SM engine, in front of `blocks`
  bool plans = false;          ///< PE 0 has those of `words`
  bool tenants = false;        ///< `words` has their contexts
  /// The control sends bytes while they are written. ThreadSanitizer reports that, rightly: with it
  /// only the ordered form runs.
  bool control_races = false;
};

/// Of a job whose collectives nothing but themselves orders: checked mode would.
inline std::map<std::string, std::string> unchecked_job(const char* route,
                                                        const std::string& schedule) {
  return {{"ARK_SCHED", schedule},
          {"ARK_ROUTE", route},
          {"ARK_CHECK", "0"},
          {"ARK_SYMMETRIC_SIZE", "64k"},
          {"ARK_HEAP_RESERVE", "4m"},
          {"ARK_ON_FAILURE", "go_on"},
          {"ARK_TIMEOUT", ARK_TEST_ALL_SEEDS ? "60s" : "10s"}};
}

/// Run once. `schedule` is a value of ARK_SCHED.
outcome run_once(const program& what, bool ordered, const std::string& schedule);

/// How often the forbidden outcome was seen under `seeds` seeds of random and as many of pct, up to
/// `enough` times. `example` gets the first schedule that showed it.
unsigned count_forbidden(const program& what, bool ordered, unsigned seeds, unsigned enough,
                         std::string* example);

/// Zero forbidden outcomes under `ordered_seeds_per_policy` seeds of random and as many of pct, at
/// least one in the control under `seeds_per_policy` of each; the short form ends the control
/// there.
void check(const program& what);

/// Ones in `values`.
ARK_HOST_DEVICE inline std::uint64_t count_ones(const std::uint64_t* values) {
  std::uint64_t ones = 0;
  for (std::size_t i = 0; i < data_words; ++i) {
    ones += ark::detail::load_relaxed(values + i) == 1 ? 1 : 0;
  }
  return ones;
}

}  // namespace ark_litmus
