// The record one failure leaves behind. Trivially copyable: written once, read by host and device.
#pragma once

#include <ark/detail/wait_info.hpp>
#include <ark/errc.hpp>
#include <cstdint>

namespace ark {

/// The first failure of a PE. Later ones are counted, not kept: the first is the cause.
struct failure_record {
  errc code = errc::ok;
  detail::op_kind op = detail::op_kind::none;
  detail::cmp_kind cmp = detail::cmp_kind::eq;
  bool has_value = false;  ///< `expected`, `cmp` and `seen` mean something
  std::int32_t pe = -1;    ///< the PE that noticed
  std::int32_t peer = -1;  ///< the PE it was waiting for or writing to, -1 if not one PE
  std::int64_t offset_bytes =
      -1;  ///< symmetric offset of the word concerned, -1 if not in the heap
  std::uint64_t expected = 0;
  std::uint64_t seen = 0;
  std::uint64_t ring_head = 0;  ///< descriptors posted, of the ring concerned
  std::uint64_t ring_tail = 0;  ///< descriptors taken by the engine
  std::uint64_t ring_done = 0;  ///< descriptors delivered
  std::uint64_t elapsed_ns = 0;
  std::uint32_t block = 0;   ///< linear block index of the lane that noticed; 0 for the host
  std::uint32_t thread = 0;  ///< linear thread index
  bool on_lane = false;      ///< noticed by a kernel, not by the host
  char engine[16] = {};      ///< "inline", "cpu", ...
  char detail[224] = {};     ///< one more clause for people, may be empty
};

}  // namespace ark
