// An operator fused and unfused: the time of each way, and what the fused ones hide.
#pragma once

#include <memory>
#include <vector>

#include "fused_bench.hpp"
#include "pe_group.hpp"
#include "result.hpp"

namespace ark_perf {

/// For the tests of metric `fused`.
class fused_measurement {
 public:
  /// Throws ark::error: out_of_memory, or what the operator refuses.
  fused_measurement(const test_info& test, const options& opts, pe_group& group);

  /// A row per way. Times are those of the slowest PE, the same on every PE. In each repeat all
  /// ways are measured once, so that a change of the machine's speed concerns all. Throws
  /// ark::error after a failure.
  std::vector<result_row> measure();

 private:
  struct turn {
    double us, skew_us;
  };
  turn measure_turn(fused_way way, std::uint64_t iterations);
  [[nodiscard]] std::uint64_t sum_errors(std::uint64_t mine);

  const options& opts_;
  pe_group& group_;
  loop_length length_;
  std::unique_ptr<fused_bench> bench_;
};

}  // namespace ark_perf
