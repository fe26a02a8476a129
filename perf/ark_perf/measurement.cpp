#include "measurement.hpp"

#include <algorithm>

#include "check_pattern.hpp"

namespace ark_perf {

namespace {

constexpr std::size_t line = 128;
constexpr std::size_t guard_bytes = 64;  ///< behind each message, must stay as it was
constexpr std::uint64_t checked_rounds = 16;
constexpr std::uint64_t most_samples = 1'000'000;
constexpr std::size_t bytes_per_turn = std::size_t{64} << 20;

std::size_t round_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

bool has_data(operation_kind operation) {
  switch (operation) {
    case operation_kind::put_quiet:
    case operation_kind::put_window:
    case operation_kind::get_once:
    case operation_kind::get_window:
    case operation_kind::gather_window:
    case operation_kind::scatter_window:
    case operation_kind::ping_pong:
    case operation_kind::plan_ping_pong:
    case operation_kind::host_ping_pong:
    case operation_kind::plan_window:
      return true;
    case operation_kind::atomic_once:
    case operation_kind::atomic_window:
    case operation_kind::barrier:
    case operation_kind::sync:
    case operation_kind::team_sync:
    case operation_kind::collective:
      return false;
  }
  return false;
}

bool is_get(operation_kind operation) {
  return operation == operation_kind::get_once || operation == operation_kind::get_window ||
         operation == operation_kind::gather_window;
}

bool has_window(operation_kind operation) {
  return operation == operation_kind::put_window || operation == operation_kind::get_window ||
         operation == operation_kind::plan_window || operation == operation_kind::atomic_window ||
         is_list(operation);
}

/// Blocks of a message size in source and dest.
std::size_t blocks_of(const test_info& test, int n_pes) {
  const auto pes = static_cast<std::size_t>(n_pes);
  if (test.operation != operation_kind::collective) return 1;
  switch (test.collective) {
    case collective_kind::collect:
    case collective_kind::fcollect:
    case collective_kind::alltoall:
      return pes;
    case collective_kind::alltoalls:
      return 2 * pes;
    case collective_kind::broadcast:
    case collective_kind::reduce:
    case collective_kind::inscan:
    case collective_kind::exscan:
      return 1;
  }
  return 1;
}

/// Kernels of different PEs.
bool wait_for_each_other(role_kind role) {
  return role == role_kind::ping_pong || role == role_kind::everyone;
}

std::size_t largest(const std::vector<std::size_t>& sizes) {
  return *std::max_element(sizes.begin(), sizes.end());
}

std::uint64_t most_iterations(const test_info& test, const options& opts) {
  std::uint64_t most = 1;
  for (const std::size_t bytes : sizes_of(test, opts)) {
    most = std::max(most, length_of(test, bytes, opts).iterations);
  }
  return std::min(most, most_samples);
}

}  // namespace

part part_of(const test_info& test, int pe, int n_pes) {
  const bool gets = is_get(test.operation);
  const int half = n_pes / 2;
  switch (test.role) {
    case role_kind::origin:
      if (n_pes == 1) return {true, true, 0, true, 1};
      if (pe > 1) return {};
      return {pe == 0, gets == (pe == 0), 1 - pe, pe == 0, 1};
    case role_kind::ping_pong:
      if (pe > 1) return {};
      return {true, true, 1 - pe, pe == 0, 1};
    case role_kind::pairs:
      if (pe >= 2 * half) return {false, false, -1, true, half};
      return {pe < half, pe >= half, pe < half ? pe + half : pe - half, true, half};
    case role_kind::everyone:
      return {true, false, (pe + 1) % n_pes, true, 1};
  }
  return {};
}

bool is_launched_once(const test_info& test, const options& opts, const pe_group& group) {
  return opts.from == source_kind::kernel && wait_for_each_other(test.role) && group.one_launch();
}

measurement::measurement(const test_info& test, const options& opts, pe_group& group)
    : test_(test),
      opts_(opts),
      group_(group),
      part_(part_of(test, group.pe(), group.size())),
      callers_(opts.callers()),
      slots_(has_window(test.operation) && !is_plan(test.operation) &&
                     (opts.buffers == buffer_kind::multiple || is_list(test.operation))
                 ? opts.window
                 : 1),
      slot_stride_(round_up(
          largest(sizes_of(test, opts)) * blocks_of(test, group.size()) + guard_bytes, line)),
      word_stride_(round_up(opts.window, line / sizeof(std::uint64_t))),
      source_(slot_stride_ * slots_ * callers_),
      dest_(slot_stride_ * slots_ * callers_),
      words_(word_stride_ * callers_),
      fetched_(word_stride_ * callers_),
      pieces_(is_list(test.operation) ? std::size_t{opts.window} * callers_ : 1),
      spans_(callers_),
      samples_(opts.percentiles ? most_iterations(test, opts) : 1),
      errors_(1),
      place_(1) {
  // Touched before anything is timed.
  source_.fill(std::byte{1});
  dest_.fill(std::byte{2});
  words_.fill(0);
  samples_.fill(0);
  errors_.fill(0);
  group_.barrier();
}

loop measurement::make_loop(std::size_t bytes, std::optional<atomic_op> op) const {
  loop all;
  all.dest = dest_.data();
  all.source = source_.data();
  all.bytes = bytes;
  all.stride = slot_stride_ * slots_;
  all.slot_stride = slots_ > 1 ? slot_stride_ : 0;
  all.words = words_.data();
  all.word_stride = word_stride_;
  all.pieces = pieces_.data();
  if (plan_) all.plan = plan_->get();
  if (host_copy_) all.mail = host_copy_->mail();
  all.fetched = fetched_.data();
  all.spans = spans_.data();
  all.errors = errors_.data();
  all.threads = opts_.threads;
  all.engine_blocks = opts_.engine_blocks;
  all.shared_bytes = opts_.shared_bytes;
  all.pe = group_.pe();
  all.peer = part_.peer;
  all.sends_first = part_.sends_first;
  all.window = has_window(test_.operation) ? opts_.window : 1;
  const std::size_t per_round = std::max<std::size_t>(bytes, 64) * all.window * callers_;
  all.rounds_per_turn = static_cast<unsigned>(std::max<std::size_t>(1, bytes_per_turn / per_round));
  all.collective = test_.collective;
  all.reduction = test_.reduction;
  if (op) {
    all.op = *op;
    all.quiet_each = !atomic_of(*op).fetches;
  } else {
    all.first = next_round_;
  }
  return all;
}

shape measurement::shape_of_loop(bool collective) {
  shape how;
  how.from = opts_.from;
  how.scope = opts_.scope;
  how.blocks = opts_.blocks;
  how.collective = collective;
  how.place = place_.data();
  how.times = &times_;
  if (host_copy_) how.serve = [this] { host_copy_->serve(); };
  return how;
}

void measurement::place(const loop& all) {
  place_.write(0, {all});
  group_.barrier();  // one launch may be for all PEs
}

std::uint64_t measurement::launch(shape how,
                                  const std::function<std::uint64_t(const shape&)>& work) {
  if (!is_launched_once(test_, opts_, group_)) return work(how);
  if (group_.pe() == 0) {
    const shared_launches::turn launch = group_.begin_launch();
    how.launches = launch_kind::for_all;
    return work(how);
  }
  how.launches = launch_kind::by_another;
  group_.wait_for_launch(how.serve);
  return work(how);
}

void measurement::run(loop& all, std::uint64_t iterations) {
  const shape how = shape_of_loop(wait_for_each_other(test_.role));
  all.iterations = part_.active ? iterations : 0;
  place(all);
  // Kernels that wait for each other start together, so PEs without a part launch too.
  std::uint64_t used = iterations;
  if (part_.active || (how.collective && how.from == source_kind::kernel)) {
    used = launch(how, [&](const shape& way) { return run_operation(test_.operation, way, all); });
  }
  all.first += used;
  if (part_.active && how.from == source_kind::stream) {
    spans_.write(0, {times_.span});
    if (all.samples != nullptr) samples_.write(0, times_.samples);
  }
  group_.barrier();
}

pe_figures measurement::own_figures(const loop& all) const {
  pe_figures mine;
  if (all.iterations == 0) return mine;
  std::uint64_t begin = ~std::uint64_t{0}, end = 0, sum = 0;
  for (const span_ns& span : spans_.read(0, callers_)) {
    begin = std::min(begin, span.begin);
    end = std::max(end, span.end);
    sum += span.end - span.begin;
  }
  mine.duration_ns = end - begin;
  mine.mean_caller_ns = sum / callers_;
  return mine;
}

double measurement::iteration_us(const std::vector<pe_figures>& figures,
                                 std::uint64_t iterations) const {
  double ns = 0;
  if (has_window(test_.operation)) {
    for (const pe_figures& each : figures) ns = std::max(ns, static_cast<double>(each.duration_ns));
  } else if (test_.role == role_kind::everyone) {
    for (const pe_figures& each : figures)
      ns += static_cast<double>(each.mean_caller_ns) / group_.size();
  } else {
    ns = static_cast<double>(figures[0].mean_caller_ns);
    if (test_.role == role_kind::ping_pong) ns /= 2;
  }
  // A loop too short for the clock took at least one of its ticks.
  return std::max(ns, 1.0) / static_cast<double>(iterations) / 1000;
}

double measurement::timed_run(loop& all, std::uint64_t iterations) {
  run(all, iterations);
  return iteration_us(group_.gather(own_figures(all)), iterations);
}

distribution measurement::sampled_run(loop& all, std::uint64_t wanted) {
  const std::uint64_t iterations = std::min(wanted, most_samples);
  all.samples = samples_.data();
  run(all, iterations);
  all.samples = nullptr;
  const double halves = test_.role == role_kind::ping_pong ? 2000 : 1000;
  std::vector<double> us;
  us.reserve(iterations);
  for (const std::uint64_t ns : samples_.read(0, iterations)) {
    us.push_back(static_cast<double>(ns) / halves);
  }
  return distribution_of(std::move(us));
}

/// Where the message of a slot is in source or dest: in a batch they lie one after the other.
std::size_t measurement::place_of(unsigned slot, std::size_t bytes, bool batch) const {
  return slot / slots_ * slot_stride_ * slots_ + slot % slots_ * (batch ? bytes : slot_stride_);
}

/// For calls that are queued on a stream; the others write their list themselves.
void measurement::prepare_list(std::size_t bytes) {
  const std::byte* at =
      test_.operation == operation_kind::gather_window ? source_.data() : dest_.data();
  std::vector<ark_piece> pieces;
  for (unsigned w = 0; w < opts_.window; ++w)
    pieces.push_back({const_cast<std::byte*>(at) + w * slot_stride_, bytes, part_.peer});
  pieces_.write(0, pieces);
}

/// Its signal counts from zero.
void measurement::prepare_plan(std::size_t bytes) {
  plan_.reset();
  group_.barrier();
  words_.write(0, {0});
  next_round_ = 0;
  group_.barrier();
  if (part_.peer >= 0) {
    plan_.emplace(dest_.data(), source_.data(), bytes, words_.data(), part_.peer);
  }
}

/// PEs of one process: the mail of one is the other's memory too.
void measurement::prepare_host_copy(std::size_t bytes) {
  if (!host_copy_) host_copy_.emplace();
  pe_figures mine;
  mine.address = reinterpret_cast<std::uint64_t>(host_copy_->mail());
  const std::vector<pe_figures> all = group_.gather(mine);
  if (part_.peer < 0) return;
  const std::uint64_t peer = all[static_cast<std::size_t>(part_.peer)].address;
  host_copy_->connect(ark_ptr(dest_.data(), part_.peer), source_.data(), bytes,
                      reinterpret_cast<host_mail*>(peer));
}

void measurement::prepare_words(const loop& all) { words_.fill(atomic_initial(all.op)); }

void measurement::prepare_data(const loop& all, std::uint64_t round) {
  if (part_.peer < 0 || !has_data(test_.operation)) return;
  const bool from_batch = test_.operation == operation_kind::scatter_window;
  const bool to_batch = test_.operation == operation_kind::gather_window;
  for (unsigned slot = 0; slot < slots_ * callers_; ++slot) {
    std::vector<std::byte> sent(all.bytes), poison(all.bytes + (to_batch ? 0 : guard_bytes));
    pattern_fill(sent.data(), sent.size(), pattern_seed(group_.pe(), slot, round));
    pattern_poison(poison.data(), poison.size(), pattern_seed(part_.peer, slot, round));
    source_.write(place_of(slot, all.bytes, from_batch), sent);
    dest_.write(place_of(slot, all.bytes, to_batch), poison);
  }
}

std::uint64_t measurement::data_errors(const loop& all, std::uint64_t round) const {
  if (!part_.receives || !has_data(test_.operation)) return 0;
  std::uint64_t wrong = 0;
  const bool batch = test_.operation == operation_kind::gather_window;
  const std::size_t guard = batch ? 0 : guard_bytes;
  for (unsigned slot = 0; slot < slots_ * callers_; ++slot) {
    const auto arrived = dest_.read(place_of(slot, all.bytes, batch), all.bytes + guard);
    const std::uint64_t seed = pattern_seed(part_.peer, slot, round);
    wrong += pattern_errors(arrived.data(), all.bytes, seed);
    wrong += pattern_overrun(arrived.data(), all.bytes, guard, seed);
  }
  return wrong;
}

std::uint64_t measurement::word_errors(const loop& all) const {
  std::uint64_t before = 0, after = atomic_initial(all.op);
  for (std::uint64_t i = 0; i < all.first; ++i) {
    before = after;
    after = atomic_expected(all.op, before, i);
  }
  const std::vector<std::uint64_t> words = words_.read(0, words_.size());
  const std::vector<std::uint64_t> fetched = fetched_.read(0, fetched_.size());
  std::uint64_t wrong = 0;
  for (unsigned caller = 0; caller < callers_; ++caller) {
    for (unsigned w = 0; w < all.window; ++w) {
      const std::size_t at = caller * word_stride_ + w;
      if (part_.receives) wrong += words[at] == after ? 0 : 1;
      if (part_.active && atomic_of(all.op).fetches) wrong += fetched[at] == before ? 0 : 1;
    }
  }
  return wrong;
}

std::uint64_t measurement::checked_run(loop& all) {
  errors_.write(0, {0});
  all.iterations = part_.active ? checked_rounds : 0;
  place(all);
  all.first += launch(shape_of_loop(true),
                      [&](const shape& way) { return run_checked(test_.operation, way, all); });
  group_.barrier();
  return errors_.read(0, 1).front();
}

std::uint64_t measurement::sum_errors(std::uint64_t mine) {
  pe_figures figures;
  figures.errors = mine;
  std::uint64_t sum = 0;
  for (const pe_figures& each : group_.gather(figures)) sum += each.errors;
  return sum;
}

/// With --row-time the first repeat's warm-up tells how many iterations there is time for, the same
/// on every PE.
void measurement::warm_up(result_row& row, loop& all) {
  if (opts_.row_time_ns == 0 || !row.repeats_us.empty()) return run(all, row.length.warmup);
  const double us = timed_run(all, std::max<std::uint64_t>(1, row.length.warmup));
  row.length.iterations = iterations_within(opts_.row_time_ns, us, row.length.iterations);
}

std::uint64_t measurement::measure_once(result_row& row, loop all, bool atomics, bool sample) {
  if (atomics) prepare_words(all);
  group_.barrier();
  warm_up(row, all);
  if (opts_.check) prepare_data(all, ++data_round_);
  group_.barrier();
  row.repeats_us.push_back(timed_run(all, row.length.iterations));
  std::uint64_t wrong = opts_.check ? data_errors(all, data_round_) : 0;
  group_.barrier();
  if (sample) row.spread_us = sampled_run(all, row.length.iterations);
  if (opts_.check) wrong += atomics ? word_errors(all) : checked_run(all);
  group_.barrier();
  if (!atomics) next_round_ = all.first;
  return wrong;
}

result_row measurement::measure(std::size_t bytes, std::optional<atomic_op> op) {
  result_row row;
  row.op = op ? atomic_of(*op).name : "";
  row.bytes = bytes;
  row.length = length_of(test_, bytes, opts_);
  row.messages_per_caller = has_window(test_.operation) ? opts_.window : 1;
  row.messages_per_round = row.messages_per_caller * callers_ * static_cast<unsigned>(part_.pairs);
  std::uint64_t wrong = 0;
  if (is_list(test_.operation)) prepare_list(bytes);
  if (is_plan(test_.operation)) prepare_plan(bytes);
  if (test_.operation == operation_kind::host_ping_pong) prepare_host_copy(bytes);
  for (unsigned repeat = 0; repeat < opts_.repeat; ++repeat) {
    const bool sample = opts_.percentiles && repeat == 0;
    wrong += measure_once(row, make_loop(bytes, op), op.has_value(), sample);
  }
  std::sort(row.repeats_us.begin(), row.repeats_us.end());
  if (opts_.check) row.errors = sum_errors(wrong);
  return row;
}

}  // namespace ark_perf
