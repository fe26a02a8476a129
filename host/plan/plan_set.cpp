#include "plan/plan_set.hpp"

#include <fmt/format.h>

#include <ark/detail/atomics.hpp>
#include <ark/device/plan.hpp>
#include <ark/errc.hpp>

namespace ark {

using detail::plan_state;

std::uint64_t plan_set::offset_in_heap(const char* name, const void* address,
                                       std::size_t bytes) const {
  const std::uint64_t offset = reinterpret_cast<std::uint64_t>(address) - state_.heap_base;
  const std::uint64_t committed = detail::load_acquire(&state_.heap_bytes);
  if (offset < committed && bytes <= committed - offset) return offset;
  throw error(errc::invalid_argument,
              fmt::format("{} = {}, {} bytes: the symmetric heap is [{:#x}, {:#x})", name, address,
                          bytes, state_.heap_base, state_.heap_base + committed));
}

void plan_set::check(const request& wanted) const {
  if (state_.host_copier != nullptr) {
    throw error(errc::unsupported,
                "the heap is in GPU memory, for which this version has no plans; ARK_HEAP=host");
  }
  if (wanted.pe < 0 || wanted.pe >= state_.n_pes) {
    throw error(errc::invalid_argument,
                fmt::format("pe = {}: 0 to {}", wanted.pe, state_.n_pes - 1));
  }
  if (wanted.bytes == 0) throw error(errc::invalid_argument, "bytes = 0: at least 1");
  if (wanted.source == nullptr) throw error(errc::invalid_argument, "source is null");
  if (reinterpret_cast<std::uint64_t>(wanted.signal) % sizeof(std::uint64_t) != 0) {
    throw error(errc::invalid_argument, fmt::format("signal = {}: a multiple of 8",
                                                    static_cast<const void*>(wanted.signal)));
  }
  const auto dest = reinterpret_cast<std::uint64_t>(wanted.dest);
  const auto source = reinterpret_cast<std::uint64_t>(wanted.source);
  if (wanted.pe == state_.pe && dest < source + wanted.bytes && source < dest + wanted.bytes) {
    throw error(errc::invalid_argument,
                fmt::format("dest = {} and source = {} of the PE itself overlap in {} bytes",
                            wanted.dest, wanted.source, wanted.bytes));
  }
  const auto signal = reinterpret_cast<std::uint64_t>(wanted.signal);
  if (wanted.signal != nullptr && signal < dest + wanted.bytes &&
      dest < signal + sizeof *wanted.signal) {
    throw error(errc::invalid_argument,
                fmt::format("signal = {} lies in dest = {}, {} bytes",
                            static_cast<const void*>(wanted.signal), wanted.dest, wanted.bytes));
  }
}

plan_state& plan_set::free_slot() {
  if (!words_) {
    words_ = std::make_unique<plan_state[]>(detail::plan_limit);
    state_.plans = words_.get();
  }
  for (std::uint32_t i = 0; i < detail::plan_limit; ++i) {
    if (words_[i].in_use == 0) return words_[i];
  }
  throw error(
      errc::out_of_memory,
      fmt::format("{} plans are in use, which is the limit; destroy some", detail::plan_limit));
}

plan_state* plan_set::create(const request& wanted) {
  check(wanted);
  const std::uint64_t dest = offset_in_heap("dest", wanted.dest, wanted.bytes);
  const std::uint64_t signal =
      wanted.signal == nullptr ? 0 : offset_in_heap("signal", wanted.signal, sizeof *wanted.signal);
  const std::lock_guard lock(mutex_);
  plan_state& made = free_slot();
  made.pe = wanted.pe;
  detail::store_relaxed(&made.route, state_.peers[wanted.pe].route);
  made.dest_offset = dest;
  made.source = wanted.source;
  made.bytes = wanted.bytes;
  made.signal_offset = signal;
  made.has_signal = wanted.signal == nullptr ? 0 : 1;
  made.base = detail::load_acquire(&made.started);
  if (made.route == detail::peer_route::mapped) start_engine_on(made);
  detail::store_release(&made.in_use, 1u);
  const auto count = static_cast<std::uint32_t>(&made - words_.get()) + 1;
  if (count > state_.plan_count) detail::store_release(&state_.plan_count, count);
  return &made;
}

void plan_set::start_engine_on(plan_state& which) {
  const std::uint64_t base = state_.peers[which.pe].heap_base;
  plan_copy what;
  what.words = &which;
  what.dest = reinterpret_cast<std::byte*>(base + which.dest_offset);
  what.source = static_cast<const std::byte*>(which.source);
  what.bytes = which.bytes;
  if (which.has_signal != 0) {
    what.signal = reinterpret_cast<std::uint64_t*>(base + which.signal_offset);
  }
  engine_.add(what);
}

void plan_set::destroy(plan_state* which) {
  if (!device::plan::is_valid(state_, which)) {
    throw error(errc::invalid_argument,
                fmt::format("plan = {}: not a plan of PE {}, or destroyed already",
                            static_cast<const void*>(which), state_.pe));
  }
  const errc code = device::plan::wait(which, detail::load_acquire(&which->started) - which->base);
  engine_.remove(which);
  const std::lock_guard lock(mutex_);
  detail::store_release(&which->in_use, 0u);
  if (code != errc::ok) {
    throw error(code, fmt::format("{}: {} of {} transfers to PE {} were done", errc_name(code),
                                  detail::load_acquire(&which->done) - which->base,
                                  detail::load_acquire(&which->started) - which->base, which->pe));
  }
}

}  // namespace ark
