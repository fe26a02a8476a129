#include <fmt/core.h>
#include <time.h>

#include <algorithm>
#include <ark/ark.hpp>
#include <ark/gradients.hpp>
#include <ark/symmetric_array.hpp>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>

#include "chunks.hpp"
#include "send_order.hpp"
#include "sum.hpp"

namespace ark::gradients {

namespace {

using std::chrono::microseconds;

[[noreturn]] void refuse(const std::string& what) {
  throw error(errc::invalid_argument, "gradients::exchange: " + what);
}

void check_options(const std::vector<tensor>& tensors, const options& how) {
  if (how.chunk_bytes == 0 || how.chunk_bytes % 64 != 0)
    refuse(fmt::format("chunk_bytes = {}; accepted: a multiple of 64", how.chunk_bytes));
  if (how.credit_bytes < how.chunk_bytes) {
    refuse(fmt::format("credit_bytes = {}; accepted: at least chunk_bytes, {}", how.credit_bytes,
                       how.chunk_bytes));
  }
  if (!(how.burst_threshold > 0))
    refuse(fmt::format("burst_threshold = {}; accepted: more than 0", how.burst_threshold));
  if (!(how.drift_share >= 0))
    refuse(fmt::format("drift_share = {}; accepted: 0 or more", how.drift_share));
  for (std::size_t t = 0; t < tensors.size(); ++t) {
    if (tensors[t].data == nullptr && tensors[t].count != 0)
      refuse(fmt::format("tensor {} of {} elements has a null address", t, tensors[t].count));
    const std::size_t element = element_bytes(tensors[t].type);
    if (element == 0)
      refuse(fmt::format("tensor {}: type {}; accepted: 0 to 3", t,
                         static_cast<int>(tensors[t].type)));
    if (reinterpret_cast<std::uintptr_t>(tensors[t].data) % element != 0)
      refuse(
          fmt::format("tensor {} at {}; accepted: a multiple of {}", t, tensors[t].data, element));
  }
}

/// The failure of the PE, if it has one.
void check_failure(const char* call) {
  if (const errc code = status(); code != errc::ok)
    throw error(code,
                fmt::format("gradients::exchange::{}: {}", call, failure_text(last_failure())));
}

/// The largest of `mine` on all PEs, word by word. words: two symmetric ones for each.
std::vector<std::uint64_t> largest(std::uint64_t* words, const std::vector<std::uint64_t>& mine) {
  std::copy(mine.begin(), mine.end(), words);
  std::uint64_t* const all = words + mine.size();
  ark_uint64_max_reduce(ARK_TEAM_WORLD, all, words, mine.size());
  check_failure("exchange");
  return {all, all + mine.size()};
}

std::size_t bytes_of(const tensor& one) { return one.count * element_bytes(one.type); }
std::size_t rounded_up(std::size_t bytes) { return (bytes + 63) / 64 * 64; }

double now_us() {
  using std::chrono::steady_clock;
  return std::chrono::duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace

class exchange::state {
 public:
  state(std::vector<tensor> tensors, const options& how);
  ~state();

  [[nodiscard]] bool is_open() const { return iteration_ != ended_; }
  void begin() { ++iteration_; }
  void ready(std::size_t t);
  void end() { ended_ = iteration_; }
  void wait(std::size_t t);
  void check_tensor(const char* call, std::size_t t) const;
  void check_open(const char* call) const;
  [[nodiscard]] std::uint64_t awaited(std::size_t t) const { return std::max(ended_, by_host_[t]); }
  [[nodiscard]] kernel_view view() const {
    return {ready_words(), done_words(), iteration_, ended_, me_};
  }
  [[nodiscard]] statistics so_far() const;
  [[nodiscard]] std::uint64_t iteration() const { return iteration_; }
  [[nodiscard]] std::uint64_t* ready_words() const { return words_.data(); }
  [[nodiscard]] std::uint64_t* done_words() const { return ready_words() + tensors_.size(); }

 private:
  /// Of each chunk: the iteration of the result that its owner has sent last.
  [[nodiscard]] std::uint64_t* result_words() const { return done_words() + tensors_.size(); }
  /// Of an owned chunk: a word for each PE, the iteration of what it has sent last.
  [[nodiscard]] std::uint64_t* arrival_words(std::size_t chunk) const {
    return result_words() + chunks_.all.size() + chunk * pes_;
  }
  /// A word for each PE: how many bytes it has received from this one.
  [[nodiscard]] std::uint64_t* received_words() const { return arrival_words(chunks_.all.size()); }
  /// 1 once the destructor has asked for it and nothing is in flight.
  [[nodiscard]] std::uint64_t* drained_word() const { return received_words() + pes_; }
  [[nodiscard]] std::size_t word_count() const {
    return 2 * tensors_.size() + chunks_.all.size() * (1 + pes_) + pes_ + 1;
  }

  struct of_tensor {
    std::byte* data;  ///< symmetric: the tensor's own memory, or a copy
    bool is_copy;
    std::uint64_t iteration = 0;  ///< the last one in which it was ready
    std::size_t left = 0;         ///< chunks without a result
    std::uint64_t turn = 0;
  };
  struct of_chunk {
    std::uint64_t iteration = 0;    ///< of the last result
    std::vector<bool> has_arrived;  ///< of an owned chunk, for the next iteration
    std::size_t arrived = 0;
  };

  void agree_on_tensors();
  void run();
  bool step();
  bool take_ready();
  bool start(std::size_t t, std::uint64_t iteration);
  bool take_result(std::size_t c);
  bool take_arrivals(std::size_t c);
  void complete(std::size_t c);
  bool send();
  void acknowledge(int pe, std::size_t bytes) { ark_signal_add(received_words() + me_, bytes, pe); }
  [[nodiscard]] std::byte* slot(std::size_t c, int pe) const {
    const chunk& of = chunks_.all[c];
    return slots_.data() + of.slots + static_cast<std::size_t>(pe) * of.stride;
  }
  [[nodiscard]] std::byte* part(std::size_t c) const {
    const chunk& of = chunks_.all[c];
    return of_tensors_[of.tensor].data + of.offset;
  }
  [[nodiscard]] static std::uint64_t seen(const std::uint64_t* word) {
    return ark_signal_fetch(word);
  }

  const std::vector<tensor> tensors_;
  const options how_;
  const int me_ = ark_my_pe();
  const std::size_t pes_ = static_cast<std::size_t>(ark_n_pes());
  const chunk_list chunks_;
  symmetric_array<std::uint64_t> words_;
  symmetric_array<std::byte> slots_, copies_;

  // Of the program's thread.
  std::uint64_t iteration_ = 0, ended_ = 0;
  std::vector<std::uint64_t> by_host_;  ///< iteration of the last ready() of each tensor

  // Of the exchange's thread.
  std::vector<of_tensor> of_tensors_;
  std::vector<of_chunk> of_chunks_;
  send_order order_;
  std::uint64_t turns_ = 0;
  std::size_t without_result_ = 0;  ///< tensors that are ready

  // Between them.
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<std::pair<std::size_t, std::uint64_t>> made_ready_;  ///< by ready(), in order: the
                                                                   ///< tensor, the iteration
  bool drains_ = false, ends_ = false;
  statistics statistics_;
  void* const pe_;  ///< of the thread that made the exchange
  std::thread thread_;
};

exchange::state::state(std::vector<tensor> tensors, const options& how)
    : tensors_((check_options(tensors, how), std::move(tensors))),
      how_(how),
      chunks_(cut(tensors_, how.chunk_bytes, static_cast<int>(pes_))),
      words_(std::max(word_count(), 10 * tensors_.size() + 12)),
      slots_(0),
      copies_(0),
      by_host_(tensors_.size()),
      of_chunks_(chunks_.all.size()),
      order_(how, tensors_.size()),
      pe_(ark::detail::pe_of_thread()) {
  if (ark::detail::host_context().host_copier != nullptr)
    throw error(errc::unsupported,
                "gradients::exchange: the heap is in GPU memory; accepted: ARK_DEVICE=cpu");
  agree_on_tensors();
  for (of_chunk& one : of_chunks_) one.has_arrived.resize(pes_);
  std::fill_n(words_.data(), words_.size(), 0);
  ark_barrier_all();
  check_failure("exchange");
  thread_ = std::thread([this] { run(); });
}

/// Compare the tensors of all PEs, and allocate what is sent and received.
void exchange::state::agree_on_tensors() {
  std::vector<std::uint64_t> mine = {tensors_.size(), ~std::uint64_t{tensors_.size()},
                                     how_.chunk_bytes, ~std::uint64_t{how_.chunk_bytes}};
  const auto result = static_cast<std::uint64_t>(how_.result);
  mine.insert(mine.end(), {result, ~result});
  auto most = largest(words_.data(), mine);
  if (most[0] != ~most[1] || most[2] != ~most[3]) {
    throw error(errc::asymmetric,
                fmt::format("gradients::exchange: {} tensors and chunk_bytes {} on PE {}; others "
                            "have {} to {} tensors and {} to {}",
                            mine[0], mine[2], me_, ~most[1], most[0], ~most[3], most[2]));
  }
  if (most[4] != ~most[5])
    throw error(errc::asymmetric,
                fmt::format("gradients::exchange: result is {} on PE {}; accepted: the same on all "
                            "PEs",
                            how_.result == reduction::mean ? "mean" : "sum", me_));
  mine.clear();
  for (const tensor& one : tensors_) {
    const std::uint64_t shape = one.count << 2 | static_cast<std::uint64_t>(one.type);
    const bool is_symmetric = one.count == 0 || ark_addr_accessible(one.data, me_) != 0;
    const std::uint64_t offset = is_symmetric && one.count != 0
                                     ? reinterpret_cast<std::uint64_t>(one.data) -
                                           reinterpret_cast<std::uint64_t>(words_.data())
                                     : 0;
    mine.insert(mine.end(), {shape, ~shape, is_symmetric ? 0u : 1u, offset, ~offset});
  }
  if (!mine.empty()) most = largest(words_.data(), mine);
  std::size_t copy_bytes = 0;
  for (std::size_t t = 0; t < tensors_.size(); ++t) {
    const std::uint64_t* const all = &most[5 * t];
    if (all[0] != ~all[1]) {
      throw error(errc::asymmetric,
                  fmt::format("gradients::exchange: tensor {} has {} elements of type {} on PE {}; "
                              "accepted: the same on all PEs",
                              t, tensors_[t].count, static_cast<int>(tensors_[t].type), me_));
    }
    const bool is_copy = all[2] != 0 || all[3] != ~all[4];
    of_tensors_.push_back({static_cast<std::byte*>(tensors_[t].data), is_copy});
    if (is_copy) copy_bytes += rounded_up(bytes_of(tensors_[t]));
  }
  slots_ = symmetric_array<std::byte>(chunks_.slot_bytes);
  copies_ = symmetric_array<std::byte>(copy_bytes);
  std::byte* copy = copies_.data();
  for (std::size_t t = 0; t < tensors_.size(); ++t) {
    if (!of_tensors_[t].is_copy) continue;
    of_tensors_[t].data = copy;
    copy += rounded_up(bytes_of(tensors_[t]));
  }
}

exchange::state::~state() {
  {
    const std::lock_guard lock(mutex_);
    drains_ = true;
  }
  wake_.notify_one();
  // Other PEs may still send, and wait for answers. Not while an error ends this PE's work.
  if (words_.alive() && std::uncaught_exceptions() == 0 && status() == errc::ok) {
    ark_signal_wait_until(drained_word(), ARK_CMP_EQ, 1);
    if (status() == errc::ok) ark_barrier_all();
  }
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void exchange::state::check_tensor(const char* call, std::size_t t) const {
  if (t >= tensors_.size())
    throw error(errc::invalid_argument,
                fmt::format("gradients::exchange::{}: tensor {}; accepted: below {}", call, t,
                            tensors_.size()));
}
void exchange::state::check_open(const char* call) const {
  if (!is_open())
    throw error(errc::wrong_state,
                fmt::format("gradients::exchange::{}: outside of an iteration; accepted: between "
                            "begin_iteration and end_iteration",
                            call));
}

void exchange::state::ready(std::size_t t) {
  if (by_host_[t] == iteration_)
    throw error(errc::wrong_state,
                fmt::format("gradients::exchange::ready: tensor {} a second time in iteration {}",
                            t, iteration_));
  if (const std::uint64_t done = seen(done_words() + t); done + 1 < iteration_)
    throw error(errc::wrong_state,
                fmt::format("gradients::exchange::ready: tensor {} in iteration {}, whose result "
                            "of iteration {} is not there yet; accepted: after wait()",
                            t, iteration_, iteration_ - 1));
  by_host_[t] = iteration_;
  {
    const std::lock_guard lock(mutex_);
    made_ready_.emplace_back(t, iteration_);
  }
  wake_.notify_one();
}

void exchange::state::wait(std::size_t t) {
  if (const std::uint64_t iteration = awaited(t); iteration != 0)
    ark_signal_wait_until(done_words() + t, ARK_CMP_GE, iteration);
  check_failure("wait");
}

statistics exchange::state::so_far() const {
  const std::lock_guard lock(mutex_);
  statistics copy = statistics_;
  copy.iterations = ended_;
  return copy;
}

// --- The exchange's thread

void exchange::state::run() {
  constexpr microseconds shortest{20}, longest{200};
  ark::detail::bind_thread(pe_);
  microseconds nap = shortest;
  try {
    for (;;) {
      const bool did = status() == errc::ok && step();
      std::unique_lock lock(mutex_);
      statistics_.cpu_seconds = thread_seconds();
      if (ends_) return;
      nap = did ? shortest : std::min(2 * nap, longest);
      if (!did && made_ready_.empty()) wake_.wait_for(lock, nap);
    }
  } catch (const error&) {
    // A failure of the PE, which the program's thread sees by its own calls.
  }
}

bool exchange::state::step() {
  bool did = take_ready();
  for (std::size_t c = 0; c < of_chunks_.size(); ++c)
    did |= chunks_.all[c].owner == me_ ? take_arrivals(c) : take_result(c);
  did |= send();
  if (order_.idle() && without_result_ == 0) {
    const std::lock_guard lock(mutex_);
    if (drains_ && made_ready_.empty() && seen(drained_word()) == 0)
      ark_signal_set(drained_word(), 1, me_);
  }
  return did;
}

bool exchange::state::take_ready() {
  std::vector<std::pair<std::size_t, std::uint64_t>> now;
  {
    const std::lock_guard lock(mutex_);
    now.swap(made_ready_);
  }
  bool did = false;
  for (const auto& [t, iteration] : now) did |= start(t, iteration);
  // Backward, as most of them become ready.
  for (std::size_t t = tensors_.size(); t-- > 0;) did |= start(t, seen(ready_words() + t));
  return did;
}

/// The tensor is ready in `iteration`. False if that is not new.
bool exchange::state::start(std::size_t t, std::uint64_t iteration) {
  of_tensor& one = of_tensors_[t];
  if (iteration <= one.iteration) return false;
  one.iteration = iteration;
  one.turn = turns_++;
  order_.ready(t, now_us());
  const std::size_t first = chunks_.first_of[t], last = chunks_.first_of[t + 1];
  one.left = last - first;
  if (one.is_copy) std::memcpy(one.data, tensors_[t].data, bytes_of(tensors_[t]));
  for (std::size_t c = first; c < last; ++c) {
    if (chunks_.all[c].owner != me_) order_.add({c, false}, t, one.turn);
  }
  if (one.left == 0) {
    ark_signal_set(done_words() + t, iteration, me_);
  } else {
    ++without_result_;
  }
  return true;
}

/// Of a chunk that another PE owns.
bool exchange::state::take_result(std::size_t c) {
  const chunk& of = chunks_.all[c];
  if (seen(result_words() + c) <= of_chunks_[c].iteration) return false;
  acknowledge(of.owner, of.bytes);
  complete(c);
  return true;
}

/// Of a chunk that this PE owns; and the sum, once all is here.
bool exchange::state::take_arrivals(std::size_t c) {
  const chunk& of = chunks_.all[c];
  of_chunk& one = of_chunks_[c];
  bool did = false;
  // Answered also before this PE is ready: what the others have in flight must not wait for it.
  for (std::size_t pe = 0; pe < pes_ && one.arrived + 1 < pes_; ++pe) {
    if (static_cast<int>(pe) == me_ || one.has_arrived[pe]) continue;
    if (seen(arrival_words(c) + pe) <= one.iteration) continue;
    one.has_arrived[pe] = did = true;
    ++one.arrived;
    acknowledge(static_cast<int>(pe), of.bytes);
  }
  const of_tensor& whole = of_tensors_[of.tensor];
  if (one.arrived + 1 < pes_ || whole.iteration <= one.iteration) return did;
  std::vector<const std::byte*> from(pes_);
  for (std::size_t pe = 0; pe < pes_; ++pe) from[pe] = slot(c, static_cast<int>(pe));
  from[static_cast<std::size_t>(me_)] = part(c);
  // Sent from the slot: the program may write to the tensor before all PEs have the result.
  std::byte* const result = slot(c, me_);
  sum(tensors_[of.tensor].type, of.bytes, from, how_.result == reduction::mean, result);
  std::memcpy(part(c), result, of.bytes);
  one.has_arrived.assign(pes_, false);
  one.arrived = 0;
  if (pes_ > 1) order_.add({c, true}, of.tensor, whole.turn);
  complete(c);
  return true;
}

void exchange::state::complete(std::size_t c) {
  const std::size_t t = chunks_.all[c].tensor;
  of_tensor& whole = of_tensors_[t];
  of_chunks_[c].iteration = whole.iteration;
  if (--whole.left != 0) return;
  --without_result_;
  if (whole.is_copy) std::memcpy(tensors_[t].data, whole.data, bytes_of(tensors_[t]));
  ark_signal_set(done_words() + t, whole.iteration, me_);
}

bool exchange::state::send() {
  std::uint64_t received = 0;
  for (std::size_t pe = 0; pe < pes_; ++pe) received += seen(received_words() + pe);
  const double now = now_us();
  order_.arrived(received, now);
  bool did = false;
  const auto bytes_of = [&](const transfer& what) {
    return chunks_.all[what.chunk].bytes * (what.is_result ? pes_ - 1 : 1);
  };
  while (const auto what = order_.next(now, bytes_of)) {
    did = true;
    const std::size_t c = what->chunk;
    const chunk& of = chunks_.all[c];
    if (!what->is_result) {
      ark_putmem_signal_nbi(slot(c, me_), part(c), of.bytes, arrival_words(c) + me_,
                            of_tensors_[of.tensor].iteration, ARK_SIGNAL_SET, of.owner);
    } else {
      for (std::size_t k = 1; k < pes_; ++k) {
        const int pe = static_cast<int>((static_cast<std::size_t>(me_) + k) % pes_);
        ark_putmem_signal_nbi(part(c), slot(c, me_), of.bytes, result_words() + c,
                              of_chunks_[c].iteration, ARK_SIGNAL_SET, pe);
      }
    }
    const std::lock_guard lock(mutex_);
    statistics_.messages += what->is_result ? pes_ - 1 : 1;
    statistics_.bytes += bytes_of(*what);
    statistics_.most_bytes = std::max(statistics_.most_bytes, order_.in_flight());
  }
  return did;
}

// --- The calls

exchange::exchange(std::vector<tensor> tensors, const options& how)
    : state_(std::make_unique<state>(std::move(tensors), how)) {}
exchange::~exchange() = default;

void exchange::begin_iteration() {
  if (state_->is_open())
    throw error(errc::wrong_state,
                "gradients::exchange::begin_iteration: the last iteration has not ended; accepted: "
                "after end_iteration");
  check_failure("begin_iteration");
  state_->begin();
}
void exchange::ready(std::size_t tensor) {
  state_->check_tensor("ready", tensor);
  state_->check_open("ready");
  state_->ready(tensor);
}
void exchange::ready_on_stream(std::size_t tensor, stream_t stream) {
  state_->check_tensor("ready_on_stream", tensor);
  state_->check_open("ready_on_stream");
  ark_signal_set_on_stream(state_->ready_words() + tensor, state_->iteration(), ark_my_pe(),
                           stream);
}
void exchange::end_iteration() {
  state_->check_open("end_iteration");
  state_->end();
}
void exchange::wait(std::size_t tensor) {
  state_->check_tensor("wait", tensor);
  state_->wait(tensor);
}
void exchange::wait_on_stream(std::size_t tensor, stream_t stream) {
  state_->check_tensor("wait_on_stream", tensor);
  ark_signal_wait_until_on_stream(state_->done_words() + tensor, ARK_CMP_GE,
                                  state_->awaited(tensor), stream);
}
kernel_view exchange::view() const { return state_->view(); }
statistics exchange::so_far() const { return state_->so_far(); }

}  // namespace ark::gradients
