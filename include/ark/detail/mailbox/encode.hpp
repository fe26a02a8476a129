// From a descriptor to the slot of a mailbox that carries it out.
#pragma once

#include <ark/detail/descriptor.hpp>
#include <ark/detail/mailbox/slot.hpp>
#include <cstdint>

namespace ark::detail::ce {

/// As the channel sees them.
struct copy_addresses {
  std::uint64_t dest = 0, source = 0;
};

/// True if `d` moves bytes.
ARK_HOST_DEVICE constexpr bool copies(const descriptor& d) {
  const descriptor_op op = d.op();
  const bool is_copy =
      op == descriptor_op::put || op == descriptor_op::get || op == descriptor_op::put_inline;
  return is_copy && d.bytes() != 0;
}

/// True if `d` writes a signal word.
ARK_HOST_DEVICE constexpr bool signals(const descriptor& d) {
  const descriptor_op op = d.op();
  const bool may =
      op == descriptor_op::put || op == descriptor_op::put_inline || op == descriptor_op::signal;
  return may && d.get(field::signal_kind) != 0;
}

/// `heap`: the channel's address of the heap of the descriptor's PE. The payload of a put_inline
/// lies in its own slot.
ARK_HOST_DEVICE constexpr copy_addresses addresses_of(const descriptor& d, std::uint64_t heap,
                                                      const slot_place& at) {
  if (d.op() == descriptor_op::get) return {d.get(field::dest), heap + d.get(field::source)};
  if (d.op() == descriptor_op::put_inline)
    return {heap + d.get(field::dest), at.slot_address + 8 * slot_payload_word};
  return {heap + d.get(field::dest), d.get(field::source)};
}

/// Why `d` has no slot, or null. It has passed descriptor_refusal().
ARK_HOST_DEVICE constexpr const char* encode_refusal(const descriptor& d, std::uint64_t heap) {
  constexpr std::uint64_t end = std::uint64_t{1} << address_bits;
  const descriptor_op op = d.op();
  if (op == descriptor_op::amo || op == descriptor_op::amo_fetch || op == descriptor_op::put_add)
    return "atomics are not for a copy engine";
  if (d.bytes() > longest_line) return "longer than one line of a copy, 4 GiB - 1";
  const copy_addresses a = addresses_of(d, heap, {});
  if (copies(d) && (a.dest > end - d.bytes() || a.source > end - d.bytes()))
    return "address of more than 57 bits";
  if (signals(d) && heap + d.get(field::signal_offset) > end - 8)
    return "signal address of more than 57 bits";
  return nullptr;
}

namespace encode_detail {

ARK_HOST_DEVICE constexpr void put_copy(slot& out, const copy_addresses& a, std::uint64_t bytes) {
  out.methods(part::copy, copy_subchannel, method::copy_addresses, a.source >> 32, a.source,
              a.dest >> 32, a.dest);
  out.methods(part::copy + 5, copy_subchannel, method::copy_line_bytes, bytes);
}

/// A launch with its semaphore. Always with the flush, which orders the semaphore behind all
/// earlier writes, this launch's own among them.
ARK_HOST_DEVICE constexpr void put_launch(slot& out, unsigned at, std::uint32_t transfer,
                                          std::uint64_t address, std::uint64_t payload,
                                          std::uint32_t how) {
  out.methods(at, copy_subchannel, method::copy_semaphore, address >> 32, address, payload,
              payload >> 32);
  out.methods(at + 5, copy_subchannel, method::copy_launch,
              transfer | how | launch::flush | launch::release | launch::payload_64);
}

ARK_HOST_DEVICE constexpr void put_barrier(slot& out, std::uint64_t address,
                                           std::uint64_t payload) {
  out.methods(part::barrier, host_subchannel, method::host_semaphore, address, address >> 32,
              payload, payload >> 32, acquire_circular_64);
}

}  // namespace encode_detail

/// The slot for `d`, which encode_refusal() has let pass. Whatever it does, its last write sets the
/// mailbox's `done` to its ticket + 1. What is not a copy or a signal does nothing else; a fence
/// then holds the channel until that write is visible, and with it all earlier ones.
ARK_HOST_DEVICE constexpr slot encode(const descriptor& d, std::uint64_t heap,
                                      const slot_place& at) {
  slot out;
  std::uint32_t transfer = launch::no_transfer;
  if (copies(d)) {
    encode_detail::put_copy(out, addresses_of(d, heap, at), d.bytes());
    transfer = launch::overlapping | launch::linear_source | launch::linear_dest;
  }
  const std::uint64_t count = at.ticket + 1;
  // Both times at places that are known here: a place that is computed keeps a GPU's thread from
  // holding the slot in registers.
  if (signals(d)) {
    const bool adds = d.get(field::signal_kind) == static_cast<std::uint64_t>(signal_op::add);
    encode_detail::put_launch(out, part::launch, transfer, heap + d.get(field::signal_offset),
                              d.value(), adds ? launch::release_adds : 0);
    encode_detail::put_launch(out, part::last, launch::no_transfer, at.done_address, count, 0);
  } else {
    encode_detail::put_launch(out, part::launch, transfer, at.done_address, count, 0);
  }
  if (d.op() == descriptor_op::fence) encode_detail::put_barrier(out, at.done_address, count);
  if (d.op() == descriptor_op::put_inline) out.word[slot_payload_word] = d.payload();
  return out;
}

}  // namespace ark::detail::ce
