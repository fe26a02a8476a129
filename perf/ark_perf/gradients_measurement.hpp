// Iterations of training whose gradients are exchanged, by ark's policies and by MPI.
#pragma once

#include <ark/symmetric_array.hpp>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gradients_replay.hpp"
#include "pe_group.hpp"
#include "result.hpp"

namespace ark_perf {

/// The gradients of a PE by tensor, one behind the other.
using gradient_buffers = std::vector<std::span<float>>;

/// What sums gradients over all PEs: the calls of an iteration, in this order.
class gradient_exchange {
 public:
  explicit gradient_exchange(std::string of) : name(std::move(of)) {}
  virtual ~gradient_exchange() = default;
  gradient_exchange(const gradient_exchange&) = delete;
  gradient_exchange& operator=(const gradient_exchange&) = delete;
  virtual void begin() {}
  virtual void ready(std::size_t tensor) = 0;
  virtual void end() {}
  virtual void wait(std::size_t tensor) = 0;
  /// After the last wait: return when no other PE needs this one's progress any more.
  virtual void leave() {}
  /// Processor time that it has taken beside these calls.
  [[nodiscard]] virtual double cpu_us() const { return 0; }
  struct sent {
    double messages = 0, bytes = 0;
  };
  [[nodiscard]] virtual sent so_far() const { return {}; }
  /// False while it searches for its best settings: iterations do not count.
  [[nodiscard]] virtual bool is_settled() const { return true; }
  /// A line of the timeline for each event of the last iteration, which has begun at `begin_us`.
  virtual void write_timeline(std::FILE*, double /*begin_us*/) const {}
  const std::string name;
};

/// MPI_Iallreduce of each tensor, and of buckets of `bucket_bytes`, whose waits end by
/// ark::error{timeout} after `longest`. None if MPI has not started the PEs.
std::vector<std::unique_ptr<gradient_exchange>> mpi_exchanges(const gradient_buffers& gradients,
                                                              std::size_t bucket_bytes,
                                                              std::chrono::nanoseconds longest);

/// For the test of metric `gradients`.
class gradients_measurement {
 public:
  /// Throws ark::error{out_of_memory}, {unsupported} (a heap in GPU memory).
  gradients_measurement(const test_info& test, const options& opts, pe_group& group);

  /// A row for each exchange, with the slowest PE's time of each iteration. The computation is
  /// replayed: the PE sleeps until a gradient is ready, and for the layers of the forward pass, as
  /// if a GPU computed.
  std::vector<result_row> measure();

 private:
  result_row measure(gradient_exchange& by);
  void settle(gradient_exchange& by);
  void add_to_timeline(const gradient_exchange& by);
  std::vector<double> iterations_us(gradient_exchange& by, const replay& run,
                                    const loop_length& length);
  double largest(double value);  ///< of all PEs; 0 or more, to a thousandth

  const options& opts_;
  pe_group& group_;
  loop_length length_;
  replay run_, at_once_;  ///< at_once_: without computation
  double computation_us_ = 0;
  double last_begin_us_ = 0;  ///< of the last iteration
  bool is_first_ = true;      ///< of the timeline
  ark::symmetric_array<float> memory_;
  gradient_buffers gradients_;
};

}  // namespace ark_perf
