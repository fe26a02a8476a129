#include "gpu/kernels/kernel_modules.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <iterator>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "gpu/kernels/fast_path.hpp"

namespace ark {

namespace {

using detail::cuda_unit;

/// Lists of the program, not of a PE: constant memory belongs to a translation unit and a device.
struct program {
  std::mutex mutex;
  std::vector<const cuda_unit*> units;
  detail::cuda_context_table table{};
  cuda_pe only;  ///< the process's only PE
  /// Units and devices that have the current `table`.
  std::vector<std::pair<const cuda_unit*, int>> written;

  void set_heap(std::uint64_t bytes) {
    table.stores = with_limits(only.stores, only.inline_max_bytes, bytes);
    written.clear();
  }
};

/// Made by the first unit's constructor, and never destroyed: units end after main.
program& the_program() {
  static program& only = *std::make_unique<program>().release();
  return only;
}

}  // namespace

detail::cuda_unit::cuda_unit(writer write_table, bool checks) noexcept
    : write(write_table), checked(checks) {
  program& all = the_program();
  const std::lock_guard lock(all.mutex);
  all.units.push_back(this);
}

detail::cuda_unit::~cuda_unit() {
  program& all = the_program();
  const std::lock_guard lock(all.mutex);
  std::erase(all.units, this);
  std::erase_if(all.written, [this](const auto& one) { return one.first == this; });
}

bool cuda_program() noexcept {
  program& all = the_program();
  const std::lock_guard lock(all.mutex);
  return !all.units.empty();
}

std::size_t cuda_program_unchecked() noexcept {
  program& all = the_program();
  const std::lock_guard lock(all.mutex);
  return static_cast<std::size_t>(std::count_if(all.units.begin(), all.units.end(),
                                                [](const auto* unit) { return !unit->checked; }));
}

std::size_t cuda_program_stack() noexcept {
  constexpr std::size_t calls = 128, checked_calls = 5120;  // see tests/codegen/check-weight
  constexpr std::size_t programs = 1024;
  program& all = the_program();
  const std::lock_guard lock(all.mutex);
  if (all.units.empty()) return 0;
  const bool checked = std::any_of(all.units.begin(), all.units.end(),
                                   [](const auto* unit) { return unit->checked; });
  return programs + (checked ? checked_calls : calls);
}

void cuda_program_set(unsigned place, unsigned count, unsigned last_pe, const cuda_pe& pe) {
  if (count > detail::cuda_contexts_max) {
    throw error(errc::unsupported,
                fmt::format("{} PEs on GPUs in one process: at most {}; start more processes",
                            count, detail::cuda_contexts_max));
  }
  program& all = the_program();
  const std::lock_guard lock(all.mutex);
  all.table.count = count;
  all.table.last_pe = last_pe;
  all.table.place_mask = count == 1 ? 0 : detail::cuda_group_place;
  all.table.of[place] = pe.context;
  std::fill(all.table.of + count, std::end(all.table.of) - 1, all.table.of[0]);
  all.only = count == 1 ? pe : cuda_pe{};
  all.set_heap(all.only.heap_bytes);
}

void cuda_program_grow(const detail::device_state* context, std::uint64_t bytes) {
  program& all = the_program();
  const std::lock_guard lock(all.mutex);
  if (context == nullptr || all.only.context != context) return;
  all.set_heap(bytes);
}

void cuda_program_write(int device) {
  program& all = the_program();
  const std::lock_guard lock(all.mutex);
  for (const cuda_unit* unit : all.units) {
    const std::pair mine(unit, device);
    if (std::find(all.written.begin(), all.written.end(), mine) != all.written.end()) continue;
    if (const char* problem = unit->write(all.table); problem != nullptr) {
      throw error(errc::system_error, fmt::format("cudaMemcpyToSymbol on device {} of {} bytes: {}",
                                                  device, sizeof all.table, problem));
    }
    all.written.push_back(mine);
  }
}

}  // namespace ark
