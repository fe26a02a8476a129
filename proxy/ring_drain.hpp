// Turns the descriptors of a proxy's rings into operations.
#pragma once

#include <ark/detail/queue/descriptor.hpp>
#include <ark/detail/state/device_state.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "list_drain.hpp"
#include "one_sided.hpp"
#include "open_operations.hpp"

namespace ark::proxy {

/// Only the thread that drives the proxy. The references outlive it.
class ring_drain {
 public:
  ring_drain(detail::device_state& state, transport& over, std::vector<ring_consumer>& rings,
             peer_links& links, gpu_memory& gpu, chunked_transfers& chunked,
             open_operations& operations, one_sided_transfers& one_sided, list_drain& lists)
      : state_(state),
        transport_(over),
        rings_(rings),
        links_(links),
        gpu_(gpu),
        chunked_(chunked),
        operations_(operations),
        one_sided_(one_sided),
        lists_(lists),
        beginning_(rings.size(), sent_operation::not_a_part) {}

  /// Begin the next operation of `ring`, or the next chunk of one. False if there is none, or if it
  /// must wait.
  bool take(unsigned ring);
  /// True if `ring` has a descriptor that was not taken, or a chunk that has not begun.
  [[nodiscard]] bool has_work(unsigned ring) const {
    return beginning_[ring] != sent_operation::not_a_part ||
           rings_[ring].ring().head() != rings_[ring].taken();
  }
  /// Bytes of the data and of the descriptors that were taken; of a chunked transfer those of the
  /// chunks that have begun.
  [[nodiscard]] std::uint64_t begun_bytes() const noexcept { return begun_bytes_; }
  /// True if the rings have no work until a producer posts or a begun operation ends.
  [[nodiscard]] bool may_sleep();

 private:
  void start(const detail::descriptor& d, unsigned ring);
  void start_operation(const detail::descriptor& d, unsigned ring, std::uint64_t ticket);
  [[nodiscard]] std::uint64_t part_bytes(int pe, const message& header);
  void start_chunked(chunked_transfer&& transfer);
  bool next_part(unsigned ring);

  detail::device_state& state_;
  transport& transport_;
  std::vector<ring_consumer>& rings_;
  peer_links& links_;
  gpu_memory& gpu_;
  chunked_transfers& chunked_;
  open_operations& operations_;
  one_sided_transfers& one_sided_;
  std::uint64_t begun_bytes_ = 0;
  list_drain& lists_;
  std::vector<std::size_t> beginning_;  ///< per ring: the number of its chunked transfer
};

}  // namespace ark::proxy
