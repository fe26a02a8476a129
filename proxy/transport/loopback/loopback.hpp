// A transport between PEs of one process: for tests of the layers above, and for local jobs.
#pragma once

#include <memory>
#include <vector>

#include "os/unique_fd.hpp"
#include "transport/transport.hpp"

namespace ark::proxy {

/// Every PE has a mailbox. A message holds data up to a limit; larger data stays at the sender as a
/// rendezvous, so that both paths of the proxy are used.
class loopback final : public transport {
 public:
  struct options {
    std::size_t eager_bytes = 8192;
    bool one_sided = false;      ///< PEs may write and read each other's memory
    std::size_t part_bytes = 0;  ///< result of part_bytes()
  };
  loopback() : loopback(options()) {}
  /// Throws ark::error{system_error}.
  explicit loopback(const options& how);
  ~loopback() override;

  [[nodiscard]] std::string name() const override { return "loopback"; }
  [[nodiscard]] std::string describe(int pe) const override;
  [[nodiscard]] std::vector<std::byte> address() const override;
  void connect(std::vector<std::vector<std::byte>> addresses, receiver& to) override;
  transfer send(int pe, const message& header, std::span<const std::byte> data,
                std::uint64_t cookie, memory_kind kind) override;
  transfer receive(rendezvous* waiting, std::byte* into, std::uint64_t cookie,
                   memory_kind kind) override;
  void discard(rendezvous* waiting) override;
  [[nodiscard]] std::uint64_t part_bytes(int) const override { return options_.part_bytes; }
  [[nodiscard]] bool one_sided(int) const override { return options_.one_sided; }
  [[nodiscard]] std::vector<std::byte> expose(std::span<std::byte> memory) override;
  [[nodiscard]] remote_memory* attach(int pe, std::span<const std::byte> key) override;
  transfer write(remote_memory& there, std::uint64_t at, std::span<const std::byte> data,
                 std::uint64_t cookie) override;
  transfer read(remote_memory& there, std::uint64_t at, std::span<std::byte> into,
                std::uint64_t cookie) override;
  void flush(std::uint64_t until_ns, const std::function<bool()>& enough) override;
  bool progress() override;
  [[nodiscard]] int event_fd() const override;
  bool arm() override;

  /// Shared by its owner and its senders.
  class mailbox;

 private:
  struct waiting_data;
  struct peer_memory : remote_memory {
    explicit peer_memory(std::byte* where) : base(where) {}
    std::byte* base;
  };
  void finished(waiting_data* waiting);

  options options_;
  std::vector<std::unique_ptr<peer_memory>> attached_;
  std::shared_ptr<mailbox> mine_;
  std::vector<std::shared_ptr<mailbox>> peers_;
  receiver* receiver_ = nullptr;
};

}  // namespace ark::proxy
