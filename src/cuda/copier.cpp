#include "cuda/copier.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <ark/detail/clock.hpp>
#include <ark/errc.hpp>

#include "cuda/amo_kernel.hpp"
#include "cuda/device.hpp"
#include "error/log.hpp"

namespace ark {

namespace {

CUdeviceptr pointer(const void* at) { return reinterpret_cast<CUdeviceptr>(at); }

}  // namespace

gpu_copier::gpu_copier(const cuda_device& device, std::uint64_t timeout_ns)
    : device_(device), timeout_ns_(timeout_ns) {
  const cuda_scope current(device_);
  amo_ = std::make_unique<amo_kernel>(device_);
  cuda_check(cuda_driver::get().stream_create(&stream_, unsigned{CU_STREAM_NON_BLOCKING}),
             "cuStreamCreate", {device_.number()});
}

gpu_copier::~gpu_copier() {
  const CUresult code = cuda_driver::get().stream_destroy(stream_);
  if (code != CUDA_SUCCESS && code != CUDA_ERROR_DEINITIALIZED) {
    logger().warn("cuStreamDestroy on device {}: {}", device_.number(),
                  cuda_driver::get().error_text(code));
  }
}

/// Wait for the stream, and not for ever: a GPU that has stopped is an error too.
void gpu_copier::finish(const char* what, std::size_t bytes) {
  const cuda_driver& api = cuda_driver::get();
  const std::uint64_t began = detail::clock_ns();
  CUresult code = api.stream_query(stream_);
  for (; code == CUDA_ERROR_NOT_READY; code = api.stream_query(stream_)) {
    const std::uint64_t waited = detail::clock_ns() - began;
    if (waited > timeout_ns_) {
      throw error(errc::timeout,
                  fmt::format("{} on device {} of {} bytes: not done after {:.1f} s", what,
                              device_.number(), bytes, static_cast<double>(waited) * 1e-9));
    }
    sched_yield();
  }
  cuda_check(code, what, {device_.number(), bytes});
}

void gpu_copier::copy(void* dest, const void* source, std::size_t bytes) {
  if (bytes == 0) return;
  const std::lock_guard lock(mutex_);
  const cuda_scope current(device_);
  cuda_check(cuda_driver::get().memcpy_async(pointer(dest), pointer(source), bytes, stream_),
             "cuMemcpyAsync", {device_.number(), bytes});
  finish("cuMemcpyAsync", bytes);
}

void gpu_copier::zero(void* dest, std::size_t bytes) {
  if (bytes == 0) return;
  const std::lock_guard lock(mutex_);
  const cuda_scope current(device_);
  cuda_check(cuda_driver::get().memset_d8_async(pointer(dest), '\0', bytes, stream_),
             "cuMemsetD8Async", {device_.number(), bytes});
  finish("cuMemsetD8Async", bytes);
}

void gpu_copier::write_word(std::uint64_t* dest, std::uint64_t value) {
  const std::lock_guard lock(mutex_);
  const cuda_scope current(device_);
  // With its default flags the write comes with a fence for everything before it on the stream.
  cuda_check(cuda_driver::get().stream_write_value_64(stream_, pointer(dest), cuuint64_t{value},
                                                      unsigned{CU_STREAM_WRITE_VALUE_DEFAULT}),
             "cuStreamWriteValue64", {device_.number(), sizeof value});
  finish("cuStreamWriteValue64", sizeof value);
}

std::uint64_t gpu_copier::amo(detail::amo_op op, std::byte* word, std::uint64_t bytes,
                              std::uint64_t operand, std::uint64_t condition) {
  const std::lock_guard lock(mutex_);
  const cuda_scope current(device_);
  amo_->start(stream_, {op, static_cast<std::uint32_t>(bytes), word, operand, condition, nullptr});
  finish("an atomic, which needs a place beside the kernels that run, by cuLaunchKernel", bytes);
  return amo_->before();
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
