#include <fmt/core.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <ark/on_stream.hpp>
#include <ark/serve/completion_queue.hpp>
#include <cerrno>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>

#include "binding.hpp"
#include "condition_watch.hpp"
#include "error/failure_report.hpp"
#include "error/log.hpp"
#include "os/resource_limits.hpp"
#include "os/unique_fd.hpp"

namespace ark::serve {

namespace {

using std::chrono::nanoseconds;

constexpr const char* class_name = "serve::completion_queue";

[[noreturn]] void refuse(const char* call, const std::string& why) {
  throw error(errc::invalid_argument, fmt::format("{}::{}: {}", class_name, call, why));
}

unique_fd make_eventfd() {
  unique_fd made(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!made) {
    const int code = errno;
    throw error(errc::system_error, fmt::format("{}: eventfd: {}{}", class_name,
                                                std::strerror(code), descriptor_advice(code)));
  }
  return made;
}

}  // namespace

class completion_queue::state {
 public:
  explicit state(pe_parts& pe);
  ~state();

  [[nodiscard]] int fd() const noexcept { return fd_.get(); }
  std::size_t poll();
  std::size_t dispatch(nanoseconds most);
  watch_id on_signal(const std::uint64_t* word, int cmp, std::uint64_t value, callback then,
                     nanoseconds within);
  watch_id on_quiet(ark_ctx_t ctx, callback then, nanoseconds within);
  watch_id on_stream(stream_t stream, callback then, nanoseconds within);
  bool cancel(watch_id watch);

 private:
  struct open_watch {
    callback then;
    std::uint64_t number = 0;  ///< of the condition; 0: attach() has not returned
    const char* call = nullptr;
    awaited_condition what;  ///< without `then`
  };
  struct due {
    completion what;
    callback then;
  };

  void check(const char* call, const callback& then, nanoseconds within) const;
  watch_id attach(const char* call, awaited_condition what, callback then, nanoseconds within);
  void complete(watch_id watch, errc code, std::uint64_t seen);
  [[nodiscard]] bool take(due& one);
  [[nodiscard]] std::string text_of(const open_watch& one, errc code, std::uint64_t seen) const;

