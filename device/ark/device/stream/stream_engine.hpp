// Stream-ordered collectives whose data is moved by a given engine: the operations of their
// kernels. With the queue a collective is one kernel; with lanes or plans it is several.
#pragma once

#include <ark/device/stream/stream_parts.hpp>
#include <ark/device/transfer/plan.hpp>

namespace ark::device::stream_operation {

/// Start one transfer of each plan. One thread.
struct start_plans {
  static constexpr unsigned most = 16;
  detail::plan_state* plans[most];
  unsigned count;

  ARK_HOST_DEVICE errc operator()() const {
    errc code = errc::ok;
    for (unsigned i = 0; i < count && code == errc::ok; ++i) {
      std::uint64_t ordinal = 0;
      code = plan::start(plans[i], &ordinal);
    }
    return code;
  }
};

/// A reduction whose results are moved by an engine.
template <class T, class Op>
struct reduce_by_engine {
  T* dest;
  const T* source;
  std::size_t count;
  int team;
  Op op;

  ARK_HOST_DEVICE errc operator()() const {
    const auto call = collective_of(ark::detail::kind_of_reduction<Op>, team, dest, source, count);
    return checked<block_scope>(call, [&] {
      return collective::reduce<block_scope, moved_options<copy_agent::engine>>(
          members_of(context(), team), collective::fold_of<T>(op), dest, source, count);
    });
  }
};

}  // namespace ark::device::stream_operation
