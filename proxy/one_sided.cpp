#include "one_sided.hpp"

#include <utility>

#include "cookie.hpp"

namespace ark::proxy {

/// The window of `pe` that contains the range, or null. A missing window is requested, for later
/// transfers.
const window* one_sided_transfers::window_for(int pe, std::uint64_t offset, std::uint64_t bytes) {
  peer_link& to = links_[pe];
  for (const window& one : to.windows) {
    const bool begins = offset >= one.offset && offset - one.offset < one.bytes;
    if (begins && bytes <= one.bytes - (offset - one.offset)) return &one;
  }
  const std::uint64_t heap = detail::load_acquire(&state_.heap_bytes);
  if (to.requested_heap == heap || !transport_.one_sided(pe)) return nullptr;
  to.requested_heap = heap;
  message wish;
  wish.kind = message_kind::window_wanted;
  wish.offset = to.windows_end();
  messages_.send(pe, wish, {}, cookie::none);
  return nullptr;
}

void one_sided_transfers::give_windows(const message& header) {
  const std::uint64_t heap = detail::load_acquire(&state_.heap_bytes);
  const std::uint64_t known = exposed_.empty() ? 0 : exposed_.back().offset + exposed_.back().bytes;
  if (!gpu_ && heap > known) {
    std::vector<std::byte> key =
        transport_.expose({reinterpret_cast<std::byte*>(state_.heap_base + known), heap - known});
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
    messages_.send(static_cast<int>(header.from), answer, one.key, cookie::none);
  }
}

const char* one_sided_transfers::take_window(const message& header, const payload& behind) {
  const int pe = static_cast<int>(header.from);
  peer_link& from = links_[pe];
  const std::uint64_t heap = state_.heap_reserved;
  const bool fits = behind.data != nullptr && behind.bytes == header.value &&
                    header.offset <= heap && header.bytes <= heap - header.offset;
  // Requested twice while the heap grew.
  if (fits && header.offset < from.windows_end()) return nullptr;
  if (!fits || from.requested_heap == 0 || header.offset != from.windows_end())
    return "an unrequested window, or one that does not fit";
  remote_memory* const there = transport_.attach(pe, {behind.data, behind.bytes});
  if (there != nullptr) from.windows.push_back({header.offset, header.bytes, there});
  return nullptr;
}

bool one_sided_transfers::read(int pe, const message& header, const sent_operation& get) {
  if (sizes_.get == 0 || header.bytes < sizes_.get) return false;
  if (gpu_.far(get.answer_into)) return false;
  const window* there = window_for(pe, header.offset, header.bytes);
  if (there == nullptr) return false;
  messages_.note_one_sided(pe, false, header.bytes);
  rings_[get.ring].source_read(get.ticket);
  const std::size_t slot = transfers_.acquire({pe, get.ring, get.ticket, {}});
  const transfer how = transport_.read(*there->memory, header.offset - there->offset,
                                       {get.answer_into, header.bytes}, cookie::of_transfer(slot));
  if (how == transfer::complete) done(slot);
  return true;
}

/// Operations before a fence must be acknowledged first: the target could not hold the data back.
const window* one_sided_transfers::window_for_put(int pe, const message& header,
                                                  const std::byte* source) {
  if (sizes_.put == 0 || header.bytes < sizes_.put) return nullptr;
  if (header.kind != message_kind::put || gpu_.far(source)) return nullptr;
  if (!links_[pe].out.fence_reached()) return nullptr;
  return window_for(pe, header.offset, header.bytes);
}

void one_sided_transfers::write(const window& there, int pe, message header,
                                const sent_operation& operation, std::span<const std::byte> data) {
  header.kind = message_kind::put_complete;
  operations_.begin(links_[pe], pe, header, operation);
  messages_.note_one_sided(pe, true, header.bytes);
  const std::size_t slot = transfers_.acquire({pe, 0, 0, header});
  const transfer how = transport_.write(*there.memory, header.offset - there.offset, data,
                                        cookie::of_transfer(slot));
  if (how == transfer::complete) done(slot);
}

/// The data of a put is in the peer's memory: a message announces it, which carries the signal and
/// counts the operation there, so that the put obeys the rules of all puts. A get is complete.
void one_sided_transfers::done(std::size_t slot) {
  const open_transfer done = transfers_.release(slot);
  if (!done.is_put()) return rings_[done.ring].end(done.ticket);
  operations_.source_read(done.pe, done.header.sequence);
  messages_.send(done.pe, done.header, {}, cookie::none);
}

void one_sided_transfers::abandon(int pe) {
  transfers_.drop_if([this, pe](const open_transfer& one) {
    if (one.pe == pe && !one.is_put()) rings_[one.ring].end(one.ticket);
    return one.pe == pe;
  });
}

}  // namespace ark::proxy
