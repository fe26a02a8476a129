// Decides which memory the CPU accesses, which a GPU's driver, and which the network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "gpu/memory/pipeline.hpp"
#include "link/bundler.hpp"

namespace ark::proxy {

/// Only the thread that drives the proxy. Without a GPU the CPU accesses all memory.
class gpu_memory {
 public:
  /// `pipeline` null: there is no GPU. `network_bytes`: minimum size at which the transport
  /// accesses GPU memory; 0: never.
  gpu_memory(gpu_pipeline* pipeline, std::uint64_t network_bytes)
      : pipeline_(pipeline), network_bytes_(network_bytes) {}

  explicit operator bool() const noexcept { return pipeline_ != nullptr; }
  gpu_pipeline* operator->() const noexcept { return pipeline_; }

  [[nodiscard]] bool far(const void* at) const {
    return pipeline_ != nullptr && pipeline_->on_device(at);
  }
  /// True if the transport accesses this range of GPU memory itself.
  [[nodiscard]] bool on_network(const std::byte* at, std::uint64_t bytes) const {
    return network_bytes_ != 0 && pipeline_->on_network(at, bytes);
  }
  /// True if the transport sends this range of GPU memory itself. Small data is always copied.
  [[nodiscard]] bool sent_directly(const std::byte* from, std::uint64_t bytes) const {
    return bytes >= network_bytes_ && bytes > bundler::small_bytes && on_network(from, bytes);
  }
  /// Makes the device current while the transport is called; null without a GPU.
  [[nodiscard]] gpu_pipeline::scope enter_for_transport() const {
    return network_bytes_ != 0 ? pipeline_->enter() : nullptr;
  }
  [[nodiscard]] bool idle() const { return pipeline_ == nullptr || pipeline_->idle(); }
  /// Copy `data` to a host buffer; returns the buffer's number.
  [[nodiscard]] std::size_t stage(const std::byte* data, std::uint64_t bytes) const {
    const std::size_t staged = pipeline_->acquire(bytes);
    std::memcpy(pipeline_->buffer(staged), data, bytes);
    return staged;
  }
  void release(std::size_t staged) const {
    if (staged != gpu_pipeline::no_buffer) pipeline_->release(staged);
  }

 private:
  gpu_pipeline* pipeline_;
  std::uint64_t network_bytes_;
};

}  // namespace ark::proxy