  detail::device_state& pe_;
  const std::shared_ptr<condition_watch> conditions_;
  const bool drives_progress_;
  const unique_fd fd_;
  std::mutex mutex_;  ///< taken after that of conditions_
  std::map<watch_id, open_watch> open_;
  std::deque<due> due_;  ///< fd_ is readable while it has elements
  watch_id last_ = 0;
};

completion_queue::state::state(pe_parts& pe)
    : pe_(pe.core.state),
      conditions_(pe.conditions),
      drives_progress_(pe.core.executor->config().order.kind != policy_kind::fifo),
      fd_(make_eventfd()) {
  if (!conditions_->possible())
    throw error(errc::unsupported,
                fmt::format("{}: the heap is in GPU memory; accepted: ARK_DEVICE=cpu", class_name));
}

completion_queue::state::~state() {
  std::map<watch_id, open_watch> left;
  {
    const std::lock_guard lock(mutex_);
    left = open_;
  }
  // Without the mutex, which a completion takes. Afterwards none is running.
  for (const auto& [watch, one] : left) conditions_->detach(one.number);
}

// --- Watches

void completion_queue::state::check(const char* call, const callback& then,
                                    nanoseconds within) const {
  if (!conditions_->alive())
    throw error(errc::not_initialized,
                fmt::format("{}::{}: the queue's PE has been finalized", class_name, call));
  if (!then) refuse(call, "an empty callback");
  if (within < nanoseconds::zero() && within != timeout_of_pe)
    refuse(call, fmt::format("within {} ns; accepted: 0 or more, timeout_of_pe, no_timeout",
                             within.count()));
}

watch_id completion_queue::state::on_signal(const std::uint64_t* word, int cmp, std::uint64_t value,
                                            callback then, nanoseconds within) {
  constexpr const char* call = "on_signal";
  check(call, then, within);
  const auto address = reinterpret_cast<std::uint64_t>(word);
  const std::uint64_t heap_bytes = detail::load_acquire(&pe_.heap_bytes);
  const std::uint64_t offset = address - pe_.heap_base;
  if (offset > heap_bytes - sizeof *word || address % sizeof *word != 0)
    refuse(call,
           fmt::format("word {}; accepted: aligned to 8, in the PE's heap from {:#x} to {:#x}",
                       static_cast<const void*>(word), pe_.heap_base, pe_.heap_base + heap_bytes));
  if (cmp < ARK_CMP_EQ || cmp > ARK_CMP_LE)
    refuse(call, fmt::format("comparison {}; accepted: ARK_CMP_EQ (0) to ARK_CMP_LE (5)", cmp));
  awaited_condition what;
  what.word = word;
  what.cmp = static_cast<detail::cmp_kind>(cmp);
  what.value = value;
  return attach(call, std::move(what), std::move(then), within);
}

watch_id completion_queue::state::on_quiet(ark_ctx_t ctx, callback then, nanoseconds within) {
  constexpr const char* call = "on_quiet";
  check(call, then, within);
  if (ctx == ARK_CTX_INVALID || device::contexts::team_of(pe_, ctx) == ARK_TEAM_INVALID)
    refuse(call, fmt::format("context {}; accepted: ARK_CTX_DEFAULT and the PE's contexts", ctx));
  awaited_condition what;
  what.context = ctx == ARK_CTX_DEFAULT ? 0 : detail::context_slot(ctx);
  return attach(call, std::move(what), std::move(then), within);
}

watch_id completion_queue::state::on_stream(stream_t stream, callback then, nanoseconds within) {
  constexpr const char* call = "on_stream";
  check(call, then, within);
  awaited_condition what;
  const auto [word, value] = conditions_->take_stream_word();
  if (word == nullptr)
    throw error(errc::out_of_memory,
                fmt::format("{}::{}: {} streams have not reached their watches; accepted: one more "
                            "once one has",
                            class_name, call, detail::doorbell::stream_words));
  what.word = word;
  what.value = value;
  const errc code = signal_on_stream(word, value, ARK_SIGNAL_SET, pe_.pe, stream);
  if (code != errc::ok)
    throw error(code, fmt::format("{}::{}: {}", class_name, call, errc_name(code)));
  return attach(call, std::move(what), std::move(then), within);
}

watch_id completion_queue::state::attach(const char* call, awaited_condition what, callback then,
                                         nanoseconds within) {
  if (within != no_timeout)
    what.within_ns =
        within == timeout_of_pe ? pe_.timeout_ns : static_cast<std::uint64_t>(within.count());
  watch_id watch = 0;
  {
    const std::lock_guard lock(mutex_);
    watch = ++last_;
    open_[watch] = {std::move(then), 0, call, what};
  }
  what.then = [this, watch](errc code, std::uint64_t seen) { complete(watch, code, seen); };
  try {
    const std::uint64_t number = conditions_->attach(std::move(what));
    const std::lock_guard lock(mutex_);
    if (const auto one = open_.find(watch); one != open_.end()) one->second.number = number;
  } catch (...) {
    const std::lock_guard lock(mutex_);
    open_.erase(watch);
    throw;
  }
  return watch;
}

bool completion_queue::state::cancel(watch_id watch) {
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    const auto one = open_.find(watch);
    if (one == open_.end()) return false;
    number = one->second.number;
  }
  if (!conditions_->detach(number)) return false;
  const std::lock_guard lock(mutex_);
  open_.erase(watch);
  return true;
}

// --- Completion

void completion_queue::state::complete(watch_id watch, errc code, std::uint64_t seen) {
  const std::lock_guard lock(mutex_);
  const auto one = open_.find(watch);
  due_.push_back({{code, seen, code == errc::ok ? std::string() : text_of(one->second, code, seen)},
                  std::move(one->second.then)});
  open_.erase(one);
  if (due_.size() > 1) return;
  constexpr std::uint64_t once = 1;
  if (::write(fd_.get(), &once, sizeof once) != sizeof once)
    logger().error("{}: eventfd {}: {}", class_name, fd_.get(), std::strerror(errno));
}

