// Messages over UCX active messages.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

#include "transport/ucx/ucx.hpp"
#include "transport/ucx/ucx_handles.hpp"

namespace ark::proxy {

/// One worker, and an endpoint per peer from its first use on, with peer failure handling.
///
/// A message's data is eager, with one copy, up to a size; larger data is a rendezvous that is
/// written to the heap without a copy. Over tcp UCX emulates one-sided writes by messages that the
/// target has to answer, which are slower than ark's messages; networks with RMA write directly.
class ucx_message_transport final : public transport {
 public:
  explicit ucx_message_transport(const ucx_options& options);
  ~ucx_message_transport() override;

  [[nodiscard]] std::string name() const override;
  [[nodiscard]] std::string describe(int pe) const override;
  [[nodiscard]] std::vector<std::byte> address() const override;
  void connect(std::vector<std::vector<std::byte>> addresses, receiver& to) override;
  transfer send(int pe, const message& header, std::span<const std::byte> data,
                std::uint64_t cookie, memory_kind kind) override;
  transfer receive(rendezvous* waiting, std::byte* into, std::uint64_t cookie,
                   memory_kind kind) override;
  void discard(rendezvous* waiting) override;
  [[nodiscard]] std::uint64_t part_bytes(int pe) const override;
  [[nodiscard]] std::uint64_t gpu_bytes() const override;
  [[nodiscard]] bool one_sided(int pe) const override;
  [[nodiscard]] std::vector<std::byte> expose(std::span<std::byte> memory) override;
  [[nodiscard]] remote_memory* attach(int pe, std::span<const std::byte> key) override;
  transfer write(remote_memory& there, std::uint64_t at, std::span<const std::byte> data,
                 std::uint64_t cookie) override;
  transfer read(remote_memory& there, std::uint64_t at, std::span<std::byte> into,
                std::uint64_t cookie) override;
  void abandon() override;
  void flush(std::uint64_t until_ns, const std::function<bool()>& enough) override;
  bool progress() override;
  [[nodiscard]] int event_fd() const override { return event_fd_; }
  bool arm() override;

 private:
  /// State of a peer, from its first use on.
  struct endpoint {
    ucx_message_transport* owner = nullptr;
    int pe = 0;
    ucp_ep_h handle = nullptr;
    bool lost = false;
    std::optional<bool> native;  ///< its network supports RMA; set by the first query
  };
  struct peer_memory : remote_memory {
    peer_memory(endpoint& whose, std::uint64_t where) : to(whose), base(where) {}
    ~peer_memory() {
      if (key != nullptr) ucp_rkey_destroy(key);
    }
    endpoint& to;
    std::uint64_t base;
    ucp_rkey_h key = nullptr;
  };
  /// A send, write or read that UCX has not completed: for a send, UCX reads the header here until
  /// then.
  struct pending_send {
    message header;
    std::uint64_t cookie = 0;
    endpoint* to = nullptr;
    ucx_message_transport* owner = nullptr;
    bool reads = false;
  };
  struct pending_receive {
    std::uint64_t cookie = 0;
    endpoint* from = nullptr;
    ucx_message_transport* owner = nullptr;
  };

  struct waiting_data;

  static ucs_status_t arrived(void* self, const void* header, std::size_t header_bytes, void* data,
                              std::size_t bytes, const ucp_am_recv_param_t* how);
  static void send_done(void* request, ucs_status_t status, void* which);
  static void receive_done(void* request, ucs_status_t status, std::size_t bytes, void* which);
  static void peer_failed(void* which, ucp_ep_h handle, ucs_status_t status);

  endpoint* connected(int pe);
  [[nodiscard]] endpoint* known(int pe) const;
  void lose(endpoint& to, const char* what, ucs_status_t status);
  pending_send* acquire_send();
  void release_send(pending_send* one) { free_sends_.push_back(one); }
  transfer begun(pending_send* one, const char* call, ucs_status_ptr_t request);
  [[nodiscard]] std::string lanes(const endpoint& to) const;
  [[nodiscard]] bool native(endpoint& to) const;
  [[nodiscard]] std::uint64_t part_bytes(endpoint& to) const;
  void close_endpoints();
  bool wait_for(ucs_status_ptr_t request, std::uint64_t until_ns,
                const std::function<bool()>& enough);

  one_sided_use one_sided_use_;
  std::optional<std::uint64_t> part_bytes_;
  ucp_context_owner context_;
  std::vector<std::unique_ptr<ucp_memory_owner>> exposed_;
  ucp_worker_owner worker_;
  int event_fd_ = -1;
  bool leave_open_ = false;  ///< UCX would abort when closing incomplete connections
  receiver* receiver_ = nullptr;
  std::vector<std::vector<std::byte>> addresses_;
  std::vector<std::unique_ptr<endpoint>> endpoints_;  ///< [n_pes], made on first use
  std::vector<std::unique_ptr<peer_memory>> attached_;
  std::vector<std::unique_ptr<pending_send>> sends_;
  std::vector<pending_send*> free_sends_;
  std::unordered_set<waiting_data*> waiting_;  ///< passed to the receiver, and not yet received or
                                               ///< discarded
};

}  // namespace ark::proxy
