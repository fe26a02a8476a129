#include "symmetric_memory.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/state/check_state.hpp>
#include <ark/detail/state/doorbell.hpp>
#include <ark/detail/state/team_state.hpp>
#include <ark/device/state/check.hpp>
#include <ark/device/transfer/order.hpp>
#include <bit>
#include <cstring>

#include "gpu/memory/gpu_copier.hpp"
#include "heap/host_shm.hpp"
#include "os/page_alias.hpp"
#include "os/raw_copy.hpp"

namespace ark {

namespace {

constexpr std::size_t barrier_bytes = 128 * sizeof(std::uint64_t);

constexpr std::size_t check_bytes(std::size_t pes) {
  return sizeof(detail::check_workspace) +
         pes * (sizeof(detail::collective_record) + sizeof(std::uint64_t));
}

/// Memory of the teams of a job in each heap. Each pair of PEs has two words and two areas in each.
struct team_memory {
  std::size_t pes, slots, exchange_bytes;
  bool has_host_blocks;

  [[nodiscard]] std::size_t token_bytes() const { return 2 * slots * pes * sizeof(std::uint64_t); }
  [[nodiscard]] std::size_t area_bytes() const {
    const std::size_t smaller = slots - detail::wide_team_slots;
    return 2 * pes *
           (detail::wide_team_slots * exchange_bytes + smaller * detail::least_exchange_bytes);
  }
  [[nodiscard]] std::size_t host_block_bytes() const {
    return has_host_blocks ? 2 * detail::wide_team_slots * pes * exchange_bytes : 0;
  }
};

team_memory team_memory_of(const pe_core& core, bool gpu) {
  const auto pes = static_cast<std::size_t>(core.boot->size());
  return {pes, static_cast<std::size_t>(detail::team_slots(pes, core.values.symmetric_size)),
          gpu ? detail::least_exchange_bytes : detail::cpu_exchange_bytes(pes),
          !gpu && core.layout.several_hosts()};
}

std::size_t workspace_bytes(const team_memory& teams) {
  return barrier_bytes + teams.token_bytes() + teams.area_bytes() + teams.host_block_bytes() +
         sizeof(heartbeats) + check_bytes(teams.pes) + sizeof(detail::doorbell) +
         8 * detail::cache_line;
}

}  // namespace

void symmetric_memory::build() {
  pe_core& core = core_;
  const gpu_choice& where = where_;
  const config& values = core.values;
  const std::size_t views = where.device ? 2 : 1;  // the host's words, and the kernels'
  const std::size_t workspace =
      views * workspace_bytes(team_memory_of(core, where.device != nullptr));
  job_link link{core.boot->rank(),
                core.boot->size(),
                values.timeout_ns,
                [&core](const void* in, std::size_t bytes, void* out) {
                  core.boot->allgather(in, bytes, out);
                },
                [&core] { core.boot->progress(); },
                [&core] { core.boot->working(); }};
  job_link board_link = link;
  for (const std::string& why : where.apart) link.apart.push_back(!why.empty());
  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t first = round_up(workspace + detail::cache_line + values.symmetric_size, page);
  const std::size_t reserve = round_up(reserve_for(first), page);
  if (where.device) {
    backend_ = where.device->make_heap(where.heap.kind, link, reserve);
  } else {
    backend_ = std::make_unique<host_shm>(link, reserve);
  }
  backend_->grow_unbacked(round_up(first, backend_->segment_unit()));
  heap_ = std::make_unique<symmetric_heap>(backend_->committed());
  core.state.workspace = allocate_workspace();
  if (where.device) kernel_workspace_ = allocate_workspace();
  if (where.heap_on_gpu()) {
    board_ = std::make_unique<host_shm>(std::move(board_link), page);
    board_->grow(page);
  }
}

std::size_t symmetric_memory::reserve_for(std::size_t first) const {
  const bool grows = where_.heap.kind != heap_kind::cuda_ipc;
  const std::size_t reserve = grows ? std::max(core_.values.heap_reserve, first) : first;
  if (core_.how.read.source_of("ARK_HEAP_RESERVE") == config_source::built_in)
    return reserve_within_limit(first, reserve);
  if (reserve == core_.values.heap_reserve) return reserve;
  const bool more = reserve > core_.values.heap_reserve;
  core_.how.downgrades.downgrade(
      "ARK_HEAP_RESERVE", fmt::format("{} bytes", core_.values.heap_reserve),
      fmt::format("{} bytes reserved", reserve),
      more ? fmt::format("ARK_SYMMETRIC_SIZE takes {} bytes at init and the library's workspace {}",
                         core_.values.symmetric_size, first - core_.values.symmetric_size)
           : std::string("the heap is one allocation that cudaIpc hands out, it cannot grow"),
      more ? fmt::format("set ARK_HEAP_RESERVE to {} or more", reserve)
           : std::string("set ARK_SYMMETRIC_SIZE to all that is needed"));
  return reserve;
}

std::size_t symmetric_memory::reserve_within_limit(std::size_t first, std::size_t reserve) const {
  if (core_.layout.heap_room >= reserve) return reserve;
  const std::size_t smaller = std::max<std::size_t>(first, core_.layout.heap_room);
  if (smaller < reserve) {
    core_.how.downgrades.downgrade(
        "ARK_HEAP_RESERVE", fmt::format("{} bytes", reserve),
        fmt::format("{} bytes reserved, beyond which the heap does not grow", smaller),
        "the address space of a PE is limited (ulimit -v)",
        "raise the limit, or set ARK_HEAP_RESERVE to what is needed");
  }
  return smaller;
}

/// The library's own words, one set for each user with epochs of its own.
detail::workspace_layout symmetric_memory::allocate_workspace() {
  const team_memory teams = team_memory_of(core_, where_.device != nullptr);
  detail::workspace_layout layout;
  layout.barrier_flags = take(barrier_bytes, detail::cache_line);
  layout.tokens = take(teams.token_bytes(), detail::cache_line);
  layout.exchange_bytes = teams.exchange_bytes;
  layout.exchanges = take(teams.area_bytes(), detail::cache_line);
  layout.has_host_blocks = teams.has_host_blocks;
  if (teams.has_host_blocks)
    layout.host_blocks = take(teams.host_block_bytes(), detail::cache_line);
  layout.heartbeats = take(sizeof(heartbeats), detail::cache_line);
  layout.checks = take(check_bytes(teams.pes), detail::cache_line);
  if (!where_.heap_on_gpu())
    layout.doorbell = take(sizeof(detail::doorbell), alignof(detail::doorbell));
  return layout;
}

void symmetric_memory::grow(std::size_t bytes, std::size_t alignment) {
  const std::size_t room = backend_->reserved() - backend_->committed();
  if (bytes > room || alignment > room - bytes) {
    const heap_use use = heap_->query();
    throw error(errc::out_of_memory,
                fmt::format("symmetric heap: {} bytes aligned to {} asked for; {} of {} bytes in "
                            "use, largest free range {}, {} more available up to the limit {} ({})",
                            bytes, alignment, use.used, backend_->committed(), use.largest_free,
                            room, backend_->reserved(), backend_->limit()));
  }
  const std::size_t unit = std::max<std::size_t>(core_.values.heap_reserve / 256, 4096);
  const std::size_t segment = round_up(bytes + alignment, unit);
  backend_->grow_unbacked(std::min(round_up(segment, backend_->segment_unit()), room));
  heap_->extend(backend_->committed());
  if (where_.device) where_.device->set_heap_bytes(backend_->committed());
  detail::store_release(&core_.state.heap_bytes, static_cast<std::uint64_t>(backend_->committed()));
}

std::uint64_t symmetric_memory::take(std::size_t bytes, std::size_t alignment) {
  const std::uint64_t peak = heap_->query().peak;
  auto offset = heap_->try_allocate(bytes, alignment);
  if (!offset) {
    grow(bytes, alignment);
    offset = heap_->allocate(bytes, alignment);
  }
  try {
    backend_->back(*offset, bytes);
  } catch (const error&) {
    heap_->free(*offset);  // on every PE
    heap_->restore_peak(peak);
    throw;
  }
  return *offset;
}

/// Quiet first: a late put could land in freed or reused memory. If quiet fails, the failure is
/// recorded and the next call reports it; the PE still joins, because the others wait for it.
void symmetric_memory::agree_on_call(const char* call, std::uint64_t first, std::uint64_t second) {
  (void)device::quiet();
  agree_.same(call, first, second);
}

void* symmetric_memory::allocate(std::size_t bytes, std::size_t alignment) {
  const std::size_t most = backend_->largest_alignment();
  if (!std::has_single_bit(alignment) || alignment > most) {
    throw error(errc::invalid_argument,
                fmt::format("alignment {}: a power of two, at most {}", alignment, most));
  }
  agree_on_call("malloc", bytes, alignment);
  if (bytes == 0) return nullptr;
  return reinterpret_cast<void*>(core_.state.heap_base + take(bytes, alignment));
}

void* symmetric_memory::allocate_zeroed(std::size_t bytes) {
  void* memory = allocate(bytes, detail::cache_line);
  if (memory != nullptr && core_.state.host_copier != nullptr) {
    core_.state.host_copier->zero(memory, bytes);
  } else if (memory != nullptr) {
    std::memset(memory, 0, bytes);
  }
  agree_.barrier();  // no PE writes here before it is zero
  return memory;
}

std::uint64_t symmetric_memory::agree_on_pointer(const char* call, const void* pointer,
                                                 std::size_t bytes) {
  const std::uint64_t offset = reinterpret_cast<std::uint64_t>(pointer) - core_.state.heap_base;
  const bool inside = offset < core_.state.heap_bytes;
  agree_on_call(call, inside ? offset : ~std::uint64_t{0},
                bytes);  // all PEs, whatever their pointers
  if (inside) return offset;
  throw error(errc::invalid_argument,
              fmt::format("{}({}): not in the symmetric heap [{:#x}, {:#x})", call, pointer,
                          core_.state.heap_base, core_.state.heap_base + core_.state.heap_bytes));
}

/// Clear the table of signal words: freed memory may hold data next.
void symmetric_memory::forget_signal_words() {
  if (core_.state.checks != nullptr) device::check::forget_signals(*core_.state.checks);
}

void symmetric_memory::release(void* pointer) {
  forget_signal_words();
  if (pointer == nullptr) {
    agree_on_call("free", 0, 0);
  } else {
    const std::uint64_t offset = agree_on_pointer("free", pointer, 0);
    refuse_if_registered("free", offset);
    heap_->free(offset);
  }
}

void* symmetric_memory::reallocate(void* pointer, std::size_t bytes) {
  if (pointer == nullptr) return allocate(bytes, detail::cache_line);
  const std::uint64_t offset = agree_on_pointer("realloc", pointer, bytes);
  refuse_if_registered("realloc", offset);
  forget_signal_words();
  if (bytes == 0) {
    heap_->free(offset);
    return nullptr;
  }
  const std::size_t old_bytes = heap_->size_of(offset);
  const std::uint64_t peak = heap_->query().peak;
  if (heap_->resize(offset, bytes)) {
    try {
      backend_->back(offset, bytes);
    } catch (const error&) {
      (void)heap_->resize(offset, old_bytes);  // shrinking to an earlier size always succeeds
      heap_->restore_peak(peak);
      throw;
    }
    return pointer;
  }
  void* fresh = reinterpret_cast<void*>(core_.state.heap_base + take(bytes, detail::cache_line));
  if (core_.state.host_copier != nullptr) {
    core_.state.host_copier->copy(fresh, pointer, std::min(old_bytes, bytes));
  } else {
    std::memcpy(fresh, pointer, std::min(old_bytes, bytes));
  }
  heap_->free(offset);
  // No PE may write to the new allocation before the old contents are copied.
  agree_.barrier();
  return fresh;
}

void* symmetric_memory::register_buffer(void* buffer, std::size_t bytes) {
  constexpr const char* call = "register";
  agree_on_call(call, bytes, 0);
  if (where_.heap_on_gpu()) {
    throw error(errc::unsupported,
                "the symmetric heap is in GPU memory, whose pages cannot be those of a buffer of "
                "the host: ARK_HEAP=host or cuda_host");
  }
  agree_.success(call, alias_refusal(buffer, bytes));
  const std::uint64_t offset = take(bytes, static_cast<std::size_t>(sysconf(_SC_PAGESIZE)));
  auto* const theirs = static_cast<std::byte*>(buffer);
  auto* const ours = reinterpret_cast<std::byte*>(core_.state.heap_base + offset);
  raw_copy(ours, theirs, bytes);
  std::string problem;
  try {
    alias_pages(theirs, ours, bytes);
  } catch (const error& failure) {
    problem = failure.what();
  }
  try {
    agree_.success(call, problem);
  } catch (const error&) {
    heap_->free(offset);  // on every PE, even if the next call fails
    make_private(theirs, ours, bytes);
    throw;
  }
  buffers_.emplace(offset, std::span(theirs, bytes));
  return ours;
}

void symmetric_memory::unregister_buffer(void* pointer) {
  constexpr const char* call = "unregister";
  const std::uint64_t offset = agree_on_pointer(call, pointer, 0);
  const auto found = buffers_.find(offset);
  if (found == buffers_.end()) {
    throw error(errc::invalid_argument,
                fmt::format("{}({}): not what a registration has returned", call, pointer));
  }
  forget_signal_words();
  std::string problem;
  try {
    make_private(found->second.data(), static_cast<const std::byte*>(pointer),
                 found->second.size());
  } catch (const error& failure) {
    problem = failure.what();
  }
  agree_.success(call, problem);
  buffers_.erase(found);
  heap_->free(offset);
}

void symmetric_memory::refuse_if_registered(const char* call, std::uint64_t offset) const {
  const auto found = buffers_.find(offset);
  if (found == buffers_.end()) return;
  throw error(errc::invalid_argument,
              fmt::format("{}: offset {:#x} is a registered buffer of {} bytes; "
                          "ark_buffer_unregister_symmetric gives it back",
                          call, offset, found->second.size()));
}

heap_info symmetric_memory::info() const {
  const auto use = heap_->query();
  return {use.used, use.peak, backend_->committed(), backend_->reserved()};
}

std::vector<heartbeats*> symmetric_memory::signs() const {
  std::vector<heartbeats*> all;
  for (int pe = 0; pe < core_.boot->size(); ++pe) {
    std::byte* base = board_ ? board_->peer_base(pe) : backend_->peer_base(pe);
    const std::uint64_t offset = board_ ? 0 : core_.state.workspace.heartbeats;
    all.push_back(base == nullptr ? nullptr : reinterpret_cast<heartbeats*>(base + offset));
  }
  return all;
}

}  // namespace ark
