#include "proxy.hpp"

#include <fmt/core.h>
#include <sched.h>

#include <algorithm>
#include <ark/detail/platform/clock.hpp>
#include <ark/detail/state/doorbell.hpp>
#include <ark/errc.hpp>
#include <utility>

#include "cookie.hpp"
#include "error/log.hpp"

namespace ark::proxy {

namespace {

std::vector<ring_consumer> consumers_of(std::span<const detail::ring_view> rings,
                                        const proxy::options& options) {
  std::vector<ring_consumer> all;
  for (const detail::ring_view& ring : rings) {
    // Not the ring of a GPU's kernels, which is last.
    const std::size_t host_rings =
        1 + (options.tenants != nullptr ? options.tenants->tenants() : 0);
    const bool traced = options.trace != nullptr && all.size() < host_rings;
    all.emplace_back(ring,
                     traced ? &options.trace->ring(options.trace_ring + all.size()) : nullptr);
  }
  return all;
}

/// By this time after its goodbye, a peer has received this PE's, if it ever does.
constexpr std::uint64_t goodbye_delivery_ns = 50'000'000;

/// A tenant with so many bytes in flight sends no more until some have ended: a message of another
/// tenant is sent behind them.
constexpr std::uint64_t most_open_bytes = 1 << 20;

}  // namespace

proxy::proxy(detail::device_state& state, std::span<const detail::ring_view> rings, transport& over,
             options opts)
    : state_(state),
      transport_(over),
      options_(std::move(opts)),
      rings_(consumers_of(rings, options_)),
      links_(state.n_pes),
      gpu_(options_.gpu, options_.gpu_bytes),
      messages_(state.pe, options_.token, over, links_, clock_, options_.trace),
      chunked_(rings_),
      lists_(state, rings_),
      operations_(rings_, links_, gpu_, messages_, chunked_, lists_),
      one_sided_(state, over, options_.one_sided, rings_, links_, gpu_, messages_, operations_),
      list_drain_(state, over, rings_, links_, lists_, operations_),
      drain_(state, over, rings_, links_, gpu_, chunked_, operations_, one_sided_, list_drain_),
      receives_(over, gpu_, messages_),
      target_(state, over, links_, gpu_, clock_, messages_, receives_, rejects_),
      answers_(state, over, links_, gpu_, operations_, lists_, receives_, rejects_),
      lost_(state, over, links_, messages_, operations_, receives_, one_sided_,
            options_.connection_lost),
      receiver_(options_.token, over,
                {links_, gpu_, clock_, messages_, operations_, one_sided_, receives_, target_,
                 answers_, lost_, rejects_},
                options_.failure_reported) {
  if (options_.tenants != nullptr && options_.tenants->tenants() != 0 && !rings_.empty())
    tenants_.emplace(*options_.tenants);
}

bool proxy::idle() const noexcept {
  const bool settled = settled_.load(std::memory_order_acquire);
  return std::all_of(rings_.begin(), rings_.end(),
                     [settled](const ring_consumer& one) { return one.idle(settled); });
}

bool proxy::rests() const noexcept {
  return rests_.load(std::memory_order_acquire) &&
         std::all_of(rings_.begin(), rings_.end(),
                     [](const ring_consumer& one) { return !one.wants_a_turn(); });
}

void proxy::take_by_ring(unsigned budget, bool& any) {
  for (unsigned ring = 0; ring < rings_.size(); ++ring) {
    for (unsigned i = 0; i < budget && drain_.take(ring); ++i) any = true;
  }
}

/// Take from the ring of the tenant to serve. A ring that has to wait for its peer is left out.
void proxy::take_by_share(unsigned budget, bool& any) {
  const auto tenant_of = [tenants = tenants_->tenants()](unsigned ring) {
    return ring <= tenants ? ring : 0;  // behind them the ring of a GPU's kernels
  };
  std::vector<bool> waits(rings_.size(), false);
  for (unsigned i = 0; i < budget * rings_.size(); ++i) {
    tenant_set backlogged = 0;
    for (unsigned ring = 0; ring < rings_.size(); ++ring) {
      if (waits[ring] || rings_[ring].open_bytes() >= most_open_bytes) continue;
      if (drain_.has_work(ring)) backlogged |= tenant_set{1} << tenant_of(ring);
    }
    const unsigned tenant = tenants_->choice().choose(backlogged);
    if (tenant == fair_choice::none) return;
    for (unsigned ring = 0; ring < rings_.size(); ++ring) {
      if (tenant_of(ring) != tenant || waits[ring] || rings_[ring].open_bytes() >= most_open_bytes)
        continue;
      const std::uint64_t before = drain_.begun_bytes();
      waits[ring] = !drain_.take(ring);
      if (waits[ring]) continue;
      any = true;
      tenants_->charge(tenant, drain_.begun_bytes() - before);
      break;
    }
  }
}

/// One iteration. Sets `any` if there was work.
void proxy::move(unsigned budget, bool& any) {
  const gpu_pipeline::scope current = gpu_.enter_for_transport();
  clock_.begin_turn();
  if (requests_.any()) run_control_requests();
  lost_.drop_suspects();
  const bool kept = messages_.has_bundles();  // since the last iteration
  if (tenants_) [[unlikely]] {
    take_by_share(budget, any);
  } else {
    take_by_ring(budget, any);
  }
  for (ring_consumer& one : rings_) {
    if (one.begins_to_wait()) messages_.request_acks();
  }
  if (kept || messages_.urgent()) messages_.send_bundles();
  any |= transport_.progress();
  if (gpu_) any |= gpu_->progress();
  if (messages_.has_pending_acks()) messages_.send_pending_acks(false);
  if (messages_.urgent()) messages_.send_bundles();
}

bool proxy::drive(unsigned budget) noexcept {
  if (busy_.test_and_set(std::memory_order_acquire)) return false;
  bool any = false;
  try {
    move(budget, any);
  } catch (const std::exception& problem) {
    const auto* known = dynamic_cast<const error*>(&problem);
    failure_record record =
        proxy_failure(state_, known != nullptr ? known->code() : errc::system_error, -1);
    record.op = detail::op_kind::ring_push;
    fmt::format_to_n(record.detail, sizeof record.detail - 1, "{}", problem.what());
    detail::failure_publish(state_, record);
  }
  publish();
  settled_.store(!any && gpu_.idle(), std::memory_order_release);
  rests_.store(!any && gpu_.idle() && !requests_.any() && !messages_.has_bundles() &&
                   !messages_.has_pending_acks() && drain_.may_sleep(),
               std::memory_order_release);
  busy_.clear(std::memory_order_release);
  return any;
}

bool proxy::prepare_to_sleep() noexcept {
  if (busy_.test_and_set(std::memory_order_acquire)) return false;
  bool may = false;
  try {
    const gpu_pipeline::scope current = gpu_.enter_for_transport();
    clock_.begin_turn();
    messages_.send_pending_acks(false);
    keeps_acks_.store(messages_.has_pending_acks(), std::memory_order_relaxed);
    messages_.send_bundles();
    may = transport_.arm();
  } catch (const std::exception& problem) {
    logger().error("proxy: {}", problem.what());
  }
  may = may && gpu_.idle() && !requests_.any() && drain_.may_sleep();
  busy_.clear(std::memory_order_release);
  return may;
}

void proxy::publish() {
  bool delivered = false;
  for (ring_consumer& one : rings_) delivered |= one.publish();
  if (delivered) detail::note_delivered(state_);
}

void proxy::run_control_requests() {
  for (const control_request& one : requests_.take()) {
    if (one.give_up) {
      lost_.give_up(one.pe);
    } else {
      messages_.send(one.pe, one.what, {}, cookie::none);
    }
  }
}

void proxy::give_up(int pe) { requests_.add({pe, {}, true}); }

void proxy::ping(int pe) {
  message header;
  header.kind = message_kind::ping;
  requests_.add({pe, header});
}

void proxy::announce(int to, int failed, std::uint64_t how) {
  message header;
  header.kind = message_kind::failure;
  header.offset = static_cast<std::uint64_t>(failed);
  header.value = how;
  requests_.add({to, header});
}

std::string proxy::describe(int pe) {
  while (busy_.test_and_set(std::memory_order_acquire)) sched_yield();
  std::string text = transport_.describe(pe);
  busy_.clear(std::memory_order_release);
  const one_sided_sizes& sizes = options_.one_sided;
  if (sizes.put != 0) {
    text += fmt::format("; one-sided if it can be: puts from {} bytes, gets from {}", sizes.put,
                        sizes.get);
  }
  return text;
}

/// Operations that peers have seen arrive here may not have been counted yet, and the peers may
/// wait for that.
void proxy::finish_copies(std::uint64_t until_ns) noexcept {
  try {
    while (!gpu_.idle() && detail::clock_ns() < until_ns) {
      if (!gpu_->progress()) sched_yield();
    }
    messages_.send_pending_acks(true);
  } catch (const std::exception& problem) {
    logger().error("proxy: {}", problem.what());
  }
}

void proxy::leave(departing how, std::uint64_t timeout_ns) {
  const gpu_pipeline::scope current = gpu_.enter_for_transport();
  const std::uint64_t until = detail::clock_ns() + timeout_ns;
  while (busy_.test_and_set(std::memory_order_acquire)) {
    if (detail::clock_ns() > until) return;
  }
  lost_.leave();
  run_control_requests();  // sends messages that the others must receive first
  if (gpu_) finish_copies(until);
  const auto connected = [this](int pe) {
    const peer_link* known = links_.known(pe);
    return known != nullptr && !known->lost;
  };
  const auto all_departed = [&] {
    for (int pe = 0; pe < links_.size(); ++pe) {
      if (connected(pe) && !links_.known(pe)->departed) return false;
    }
    return true;
  };
  message header;
  header.kind = message_kind::bye;
  for (int pe = 0; pe < links_.size(); ++pe) {
    if (connected(pe)) messages_.send(pe, header, {}, cookie::none);
  }
  messages_.send_bundles();
  // A peer that has said goodbye drives its side only for a short time after it has received this
  // PE's goodbye: messages for it that are still queued are never sent.
  std::uint64_t alone_since = 0;
  transport_.flush(until, [&] {
    if (!all_departed()) return false;
    const std::uint64_t now = detail::clock_ns();
    if (alone_since == 0) alone_since = now;
    return now - alone_since > goodbye_delivery_ns;
  });
  // A goodbye may need a new connection, if its peer has only sent until now. Both sides stay until
  // it is made: UCX reports a side that closes while the other connects as an error.
  while (how == departing::in_order && !all_departed() && detail::clock_ns() <= until) {
    if (!transport_.progress()) sched_yield();
  }
  busy_.clear(std::memory_order_release);
}

}  // namespace ark::proxy
