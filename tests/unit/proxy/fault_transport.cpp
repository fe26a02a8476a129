#include "fault_transport.hpp"

#include <algorithm>
#include <ark/detail/platform/clock.hpp>

namespace ark::proxy {

fault_transport::fault_transport(std::unique_ptr<transport> inner, const fault_plan& plan)
    : inner_(std::move(inner)), plan_(plan), random_(plan.seed) {}

void fault_transport::connect(std::vector<std::vector<std::byte>> addresses, receiver& to) {
  receiver_ = &to;
  inner_->connect(std::move(addresses), *this);
}

transfer fault_transport::send(int pe, const message& header, std::span<const std::byte> data,
                               std::uint64_t cookie, memory_kind kind) {
  const std::uint64_t number = ++sends_;
  kinds_.push_back(header.kind);
  if (number == plan_.fail_send) {
    receiver_->peer_lost(pe, "the fault transport fails this send");
    return transfer::lost;
  }
  if (cut_.contains(pe)) return data.empty() ? transfer::complete : transfer::pending;
  if (number == plan_.drop_send) return transfer::complete;
  const std::uint64_t wait = plan_.delay == 0 ? 0 : random_() % (plan_.delay + 1);
  if (wait == 0 && held_.empty()) return inner_->send(pe, header, data, cookie, kind);
  held_.push_back({pe, header, data, cookie, kind, rounds_ + wait});
  return transfer::pending;
}

void fault_transport::forward(const held_send& one) {
  if (cut_.contains(one.pe)) return;
  if (inner_->send(one.pe, one.header, one.data, one.cookie, one.kind) == transfer::complete) {
    sent(one.cookie);
  }
}

/// Send what is due. In order: nothing passes one that is not due yet.
bool fault_transport::release(bool all) {
  bool any = false;
  while (!held_.empty()) {
    const std::size_t at = plan_.reorder ? random_() % held_.size() : 0;
    if (!all && held_[at].due > rounds_) break;
    const held_send one = held_[at];
    held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(at));
    forward(one);
    any = true;
  }
  return any;
}

remote_memory* fault_transport::attach(int pe, std::span<const std::byte> key) {
  remote_memory* const there = inner_->attach(pe, key);
  if (there != nullptr) owners_[there] = pe;
  return there;
}

transfer fault_transport::pass(const one_sided_transfer& one) {
  return one.into.empty() ? inner_->write(*one.there, one.at, one.data, one.cookie)
                          : inner_->read(*one.there, one.at, one.into, one.cookie);
}

transfer fault_transport::start(one_sided_transfer one) {
  const int pe = owners_.at(one.there);
  if (++writes_ == plan_.fail_write) {
    receiver_->peer_lost(pe, "the fault transport fails this transfer");
    return transfer::lost;
  }
  if (cut_.contains(pe)) return transfer::pending;
  const std::uint64_t wait = plan_.delay == 0 ? 0 : random_() % (plan_.delay + 1);
  if (wait == 0) return pass(one);
  one.due = rounds_ + wait;
  one.done = random_() % 2 == 0;
  if (one.done) {
    const transfer how = pass(one);
    if (how != transfer::complete) return how;
  }
  transfers_.push_back(one);
  return transfer::pending;
}

bool fault_transport::end_transfers(bool all) {
  bool any = false;
  for (std::size_t left = transfers_.size(); left > 0; --left) {
    const one_sided_transfer one = transfers_.front();
    transfers_.pop_front();
    if (!all && one.due > rounds_) {
      transfers_.push_back(one);
      continue;
    }
    any = true;
    if (cut_.contains(owners_.at(one.there))) continue;
    if (!one.done && pass(one) != transfer::complete) continue;
    one.into.empty() ? sent(one.cookie) : received(one.cookie);
  }
  return any;
}

transfer fault_transport::write(remote_memory& there, std::uint64_t at,
                                std::span<const std::byte> data, std::uint64_t cookie) {
  return start({&there, at, data, {}, cookie});
}

transfer fault_transport::read(remote_memory& there, std::uint64_t at, std::span<std::byte> into,
                               std::uint64_t cookie) {
  return start({&there, at, {}, into, cookie});
}

void fault_transport::flush(std::uint64_t until_ns, const std::function<bool()>& enough) {
  release(true);
  end_transfers(true);
  inner_->flush(until_ns, enough);
  while (plan_.never_flushed && !enough() && detail::clock_ns() < until_ns) inner_->progress();
}

bool fault_transport::progress() {
  ++rounds_;
  if (plan_.polled) plan_.polled();
  const bool released = release(false) | end_transfers(false);
  const bool moved = inner_->progress();
  return released || moved || !held_.empty() || !transfers_.empty();
}

void fault_transport::message_arrived(const message& header, const payload& behind) {
  if (!cut_.contains(static_cast<int>(header.from)))
    return receiver_->message_arrived(header, behind);
  if (behind.waiting != nullptr) inner_->discard(behind.waiting);
}

void fault_transport::sent(std::uint64_t cookie) {
  if (++completions_ != plan_.drop_sent) receiver_->sent(cookie);
}

}  // namespace ark::proxy
