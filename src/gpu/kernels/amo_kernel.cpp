#include "gpu/kernels/amo_kernel.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <ark/detail/platform/atomics.hpp>
#include <ark/errc.hpp>
#include <array>

#include "gpu/amo_image.hpp"

namespace ark {

namespace {

/// Operand buffer of one addition: whole elements, small enough to allocate for every PE.
constexpr std::size_t operand_bytes = 64 * 1024;

}  // namespace

amo_kernel::amo_kernel(const cuda_device& device)
    : device_(device),
      page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE)), "results of a GPU's atomics"),
      pins_(device),
      module_(device, amo_image),
      amo_(module_.function("ark_amo")),
      add_(module_.function("ark_add")),
      operands_(device, operand_bytes) {
  page_.back(page_.bytes());
  pins_.pin(page_.base(), page_.bytes());
  const cuda_scope current(device_);
  CUdeviceptr before = 0;
  cuda_check(
      cuda_driver::get().mem_host_get_device_pointer(&before, static_cast<void*>(page_.base()), 0u),
      "cuMemHostGetDevicePointer", {device_.number(), page_.bytes()});
  before_of_device_ = reinterpret_cast<std::uint64_t*>(before);
}

void amo_kernel::launch_first(const cuda_stream& stream, std::uint64_t timeout_ns) {
  const cuda_scope current(device_);
  // A read of the word for old values, and no elements.
  start(stream.get(), amo_request{detail::amo_op::fetch, sizeof(std::uint64_t),
                                  reinterpret_cast<std::byte*>(before_of_device_), 0, 0, nullptr});
  auto* const none = reinterpret_cast<std::byte*>(operands_.get());
  add_request empty{detail::element_kind::int32, none, none, 0};
  std::array<void*, 1> parameters = {&empty};
  module_.launch(add_, stream.get(), 1, add_threads, parameters);
  if (stream.wait(timeout_ns, "the first cuLaunchKernel")) return;
  throw error(errc::timeout,
              fmt::format("the first launch of ark's atomics on device {}: not done after {:.1f} s",
                          device_.number(), static_cast<double>(timeout_ns) * 1e-9));
}

void amo_kernel::start(CUstream stream, amo_request wanted) {
  wanted.before = before_of_device_;
  std::array<void*, 1> parameters = {&wanted};
  module_.launch(amo_, stream, 1, 1, parameters);
}

void amo_kernel::start(CUstream stream, const add_request& wanted) {
  for (std::uint64_t at = 0; at < wanted.bytes; at += operands_.bytes()) {
    const auto some = std::min<std::uint64_t>(operands_.bytes(), wanted.bytes - at);
    cuda_check(cuda_driver::get().memcpy_async(operands_.get(), device_pointer(wanted.source + at),
                                               some, stream),
               "cuMemcpyAsync", {device_.number(), some});
    add_request piece{wanted.kind, wanted.dest + at,
                      reinterpret_cast<const std::byte*>(operands_.get()), some};
    std::array<void*, 1> parameters = {&piece};
    module_.launch(add_, stream, 1, add_threads, parameters);
  }
}

std::uint64_t amo_kernel::before() const {
  return detail::load_acquire(reinterpret_cast<const std::uint64_t*>(page_.base()));
}

}  // namespace ark