std::string completion_queue::state::text_of(const open_watch& one, errc code,
                                             std::uint64_t seen) const {
  std::string text = fmt::format("PE {}: {}::{}", pe_.pe, class_name, one.call);
  if (const std::uint64_t* const word = one.what.word; word != nullptr)
    text += fmt::format(" of the word at {} (offset {:#x}): expected {} {}, last value {}",
                        static_cast<const void*>(word),
                        reinterpret_cast<std::uint64_t>(word) - pe_.heap_base,
                        detail::cmp_kind_name(one.what.cmp), one.what.value, seen);
  text += fmt::format(": {}", errc_name(code));
  if (code == errc::timeout) text += fmt::format(" after {} ms", one.what.within_ns / 1'000'000);
  if (const auto failure = failure_read(pe_); failure) text += "; " + failure_text(*failure);
  return text;
}

bool completion_queue::state::take(due& one) {
  const std::lock_guard lock(mutex_);
  if (due_.empty()) return false;
  one = std::move(due_.front());
  due_.pop_front();
  std::uint64_t count = 0;
  if (due_.empty() && ::read(fd_.get(), &count, sizeof count) < 0 && errno != EAGAIN)
    logger().error("{}: eventfd {}: {}", class_name, fd_.get(), std::strerror(errno));
  return true;
}

std::size_t completion_queue::state::poll() {
  std::size_t most = 0, ran = 0;
  {
    const std::lock_guard lock(mutex_);
    most = due_.size();
  }
  for (due one; ran < most && take(one); ++ran) one.then(one.what);
  return ran;
}

std::size_t completion_queue::state::dispatch(nanoseconds most) {
  constexpr std::uint64_t nap_ns = 50'000;
  const std::uint64_t deadline =
      detail::deadline_after(static_cast<std::uint64_t>(std::max(most, nanoseconds(0)).count()));
  for (;;) {
    if (const std::size_t ran = poll(); ran > 0) return ran;
    const std::uint64_t now = detail::clock_ns();
    if (now >= deadline) return 0;
    std::uint64_t left_ns = std::min<std::uint64_t>(deadline - now, 3'600'000'000'000);
    if (drives_progress_) {
      device::loop_hint();
      left_ns = std::min(left_ns, nap_ns);
    }
    pollfd readable{fd_.get(), POLLIN, 0};
    const timespec left{static_cast<time_t>(left_ns / 1'000'000'000),
                        static_cast<long>(left_ns % 1'000'000'000)};
    if (::ppoll(&readable, 1, &left, nullptr) < 0 && errno != EINTR)
      throw error(errc::system_error, fmt::format("{}::dispatch: poll of eventfd {}: {}",
                                                  class_name, fd_.get(), std::strerror(errno)));
  }
}

// --- The calls

completion_queue::completion_queue() : state_(std::make_unique<state>(acting_parts(class_name))) {}
completion_queue::~completion_queue() = default;

int completion_queue::fd() const noexcept { return state_->fd(); }
std::size_t completion_queue::poll() { return state_->poll(); }
std::size_t completion_queue::dispatch(nanoseconds most) { return state_->dispatch(most); }
watch_id completion_queue::on_signal(const std::uint64_t* word, int cmp, std::uint64_t value,
                                     callback then, nanoseconds within) {
  return state_->on_signal(word, cmp, value, std::move(then), within);
}
watch_id completion_queue::on_quiet(callback then, nanoseconds within) {
  return state_->on_quiet(ARK_CTX_DEFAULT, std::move(then), within);
}
watch_id completion_queue::on_quiet(ark_ctx_t ctx, callback then, nanoseconds within) {
  return state_->on_quiet(ctx, std::move(then), within);
}
watch_id completion_queue::on_stream(stream_t stream, callback then, nanoseconds within) {
  return state_->on_stream(stream, std::move(then), within);
}
bool completion_queue::cancel(watch_id watch) { return state_->cancel(watch); }

}  // namespace ark::serve
