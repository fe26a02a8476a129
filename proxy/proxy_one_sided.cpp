// Puts and gets that the network carries out in the peer's memory, without its CPU.
#include <ark/errc.hpp>
#include <utility>

#include "cookie.hpp"
#include "error/log.hpp"
#include "proxy.hpp"

namespace ark::proxy {

/// Where `pe` lets this PE write and read that range itself, or null: then it goes by message. What
/// is not known yet is asked for, and is there for a later one.
const proxy::window* proxy::window_for(link& to, int pe, std::uint64_t offset,
                                       std::uint64_t bytes) {
  for (const window& one : to.windows) {
    const bool begins = offset >= one.offset && offset - one.offset < one.bytes;
    if (begins && bytes <= one.bytes - (offset - one.offset)) return &one;
  }
  const std::uint64_t heap = detail::load_acquire(&state_.heap_bytes);
  if (to.asked_for_heap == heap || !transport_.one_sided(pe)) return nullptr;
  to.asked_for_heap = heap;
  message wish;
  wish.kind = message_kind::window_wanted;
  wish.offset = to.windows_end();
  send_to(pe, wish, {}, cookie::none);
  return nullptr;
}

/// A peer wants to write and read this PE's heap from an offset on.
void proxy::window_wanted(const message& header) {
  const std::uint64_t heap = detail::load_acquire(&state_.heap_bytes);
  const std::uint64_t known = exposed_.empty() ? 0 : exposed_.back().offset + exposed_.back().bytes;
  if (options_.gpu == nullptr && heap > known) {
    std::vector<std::byte> key = transport_.expose({local(known), heap - known});
    if (!key.empty() && key.size() <= bundler::small_bytes) {
      exposed_.push_back({known, heap - known, std::move(key)});
    }
  }
  for (const exposed& one : exposed_) {
    if (one.offset < header.offset) continue;
    message answer;
    answer.kind = message_kind::window;
    answer.offset = one.offset;
    answer.bytes = one.bytes;
    answer.value = one.key.size();
    send_to(static_cast<int>(header.from), answer, one.key, cookie::none);
  }
}

/// A peer has given what this PE asked for.
void proxy::window_arrived(link& from, const message& header, const payload& behind) {
  const std::uint64_t heap = state_.heap_reserved;
  const bool fits = behind.data != nullptr && behind.bytes == header.value &&
                    header.offset <= heap && header.bytes <= heap - header.offset;
  if (fits && header.offset < from.windows_end()) return;  // asked for twice while the heap grew
  if (!fits || from.asked_for_heap == 0 || header.offset != from.windows_end()) {
    return reject_message(header, "a window that was not asked for, or does not fit");
  }
  remote_memory* const there =
      transport_.attach(static_cast<int>(header.from), {behind.data, behind.bytes});
  if (there != nullptr) from.windows.push_back({header.offset, header.bytes, there});
}

/// True if the get is under way, or over. It has no number: nobody there delivers it, and a fence
/// does not order reads.
bool proxy::read_one_sided(link& to, int pe, const message& header, const sent_operation& get) {
  if (options_.one_sided.get == 0 || header.bytes < options_.one_sided.get) return false;
  if (far(get.answer_into)) return false;
  const window* there = window_for(to, pe, header.offset, header.bytes);
  if (there == nullptr) return false;
  if (options_.trace != nullptr) options_.trace->one_sided(pe, false, header.bytes);
  intakes_[get.ring].source_read(get.ticket);
  const std::size_t slot = transfers_.acquire({pe, get.ring, get.ticket, {}});
  const transfer how = transport_.read(*there->memory, header.offset - there->offset,
                                       {get.answer_into, header.bytes}, cookie::of_transfer(slot));
  if (how == transfer::complete) transfer_done(slot);
  return true;
}

/// Where to write a put, or null. What a fence puts in front of it must be known to be delivered:
/// nobody there would hold the data back.
const proxy::window* proxy::window_for_put(link& to, int pe, const message& header,
                                           const std::byte* source) {
  if (options_.one_sided.put == 0 || header.bytes < options_.one_sided.put) return nullptr;
  if (header.kind != message_kind::put || far(source) || !to.out.fence_reached()) return nullptr;
  return window_for(to, pe, header.offset, header.bytes);
}

void proxy::write_one_sided(const window& there, link& to, int pe, message header,
                            const sent_operation& operation, std::span<const std::byte> data) {
  header.kind = message_kind::put_complete;
  begin(to, pe, header, operation);
  if (options_.trace != nullptr) options_.trace->one_sided(pe, true, header.bytes);
  const std::size_t slot = transfers_.acquire({pe, 0, 0, header});
  const transfer how = transport_.write(*there.memory, header.offset - there.offset, data,
                                        cookie::of_transfer(slot));
  if (how == transfer::complete) transfer_done(slot);
}

/// The data of a put is in the peer's memory: the message that says so brings its signal and counts
/// it there, so that all that is true of other puts is true of it. A get is over.
void proxy::transfer_done(std::size_t slot) {
  const open_transfer done = transfers_.release(slot);
  if (!done.is_put()) return intakes_[done.ring].end(done.ticket);
  sent(cookie::of_operation(done.pe, done.header.sequence));
  send_to(done.pe, done.header, {}, cookie::none);
}

}  // namespace ark::proxy
