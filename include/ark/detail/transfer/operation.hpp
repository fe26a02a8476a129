// A descriptor with its addresses resolved, and its execution.
#pragma once

#include <ark/detail/queue/descriptor.hpp>
#include <ark/detail/state/device_state.hpp>
#include <ark/detail/transfer/delivery.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ark::detail {

/// True for an operation that moves bytes of any length between two buffers.
ARK_HOST_DEVICE constexpr bool is_transfer(descriptor_op op) {
  return op == descriptor_op::put || op == descriptor_op::get || op == descriptor_op::put_add;
}
/// True for an operation whose bytes may be moved in several steps.
ARK_HOST_DEVICE constexpr bool is_divisible(descriptor_op op) {
  return is_transfer(op) || is_list(op);
}
/// True for an operation that accesses no memory and only orders others.
ARK_HOST_DEVICE constexpr bool is_order(descriptor_op op) {
  return op == descriptor_op::nop || op == descriptor_op::fence;
}

/// Valid while the peers' heaps are mapped.
struct decoded_operation {
  descriptor_op kind = descriptor_op::nop;
  amo_op amo = amo_op::add;
  signal_op signal_kind = signal_op::none;
  int pe = 0;
  std::byte* dest = nullptr;                   ///< of a list its batch
  element_kind element = element_kind::int32;  ///< put_add only
  const std::byte* source = nullptr;           ///< transfers only; of a list its first piece
  std::byte* result = nullptr;                 ///< fetching atomics only
  std::uint64_t* signal = nullptr;
  std::uint64_t bytes = 0;
  std::uint64_t value = 0;
  std::uint64_t condition = 0;
  std::uint64_t payload = 0;
};

/// Decode `d`, which has passed descriptor_refusal for mapped peers and is not is_order().
/// `heap_base`: base of the heap of the descriptor's PE.
ARK_HOST_DEVICE inline decoded_operation decode(std::uint64_t heap_base, const descriptor& d) {
  decoded_operation op;
  op.kind = d.op();
  op.pe = d.pe();
  op.bytes = d.bytes();
  op.value = d.value();
  const auto remote = [&](std::uint64_t offset) {
    return reinterpret_cast<std::byte*>(heap_base + offset);
  };
  if (op.kind == descriptor_op::amo || op.kind == descriptor_op::amo_fetch) {
    op.amo = static_cast<amo_op>(d.get(field::amo));
    op.condition = d.condition();
    // A non-fetching operation does not use the field, and descriptor_refusal has not checked it.
    if (op.kind == descriptor_op::amo_fetch)
      op.result = reinterpret_cast<std::byte*>(d.get(field::source));
    op.dest = remote(d.get(field::dest));
    return op;
  }
  op.signal_kind = static_cast<signal_op>(d.get(field::signal_kind));
  if (op.signal_kind != signal_op::none)
    op.signal = reinterpret_cast<std::uint64_t*>(remote(d.get(field::signal_offset)));
  if (is_list(op.kind)) {
    op.dest = reinterpret_cast<std::byte*>(d.get(field::dest));
    op.source = reinterpret_cast<const std::byte*>(d.get(field::source));
  } else if (op.kind == descriptor_op::get) {
    op.dest = reinterpret_cast<std::byte*>(d.get(field::dest));
    op.source = remote(d.get(field::source));
  } else {
    op.dest = remote(d.get(field::dest));
    op.source = reinterpret_cast<const std::byte*>(d.get(field::source));
    op.payload = d.payload();
    op.element = d.element();  // used by put_add only
  }
  return op;
}

ARK_HOST_DEVICE inline decoded_operation decode(const device_state& state, const descriptor& d) {
  return decode(state.peers[d.pe()].heap_base, d);
}

/// True if the PE has failed and `op` would write to a local buffer, or read a list. After a
/// failure every waiter returns, and the stack memory of the result may have been reused.
ARK_HOST_DEVICE inline bool abandoned(const device_state& state, const decoded_operation& op) {
  const bool writes_locally =
      op.kind == descriptor_op::get || op.kind == descriptor_op::amo_fetch || is_list(op.kind);
  return writes_locally && load_acquire(&state.status) != 0;
}

/// The default mover of execute_operation. A single word is one store; see delivery::copy_one_word.
struct copy_by_caller {
  ARK_HOST_DEVICE void operator()(std::byte* dest, const std::byte* source,
                                  std::uint64_t bytes) const {
    delivery::copy(dest, source, bytes);
  }
  ARK_HOST_DEVICE void add(element_kind kind, std::byte* dest, const std::byte* source,
                           std::uint64_t bytes) const {
    delivery::add(kind, dest, source, bytes);
  }
  /// The low `bytes` (1 to 8) of `value`.
  ARK_HOST_DEVICE void value(std::byte* dest, std::uint64_t value, std::uint64_t bytes) const {
    alignas(8) std::byte low[8];
    std::memcpy(low, &value, sizeof low);
    delivery::copy(dest, low, bytes);
  }
};

/// Execute everything but the signal, by the calling thread, unless the operation is abandoned.
template <class Copy = copy_by_caller>
ARK_HOST_DEVICE inline void execute_operation(const device_state& state,
                                              const decoded_operation& op, Copy copy = {}) {
  if (abandoned(state, op)) return;
  switch (op.kind) {
    case descriptor_op::put:
    case descriptor_op::get:
      copy(op.dest, op.source, op.bytes);
      break;
    case descriptor_op::put_add:
      copy.add(op.element, op.dest, op.source, op.bytes);
      break;
    case descriptor_op::put_inline:
      copy.value(op.dest, op.payload, op.bytes);
      break;
    case descriptor_op::amo:
    case descriptor_op::amo_fetch: {
      const std::uint64_t old = delivery::amo(op.amo, op.dest, op.bytes, op.value, op.condition);
      if (op.result != nullptr) copy.value(op.result, old, op.bytes);
      break;
    }
    case descriptor_op::signal:
    case descriptor_op::nop:
    case descriptor_op::fence:
    case descriptor_op::gather:  // by the engine: pieces.hpp
    case descriptor_op::scatter:
      break;
  }
}

}  // namespace ark::detail
