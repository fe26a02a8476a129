// Gathers and scatters of which a proxy has begun to send the pieces.
#pragma once

#include <algorithm>
#include <ark/detail/transfer/delivery.hpp>
#include <ark/detail/transfer/pieces.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "link/outbound.hpp"
#include "link/ring_consumer.hpp"
#include "link/slot_pool.hpp"
#include "queue/queue_engine.hpp"

namespace ark::proxy {

/// The pieces of a list on one PE, from `at` on.
struct list_part {
  int pe = 0;
  detail::piece_position at;
};

/// A descriptor of a list. Its parts are sent in packs, each an operation of its own.
struct open_list {
  unsigned ring = 0;
  std::uint64_t ticket = 0;
  detail::piece_list list;
  detail::signal_op signal = detail::signal_op::none;
  std::uint64_t signal_offset = 0, value = 0;
  int pe = 0;                    ///< of the signal
  bool moves_here = false;       ///< pieces of mapped PEs are left
  detail::piece_position here;   ///< the next of them
  std::vector<list_part> parts;  ///< PEs to which packs are left to send
  std::size_t turn = 0;          ///< the part that is sent next
  bool one_peer = false;         ///< a scatter whose signal is on the only PE in `parts`
  bool all_begun = false;        ///< nothing is left to begin, a signal by message included
  unsigned open = 0;             ///< packs that have begun and not ended
  bool failed = false;           ///< without its signal
};

/// Counts packs, and with the last one delivers the list's signal and ends it in its ring. Only the
/// thread that drives the proxy; the references outlive it.
class open_lists {
 public:
  open_lists(detail::device_state& state, std::vector<ring_consumer>& rings)
      : state_(state), rings_(rings) {}

  [[nodiscard]] std::size_t add(open_list&& list) { return lists_.acquire(std::move(list)); }
  [[nodiscard]] open_list& operator[](std::size_t number) { return lists_[number]; }
  /// Count a pack of list `number`, with the pieces of `part`.
  [[nodiscard]] std::size_t add_pack(std::size_t number, const list_part& part) {
    ++lists_[number].open;
    return packs_.acquire({number, part});
  }

  void pack_ended(std::size_t pack) {
    const std::size_t number = packs_.release(pack).list;
    --lists_[number].open;
    end_if_complete(number);
  }
  void end_if_complete(std::size_t number) {
    const open_list& one = lists_[number];
    if (!one.all_begun || one.open != 0) return;
    if (one.signal != detail::signal_op::none && !one.failed && !has_failed()) {
      const std::uint64_t word = state_.peers[one.pe].heap_base + one.signal_offset;
      delivery::signal(one.signal, reinterpret_cast<std::uint64_t*>(word), one.value);
    }
    rings_[one.ring].retire(one.ticket);
    lists_.drop(number);
  }

  /// Move `part.at` to the next piece of its PE that has bytes left. None: there is no other, or a
  /// bad one, which is recorded and fails the list.
  [[nodiscard]] std::optional<ark_piece> find(open_list& one, list_part& part) {
    detail::piece_position& at = part.at;
    for (; at.index < one.list.count;) {
      const ark_piece piece = one.list.pieces[at.index];
      detail::descriptor_fault why = detail::piece_refusal(state_, piece, true);
      if (why == detail::descriptor_fault::none &&
          (at.within > piece.bytes || piece.bytes - at.within > one.list.bytes - at.batch))
        why = detail::descriptor_fault::lists_changed;
      if (why != detail::descriptor_fault::none) {
        fail(one, at.index, why);
        return std::nullopt;
      }
      if (piece.pe == part.pe && piece.bytes != 0) return piece;
      at.advance(piece, piece.bytes - at.within);
    }
    return std::nullopt;
  }
  /// Record that the list ends at its piece `index`.
  void fail(open_list& one, std::uint64_t index, detail::descriptor_fault why) {
    if (!std::exchange(one.failed, true)) piece_failed(state_, one.list, index, why, "proxy");
  }

  /// Store the bytes of a gather's pack, in the order of its pieces, to the batch.
  void unpack(std::size_t pack, std::span<const std::byte> data) {
    list_part part = packs_[pack].part;
    open_list& one = lists_[packs_[pack].list];
    while (!data.empty()) {
      const std::optional<ark_piece> piece = find(one, part);
      if (!piece) return fail(one, part.at.index, detail::descriptor_fault::lists_changed);
      const std::size_t some = std::min<std::size_t>(piece->bytes - part.at.within, data.size());
      delivery::copy(one.list.batch + part.at.batch, data.data(), some);
      data = data.subspan(some);
      part.at.advance(*piece, some);
    }
  }

 private:
  struct pack {
    std::size_t list = 0;
    list_part part;
  };
  [[nodiscard]] bool has_failed() const { return detail::load_acquire(&state_.status) != 0; }

  detail::device_state& state_;
  std::vector<ring_consumer>& rings_;
  slot_pool<open_list> lists_;
  slot_pool<pack> packs_;
};

}  // namespace ark::proxy
