#include "gpu/memory/cuda_host.hpp"

#include <fmt/core.h>

#include <ark/errc.hpp>

namespace ark {

cuda_host::cuda_host(const cuda_device& device, job_link link, std::size_t reserve_bytes)
    : inner_(std::move(link), reserve_bytes,
             {[this](std::byte* at, std::size_t bytes) { pins_.pin(at, bytes); },
              [this](std::byte* at) { pins_.unpin(at); }}),
      pins_(device) {
  if (device.facts().host_memory_is_same) return;
  throw error(errc::unsupported,
              fmt::format("symmetric heap: device {} reaches pinned host memory under another "
                          "address than the CPU; ARK_HEAP=cuda does without",
                          device.number()));
}

}  // namespace ark
