#include "cuda/context.hpp"

#include <unistd.h>

#include <ark/detail/atomics.hpp>
#include <ark/detail/check_state.hpp>
#include <cstring>
#include <new>
#include <type_traits>
#include <vector>

namespace ark {

namespace {

using detail::device_state;

// Copied as bytes.
static_assert(std::is_trivially_copyable_v<device_state>);
static_assert(std::is_trivially_copyable_v<failure_record>);

std::size_t page_bytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

/// The offsets of an image: the state first, then what it points to, each on lines of its own.
struct layout {
  std::size_t collectives, arrivals, peers, checks, bytes;

  explicit layout(std::size_t pes) {
    std::size_t at = 0;
    const auto take = [&](std::size_t size) {
      const std::size_t first = at;
      at += (size + detail::cache_line - 1) / detail::cache_line * detail::cache_line;
      return first;
    };
    take(sizeof(device_state));
    collectives = take(sizeof(detail::collective_state));
    arrivals = take(pes * sizeof(std::uint64_t));
    peers = take(pes * sizeof(detail::peer_view));
    checks = take(sizeof(detail::check_state));
    bytes = at;
  }
};

/// What `view` is in an image that will be at `base`.
device_state state_at(CUdeviceptr base, const layout& where, const kernel_view& view) {
  const auto at = [&](std::size_t offset) { return reinterpret_cast<void*>(base + offset); };
  device_state state = view.host;
  state.peers = static_cast<const detail::peer_view*>(at(where.peers));
  state.rings = nullptr;
  // Nothing on the GPU drains a ring yet; plans are set when there is one.
  state.ring_count = state.sm_ring_count = state.host_ring_count = 0;
  state.sm = nullptr;
  state.plans = nullptr;
  state.plan_count = 0;
  state.routing = detail::route_policy::inline_only;
  state.workspace = view.workspace;
  state.collectives = static_cast<detail::collective_state*>(at(where.collectives));
  state.checks = view.check ? static_cast<detail::check_state*>(at(where.checks)) : nullptr;
  state.trace = nullptr;
  state.host_copier = nullptr;
  state.on_failure = {};
  state.kernels_wait = view.kernels_wait;
  return state;
}

std::vector<std::byte> image_at(CUdeviceptr base, const kernel_view& view,
                                detail::failure_mirror* mirror) {
  const layout where(view.peers.size());
  std::vector<std::byte> image(where.bytes);
  device_state state = state_at(base, where, view);
  state.mirror = mirror;
  std::memcpy(image.data(), &state, sizeof state);
  detail::collective_state collectives;
  collectives.expected_arrivals = reinterpret_cast<std::uint64_t*>(base + where.arrivals);
  std::memcpy(image.data() + where.collectives, &collectives, sizeof collectives);
  std::memcpy(image.data() + where.peers, view.peers.data(), view.peers.size_bytes());
  return image;
}

}  // namespace

gpu_context::gpu_context(const cuda_device& device, gpu_copier& copier, const kernel_view& view)
    : device_(device), copier_(copier), page_(page_bytes(), "a failure's mirror"), pins_(device) {
  page_.back(page_bytes());
  pins_.pin(page_.base(), page_bytes());
  static_assert(sizeof(detail::failure_mirror) <= 4096);
  mirror_ = new (page_.base()) detail::failure_mirror;
  const cuda_driver& api = cuda_driver::get();
  const cuda_scope current(device_);
  CUdeviceptr mirror = 0;
  cuda_check(api.mem_host_get_device_pointer(&mirror, static_cast<void*>(mirror_), 0u),
             "cuMemHostGetDevicePointer", {device_.number(), page_bytes()});
  const std::size_t bytes = layout(view.peers.size()).bytes;
  cuda_check(api.mem_alloc(&base_, bytes), "cuMemAlloc", {device_.number(), bytes});
  try {
    const auto image = image_at(base_, view, reinterpret_cast<detail::failure_mirror*>(mirror));
    copier_.copy(address(), image.data(), image.size());
  } catch (...) {
    api.mem_free(base_);
    throw;
  }
}

gpu_context::~gpu_context() {
  cuda_warn(cuda_driver::get().mem_free(base_), "cuMemFree", {device_.number()});
}

device_state* gpu_context::address() const noexcept {
  return reinterpret_cast<device_state*>(base_);
}

void gpu_context::set_heap_bytes(std::uint64_t bytes) {
  copier_.copy(&address()->heap_bytes, &bytes, sizeof bytes);
}

void gpu_context::set_plans(detail::plan_state* table, std::uint64_t count) {
  copier_.copy(&address()->plans, &table, sizeof table);
  copier_.write_word(&address()->plan_count, count);  // who sees it sees the table
}

void gpu_context::set_status(errc code) {
  const auto status = static_cast<std::uint32_t>(code);
  copier_.copy(&address()->status, &status, sizeof status);
}

std::optional<failure_record> gpu_context::failure() const {
  // Pairs with the release store of the kernel that failed.
  if (detail::load_acquire(&mirror_->status) == 0) return std::nullopt;
  return mirror_->record;
}

}  // namespace ark
