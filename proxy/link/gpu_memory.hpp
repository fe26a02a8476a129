// What the CPU must leave to a GPU's driver, and what the network reaches itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "gpu/memory/pipeline.hpp"
#include "link/bundler.hpp"

namespace ark::proxy {

/// The proxy only. Without a GPU all memory is the CPU's.
class gpu_memory {
 public:
  /// `pipeline` null: there is no GPU. `network_bytes`: from how many bytes on the transport takes
  /// the GPU's memory; 0: never.
  gpu_memory(gpu_pipeline* pipeline, std::uint64_t network_bytes)
      : pipeline_(pipeline), network_bytes_(network_bytes) {}

  explicit operator bool() const noexcept { return pipeline_ != nullptr; }
  gpu_pipeline* operator->() const noexcept { return pipeline_; }

  [[nodiscard]] bool far(const void* at) const {
    return pipeline_ != nullptr && pipeline_->on_device(at);
  }
  /// Whether the transport is given that memory of a GPU itself.
  [[nodiscard]] bool on_network(const std::byte* at, std::uint64_t bytes) const {
    return network_bytes_ != 0 && pipeline_->on_network(at, bytes);
  }
  /// The same for data that leaves from there: what is small is copied in any case.
  [[nodiscard]] bool sent_directly(const std::byte* from, std::uint64_t bytes) const {
    return bytes >= network_bytes_ && bytes > bundler::small_bytes && on_network(from, bytes);
  }
  /// What must be current while the transport is called, or null.
  [[nodiscard]] gpu_pipeline::scope enter_for_transport() const {
    return network_bytes_ != 0 ? pipeline_->enter() : nullptr;
  }
  [[nodiscard]] bool idle() const { return pipeline_ == nullptr || pipeline_->idle(); }
  /// The number of a buffer of the host with a copy of `data`.
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
