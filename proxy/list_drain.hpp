// Sends the pieces of gathers and scatters: those of a PE together, in as few messages as fit.
#pragma once

#include <ark/detail/queue/descriptor.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "link/open_lists.hpp"
#include "open_operations.hpp"

namespace ark::proxy {

/// Only the thread that drives the proxy. The references outlive it.
class list_drain {
 public:
  list_drain(detail::device_state& state, transport& over, std::vector<ring_consumer>& rings,
             peer_links& links, open_lists& lists, open_operations& operations)
      : state_(state),
        transport_(over),
        rings_(rings),
        links_(links),
        lists_(lists),
        operations_(operations),
        held_(rings.size(), none) {}

  /// Begin the list of `d`, which has passed descriptor_refusal. Its ring stays held until all of
  /// it has begun, so that later descriptors stay in the ring.
  void begin(const detail::descriptor& d, unsigned ring, std::uint64_t ticket);
  [[nodiscard]] bool holds(unsigned ring) const noexcept { return held_[ring] != none; }
  /// Begin the next pack of the list that holds `ring`, or copy the next pieces of mapped PEs.
  /// False if that has to wait.
  bool next(unsigned ring);

 private:
  static constexpr std::size_t none = ~std::size_t{0};

  bool survey(open_list& one);
  void send_pack(std::size_t number, open_list& one, list_part& part);
  void send_single(std::size_t number, open_list& one, list_part& part, const ark_piece& piece);
  void issue(open_list& one, list_part& part, bool last, message header, sent_operation operation,
             const std::byte* source);
  bool send_signal(std::size_t number, open_list& one);
  bool wait(unsigned ring) {
    rings_[ring].mark_stalled();
    return false;
  }
  void all_begun(std::size_t number, open_list& one) {
    held_[one.ring] = none;
    one.all_begun = true;
    lists_.end_if_complete(number);
  }

  detail::device_state& state_;
  transport& transport_;
  std::vector<ring_consumer>& rings_;
  peer_links& links_;
  open_lists& lists_;
  open_operations& operations_;
  std::vector<std::size_t> held_;    ///< per ring: the number of the list that holds it
  std::vector<list_segment> table_;  ///< of the pack that is being filled
  std::vector<std::byte> data_;      ///< what is sent: the bytes of a scatter, then the table
};

}  // namespace ark::proxy
