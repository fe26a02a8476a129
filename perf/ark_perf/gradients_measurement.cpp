#include "gradients_measurement.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ark/gradients.hpp>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

namespace ark_perf {

namespace {

using clock = std::chrono::steady_clock;

double us_since(clock::time_point begin) {
  return std::chrono::duration<double, std::micro>(clock::now() - begin).count();
}
void compute_until(clock::time_point begin, double us) {
  std::this_thread::sleep_until(begin + std::chrono::duration_cast<clock::duration>(
                                            std::chrono::duration<double, std::micro>(us)));
}

class no_exchange final : public gradient_exchange {
 public:
  no_exchange() : gradient_exchange("none") {}
  void ready(std::size_t) override {}
  void wait(std::size_t) override {}
};

class by_ark final : public gradient_exchange {
 public:
  by_ark(const char* of, const std::vector<ark::gradients::tensor>& tensors,
         const ark::gradients::options& how)
      : gradient_exchange(of),
        exchange_(tensors, how),
        searches_(how.order == ark::gradients::policy::bytescheduler && ark_my_pe() == 0 &&
                  ark_n_pes() > 1) {}
  void begin() override { exchange_.begin_iteration(); }
  void ready(std::size_t tensor) override { exchange_.ready(tensor); }
  void end() override { exchange_.end_iteration(); }
  void wait(std::size_t tensor) override { exchange_.wait(tensor); }
  [[nodiscard]] double cpu_us() const override { return exchange_.so_far().cpu_seconds * 1e6; }
  [[nodiscard]] sent so_far() const override {
    const ark::gradients::statistics now = exchange_.so_far();
    return {static_cast<double>(now.messages), static_cast<double>(now.bytes)};
  }
  [[nodiscard]] bool is_settled() const override {
    return !searches_ || exchange_.so_far().is_tuned;
  }
  void write_timeline(std::FILE* to, double begin_us) const override;

