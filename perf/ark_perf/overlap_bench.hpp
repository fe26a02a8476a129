// A kernel and a collective, alone and beside each other. Kernels: its source is compiled for the
// executor and for a GPU.
#pragma once

#include <ark/overlap/planner.hpp>
#include <cstddef>
#include <memory>
#include <vector>

namespace ark_perf {

/// Host threads, one per PE; all members are collective. Times are those of one run, of the slowest
/// PE, in us.
class overlap_bench {
 public:
  virtual ~overlap_bench() = default;
  /// That of the strategies without the queue.
  [[nodiscard]] virtual ark::overlap::engine lanes() const = 0;
  virtual unsigned tiles_for(ark::overlap::load_class kind, double us) = 0;
  virtual ark::overlap::apart_times apart_us(ark::overlap::load_class kind, unsigned tiles,
                                             ark::overlap::collective what,
                                             const ark::overlap::engine& by, std::size_t bytes) = 0;
  virtual double collective_us(ark::overlap::collective what, const ark::overlap::engine& by,
                               std::size_t bytes) = 0;
  /// blocks: of the kernel; 0: one for each tile.
  virtual double together_us(ark::overlap::load_class kind, unsigned tiles,
                             ark::overlap::collective what, std::size_t bytes,
                             const ark::overlap::strategy& how, unsigned blocks) = 0;
  /// These collectives, measured at these sizes, and not kept.
  virtual ark::overlap::calibration calibrate(
      const std::vector<std::size_t>& bytes,
      const std::vector<ark::overlap::collective>& collectives) = 0;
};

/// most_bytes: of a block that a PE gives to each. Throws ark::error{out_of_memory}.
std::unique_ptr<overlap_bench> make_overlap_bench(std::size_t most_bytes);

}  // namespace ark_perf
