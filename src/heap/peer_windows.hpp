// The addresses of the peers' heaps in this process.
#pragma once

#include <cstddef>
#include <vector>

#include "heap/heap_exchange.hpp"

namespace ark {

/// Heaps of PEs of this process keep their addresses; those of other processes of the host get a
/// window each: address space into which their segments are mapped. `Region` owns such a window.
template <class Region>
class peer_windows {
 public:
  /// `make(pe)`: makes a window for the PE's heap.
  template <class Make>
  peer_windows(const heap_exchange& exchange, Make&& make)
      : peers_(static_cast<std::size_t>(exchange.size())) {
    for (int pe = 0; pe < exchange.size(); ++pe) {
      peer& it = peers_[static_cast<std::size_t>(pe)];
      if (exchange.where(pe) == heap_reach::self_process) {
        it.base = exchange.base(pe);
      } else if (exchange.where(pe) == heap_reach::other_process) {
        it.window = make(pe);
        it.base = it.window.base();
        shared_ = true;
      }
    }
  }

  /// Null: the PE's heap cannot be mapped here.
  [[nodiscard]] std::byte* base(int pe) const noexcept {
    return peers_[static_cast<std::size_t>(pe)].base;
  }
  /// The window of a PE of another process.
  [[nodiscard]] Region& window(int pe) noexcept {
    return peers_[static_cast<std::size_t>(pe)].window;
  }
  template <class Use>
  void for_each_window(Use&& use) {
    for (peer& it : peers_) {
      if (it.window.bytes() > 0) use(it.window);
    }
  }
  /// True if there is a window: PEs of other processes share the memory.
  [[nodiscard]] bool shared() const noexcept { return shared_; }

 private:
  struct peer {
    std::byte* base = nullptr;
    Region window;
  };

  std::vector<peer> peers_;
  bool shared_ = false;
};

}  // namespace ark