 private:
  ark::gradients::exchange exchange_;
  const bool searches_;
};

void by_ark::write_timeline(std::FILE* to, double begin_us) const {
  const ark::gradients::iteration_record last = exchange_.last_iteration();
  const auto line = [&](const char* event, std::size_t tensor, std::size_t bytes, double from_us,
                        double to_us) {
    fmt::print(to, "{},{},{},{},{:.1f},{:.1f}\n", name, event, tensor, bytes, from_us - begin_us,
               to_us - begin_us);
  };
  for (std::size_t t = 0; t < last.tensors.size(); ++t) {
    const auto& of = last.tensors[t];
    line("ready", t, of.bytes, of.ready_us, of.ready_us);
    line("wait", t, of.bytes, of.waits_us, of.has_us);
  }
  for (const auto& of : last.messages)
    line(of.is_result ? "result" : "part", of.tensor, of.bytes, of.posted_us, of.answered_us);
}

}  // namespace

gradients_measurement::gradients_measurement(const test_info& test, const options& opts,
                                             pe_group& group)
    : opts_(opts),
      group_(group),
      length_(length_of(test, 0, opts)),
      run_(replay_of(opts.gradients)),
      at_once_(run_),
      memory_(run_.bytes() / sizeof(float)) {
  std::fill(at_once_.ready_us.begin(), at_once_.ready_us.end(), 0);
  std::fill(at_once_.forward_us.begin(), at_once_.forward_us.end(), 0);
  at_once_.backward_us = 0;
  float* next = memory_.data();
  for (const std::size_t count : run_.counts) {
    gradients_.emplace_back(next, count);
    next += count;
  }
}

double gradients_measurement::largest(double value) {
  pe_figures mine;
  mine.duration_ns = static_cast<std::uint64_t>(value * 1000);
  std::uint64_t most = 0;
  for (const pe_figures& each : group_.gather(mine)) most = std::max(most, each.duration_ns);
  return static_cast<double>(most) / 1000;
}

std::vector<double> gradients_measurement::iterations_us(gradient_exchange& by, const replay& run,
                                                         const loop_length& length) {
  const std::size_t n = run.counts.size();
  std::vector<double> times;
  for (std::uint64_t k = 0; k < length.warmup + length.iterations; ++k) {
    group_.barrier();
    const clock::time_point begin = clock::now();
    last_begin_us_ = std::chrono::duration<double, std::micro>(begin.time_since_epoch()).count();
    by.begin();
    for (std::size_t t = n; t-- > 0;) {
      compute_until(begin, run.ready_us[t]);
      by.ready(t);
    }
    by.end();
    compute_until(begin, run.backward_us);
    double until = std::max(run.backward_us, us_since(begin));
    for (std::size_t t = 0; t < n; ++t) {
      const double before = us_since(begin);
      by.wait(t);
      until += us_since(begin) - before + run.forward_us[t];
      compute_until(begin, until);
    }
    const double mine = us_since(begin);
    by.leave();
    const double us = largest(mine);
    if (k >= length.warmup) times.push_back(us);
  }
  std::sort(times.begin(), times.end());
  return times;
}

/// Iterations until the exchange has found its settings, the same number on every PE.
void gradients_measurement::settle(gradient_exchange& by) {
  constexpr int most = 60;
  for (int k = 0; k < most && largest(by.is_settled() ? 0 : 1) > 0; ++k)
    iterations_us(by, run_, {.iterations = 2, .warmup = 0});
}

void gradients_measurement::add_to_timeline(const gradient_exchange& by) {
  const std::string& path = opts_.gradients.timeline;
  if (path.empty() || ark_my_pe() != 0) return;
  std::FILE* const file = std::fopen(path.c_str(), is_first_ ? "w" : "a");
  if (file == nullptr)
    throw ark::error(ark::errc::invalid_argument,
                     "--timeline: '" + path + "' cannot be written: " + std::strerror(errno));
  if (is_first_) fmt::print(file, "op,event,tensor,bytes,from_us,to_us\n");
  is_first_ = false;
  by.write_timeline(file, last_begin_us_);
  std::fclose(file);
}

result_row gradients_measurement::measure(gradient_exchange& by) {
  gradient_figures figures;
  figures.computation_us = computation_us_;
  settle(by);
  const double before = by.cpu_us();
  const gradient_exchange::sent sent_before = by.so_far();
  result_row row;
  row.op = by.name;
  row.bytes = run_.bytes();
  row.length = length_;
  row.repeats_us = iterations_us(by, run_, length_);
  const auto count = static_cast<double>(length_.iterations + length_.warmup);
  figures.cpu_us = largest(by.cpu_us() - before) / count;
  figures.messages = (by.so_far().messages - sent_before.messages) / count;
  figures.bytes_sent = (by.so_far().bytes - sent_before.bytes) / count;
  add_to_timeline(by);
  loop_length few = length_;
  few.iterations = std::min<std::uint64_t>(few.iterations, 10);
  figures.communication_us = median(iterations_us(by, at_once_, few));
  figures.wait_us = row.time_us() - figures.computation_us;
  row.gradients = figures;
  return row;
}

std::vector<result_row> gradients_measurement::measure() {
  using ark::gradients::policy;
  no_exchange none;
  computation_us_ = median(iterations_us(none, run_, length_));
  std::vector<ark::gradients::tensor> tensors;
  for (const auto& one : gradients_)
    tensors.push_back(ark::gradients::tensor_of(one.data(), one.size()));
  std::vector<result_row> rows;
  for (const auto& [name, order] : {std::pair{"fifo", policy::fifo},
                                    {"p3", policy::p3},
                                    {"prophet", policy::prophet},
                                    {"bytescheduler", policy::bytescheduler}}) {
    by_ark one(name, tensors,
               {.order = order,
                .result = ark::gradients::reduction::sum,
                .chunk_bytes = opts_.gradients.chunk_bytes,
                .credit_bytes = opts_.gradients.credit_bytes,
                .message_us = static_cast<double>(opts_.gradients.message_us)});
    rows.push_back(measure(one));
  }
  if (opts_.local_pes == 0 && opts_.gradients.message_us == 0) {
    // As DistributedDataParallel: buckets of 25 MiB.
    const std::size_t bucket = opts_.gradients.scaled(std::size_t{25} << 20);
    for (const auto& one : mpi_exchanges(gradients_, bucket, pe_group::timeout()))
      rows.push_back(measure(*one));
  }
  double least_us = rows.front().gradients->communication_us;
  for (const result_row& row : rows) least_us = std::min(least_us, row.gradients->communication_us);
  for (result_row& row : rows) row.gradients->bound_us = std::max(computation_us_, least_us);
  return rows;
}

}  // namespace ark_perf
