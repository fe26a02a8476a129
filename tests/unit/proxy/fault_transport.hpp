// A transport that misbehaves on purpose, around one that does not. For tests.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <vector>

#include "transport/transport.hpp"

namespace ark::proxy {

/// What goes wrong. Numbers count from 1; 0 means never.
struct fault_plan {
  std::uint64_t seed = 1;
  unsigned delay = 0;            ///< a message stays for up to this many calls of progress
  bool reorder = false;          ///< held messages leave in any order
  std::uint64_t fail_send = 0;   ///< the n-th send loses its peer
  std::uint64_t fail_write = 0;  ///< the n-th write or read loses its peer
  std::uint64_t drop_send = 0;   ///< the n-th send vanishes, as far as the sender knows it was sent
  std::uint64_t drop_sent = 0;   ///< the n-th completion of a send is not reported
  bool never_flushed = false;    ///< something that was sent never leaves
  std::function<void()> polled = {};  ///< called in each progress()
};

/// Of the writes and reads that are delayed, some happen at once, and only their completion is
/// reported late.
///
/// Delays and reorders only what a transport may delay and reorder; fails, drops and cuts by the
/// plan.
class fault_transport final : public transport, private receiver {
 public:
  fault_transport(std::unique_ptr<transport> inner, const fault_plan& plan);

  /// From now on nothing goes to `pe` or comes from it, and nobody says so. As a cut cable.
  void cut(int pe) { cut_.insert(pe); }
  void restore(int pe) { cut_.erase(pe); }

  /// What was given to send(), in that order.
  [[nodiscard]] const std::vector<message_kind>& kinds_sent() const noexcept { return kinds_; }
  /// Writes and reads so far.
  [[nodiscard]] std::uint64_t one_sided_transfers() const noexcept { return writes_; }

  [[nodiscard]] std::string name() const override { return "fault(" + inner_->name() + ")"; }
  [[nodiscard]] std::string describe(int pe) const override { return inner_->describe(pe); }
  [[nodiscard]] std::vector<std::byte> address() const override { return inner_->address(); }
  void connect(std::vector<std::vector<std::byte>> addresses, receiver& to) override;
  [[nodiscard]] std::uint64_t gpu_bytes() const override { return inner_->gpu_bytes(); }
  transfer send(int pe, const message& header, std::span<const std::byte> data,
                std::uint64_t cookie, memory_kind kind) override;
  transfer receive(rendezvous* waiting, std::byte* into, std::uint64_t cookie,
                   memory_kind kind) override {
    return inner_->receive(waiting, into, cookie, kind);
  }
  void discard(rendezvous* waiting) override { inner_->discard(waiting); }
  [[nodiscard]] std::uint64_t part_bytes(int pe) const override { return inner_->part_bytes(pe); }
  [[nodiscard]] bool one_sided(int pe) const override { return inner_->one_sided(pe); }
  [[nodiscard]] std::vector<std::byte> expose(std::span<std::byte> memory) override {
    return inner_->expose(memory);
  }
  [[nodiscard]] remote_memory* attach(int pe, std::span<const std::byte> key) override;
  transfer write(remote_memory& there, std::uint64_t at, std::span<const std::byte> data,
                 std::uint64_t cookie) override;
  transfer read(remote_memory& there, std::uint64_t at, std::span<std::byte> into,
                std::uint64_t cookie) override;
  void abandon() override { inner_->abandon(); }
  void flush(std::uint64_t until_ns, const std::function<bool()>& enough) override;
  bool progress() override;
  [[nodiscard]] int event_fd() const override { return inner_->event_fd(); }
  bool arm() override { return held_.empty() && transfers_.empty() && inner_->arm(); }

 private:
  struct held_send {
    int pe;
    message header;
    std::span<const std::byte> data;
    std::uint64_t cookie;
    memory_kind kind;
    std::uint64_t due;
  };

  void message_arrived(const message& header, const payload& behind) override;
  void sent(std::uint64_t cookie) override;
  void received(std::uint64_t cookie) override { receiver_->received(cookie); }
  void peer_lost(int pe, const std::string& why) override { receiver_->peer_lost(pe, why); }
  /// A write, or a read if `into` is not empty.
  struct one_sided_transfer {
    remote_memory* there;
    std::uint64_t at;
    std::span<const std::byte> data;
    std::span<std::byte> into;
    std::uint64_t cookie;
    std::uint64_t due = 0;
    bool done = false;  ///< only its completion has not been reported
  };
  transfer start(one_sided_transfer one);
  transfer pass(const one_sided_transfer& one);
  bool end_transfers(bool all);
  bool release(bool all);
  void forward(const held_send& one);

  std::unique_ptr<transport> inner_;
  fault_plan plan_;
  std::mt19937_64 random_;
  receiver* receiver_ = nullptr;
  std::deque<held_send> held_;
  std::deque<one_sided_transfer> transfers_;
  std::map<remote_memory*, int> owners_;
  std::set<int> cut_;
  std::vector<message_kind> kinds_;
  std::uint64_t rounds_ = 0, sends_ = 0, completions_ = 0, writes_ = 0;
};

}  // namespace ark::proxy
