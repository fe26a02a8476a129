#include "gpu/gpu_context.hpp"

#include <unistd.h>

#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/queue/ring_replies.hpp>
#include <ark/detail/queue/ring_view.hpp>
#include <ark/detail/queue/sm_workspace.hpp>
#include <ark/detail/state/check_state.hpp>
#include <ark/detail/state/context_table.hpp>
#include <cstring>
#include <vector>

#include "error/failure_report.hpp"
#include "gpu/kernels/image.hpp"

namespace ark {

/// The parts in host memory, at the addresses of one side.
struct gpu_host_parts {
  detail::failure_mirror* mirror;
  detail::ring_view ring;  ///< for the proxy, if there is one
};

namespace {

using detail::collective_state;
using detail::device_state;

/// With reply_slots, because no CPU can access the stacks of the GPU's threads.
detail::ring_view proxy_ring(image& all, std::size_t slots) {
  detail::ring_view ring = all.ring(slots);
  ring.reply_slots = all.zeros<detail::reply_slot>(slots);
  return ring;
}

/// The mirror of the first failure, followed by that of all others.
gpu_host_parts lay_out(image& all, const kernel_view& view) {
  const detail::failure_mirror mirrors[2];
  auto* mirror = all.copy(std::span<const detail::failure_mirror>(mirrors));
  return {mirror, view.proxied ? proxy_ring(all, view.ring_slots) : detail::ring_view{}};
}

std::size_t whole_pages(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

/// The ring of engine blocks of launches, followed by the proxy's.
void add_rings(image& all, device_state& state, const kernel_view& view,
               const gpu_host_parts& host) {
  std::vector<detail::ring_view> rings;
  rings.push_back(all.ring(view.ring_slots));
  if (view.proxied) rings.push_back(host.ring);
  state.rings = all.copy(std::span<const detail::ring_view>(rings));
  state.ring_count = state.kernel_ring_count = 0;
  state.sm_ring_count = 1;
  state.host_ring_count = view.proxied ? 1 : 0;
  state.sm = all.copy(detail::sm_workspace());
}

/// The state first, then the data to which it points. `teams` receives the addresses of the
/// kernels' teams.
image image_at(CUdeviceptr base, const kernel_view& view, const gpu_host_parts& parts,
               collective_state& teams) {
  image all(base);
  auto* first = all.zeros<device_state>(1);
  device_state state = view.host;
  state.peers = all.copy(view.peers);  // directly behind it: see device/address.hpp
  add_rings(all, state, view, parts);
  state.inline_max_bytes = view.inline_max_bytes;
  state.thread_inline_max_bytes = detail::thread_inline_limit(view.inline_max_bytes);
  state.timeout_ms = detail::gpu_timeout(state.timeout_ns);
  // Set when the first plan is made.
  state.plans = nullptr;
  state.plan_count = state.queue_used = 0;
  state.workspace = view.workspace;
  const collective_state& host = *view.host.collectives;
  const auto slots = static_cast<std::size_t>(host.slots);
  const std::size_t pairs = slots * view.peers.size();
  teams.slots = host.slots;
  teams.teams = all.copy(std::span<const detail::team_view>(host.teams, slots));
  teams.members = all.copy(std::span<const std::int32_t>(host.members, pairs));
  teams.sent = all.zeros<std::uint64_t>(pairs);
  teams.received = all.zeros<std::uint64_t>(pairs);
  teams.exchanges = all.zeros<std::uint64_t>(pairs);
  teams.unseen = all.zeros<detail::pending_broadcasts>(slots);
  state.collectives = all.copy(teams);
  detail::context_table contexts;
  const std::size_t rings = 1 + (view.proxied ? 1 : 0);
  contexts.posted = all.zeros<std::uint64_t>(detail::context_slots * rings);
  state.contexts = all.copy(contexts);
  state.checks = view.check ? all.zeros<detail::check_state>(1) : nullptr;
  state.trace = nullptr;
  state.host_copier = nullptr;
  state.on_failure = {};
  state.mirror = parts.mirror;
  state.kernels_wait = view.kernels_wait;
  all.write(first, std::span<const device_state>(&state, 1));
  return all;
}

}  // namespace

gpu_context::gpu_context(const cuda_device& device, gpu_copier& copier, const kernel_view& view)
    : device_(device),
      copier_(copier),
      pins_(device),
      pe_(view.host.pe),
      timeout_ns_(view.host.timeout_ns) {
  const gpu_host_parts theirs = share_host_memory(view);
  const std::size_t bytes = image_at(0, view, theirs, teams_).bytes().size();
  const cuda_scope current(device_);
  cuda_check(cuda_driver::get().mem_alloc(&base_, bytes), "cuMemAlloc", {device_.number(), bytes});
  try {
    const image all = image_at(base_, view, theirs, teams_);
    copier_.copy(address(), all.bytes().data(), all.bytes().size());
  } catch (...) {
    cuda_driver::get().mem_free(base_);
    throw;
  }
}

/// Pin the memory and lay it out for both sides; returns the GPU's addresses.
gpu_host_parts gpu_context::share_host_memory(const kernel_view& view) {
  image measure(0);
  lay_out(measure, view);
  const std::size_t bytes = whole_pages(measure.bytes().size());
  host_pages_ = reserved_region(bytes, "GPU-to-host notification page");
  host_pages_.back(bytes);
  pins_.pin(host_pages_.base(), bytes);
  image all(reinterpret_cast<std::uint64_t>(host_pages_.base()));
  const gpu_host_parts mine = lay_out(all, view);
  std::memcpy(host_pages_.base(), all.bytes().data(), all.bytes().size());
  mirror_ = mine.mirror;
  proxy_ring_ = mine.ring;
  const cuda_scope current(device_);
  CUdeviceptr theirs = 0;
  cuda_check(cuda_driver::get().mem_host_get_device_pointer(
                 &theirs, static_cast<void*>(host_pages_.base()), 0u),
             "cuMemHostGetDevicePointer", {device_.number(), bytes});
  image far(theirs);
  return lay_out(far, view);
}

gpu_context::~gpu_context() {
  const cuda_scope current(device_, std::nothrow);
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
  // A kernel that reads the count sees the table.
  copier_.write_word(&address()->plan_count, count);
}

void gpu_context::set_team(int slot, const detail::team_view& view,
                           std::span<const std::int32_t> pes) {
  const auto index = static_cast<std::size_t>(slot);
  copier_.copy(teams_.members + index * pes.size(), pes.data(), pes.size_bytes());
  copier_.copy(teams_.teams + index, &view, sizeof view);
}

void gpu_context::set_status(errc code) {
  const auto status = static_cast<std::uint32_t>(code);
  copier_.copy(&address()->status, &status, sizeof status);
}

std::optional<failure_record> gpu_context::failure() const {
  // Pairs with the release store of the kernel that failed.
  if (detail::load_acquire(&mirror_->status) == 0) return std::nullopt;
  failure_record record = failure_of_kernel(*mirror_, timeout_ns_);
  record.pe = pe_;
  record.on_lane = true;
  return record;
}

}  // namespace ark
