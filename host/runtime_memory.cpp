// The runtime's symmetric memory: building the heap, and what programs allocate in it.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <ark/detail/atomics.hpp>
#include <ark/detail/check_state.hpp>
#include <ark/device/context.hpp>
#include <cstring>
#include <string_view>

#include "error/failure_report.hpp"
#include "gpu/memory/gpu_copier.hpp"
#include "heap/host_shm.hpp"
#include "runtime.hpp"

namespace ark {

namespace {

constexpr std::size_t barrier_flag_count = 128;

constexpr std::size_t check_bytes(std::size_t pes) {
  return sizeof(detail::check_workspace) +
         pes * (sizeof(detail::collective_record) + sizeof(std::uint64_t));
}

/// True if it says that a PE has not come, or never will.
bool misses_a_pe(const failure_record& record) {
  if (record.code == errc::peer_failed || record.op == detail::op_kind::allocation) return true;
  return record.code == errc::timeout && record.peer >= 0;
}

constexpr std::size_t workspace_bytes(std::size_t pes) {
  return (barrier_flag_count + pes) * sizeof(std::uint64_t) + check_bytes(pes);
}

}  // namespace

void runtime::build_heap() {
  const auto pes = static_cast<std::size_t>(boot_->size());
  const std::size_t views = gpu_ ? 2 : 1;  // the host's words, and the kernels'
  const std::size_t workspace = views * (workspace_bytes(pes) + 4 * detail::cache_line);
  job_link link{
      boot_->rank(), boot_->size(), config_.timeout_ns,
      [this](const void* in, std::size_t bytes, void* out) { boot_->allgather(in, bytes, out); },
      [this] { boot_->progress(); }};
  job_link board_link = link;
  for (const std::string& why : apart_) link.apart.push_back(!why.empty());
  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t first = round_up(workspace + detail::cache_line + config_.symmetric_size, page);
  const std::size_t reserve = round_up(reserve_for(first), page);
  if (gpu_) {
    memory_ = gpu_->make_heap(heap_choice_.kind, link, reserve);
  } else {
    memory_ = std::make_unique<host_shm>(link, reserve);
  }
  memory_->grow_unbacked(round_up(first, memory_->segment_unit()));
  heap_ = std::make_unique<symmetric_heap>(memory_->committed());
  state_.workspace = allocate_workspace();
  if (gpu_) kernel_workspace_ = allocate_workspace();
  if (heap_is_on_gpu(heap_choice_.kind)) {
    board_ = std::make_unique<host_shm>(std::move(board_link), page);
    board_->grow(page);
  }
}

std::size_t runtime::reserve_for(std::size_t first) {
  const bool grows = heap_choice_.kind != heap_kind::cuda_ipc;
  const std::size_t reserve = grows ? std::max(config_.heap_reserve, first) : first;
  if (reserve == config_.heap_reserve ||
      how_.read.source_of("ARK_HEAP_RESERVE") == config_source::built_in)
    return reserve;
  const bool more = reserve > config_.heap_reserve;
  how_.downgrades.downgrade(
      "ARK_HEAP_RESERVE", fmt::format("{} bytes", config_.heap_reserve),
      fmt::format("{} bytes reserved", reserve),
      more ? fmt::format("ARK_SYMMETRIC_SIZE asks for {} bytes at init", config_.symmetric_size)
           : std::string("the heap is one allocation that cudaIpc hands out, it cannot grow"),
      more ? "set ARK_HEAP_RESERVE above ARK_SYMMETRIC_SIZE"
           : "set ARK_SYMMETRIC_SIZE to all that is needed");
  return reserve;
}

/// The library's own words, once for everybody who counts epochs of its own.
detail::workspace_layout runtime::allocate_workspace() {
  const auto pes = static_cast<std::size_t>(boot_->size());
  detail::workspace_layout layout;
  layout.barrier_flags = take(barrier_flag_count * 8, detail::cache_line);
  layout.arrivals = take(pes * sizeof(std::uint64_t), detail::cache_line);
  layout.heartbeats = take(sizeof(heartbeats), detail::cache_line);
  layout.checks = take(check_bytes(pes), detail::cache_line);
  return layout;
}

/// PEs that have not met once will not meet later: what a meeting fails of is this PE's failure.
template <class Exchange>
void runtime::exchange_for_memory(Exchange&& exchange) {
  if (failed() && misses_a_pe(state_.failure)) {
    throw error(device::status(state_),
                "symmetric memory: after a failure: " + failure_text(state_.failure));
  }
  try {
    exchange();
  } catch (const error& problem) {
    failure_record record;
    record.code = problem.code();
    record.op = detail::op_kind::allocation;
    record.pe = state_.pe;
    std::string_view(problem.what()).copy(record.detail, sizeof record.detail - 1);
    detail::failure_publish(state_, record);
    throw;
  }
}

void runtime::agree(const char* call, std::uint64_t first, std::uint64_t second) {
  struct numbers {
    std::uint64_t first, second, call;
  };
  std::uint64_t name = 0;
  std::memcpy(&name, call, std::min(std::strlen(call), sizeof name));
  const numbers mine{first, second, name};
  std::vector<numbers> all(static_cast<std::size_t>(state_.n_pes));
  exchange_for_memory([&] { boot_->allgather(&mine, sizeof mine, all.data()); });
  for (std::size_t pe = 0; pe < all.size(); ++pe) {
    if (std::memcmp(&all[pe], &all[0], sizeof mine) == 0) continue;
    const auto text = [](const numbers& n) {
      return fmt::format("{}({}, {})",
                         std::string_view(reinterpret_cast<const char*>(&n.call),
                                          strnlen(reinterpret_cast<const char*>(&n.call), 8)),
                         n.first, n.second);
    };
    throw error(errc::asymmetric,
                fmt::format("symmetric memory: PE 0 called {}, PE {} called {}; every PE must make "
                            "the same call",
                            text(all[0]), pe, text(all[pe])));
  }
}

void runtime::grow(std::size_t bytes, std::size_t alignment) {
  const std::size_t room = memory_->reserved() - memory_->committed();
  if (bytes > room || alignment > room - bytes) {
    const heap_use use = heap_->query();
    throw error(errc::out_of_memory,
                fmt::format("symmetric heap: {} bytes aligned to {} asked for; {} of {} bytes in "
                            "use, largest free range {}, {} more available up to the limit {} ({})",
                            bytes, alignment, use.used, memory_->committed(), use.largest_free,
                            room, memory_->reserved(), memory_->limit()));
  }
  const std::size_t segment = round_up(bytes + alignment, config_.heap_segment);
  memory_->grow(std::min(round_up(segment, memory_->segment_unit()), room));
  heap_->extend(memory_->committed());
  if (gpu_) gpu_->set_heap_bytes(memory_->committed());
  detail::store_release(&state_.heap_bytes, static_cast<std::uint64_t>(memory_->committed()));
}

std::uint64_t runtime::take(std::size_t bytes, std::size_t alignment) {
  const std::uint64_t peak = heap_->query().peak;
  auto offset = heap_->try_allocate(bytes, alignment);
  if (!offset) {
    grow(bytes, alignment);
    offset = heap_->allocate(bytes, alignment);
  }
  try {
    memory_->back(*offset, bytes);
  } catch (const error&) {
    heap_->free(*offset);  // on every PE
    heap_->restore_peak(peak);
    throw;
  }
  return *offset;
}

void* runtime::allocate(std::size_t bytes, std::size_t alignment) {
  agree("malloc", bytes, alignment);
  if (bytes == 0) return nullptr;
  return reinterpret_cast<void*>(state_.heap_base + take(bytes, alignment));
}

void* runtime::allocate_zeroed(std::size_t bytes) {
  void* memory = allocate(bytes, detail::cache_line);
  if (memory != nullptr && state_.host_copier != nullptr) {
    state_.host_copier->zero(memory, bytes);
  } else if (memory != nullptr) {
    std::memset(memory, 0, bytes);
  }
  exchange_for_memory([&] { boot_->barrier(); });  // nobody writes here before it is zero
  return memory;
}

std::uint64_t runtime::agree_on_pointer(const char* call, const void* pointer, std::size_t bytes) {
  const std::uint64_t offset = reinterpret_cast<std::uint64_t>(pointer) - state_.heap_base;
  const bool inside = offset < state_.heap_bytes;
  agree(call, inside ? offset : ~std::uint64_t{0}, bytes);  // all come, whatever they bring
  if (inside) return offset;
  throw error(errc::invalid_argument,
              fmt::format("{}({}): not in the symmetric heap [{:#x}, {:#x})", call, pointer,
                          state_.heap_base, state_.heap_base + state_.heap_bytes));
}

/// Freed memory may be data next time.
void runtime::forget_signal_words() {
  for (std::uint64_t& word : checks_.signal_words) detail::store_relaxed(&word, std::uint64_t{0});
}

void runtime::release(void* pointer) {
  forget_signal_words();
  if (pointer == nullptr) {
    agree("free", 0, 0);
  } else {
    const std::uint64_t offset = agree_on_pointer("free", pointer, 0);
    refuse_if_registered("free", offset);
    heap_->free(offset);
  }
}

void* runtime::reallocate(void* pointer, std::size_t bytes) {
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
      memory_->back(offset, bytes);
    } catch (const error&) {
      (void)heap_->resize(offset, old_bytes);  // back to a size that it had fits
      heap_->restore_peak(peak);
      throw;
    }
    return pointer;
  }
  void* fresh = reinterpret_cast<void*>(state_.heap_base + take(bytes, detail::cache_line));
  if (state_.host_copier != nullptr) {
    state_.host_copier->copy(fresh, pointer, std::min(old_bytes, bytes));
  } else {
    std::memcpy(fresh, pointer, std::min(old_bytes, bytes));
  }
  heap_->free(offset);
  // Nobody writes to the new place before the old contents are there.
  exchange_for_memory([&] { boot_->barrier(); });
  return fresh;
}

heap_info runtime::heap() {
  const auto use = heap_->query();
  return {use.used, use.peak, memory_->committed(), memory_->reserved()};
}

}  // namespace ark
