// Reads and additions of host calls on a heap in GPU memory.
#include <ark/device/state/context.hpp>
#include <cstring>
#include <exception>
#include <string_view>

#include "gpu/memory/gpu_copier.hpp"

namespace ark {

namespace {

void copier_failed(detail::device_state& state, detail::op_kind op, const std::exception& problem) {
  failure_record record;
  const auto* known = dynamic_cast<const error*>(&problem);
  record.code = known != nullptr ? known->code() : errc::aborted;
  record.op = op;
  record.pe = state.pe;
  std::string_view(problem.what()).copy(record.detail, sizeof record.detail - 1);
  detail::failure_publish(state, record);
}

}  // namespace

void detail::heap_read(device_state& state, const void* at, void* into,
                       std::size_t bytes) noexcept {
  try {
    return state.host_copier->copy(into, at, bytes);
  } catch (const std::exception& problem) {
    copier_failed(state, op_kind::get, problem);
  }
  std::memset(into, 0, bytes);
}

errc detail::heap_add(device_state& state, std::uint64_t* word, std::uint64_t value,
                      std::uint64_t* before) noexcept {
  try {
    *before = state.host_copier->amo(amo_op::add, reinterpret_cast<std::byte*>(word), sizeof *word,
                                     value, 0);
    return errc::ok;
  } catch (const std::exception& problem) {
    copier_failed(state, op_kind::amo, problem);
    return device::status(state);
  }
}

}  // namespace ark
