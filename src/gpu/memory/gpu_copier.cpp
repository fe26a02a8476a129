#include "gpu/memory/gpu_copier.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ark/detail/platform/clock.hpp>
#include <ark/errc.hpp>
#include <cstring>

#include "gpu/driver/gpu_stream.hpp"
#include "gpu/kernels/amo_kernel.hpp"

namespace ark {

/// Pinned staging memory for the bytes of pageable memory.
class pinned_stage {
 public:
  explicit pinned_stage(const cuda_device& device)
      : memory_(most_bytes, "staging buffers for a GPU"), pins_(device) {
    memory_.back(most_bytes);
    pins_.pin(memory_.base(), most_bytes);
  }
  [[nodiscard]] std::byte* get() const noexcept { return memory_.base(); }

  static constexpr std::size_t most_bytes = 1 << 20;

 private:
  reserved_region memory_;
  cuda_pins pins_;
};

namespace {

/// True for memory unknown to the driver: host memory that is not pinned.
bool is_pageable(const cuda_device& device, const void* at) {
  CUmemorytype type{};
  const CUresult code = cuda_driver::get().pointer_get_attribute(
      static_cast<void*>(&type), CU_POINTER_ATTRIBUTE_MEMORY_TYPE, device_pointer(at));
  if (code == CUDA_ERROR_INVALID_VALUE) return true;
  cuda_check(code, "cuPointerGetAttribute", {device.number()});
  return false;
}

}  // namespace

gpu_copier::gpu_copier(const cuda_device& device, std::uint64_t timeout_ns)
    : device_(device),
      timeout_ns_(timeout_ns),
      amo_(std::make_unique<amo_kernel>(device)),
      stage_(std::make_unique<pinned_stage>(device)),
      stream_(std::make_unique<cuda_stream>(device)) {
  amo_->launch_first(*stream_, timeout_ns_);
}

gpu_copier::~gpu_copier() = default;

/// Fails if the previous call has not ended: nothing could be queued behind it.
void gpu_copier::begin(const char* call) {
  began_ = detail::clock_ns();
  if (!late_) return;
  late_ = !stream_->wait(0, call);
  if (!late_) return;
  throw error(errc::timeout, fmt::format("{} on device {}: an earlier call has not ended yet", call,
                                         device_.number()));
}

/// Wait for the stream, with a deadline: a GPU that has stopped is an error, too.
void gpu_copier::finish(const char* call, std::size_t bytes) {
  const std::uint64_t gone = std::min(detail::clock_ns() - began_, timeout_ns_);
  late_ = !stream_->wait(timeout_ns_ - gone, call, bytes);
  if (!late_) return;
  throw error(errc::timeout,
              fmt::format("{} on device {} of {} bytes: not done after {:.1f} s", call,
                          device_.number(), bytes, static_cast<double>(timeout_ns_) * 1e-9));
}

void gpu_copier::copy(void* dest, const void* source, std::size_t bytes) {
  if (bytes == 0) return;
  const std::lock_guard lock(mutex_);
  const cuda_scope current(device_);
  begin("cuMemcpyAsync");
  const bool pageable_dest = is_pageable(device_, dest), pageable = is_pageable(device_, source);
  if (!pageable_dest && !pageable) return copy_part(dest, source, bytes);
  for (std::size_t at = 0; at < bytes; at += pinned_stage::most_bytes) {
    const std::size_t some = std::min(pinned_stage::most_bytes, bytes - at);
    auto* const to = static_cast<std::byte*>(dest) + at;
    const auto* const from = static_cast<const std::byte*>(source) + at;
    if (pageable) std::memcpy(stage_->get(), from, some);
    copy_part(pageable_dest ? stage_->get() : to, pageable ? stage_->get() : from, some);
    if (pageable_dest) std::memcpy(to, stage_->get(), some);
  }
}

void gpu_copier::copy_part(void* dest, const void* source, std::size_t bytes) {
  cuda_check(cuda_driver::get().memcpy_async(device_pointer(dest), device_pointer(source), bytes,
                                             stream_->get()),
             "cuMemcpyAsync", {device_.number(), bytes});
  finish("cuMemcpyAsync", bytes);
}

void gpu_copier::zero(void* dest, std::size_t bytes) {
  if (bytes == 0) return;
  const std::lock_guard lock(mutex_);
  const cuda_scope current(device_);
  begin("cuMemsetD8Async");
  cuda_check(cuda_driver::get().memset_d8_async(device_pointer(dest), '\0', bytes, stream_->get()),
             "cuMemsetD8Async", {device_.number(), bytes});
  finish("cuMemsetD8Async", bytes);
}

void gpu_copier::write_word(std::uint64_t* dest, std::uint64_t value) {
  const std::lock_guard lock(mutex_);
  const cuda_scope current(device_);
  begin("cuStreamWriteValue64");
  stream_->write_word(device_pointer(dest), value);
  finish("cuStreamWriteValue64", sizeof value);
}

std::uint64_t gpu_copier::amo(detail::amo_op op, std::byte* word, std::uint64_t bytes,
                              std::uint64_t operand, std::uint64_t condition) {
  const std::lock_guard lock(mutex_);
  const cuda_scope current(device_);
  begin("cuLaunchKernel");
  amo_->start(stream_->get(),
              {op, static_cast<std::uint32_t>(bytes), word, operand, condition, nullptr});
  finish("cuLaunchKernel of an atomic, which needs a place beside other kernels,", bytes);
  return amo_->before();
}

void gpu_copier::add(detail::element_kind kind, std::byte* dest, const std::byte* source,
                     std::size_t bytes) {
  if (bytes == 0) return;
  const std::lock_guard lock(mutex_);
  const cuda_scope current(device_);
  begin("cuLaunchKernel");
  const bool pageable = is_pageable(device_, source);
  const std::size_t most = pageable ? pinned_stage::most_bytes : bytes;
  for (std::size_t at = 0; at < bytes; at += most) {
    const std::size_t some = std::min(most, bytes - at);
    if (pageable) std::memcpy(stage_->get(), source + at, some);
    amo_->start(stream_->get(),
                add_request{kind, dest + at, pageable ? stage_->get() : source + at, some});
    finish("cuLaunchKernel of a put_add, which needs a place beside other kernels,", some);
  }
}

void gpu_copier::signal(detail::signal_op op, std::uint64_t* word, std::uint64_t value) {
  switch (op) {
    case detail::signal_op::none:
      break;
    case detail::signal_op::set:
      return write_word(word, value);
    case detail::signal_op::add:
      amo(detail::amo_op::add, reinterpret_cast<std::byte*>(word), sizeof *word, value, 0);
  }
}

}  // namespace ark
