// A test on this PE: its part, its buffers, its rows.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bench_array.hpp"
#include "pe_group.hpp"
#include "result.hpp"
#include "runner.hpp"
#include "stream_loop.hpp"

namespace ark_perf {

/// What a PE does in a test.
struct part {
  bool active = false;    ///< runs the loop
  bool receives = false;  ///< data arrives in its dest
  int peer = -1;          ///< -1: takes no part
  bool sends_first = true;
  int pairs = 1;  ///< that are active at once, on all PEs
};

part part_of(const test_info& test, int pe, int n_pes);

/// True if one launch is made for the kernels of all PEs of `test`, which wait for each other.
bool is_launched_once(const test_info& test, const options& opts, const pe_group& group);

/// One test in one session. Host thread of one PE; construction, rows and destruction are
/// collective.
class measurement {
 public:
  /// Throws ark::error{out_of_memory} if the buffers do not fit into the heap.
  measurement(const test_info& test, const options& opts, pe_group& group);

  /// Measure one row; the same on every PE. Throws ark::error after a failure.
  result_row measure(std::size_t bytes, std::optional<atomic_op> op);

 private:
  /// Adds a repeat to `row`; returns the errors seen by this PE.
  std::uint64_t measure_once(result_row& row, loop all, bool atomics, bool sample);
  [[nodiscard]] loop make_loop(std::size_t bytes, std::optional<atomic_op> op) const;
  void run(loop& all, std::uint64_t iterations);
  /// Where kernels find it.
  void place(const loop& all);
  /// `work` in the way that `how` says, or, where one launch is made for all PEs, so. Returns what
  /// it does.
  std::uint64_t launch(shape how, const std::function<std::uint64_t(const shape&)>& work);
  /// Microseconds of an iteration, as result_row counts them.
  [[nodiscard]] double timed_run(loop& all, std::uint64_t iterations);
  [[nodiscard]] pe_figures own_figures(const loop& all) const;
  [[nodiscard]] double iteration_us(const std::vector<pe_figures>& figures,
                                    std::uint64_t iterations) const;
  [[nodiscard]] distribution sampled_run(loop& all, std::uint64_t wanted);

  /// Known wrong bytes where data is to arrive; the words as atomics expect them.
  void prepare_words(const loop& all);
  [[nodiscard]] std::size_t place_of(unsigned slot, std::size_t bytes, bool batch) const;
  void prepare_list(std::size_t bytes);
  void prepare_plan(std::size_t bytes);
  void prepare_host_copy(std::size_t bytes);
  [[nodiscard]] shape shape_of_loop(bool collective);
  void warm_up(result_row& row, loop& all);
  void prepare_data(const loop& all, std::uint64_t round);
  [[nodiscard]] std::uint64_t data_errors(const loop& all, std::uint64_t round) const;
  [[nodiscard]] std::uint64_t word_errors(const loop& all) const;
  /// The operation's own checking form, where it has one.
  [[nodiscard]] std::uint64_t checked_run(loop& all);
  [[nodiscard]] std::uint64_t sum_errors(std::uint64_t mine);

  const test_info& test_;
  const options& opts_;
  pe_group& group_;
  part part_;
  unsigned callers_;
  unsigned slots_;           ///< buffers of a caller
  std::size_t slot_stride_;  ///< from one to the next
  std::size_t word_stride_;
  bench_array<std::byte> source_, dest_;
  bench_array<std::uint64_t> words_, fetched_;
  bench_array<ark_piece> pieces_;  ///< of tests of lists
  bench_array<span_ns> spans_;
  bench_array<std::uint64_t> samples_;
  bench_array<std::uint64_t> errors_;
  bench_array<loop> place_;
  stream_times times_;                  ///< of the last loop that was queued on a stream
  std::optional<host_copy> host_copy_;  ///< of tests without ark
  std::optional<ark::plan> plan_;       ///< of this size
  std::uint64_t next_round_ = 0;        ///< signals and barrier words only ever grow
  std::uint64_t data_round_ = 0;
};

}  // namespace ark_perf
