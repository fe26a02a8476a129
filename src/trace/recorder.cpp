#include "trace/recorder.hpp"

#include <fmt/core.h>

#include <ark/errc.hpp>
#include <atomic>
#include <cerrno>
#include <cstring>

#include "error/log.hpp"
#include "os/resource_limits.hpp"

namespace ark {

namespace detail {

thread_local constinit trace_thread_place trace_counting
    __attribute__((tls_model("initial-exec"))){};

void trace_count_inline_slow(trace_hooks& hooks, std::uint64_t bytes) noexcept {
  static_cast<trace_recorder&>(hooks).count_inline(bytes);
}

void trace_signal_seen(trace_hooks& hooks, const wait_info& info, std::uint64_t began_ns) noexcept {
  static_cast<trace_recorder&>(hooks).signal_seen(info, began_ns);
}

void trace_taken(trace_hooks& hooks, unsigned index, const descriptor& d,
                 std::uint64_t ticket) noexcept {
  static_cast<trace_recorder&>(hooks).ring(index).taken(d, ticket);
}

void trace_refused(trace_hooks& hooks, unsigned index, const descriptor& d,
                   std::uint64_t ticket) noexcept {
  static_cast<trace_recorder&>(hooks).ring(index).refused(d, ticket);
}

void trace_delivered(trace_hooks& hooks, unsigned index, std::uint64_t ticket) noexcept {
  static_cast<trace_recorder&>(hooks).ring(index).delivered(ticket);
}

}  // namespace detail

namespace {

/// Reading the clock three times takes 75 ns, half as much again as a descriptor of 8 bytes; for
/// one in 256 that is a third of a nanosecond on average.
constexpr std::uint32_t counters_timed_mask = 255;

}  // namespace

trace_recorder::trace_recorder(const trace_options& options, int pe,
                               std::span<detail::ring_view> rings, std::size_t proxy_rings)
    : pe_(pe) {
  static std::atomic<std::uint64_t> made{0};
  serial = made.fetch_add(1, std::memory_order_relaxed) + 1;
  has_timeline = options.mode == trace_mode::timeline;
  if (has_timeline) events_ = std::make_unique<timeline>(options.events);
  if (!options.prefix.empty()) open(options.prefix);
  for (std::size_t i = 0; i < rings.size(); ++i) {
    detail::ring_view& view = rings[i];
    view.posted_ns = posted_.emplace_back(view.mask + 1).data();
    view.timed_mask = has_timeline ? 0 : counters_timed_mask;
    rings_.push_back(std::make_unique<ring_trace>(view, static_cast<unsigned>(i),
                                                  i + proxy_rings >= rings.size(), events_.get()));
  }
}

/// Slow path: a thread's first operation for this PE, or one that does not fit its tally's word.
void trace_recorder::count_inline(std::uint64_t bytes) noexcept {
  using detail::inline_tally;
  const std::lock_guard lock(tallies_mutex_);
  inline_tally*& mine = tallies_[std::this_thread::get_id()];
  if (mine == nullptr) mine = &owned_tallies_.emplace_back();
  const auto add = [](std::uint64_t& word, std::uint64_t more) {
    detail::store_relaxed<detail::scope::device>(
        &word, detail::load_relaxed<detail::scope::device>(&word) + more);
  };
  const std::uint64_t recent = mine->recent;
  detail::store_relaxed<detail::scope::device>(&mine->recent, std::uint64_t{0});
  add(mine->operations, (recent >> inline_tally::bytes_bits) + 1);
  add(mine->bytes, (recent & ((std::uint64_t{1} << inline_tally::bytes_bits) - 1)) + bytes);
  detail::trace_counting = {serial, mine};
}

trace_inline trace_recorder::read_inline() const {
  const std::lock_guard lock(tallies_mutex_);
  trace_inline sum;
  for (const detail::inline_tally& one : owned_tallies_) {
    const std::uint64_t recent = detail::load_relaxed<detail::scope::device>(&one.recent);
    sum.operations += (recent >> detail::inline_tally::bytes_bits) +
                      detail::load_relaxed<detail::scope::device>(&one.operations);
    sum.bytes += (recent & ((std::uint64_t{1} << detail::inline_tally::bytes_bits) - 1)) +
                 detail::load_relaxed<detail::scope::device>(&one.bytes);
  }
  return sum;
}

void trace_recorder::open(const std::string& prefix) {
  path_ = fmt::format("{}.{}.json", prefix, pe_);
  file_.reset(std::fopen(path_.c_str(), "we"));
  if (!file_) {
    throw error(errc::system_error,
                fmt::format("ARK_TRACE: cannot write {}: {}; the prefix must name a place where "
                            "every PE may make a file",
                            path_, std::strerror(errno)));
  }
}

void trace_recorder::message(trace_event_kind kind, int pe, const char* label,
                             std::uint64_t bytes) noexcept {
  if (!events_) return;
  trace_event event;
  event.kind = kind;
  event.pe = pe;
  event.label = label;
  event.bytes = bytes;
  event.begun_ns = detail::clock_ns();
  events_->add(event);
}

void trace_recorder::message_sent(int pe, const char* label, std::uint64_t bytes, bool ack,
                                  bool bundle) noexcept {
  (bundle ? sent_.bundles : sent_.messages).add(1);
  if (ack) sent_.acks.add(1);
  message(trace_event_kind::sent, pe, label, bytes);
}

void trace_recorder::message_received(int pe, const char* label, std::uint64_t bytes, bool ack,
                                      bool bundle) noexcept {
  (bundle ? received_.bundles : received_.messages).add(1);
  if (ack) received_.acks.add(1);
  message(trace_event_kind::received, pe, label, bytes);
}

void trace_recorder::one_sided(int pe, bool put, std::uint64_t bytes) noexcept {
  (put ? one_sided_puts_ : one_sided_gets_).add(1);
  message(trace_event_kind::sent, pe, put ? "one-sided put" : "one-sided get", bytes);
}

void trace_recorder::gpu_direct(bool sent) noexcept {
  (sent ? gpu_direct_sent_ : gpu_direct_received_).add(1);
}

void trace_recorder::kernel_ended(std::uint64_t id, void (*entry)(void*), std::uint64_t launched_ns,
                                  std::uint64_t started_ns) noexcept {
  if (!events_) return;
  trace_event event;
  event.kind = trace_event_kind::kernel;
  event.id = id;
  event.entry = entry;
  event.begun_ns = launched_ns;
  event.started_ns = started_ns;
  event.ended_ns = detail::clock_ns();
  events_->add(event);
}

void trace_recorder::signal_seen(const detail::wait_info& info, std::uint64_t began_ns) noexcept {
  if (!events_) return;
  trace_event event;
  event.kind = trace_event_kind::signal_seen;
  event.bytes = info.seen;
  event.begun_ns = began_ns;
  event.ended_ns = detail::clock_ns();
  events_->add(event);
}

trace_report trace_recorder::report() const {
  trace_report copy;
  copy.enabled = true;
  copy.inline_route = read_inline();
  for (const auto& one : rings_) copy.rings.push_back(one->read());
  copy.proxy = {sent_.messages.read(),      received_.messages.read(), sent_.bundles.read(),
                received_.bundles.read(),   sent_.acks.read(),         received_.acks.read(),
                one_sided_puts_.read(),     one_sided_gets_.read(),    gpu_direct_sent_.read(),
                gpu_direct_received_.read()};
  if (events_) copy.dropped_events = events_->dropped();
  return copy;
}

void trace_recorder::write() noexcept {
  try {
    const std::string counters = trace_text(report());
    if (!file_) {
      std::fputs(fmt::format("ark: trace of PE {}: {}\n", pe_, counters).c_str(), stderr);
      return;
    }
    std::string text = counters + "\n";
    if (events_) {
      text = fmt::format(
          "{{\"displayTimeUnit\":\"ns\",\"ark\":{},\"otherData\":{{\"clock\":\"CLOCK_MONOTONIC\","
          "\"dropped_events\":{}}},\n\"traceEvents\":[\n{}\n]}}\n",
          counters, events_->dropped(), events_->json(pe_));
    }
    if (const std::string why = file_size_refusal(text.size()); !why.empty()) {
      logger().error("ARK_TRACE: writing {} bytes to {}: {}", text.size(), path_, why);
      return;
    }
    const bool written = std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size();
    if (std::fclose(file_.release()) != 0 || !written) {
      logger().error("ARK_TRACE: writing {}: {}", path_, std::strerror(errno));
    }
    if (events_ && events_->dropped() != 0) {
      logger().warn("ARK_TRACE: {} events did not fit into {} and were dropped", events_->dropped(),
                    path_);
    }
  } catch (const std::exception& problem) {
    logger().error("ARK_TRACE: {}", problem.what());
  }
}

}  // namespace ark
