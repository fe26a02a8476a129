#include "gemm_measurement.hpp"

#include <algorithm>
#include <limits>
#include <new>

#include "check_pattern.hpp"
#include "gemm_numbers.hpp"

namespace ark_perf {

namespace {

constexpr std::uint64_t data_round = 1;

void need_full_gpu(unsigned n) {
  const unsigned enough = gemm_blocks_at_once();
  if (gemm_blocks(n) >= enough) return;
  unsigned least = n;
  while (gemm_blocks(least) < enough) least += gemm_tile;
  throw ark::error(ark::errc::invalid_argument,
                   fmt::format("--gemm {}: its {} blocks do not fill this GPU, which runs {} at "
                               "once; give {} or more",
                               n, gemm_blocks(n), enough, least));
}

std::size_t largest_message(const test_info& test, const options& opts) {
  const std::vector<std::size_t> sizes = sizes_of(test, opts);
  return *std::max_element(sizes.begin(), sizes.end());
}

}  // namespace

gemm_measurement::gemm_measurement(const test_info& test, const options& opts, pe_group& group)
    : test_(test),
      opts_(opts),
      group_(group),
      part_(part_of(test, group.pe(), group.size())),
      length_(length_of(test, 0, opts)),
      a_values_(gemm_matrix(opts.gemm, 1)),
      b_values_(gemm_matrix(opts.gemm, 2)),
      a_(a_values_.size()),
      b_(b_values_.size()),
      c_(a_values_.size()),
      spans_(std::max(length_.iterations, length_.warmup) * gemm_blocks(opts.gemm)),
      source_(largest_message(test, opts)),
      dest_(largest_message(test, opts)),
      figures_(1),
      words_(pinned_alloc(sizeof(paced_words))) {
  need_full_gpu(opts.gemm);
  new (words_.get()) paced_words;
  a_.write(0, a_values_);
  b_.write(0, b_values_);
  group_.barrier();
}

paced gemm_measurement::make_paced(bool sends) const {
  paced what;
  what.all.dest = dest_.data();
  what.all.source = source_.data();
  what.all.bytes = bytes_;
  what.all.plan = plan_ ? plan_->get() : nullptr;
  what.all.engine_blocks = opts_.engine_blocks;
  what.all.shared_bytes = opts_.shared_bytes;
  what.all.peer = part_.peer;
  what.all.window = opts_.window;
  what.words = static_cast<paced_words*>(words_.get());
  what.figures = figures_.data();
  what.bytes_per_us = opts_.rate_mb_per_s;
  what.most_ns = ark::device::context().timeout_ns / 2;
  what.sends = sends;
  return what;
}

std::vector<double> gemm_measurement::gemm_times() const {
  const unsigned blocks = gemm_blocks(opts_.gemm);
  const std::vector<span_ns> spans = spans_.read(0, length_.iterations * blocks);
  std::vector<double> us;
  for (auto first = spans.begin(); first != spans.end(); first += blocks) {
    std::uint64_t begin = first->begin, end = first->end;
    for (auto block = first; block != first + blocks; ++block) {
      begin = std::min(begin, block->begin);
      end = std::max(end, block->end);
    }
    us.push_back(std::max(1.0, static_cast<double>(end - begin)) / 1000);
  }
  return us;
}

/// Of the traffic that has ended. Throws if it did so before it was told to: then a part of the
/// GEMMs ran alone.
double gemm_measurement::reached_rate() const {
  const paced_figures sent = figures_.read(0, 1).front();
  const std::uint64_t ns = sent.span.end - sent.span.begin;
  if (ns >= ark::device::context().timeout_ns / 2) {
    throw ark::error(ark::errc::timeout,
                     fmt::format("{}: {} GEMMs must end within half of ARK_TIMEOUT: give a smaller "
                                 "--iterations or --gemm, or a longer ARK_TIMEOUT",
                                 test_.name, length_.iterations));
  }
  return static_cast<double>(sent.messages * bytes_) * 1000 / static_cast<double>(ns);
}

std::uint64_t gemm_measurement::wrong_rows() const {
  return gemm_wrong_rows(a_values_, b_values_, c_.read(0, c_.size()), opts_.gemm);
}

void gemm_measurement::take_turn(turns& so_far, load beside) {
  if (opts_.check) c_.fill(std::numeric_limits<float>::quiet_NaN());
  std::optional<traffic> other;
  if (beside != load::none)
    other.emplace(make_paced(beside == load::sends), is_plan(test_.operation), opts_.threads);
  run_gemms({a_.data(), b_.data(), c_.data(), opts_.gemm, spans_.data()}, length_.iterations);
  if (other) {
    other->finish();
    throw_recorded_failure();
    so_far.reached_mb_per_s.push_back(reached_rate());
  }
  const std::vector<double> us = sorted(gemm_times());
  so_far.medians_us.push_back(median(us));
  so_far.all_us.insert(so_far.all_us.end(), us.begin(), us.end());
  if (opts_.check) so_far.wrong_rows += wrong_rows();
}

result_row gemm_measurement::make_row(const turns& done, const turns& alone, load beside) const {
  result_row row;
  row.op = beside == load::none         ? "alone"
           : beside == load::keeps_time ? "beside a clock"
                                        : "beside traffic";
  row.bytes = bytes_;
  row.length = length_;
  row.repeats_us = sorted(done.medians_us);
  if (opts_.percentiles && !done.all_us.empty()) row.spread_us = distribution_of(done.all_us);
  row.slowdown.emplace();
  for (std::size_t turn = 0; turn < done.medians_us.size(); ++turn)
    row.slowdown->ratios.push_back(done.medians_us[turn] / alone.medians_us[turn]);
  row.slowdown->ratios = sorted(row.slowdown->ratios);
  if (beside == load::sends) {
    row.slowdown->asked_mb_per_s = static_cast<double>(opts_.rate_mb_per_s);
    if (!done.reached_mb_per_s.empty())
      row.slowdown->reached_mb_per_s = median(sorted(done.reached_mb_per_s));
  }
  return row;
}

void gemm_measurement::prepare(std::size_t bytes) {
  bytes_ = bytes;
  plan_.reset();
  group_.barrier();
  std::vector<std::byte> sent(bytes), poison(bytes);
  pattern_fill(sent.data(), bytes, pattern_seed(group_.pe(), 0, data_round));
  pattern_poison(poison.data(), bytes, pattern_seed(part_.peer, 0, data_round));
  source_.write(0, sent);
  dest_.write(0, poison);
  group_.barrier();
  if (part_.active && is_plan(test_.operation))
    plan_.emplace(dest_.data(), source_.data(), bytes, nullptr, part_.peer);
}

std::uint64_t gemm_measurement::sum_errors(std::uint64_t mine) {
  pe_figures figures;
  figures.errors = mine;
  if (part_.receives) {
    const std::uint64_t seed = pattern_seed(part_.peer, 0, data_round);
    figures.errors += pattern_errors(dest_.read(0, bytes_).data(), bytes_, seed);
  }
  std::uint64_t sum = 0;
  for (const pe_figures& each : group_.gather(figures)) sum += each.errors;
  return sum;
}

std::vector<result_row> gemm_measurement::measure(std::size_t bytes) {
  prepare(bytes);
  constexpr load loads[] = {load::none, load::keeps_time, load::sends};
  turns done[std::size(loads)];
  if (part_.active) {
    run_gemms({a_.data(), b_.data(), c_.data(), opts_.gemm, spans_.data()}, length_.warmup);
    for (unsigned turn = 0; turn < opts_.repeat; ++turn) {
      for (std::size_t i = 0; i < std::size(loads); ++i) take_turn(done[i], loads[i]);
    }
  }
  plan_.reset();  // before any PE of the process frees pinned memory, which waits for all plans
  group_.barrier();
  std::vector<result_row> rows;
  for (std::size_t i = 0; i < std::size(loads); ++i)
    rows.push_back(make_row(done[i], done[0], loads[i]));
  if (!opts_.check) return rows;
  std::uint64_t wrong = 0;
  for (const turns& each : done) wrong += each.wrong_rows;
  for (result_row& row : rows) row.errors = 0;
  rows.back().errors = sum_errors(wrong);
  return rows;
}

}  // namespace ark_perf
