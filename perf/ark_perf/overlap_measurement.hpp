// A kernel and a collective that do not depend on each other, by several strategies.
#pragma once

#include <memory>
#include <vector>

#include "overlap_bench.hpp"
#include "pe_group.hpp"
#include "result.hpp"

namespace ark_perf {

/// A kernel of a class, whose time has a relation to that of a collective.
struct overlap_cell {
  ark::overlap::load_class kind = ark::overlap::load_class::compute_bound;
  ark::overlap::collective what = ark::overlap::collective::fcollect;
  std::size_t bytes = 0;
  double compute_share = 1;  ///< wanted time of the kernel, in times of the collective
};

/// A named strategy.
struct overlap_way {
  const char* name;
  ark::overlap::strategy how;
  unsigned blocks = 0;  ///< of the kernel; 0: one for each tile
};

/// For the test of metric `overlap`.
class overlap_measurement {
 public:
  /// Throws ark::error{out_of_memory}.
  overlap_measurement(const test_info& test, const options& opts, pe_group& group);

  /// A row for each cell and strategy, and one for each strategy with its means. Times are those of
  /// the slowest PE, the same on every PE. In each repeat all strategies are measured once, from
  /// another one on; where the plan is one of the others, its times are those. Throws ark::error
  /// after a failure.
  std::vector<result_row> measure();

 private:
  std::vector<result_row> measure(const overlap_cell& cell);
  [[nodiscard]] std::size_t first_like(const overlap_way& planned) const;
  [[nodiscard]] std::vector<result_row> means(const std::vector<result_row>& cells) const;

  const options& opts_;
  std::vector<std::size_t> sizes_;
  std::vector<overlap_way> ways_;  ///< the last one is planned
  std::unique_ptr<overlap_bench> bench_;
  ark::overlap::calibration measured_;
};

}  // namespace ark_perf
