// A network that is given the fake GPU's memory itself.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "fake_control.hpp"
#include "gpu/driver/gpu_device.hpp"
#include "link/bundler.hpp"
#include "transport/transport.hpp"

namespace ark::proxy {

/// Around a loopback. What it writes into the GPU's memory is not seen before it is flushed. It
/// wants the GPU's context current, and no data that a proxy bundles.
class gpu_network final : public transport, private receiver {
 public:
  /// How often all of them were given memory of the GPU.
  struct counts {
    std::uint64_t sent = 0, received = 0;
  };
  /// `late`: what is received into the GPU's memory ends in a later call of progress.
  gpu_network(std::unique_ptr<transport> inner, counts& given, bool late)
      : inner_(std::move(inner)), given_(given), late_(late) {}

  [[nodiscard]] std::string name() const override { return "gpu(" + inner_->name() + ")"; }
  [[nodiscard]] std::string describe(int pe) const override { return inner_->describe(pe); }
  [[nodiscard]] std::vector<std::byte> address() const override { return inner_->address(); }
  void connect(std::vector<std::vector<std::byte>> addresses, receiver& to) override {
    receiver_ = &to;
    inner_->connect(std::move(addresses), *this);
  }
  [[nodiscard]] std::uint64_t part_bytes(int pe) const override { return inner_->part_bytes(pe); }
  [[nodiscard]] std::uint64_t gpu_bytes() const override { return 1; }
  transfer send(int pe, const message& header, std::span<const std::byte> data,
                std::uint64_t cookie, memory_kind kind) override {
    EXPECT_EQ(cuda_current_device(), 0);
    if (kind == memory_kind::gpu) {
      EXPECT_GT(data.size(), bundler::small_bytes);
      data = {driver_.view(data.data(), data.size()), data.size()};
      ++given_.sent;
    }
    return inner_->send(pe, header, data, cookie, memory_kind::host);
  }
  transfer receive(rendezvous* waiting, std::byte* into, std::uint64_t cookie,
                   memory_kind kind) override {
    EXPECT_EQ(cuda_current_device(), 0);
    if (kind == memory_kind::host) return inner_->receive(waiting, into, cookie, kind);
    std::vector<std::byte> data(bytes_.at(waiting));
    EXPECT_EQ(inner_->receive(waiting, data.data(), cookie, memory_kind::host), transfer::complete);
    EXPECT_TRUE(driver_.network_write(into, data.data(), data.size()));
    ++given_.received;
    if (!late_) return transfer::complete;
    ended_.push_back(cookie);
    return transfer::pending;
  }
  void discard(rendezvous* waiting) override { inner_->discard(waiting); }
  [[nodiscard]] bool one_sided(int) const override { return false; }
  [[nodiscard]] std::vector<std::byte> expose(std::span<std::byte>) override { return {}; }
  [[nodiscard]] remote_memory* attach(int, std::span<const std::byte>) override { return nullptr; }
  transfer write(remote_memory&, std::uint64_t, std::span<const std::byte>,
                 std::uint64_t) override {
    return transfer::lost;
  }
  transfer read(remote_memory&, std::uint64_t, std::span<std::byte>, std::uint64_t) override {
    return transfer::lost;
  }
  void flush(std::uint64_t until_ns, const std::function<bool()>& enough) override {
    EXPECT_EQ(cuda_current_device(), 0);
    inner_->flush(until_ns, enough);
  }
  bool progress() override {
    EXPECT_EQ(cuda_current_device(), 0);
    const std::vector<std::uint64_t> ended = std::exchange(ended_, {});
    for (const std::uint64_t cookie : ended) receiver_->received(cookie);
    return inner_->progress() || !ended.empty();
  }
  [[nodiscard]] int event_fd() const override { return inner_->event_fd(); }
  bool arm() override { return ended_.empty() && inner_->arm(); }

 private:
  void message_arrived(const message& header, const payload& behind) override {
    if (behind.waiting != nullptr) bytes_[behind.waiting] = behind.bytes;
    receiver_->message_arrived(header, behind);
  }
  void sent(std::uint64_t cookie) override { receiver_->sent(cookie); }
  void received(std::uint64_t cookie) override { receiver_->received(cookie); }
  void peer_lost(int pe, const std::string& why) override { receiver_->peer_lost(pe, why); }

  const fake::control driver_;
  std::unique_ptr<transport> inner_;
  counts& given_;
  bool late_;
  receiver* receiver_ = nullptr;
  std::map<rendezvous*, std::uint64_t> bytes_;
  std::vector<std::uint64_t> ended_;  ///< cookies of receives
};

}  // namespace ark::proxy
