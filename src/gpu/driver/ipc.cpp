#include "gpu/driver/ipc.hpp"

#include <fmt/core.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <ark/detail/platform/clock.hpp>
#include <ark/errc.hpp>
#include <cerrno>
#include <cstring>

#include "error/log.hpp"

namespace ark {

namespace {

/// Run a call; its error gets advice.
template <class Call>
void with_advice(const char* advice, Call&& call) {
  try {
    call();
  } catch (const error& problem) {
    throw error(problem.code(), fmt::format("{}; {}", problem.what(), advice));
  }
}

/// True once all copies of the other end of `fd` are closed; polls up to `timeout_ns`. Nothing is
/// ever sent, so a readable end means closed.
bool peer_closed(const unique_fd& fd, std::uint64_t timeout_ns) {
  constexpr std::uint64_t round_ns = 1'000'000'000, ms = 1'000'000;
  const std::uint64_t deadline = detail::clock_ns() + timeout_ns;
  for (;;) {
    const std::uint64_t now = detail::clock_ns();
    const std::uint64_t left = now < deadline ? deadline - now : 0;
    pollfd other_end{fd.get(), 0, 0};
    if (poll(&other_end, 1, static_cast<int>((std::min(left, round_ns) + ms - 1) / ms)) > 0)
      return true;
    if (left == 0) return false;
  }
}

}  // namespace

ipc_memory::ipc_memory(const cuda_device& device, std::size_t bytes, std::uint64_t timeout_ns)
    : device_(device), timeout_ns_(timeout_ns) {
  with_advice("a smaller ARK_SYMMETRIC_SIZE would help: a heap for cudaIpc is all there from init",
              [&] { memory_ = std::make_unique<cuda_buffer>(device, bytes); });
}

ipc_memory::~ipc_memory() {
  if (!watch_ || peer_closed(watch_, timeout_ns_)) return;
  logger().warn(
      "symmetric heap: after {:.1f} s another process still has the {} bytes of device {} open: "
      "they stay until this process ends",
      static_cast<double>(timeout_ns_) * 1e-9, bytes(), device_.number());
  [[maybe_unused]] const auto* left = memory_.release();
  CUcontext kept = nullptr;  // device memory would be freed with the context
  cuda_warn(cuda_driver::get().primary_retain(&kept, device_.handle()), "cuDevicePrimaryCtxRetain",
            {device_.number()});
}

unique_fd ipc_memory::offer() {
  const cuda_scope current(device_);
  CUipcMemHandle handle{};
  with_advice("ARK_HEAP=cuda_host, or all PEs in one process, can do without", [&] {
    cuda_check(cuda_driver::get().ipc_get_mem_handle(&handle, memory_->get()), "cuIpcGetMemHandle",
               {device_.number(), bytes()});
  });
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    throw error(errc::system_error,
                fmt::format("heap exchange: socketpair: {}", std::strerror(errno)));
  }
  watch_ = unique_fd(ends[0]);
  unique_fd offered(ends[1]);
  if (send(watch_.get(), &handle, sizeof handle, MSG_NOSIGNAL) != ssize_t{sizeof handle}) {
    throw error(errc::system_error, fmt::format("heap exchange: send: {}", std::strerror(errno)));
  }
  return offered;
}

ipc_window::ipc_window(const cuda_device& device, std::size_t bytes, unique_fd offered)
    : device_(device), bytes_(bytes), offered_(std::move(offered)) {
  CUipcMemHandle handle{};
  // The message stays in the socket, for the other PEs with the same offer.
  const ssize_t length =
      recv(offered_.get(), &handle, sizeof handle, MSG_PEEK | MSG_DONTWAIT | MSG_TRUNC);
  if (length != ssize_t{sizeof handle}) {
    throw error(errc::system_error,
                fmt::format("heap exchange: {} bytes instead of a handle of cudaIpc", length));
  }
  const cuda_scope current(device);
  with_advice(
      "cudaIpc needs processes that see each other's GPU and are in one pid namespace "
      "(containers); ARK_HEAP=cuda_host can do without",
      [&] {
        cuda_check(cuda_driver::get().ipc_open_mem_handle(
                       &base_, handle, unsigned{CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS}),
                   "cuIpcOpenMemHandle", {device.number(), bytes});
      });
}

ipc_window::~ipc_window() {
  if (base_ == 0) return;
  try {
    const cuda_scope current(device_);
    cuda_warn(cuda_driver::get().ipc_close_mem_handle(base_), "cuIpcCloseMemHandle",
              {device_.number(), bytes_});
  } catch (const error& problem) {
    logger().warn("closing another process's heap: {}", problem.what());
  }
}

void ipc_allow(const cuda_device& device, CUcontext owner) {
  if (owner == device.context()) return;
  const cuda_scope current(device);
  const CUresult code = cuda_driver::get().ctx_enable_peer_access(owner, 0u);
  if (code == CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED) return;
  cuda_check(code, "cuCtxEnablePeerAccess", {device.number()});
}

}  // namespace ark
