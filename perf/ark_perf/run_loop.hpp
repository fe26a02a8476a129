// A loop where it is to run: as a kernel, or on the calling host thread. Included by one file
// for each operation, loop_of_operation.cpp.in. No fmt here: nvcc does not take its format strings.
#pragma once

#include <ark/launch.hpp>
#include <optional>
#include <string>

#include "operations.hpp"
#include "own_stream.hpp"
#include "runner.hpp"

namespace ark_perf {

/// Until the stream is done, or stream_sync would give up.
inline void serve_while_running(const shape& how, ark::stream_t stream) {
  const std::uint64_t begin = clock_ns();
  const std::uint64_t most_ns = 2 * ark::device::context().timeout_ns;
  while (!ark::stream_query(stream) && clock_ns() - begin < most_ns) how.serve();
}

/// Large blocks show how many warps of an engine block help; only windows of puts have a kernel for
/// them.
template <class Scope, class Operation>
auto kernel_for([[maybe_unused]] unsigned threads) {
  if constexpr (std::is_same_v<Scope, block_scope> && std::is_same_v<Operation, put_window>) {
    if (threads > 512) return &large_block_kernel<Scope, Operation>;
  }
  return &loop_kernel<Scope, Operation>;
}

template <class Scope, class Operation>
void launch(const shape& how, const loop& all) {
  if (how.launches == launch_kind::by_another) return;
  std::optional<own_stream> own;
  if (ARK_CUDA != 0) own.emplace();
  const ark::stream_t stream = own ? own->get() : nullptr;
  ark::launch_config config;
  config.stream = stream;
  config.grid = dim3(how.blocks);
  config.block = dim3(block_threads(all));
  config.group = how.launches == launch_kind::for_all;
  config.collective = how.collective && how.blocks + all.engine_blocks > 1;  // one is resident
  config.engine_blocks = all.engine_blocks;
  config.shared_bytes = all.shared_bytes;
  ark::launch(config, kernel_for<Scope, Operation>(all.threads), how.place);
  if (how.serve) serve_while_running(how, stream);
  try {
    ark::stream_sync(stream);
  } catch (const ark::error& problem) {
    if (problem.code() != ark::errc::timeout || ark_status() != 0) throw;
    throw ark::error(problem.code(), problem.what() +
                                         ("; a loop of " + std::to_string(all.iterations)) +
                                         " iterations must end within ARK_TIMEOUT: give a smaller "
                                         "--iterations, or a longer ARK_TIMEOUT");
  }
}

template <class Operation, bool scoped>
std::uint64_t run(const shape& how, const loop& all) {
  if (how.from == source_kind::host) {
    run_loop<thread_scope, Operation>(all);
  } else if constexpr (!scoped) {
    launch<thread_scope, Operation>(how, all);
  } else {
    switch (how.scope) {
      case scope_kind::thread:
        launch<thread_scope, Operation>(how, all);
        break;
      case scope_kind::warp:
        launch<warp_scope, Operation>(how, all);
        break;
      case scope_kind::block:
        launch<block_scope, Operation>(how, all);
        break;
    }
  }
  return all.iterations + (Operation::meets && all.iterations > 0 ? 1 : 0);
}

}  // namespace ark_perf
