// The library's own kernels on the CPU executor: launched like any other kernel.
#pragma once

#include <ark/device/stream/stream_kernel.hpp>
#include <ark/launch.hpp>

namespace ark::detail {

/// Queue the kernel of `operation` for the caller's PE. Errors name `call`.
template <class Operation>
void launch_own(const ark::launch_config& config, const char* call, const Operation& operation) {
  host_context(call);
  ark::launch(config, device::stream_kernel<Operation>, operation);
}

/// A collect of elements whose size is known at run time: one kernel for all types.
struct queued_collect {
  device::collective_call call;

  errc operator()() const {
    return move_by<device::block_scope, device::collective_kind::collect>(call);
  }
};
/// A reduction or scan of elements that are known at run time: one kernel for all types and
/// operators.
struct queued_reduction {
  device::collective_call call;
  device::collective::erased_fold fold;

  errc operator()() const { return reduce_by<device::block_scope>(call, fold); }
};
struct queued_scan {
  device::collective_call call;
  device::collective::erased_fold fold;
  bool own;

  errc operator()() const { return scan_by<device::block_scope>(call, fold, own); }
};

/// An operator without state, with static storage for a kernel that outlives the call.
template <class Op>
inline const Op lasting_op{};

/// The operation of the kernel of a stream-ordered collect.
template <class T>
queued_collect collect_on_stream(const device::collective_call& call, T* /*dest*/,
                                 const T* /*source*/) {
  return {call};
}
/// The operation of the kernel of a stream-ordered reduction.
template <class T, class Op>
auto reduction_on_stream(const device::collective_call& call, T* dest, const T* source, Op op) {
  if constexpr (std::is_empty_v<Op> && std::is_default_constructible_v<Op>) {
    return queued_reduction{call, device::collective::fold_of<T>(lasting_op<Op>)};
  } else {
    return device::stream_operation::reduce<T, Op>{dest, source, call.site.count, call.team, op};
  }
}
/// The operation of the kernel of a stream-ordered scan. Own: with the caller's own source.
template <bool Own, class T>
auto scan_on_stream(const device::collective_call& call, T* /*dest*/, const T* /*source*/) {
  const auto& sum = lasting_op<device::collective::sum_op>;
  return queued_scan{call, device::collective::fold_of<T>(sum), Own};
}

inline void load_own_kernels() { host_context("ark::on_stream_prepare"); }

}  // namespace ark::detail
