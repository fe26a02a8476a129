// A transport between PEs of one process: for tests of everything above it, and for local jobs.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "handle/unique_fd.hpp"
#include "transport/transport.hpp"

namespace ark::proxy {

/// Every PE has a mailbox. Data up to a limit travels in it; more waits at the sender as a
/// rendezvous, so that both paths of the proxy are walked.
class loopback final : public transport {
 public:
  static constexpr std::size_t default_eager_bytes = 8192;

  /// Throws ark::error{system_error}.
  explicit loopback(std::size_t eager_bytes = default_eager_bytes);
  ~loopback() override;

  [[nodiscard]] std::string name() const override { return "loopback"; }
  [[nodiscard]] std::string describe(int pe) const override;
  [[nodiscard]] std::vector<std::byte> address() const override;
  void connect(std::vector<std::vector<std::byte>> addresses, receiver& told) override;
  transfer send(int pe, const message& header, std::span<const std::byte> data,
                std::uint64_t cookie) override;
  transfer receive(rendezvous* waiting, std::byte* into, std::uint64_t cookie) override;
  void discard(rendezvous* waiting) override;
  void flush(std::uint64_t until_ns) override;
  bool progress() override;
  [[nodiscard]] int event_fd() const override;
  bool arm() override;

  /// Shared by its owner and by everybody who sends to it.
  class mailbox;

 private:
  struct waiting_data;
  void finished(waiting_data* waiting);

  std::size_t eager_bytes_;
  std::shared_ptr<mailbox> mine_;
  std::vector<std::shared_ptr<mailbox>> peers_;
  receiver* told_ = nullptr;
};

}  // namespace ark::proxy
