// The memory of one ring.
#pragma once

#include <ark/detail/queue/ring_view.hpp>
#include <ark/errc.hpp>
#include <bit>
#include <cstddef>
#include <memory>
#include <string>

#include "os/zero_pages.hpp"

namespace ark {

/// Owns slots and counters, zeroed; view() is valid while it lives. Movable: the memory stays where
/// it is.
class ring_storage {
 public:
  /// `slots`: a power of two, at least 2. Throws ark::error{invalid_argument} otherwise.
  explicit ring_storage(std::size_t slots) : slots_(slots) {
    if (slots < 2 || !std::has_single_bit(slots)) {
      throw error(errc::invalid_argument,
                  "ring of " + std::to_string(slots) + " slots: a power of two, at least 2");
    }
    memory_ = {slots * sizeof(detail::descriptor) / sizeof(std::uint64_t), "ring"};
    counters_ = std::make_unique<detail::ring_counters>();
  }

  [[nodiscard]] detail::ring_view view() const noexcept {
    return detail::ring_of(memory_.data(), counters_.get(), slots_);
  }

 private:
  std::size_t slots_;
  zero_pages<std::uint64_t> memory_;
  std::unique_ptr<detail::ring_counters> counters_;
};

}  // namespace ark
