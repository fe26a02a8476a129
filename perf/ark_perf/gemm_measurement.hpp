// What traffic costs a GEMM on the same GPU: its time alone, beside a kernel that only keeps time,
// and beside one that sends at a given rate.
#pragma once

#include <optional>
#include <vector>

#include "beside.hpp"
#include "measurement.hpp"

namespace ark_perf {

/// As `measurement`, for the tests of metric `slowdown`: PE 0 computes and sends to PE 1.
class gemm_measurement {
 public:
  /// Throws ark::error: out_of_memory, or invalid_argument if the GEMM is too small for the GPU.
  gemm_measurement(const test_info& test, const options& opts, pe_group& group);

  /// The rows of a message size: alone, beside the kernel that keeps time, beside traffic. Times on
  /// PE 0 only, errors the same on every PE. Throws ark::error after a failure.
  std::vector<result_row> measure(std::size_t bytes);

 private:
  enum class load { none, keeps_time, sends };
  struct turns {
    std::vector<double> medians_us, all_us, reached_mb_per_s;
    std::uint64_t wrong_rows = 0;
  };
  /// Once more so many GEMMs beside that load. PE 0.
  void take_turn(turns& so_far, load beside);
  [[nodiscard]] paced make_paced(bool sends) const;
  /// Microseconds of each of the GEMMs that have run.
  [[nodiscard]] std::vector<double> gemm_times() const;
  [[nodiscard]] double reached_rate() const;
  [[nodiscard]] std::uint64_t wrong_rows() const;
  [[nodiscard]] result_row make_row(const turns& done, const turns& alone, load beside) const;
  void prepare(std::size_t bytes);
  /// Errors of all PEs; `mine` are this one's in its product.
  [[nodiscard]] std::uint64_t sum_errors(std::uint64_t mine);

  const test_info& test_;
  const options& opts_;
  pe_group& group_;
  part part_;
  loop_length length_;
  std::vector<float> a_values_, b_values_;
  bench_array<float> a_, b_, c_;
  bench_array<span_ns> spans_;  ///< of each block of each GEMM
  bench_array<std::byte> source_, dest_;
  bench_array<paced_figures> figures_;
  pinned_memory words_;
  std::optional<ark::plan> plan_;  ///< of this size
  std::size_t bytes_ = 0;
};

}  // namespace ark_perf
