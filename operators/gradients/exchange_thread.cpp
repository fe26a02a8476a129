#include "exchange_thread.hpp"

#include <fmt/core.h>
#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <ark/ark.hpp>
#include <chrono>

#include "sum.hpp"
#include "tuner.hpp"

namespace ark::gradients {

namespace {

double seconds_of(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// An eighth of what a PE owns, and from one to 16 chunks: owners have about as many bytes each.
std::size_t stripe_of(const std::vector<tensor>& tensors, std::size_t chunk_bytes) {
  std::size_t all = 0;
  for (const tensor& one : tensors) all += bytes_of(one);
  const std::size_t chunks = all / (8 * static_cast<std::size_t>(ark_n_pes())) / chunk_bytes;
  return std::clamp<std::size_t>(chunks, 1, 16) * chunk_bytes;
}

}  // namespace

double now_us() {
  using std::chrono::steady_clock;
  return std::chrono::duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

exchange_thread::exchange_thread(std::vector<tensor> tensors, agreement with,
                                 const words_of_tensors& words)
    : tensors_(std::move(tensors)),
      with_(std::move(with)),
      stripe_bytes_(stripe_of(tensors_, with_.how.chunk_bytes)),
      chunks_(cut(with_.sent, with_.how.chunk_bytes, stripe_bytes_, ark_n_pes())),
      routes_(chunks_, with_.hosts, me_),
      words_(words),
      mail_(me_, static_cast<std::size_t>(ark_n_pes())),
      slots_(routes_.bytes()),
      results_(slots_.data(), slots_.size()),
      seen_words_(words.view()),
      of_tensors_(tensors_.size()),
      of_chunks_(chunks_.all.size()),
      order_(with_.how, chunks_),
      pe_(ark::detail::pe_of_thread()) {
  record_.tensors.resize(tensors_.size());
  done_iterations_.resize(tensors_.size());
  ark_barrier_all();
  check_failure("exchange");
  thread_ = std::thread([this] { run(); });
}

exchange_thread::~exchange_thread() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  ears_.wake();
  thread_.join();
}

// --- Calls of the program's thread

void exchange_thread::ready(std::size_t t, std::uint64_t iteration) {
  {
    const std::lock_guard lock(mutex_);
    made_ready_.push_back({t, iteration, now_us()});
  }
  ears_.wake();
}

void exchange_thread::sleep_until_done(std::size_t t, std::uint64_t iteration,
                                       std::chrono::microseconds longest) {
  std::unique_lock lock(mutex_);
  done_.wait_for(lock, longest, [&] {
    return done_iterations_[t] >= iteration || status() != errc::ok || !refused_.empty();
  });
  if (!refused_.empty()) throw error(errc::wrong_state, refused_);
}

void exchange_thread::drain() {
  {
    const std::lock_guard lock(mutex_);
    drains_ = true;
  }
  ears_.wake();
}

statistics exchange_thread::so_far() const {
  const std::lock_guard lock(mutex_);
  statistics now = statistics_;
  if (!has_ended_) now.cpu_seconds = seconds_of(cpu_clock_);
  return now;
}
iteration_record exchange_thread::record() const {
  const std::lock_guard lock(mutex_);
  return record_;
}

// --- The thread

void exchange_thread::run() {
  ark::detail::bind_thread(pe_);
  {
    const std::lock_guard lock(mutex_);
    pthread_getcpuclockid(pthread_self(), &cpu_clock_);
    has_ended_ = false;
  }
  try {
    for (;;) {
      const std::uint32_t heard = ears_.heard();
      const bool is_well = status() == errc::ok, did = is_well && step();
      {
        const std::lock_guard lock(mutex_);
        if (ends_) break;
        if (!is_well) done_.notify_all();
      }
      if (!did) ears_.sleep(heard, order_.longest_sleep(now_us()));
    }
  } catch (const error&) {
    // A failure of the PE, which the program's thread sees by its own calls.
  }
  const std::lock_guard lock(mutex_);
  statistics_.cpu_seconds = seconds_of(cpu_clock_);
  has_ended_ = true;
  done_.notify_all();
}

bool exchange_thread::step() {
  // Progress once, for what was posted: the proxy's thread leaves its work to threads that poll
  // often, and this one sleeps soon.
  ark_signal_fetch(words_.drained());
  bool did = take_ready();
  did |= mail_.take_messages([&](int pe, const message& what) { take(pe, what); });
  take_window();
  take_answers();
  did |= send();
  if (order_.idle() && without_result_ == 0) {
    const std::lock_guard lock(mutex_);
    if (drains_ && made_ready_.empty() && heap_.word(words_.drained()) == 0)
      ark_signal_set(words_.drained(), 1, me_);
  }
  return did;
}

bool exchange_thread::take_ready() {
  std::vector<made_ready> now;
  {
    const std::lock_guard lock(mutex_);
    now.swap(made_ready_);
  }
  bool did = false;
  for (const made_ready& one : now) did |= start(one.tensor, one.iteration, one.at_us);
  // By kernels and streams. Backward, as most of them become ready.
  seen_words_.refresh();
  for (std::size_t t = tensors_.size(); t-- > 0;) {
    const std::uint64_t iteration = seen_words_[t];
    if (iteration > of_tensors_[t].iteration) did |= start(t, iteration, now_us());
  }
  return did;
}

/// The tensor is ready in `iteration`. False if that is not new.
bool exchange_thread::start(std::size_t t, std::uint64_t iteration, double at_us) {
  of_tensor& one = of_tensors_[t];
  if (iteration <= one.iteration) return false;
  if (one.left != 0) {
    refuse_early(t, iteration);
    return false;
  }
  one.iteration = iteration;
  one.turn = turns_++;
  order_.ready(t, at_us);
  {
    const std::lock_guard lock(mutex_);
    if (iteration > recorded_) {
      first_recorded_ += record_.messages.size();
      record_.messages.clear();
      recorded_ = iteration;
    }
    record_.tensors[t].ready_us = at_us;
  }
  const std::size_t first = chunks_.first_of[t], last = chunks_.first_of[t + 1];
  one.left = last - first;
  if (one.left == 0) {
    done(t);
    return true;
  }
  ++without_result_;
  if (with_.sent[t].data != tensors_[t].data) {
    heap_.store(with_.sent[t].data, tensors_[t].data, bytes_of(tensors_[t]));
    heap_.settle();
  }
  for (std::size_t c = first; c < last; ++c) {
    const route& to = route_of(c);
    if (to.is_owner || !to.adds.empty()) {
      add_if_all_are_here(c);
    } else {
      order_.add(c, false, one.turn);
    }
  }
  return true;
}

void exchange_thread::refuse_early(std::size_t t, std::uint64_t iteration) {
  const std::lock_guard lock(mutex_);
  if (!refused_.empty()) return;
  refused_ = fmt::format(
      "gradients::exchange: a kernel or stream made tensor {} ready in iteration {}, whose result "
      "of iteration {} is not there yet; accepted: after wait()",
      t, iteration, of_tensors_[t].iteration);
  done_.notify_all();
}

void exchange_thread::take(int pe, const message& what) {
  for (std::size_t c = what.first; c < what.first + what.count; ++c) {
    if (what.is_result) {
      const bool is_in_slot = routes_.has_own_slot(chunks_.all[c].stripe, me_);
      if (is_in_slot) heap_.load(result(c), own_slot(c), chunks_.all[c].bytes);
      have_result(c, is_in_slot);
    } else {
      take_part(c, pe);
    }
  }
}

/// Answered also before this PE is ready: what others have in flight must not wait for it.
void exchange_thread::take_part(std::size_t c, int pe) {
  const auto host = [&](int of) { return with_.hosts.host_of[static_cast<std::size_t>(of)]; };
  of_chunk& one = of_chunks_[c];
  ++(host(pe) == host(me_) ? one.from_host : one.from_hosts);
  add_if_all_are_here(c);
}

/// Of a chunk that this PE leads on its host: the host's parts, and as its owner those of the
/// hosts. The owner's slot holds the last result until all hosts have it, so it adds when all have
/// sent their next part.
void exchange_thread::add_if_all_are_here(std::size_t c) {
  of_chunk& one = of_chunks_[c];
  const route& to = route_of(c);
  const std::size_t t = chunks_.all[c].tensor;
  const std::size_t others = std::max<std::size_t>(to.adds.size(), 1) - 1;
  if (of_tensors_[t].iteration <= one.iteration || one.from_host < others) return;
  if (to.is_owner && one.from_hosts + 1 < with_.hosts.size()) return;
  if (!to.adds.empty()) add_parts_of_host(c);
  if (!to.is_owner) return order_.add(c, false, of_tensors_[t].turn);
  if (with_.hosts.size() > 1) add_parts_of_hosts(c);
  have_result(c, true);
}

void exchange_thread::add_parts_of_host(std::size_t c) {
  const chunk& of = chunks_.all[c];
  std::vector<const std::byte*> from;
  for (const int pe : route_of(c).adds)
    from.push_back(parts_.read(from.size(),
                               pe == me_ ? part(c) : at(routes_.slot_of_pe(of.stripe, me_, pe), c),
                               of.bytes));
  const bool is_mean = with_.how.result == reduction::mean && with_.hosts.size() == 1;
  sum(tensors_[of.tensor].type, of.bytes, from, is_mean ? from.size() : 1, result(c));
}
void exchange_thread::add_parts_of_hosts(std::size_t c) {
  const chunk& of = chunks_.all[c];
  std::vector<const std::byte*> from;
  const std::size_t my_host = with_.hosts.host_of[static_cast<std::size_t>(me_)];
  for (std::size_t h = 0; h < with_.hosts.size(); ++h) {
    if (h == my_host && !route_of(c).adds.empty()) {
      from.push_back(result(c));
    } else {
      from.push_back(parts_.read(
          h, h == my_host ? part(c) : at(routes_.slot_of_host(of.stripe, h), c), of.bytes));
    }
  }
  const bool is_mean = with_.how.result == reduction::mean;
  sum(tensors_[of.tensor].type, of.bytes, from, is_mean ? with_.hosts.host_of.size() : 1,
      result(c));
}

void exchange_thread::have_result(std::size_t c, bool is_in_slot) {
  const std::size_t t = chunks_.all[c].tensor;
  of_tensor& whole = of_tensors_[t];
  if (is_in_slot) heap_.store(part(c), result(c), chunks_.all[c].bytes);
  if (!route_of(c).children.empty()) order_.add(c, true, whole.turn);
  of_chunks_[c] = {.iteration = whole.iteration};
  if (--whole.left != 0) return;
  --without_result_;
  if (with_.sent[t].data != tensors_[t].data) {
    heap_.settle();
    heap_.load(tensors_[t].data, with_.sent[t].data, bytes_of(tensors_[t]));
  }
  done(t);
}

void exchange_thread::done(std::size_t t) {
  const std::uint64_t iteration = of_tensors_[t].iteration;
  heap_.order_signals();
  ark_signal_set(words_.done() + t, iteration, me_);
  const std::lock_guard lock(mutex_);
  done_iterations_[t] = iteration;
  done_.notify_all();
}

void exchange_thread::take_window() {
  const std::uint64_t now = seen_words_[2 * tensors_.size() + 1];
  if (now == window_) return;
  window_ = now;
  order_.set(unpacked(now, with_.how.chunk_bytes));
}

void exchange_thread::take_answers() {
  const double now = now_us();
  mail_.take_answers([&](std::size_t bytes, std::size_t tag) {
    arrived_bytes_ += bytes;
    const std::lock_guard lock(mutex_);
    if (tag >= first_recorded_) record_.messages[tag - first_recorded_].answered_us = now;
  });
  order_.arrived(arrived_bytes_, now);
}

bool exchange_thread::send() {
  bool did = false;
  const auto copies = [&](std::size_t c, bool is_result) {
    return is_result ? route_of(c).children.size() : 1;
  };
  while (mail_.has_room()) {
    const auto what = order_.next(now_us(), copies);
    if (!what) break;
    did = true;
    what->is_result ? send_results(*what) : send_parts(*what);
  }
  return did;
}

void exchange_thread::send_parts(const message& what) {
  const chunk& of = chunks_.all[what.first];
  const route& to = route_of(what.first);
  const auto host = [&](int pe) { return with_.hosts.host_of[static_cast<std::size_t>(pe)]; };
  const std::size_t slot = host(to.parent) == host(me_)
                               ? routes_.slot_of_pe(of.stripe, to.parent, me_)
                               : routes_.slot_of_host(of.stripe, host(me_));
  post(to.parent, at(slot, what.first), to.adds.empty() ? part(what.first) : result(what.first),
       what);
}

/// From the slot: the program may write to the tensor before all PEs have the result.
void exchange_thread::send_results(const message& what) {
  const chunk& of = chunks_.all[what.first];
  for (const int pe : route_of(what.first).children) {
    std::byte* const dest = routes_.has_own_slot(of.stripe, pe)
                                ? at(routes_.own_slot(of.stripe, pe), what.first)
                                : part(what.first);
    post(pe, dest, result(what.first), what);
  }
}

std::size_t exchange_thread::bytes_of_message(const message& what) const {
  const chunk &first = chunks_.all[what.first], &last = chunks_.all[what.first + what.count - 1];
  return last.at + last.bytes - first.at;
}

void exchange_thread::post(int pe, std::byte* dest, const std::byte* source, const message& what) {
  const std::size_t bytes = bytes_of_message(what);
  std::size_t tag = 0;
  {
    const std::lock_guard lock(mutex_);
    tag = first_recorded_ + record_.messages.size();
    record_.messages.push_back(
        {chunks_.all[what.first].tensor, pe, what.is_result, bytes, now_us(), 0});
    ++statistics_.messages;
    statistics_.bytes += bytes;
    statistics_.most_bytes = std::max(statistics_.most_bytes, order_.in_flight());
  }
  mail_.post(pe, dest, source, bytes, what, tag);
}

}  // namespace ark::gradients
