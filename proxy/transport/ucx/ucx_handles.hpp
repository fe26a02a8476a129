// Owners of UCX's handles. A worker lives within its context, an endpoint within its worker.
#pragma once

#include <ucp/api/ucp.h>

#include <cstddef>
#include <source_location>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ark::proxy {

/// Throws ark::error{system_error} with the call and UCX's own text, unless `status` is ok.
void ucx_check(ucs_status_t status, const char* call,
               const std::source_location& where = std::source_location::current());

/// ucp_context with active messages, wake-up and, if requested, one-sided transfers. Not movable:
/// others point to it.
class ucp_context_owner {
 public:
  /// `devices`: network devices to use, comma separated; empty: UCX's own choice.
  ucp_context_owner(int n_pes, const std::string& devices, bool one_sided);
  ~ucp_context_owner() {
    if (context_ != nullptr) ucp_cleanup(context_);
  }
  ucp_context_owner(const ucp_context_owner&) = delete;
  ucp_context_owner& operator=(const ucp_context_owner&) = delete;
  [[nodiscard]] ucp_context_h get() const noexcept { return context_; }
  /// True if memory of that kind may be sent and received.
  [[nodiscard]] bool takes(ucs_memory_type_t kind) const;
  /// Release the ownership: it is not cleaned up.
  [[nodiscard]] ucp_context_h release() noexcept { return std::exchange(context_, nullptr); }

 private:
  ucp_context_h context_ = nullptr;
};

/// Memory that a context has registered. Lives within its context.
class ucp_memory_owner {
 public:
  ucp_memory_owner(ucp_context_h context, std::span<std::byte> memory);
  ~ucp_memory_owner() {
    if (memory_ != nullptr) ucp_mem_unmap(context_, memory_);
  }
  ucp_memory_owner(const ucp_memory_owner&) = delete;
  ucp_memory_owner& operator=(const ucp_memory_owner&) = delete;
  /// The key with which a peer unpacks its rkey.
  [[nodiscard]] std::vector<std::byte> packed_key() const;
  /// Release the ownership: it is not unmapped.
  void release() noexcept { memory_ = nullptr; }

 private:
  ucp_context_h context_;
  ucp_mem_h memory_ = nullptr;
};

/// A ucp_worker, used by one thread at a time.
class ucp_worker_owner {
 public:
  explicit ucp_worker_owner(const ucp_context_owner& context);
  ~ucp_worker_owner() {
    if (worker_ != nullptr) ucp_worker_destroy(worker_);
  }
  ucp_worker_owner(const ucp_worker_owner&) = delete;
  ucp_worker_owner& operator=(const ucp_worker_owner&) = delete;
  [[nodiscard]] ucp_worker_h get() const noexcept { return worker_; }
  /// Release the ownership: it is not destroyed.
  [[nodiscard]] ucp_worker_h release() noexcept { return std::exchange(worker_, nullptr); }

 private:
  ucp_worker_h worker_ = nullptr;
};

}  // namespace ark::proxy
