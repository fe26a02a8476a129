// A leased engine: blocks of a kernel of ark's own that serve what blocks of any launch post, for a
// bounded time. docs/gpu-engines.md.
#pragma once

#include <ark/device/sm/engine.hpp>

namespace ark::device::sm {

/// Nanoseconds that only grow.
ARK_HOST_DEVICE inline std::uint64_t lease_clock_ns() {
#if ARK_DEVICE_PASS
  return detail::ptx_global_timer_ns();
#else
  return detail::clock_ns();
#endif
}

/// The owner of a ring that a lease serves; a grid's key is odd.
ARK_HOST_DEVICE inline std::uint64_t lease_key(const detail::sm_lease_request& wanted) {
  return wanted.number * 2;
}

/// The Term of one block of a lease: until it is asked to leave, its time is up, or nobody has
/// posted for long.
class lease_term {
 public:
  ARK_HOST_DEVICE lease_term(detail::sm_lease& words, const detail::sm_lease_request& wanted)
      : words_(words), wanted_(wanted), began_ns_(lease_clock_ns()), active_ns_(began_ns_) {}

  [[nodiscard]] ARK_HOST_DEVICE bool there() const { return true; }
  template <class Busy>
  [[nodiscard]] ARK_HOST_DEVICE bool over(Busy&& busy) {
    if (detail::load_acquire(&words_.asked) >= wanted_.number) return true;
    const std::uint64_t now = lease_clock_ns();
    if (now - began_ns_ >= wanted_.most_ns) return true;
    // Of all blocks, so that they leave together.
    const std::uint64_t served = detail::load_relaxed<detail::scope::device>(&words_.served);
    if (served != seen_ || busy()) active_ns_ = now;
    seen_ = served;
    return now - active_ns_ >= wanted_.idle_ns;
  }
  ARK_HOST_DEVICE void begin(scheduler& serving) const { serving.open_to_all(); }
  ARK_HOST_DEVICE void did(const scheduler& serving) {
    if (serving.taken() == told_) return;
    detail::fetch_add_relaxed<detail::scope::device>(&words_.served, serving.taken() - told_);
    told_ = serving.taken();
  }
  ARK_HOST_DEVICE void end(scheduler& serving) const { serving.seal(); }
  [[nodiscard]] ARK_HOST_DEVICE bool counts(const scheduler& serving) const {
    return serving.called();
  }
  ARK_HOST_DEVICE void gave_up(failure_record& record) const {
    describe(record, "a leased engine that leaves, waiting for what it had been posted");
  }
  ARK_HOST_DEVICE void leave() const {}

 private:
  detail::sm_lease& words_;
  detail::sm_lease_request wanted_;
  std::uint64_t began_ns_, active_ns_;  ///< active: a descriptor was taken, or was under way
  std::uint64_t seen_ = 0;              ///< of words_.served
  std::uint64_t told_ = 0;              ///< of what this block has taken
};

/// The whole of a lease's kernel, of blocks of several warps. `state` is the PE's.
ARK_DEVICE inline void serve_lease(detail::device_state& state,
                                   const detail::sm_lease_request& wanted) {
  ARK_SHARED(block_words, block);
  if (block_scope::leader()) prepare(block);
  block_scope::sync();
  const engine_place at{lease_key(wanted), place::block_index(), place::grid_extent().x, 0};
  serve_in_warps(state, block, at, [&] { return lease_term(state.sm->lease, wanted); });
}

}  // namespace ark::device::sm
