// The loop whose calls the host queues on a stream, --from stream.
#pragma once

#include <cstdint>
#include <vector>

#include "runner.hpp"

namespace ark_perf {

/// Read by the host's clock.
struct stream_times {
  span_ns span{};  ///< of the whole loop, until the stream is empty
  std::vector<std::uint64_t>
      samples;  ///< with loop::samples: of each call and a stream_sync, in ns
};

/// As run_operation and run_checked, which call them. Callable: one host thread of the PE.
std::uint64_t run_on_stream(operation_kind operation, const shape& how, const loop& all);
std::uint64_t run_checked_on_stream(operation_kind operation, const shape& how, const loop& all);

}  // namespace ark_perf
