// The number of blocks and threads of a stream-ordered transfer, and the part that each block
// moves.
#pragma once

#include <ark/device/transfer/queue.hpp>

namespace ark::device {

struct stream_shape {
  unsigned blocks = 1;
  unsigned threads = 1;
};

struct shape_rules {
  unsigned most_threads;
  std::size_t bytes_per_thread;
  unsigned most_blocks;
  std::size_t bytes_per_block;
};

/// A block of 256 threads fits whatever number of registers the kernel takes: 256 times 255 is less
/// than the 64 K of an SM. Bytes and blocks: measured on an H200 (docs/performance/gpu.md), where
/// one block moves 30 GB/s, and folds 2 to 4.
inline constexpr shape_rules gpu_shape_rules{256, 16, 128, std::size_t{32} << 10};
inline constexpr shape_rules gpu_fold_rules{256, 16, 128, std::size_t{8} << 10};
/// Lanes of one worker copy one after another, so more of them gain nothing; blocks may run on
/// several workers.
inline constexpr shape_rules cpu_shape_rules{1, 1, 4, std::size_t{1} << 20};

constexpr stream_shape shape_for(std::size_t bytes, const shape_rules& rules) {
  constexpr std::size_t warp = 32;
  const std::size_t busy = bytes / rules.bytes_per_thread + 1;
  const std::size_t threads = (busy + warp - 1) / warp * warp;
  const std::size_t blocks = bytes / rules.bytes_per_block + 1;
  return {blocks < rules.most_blocks ? static_cast<unsigned>(blocks) : rules.most_blocks,
          threads < rules.most_threads ? static_cast<unsigned>(threads) : rules.most_threads};
}

/// `on_gpu`: whether the caller's translation unit is compiled by nvcc. An argument, because a
/// program may have units of both compilers but only one copy of an inline function.
constexpr const shape_rules& shape_rules_of(bool on_gpu) {
  return on_gpu ? gpu_shape_rules : cpu_shape_rules;
}

/// The shape of a put or get. A queued transfer is one descriptor, posted by one thread. On a GPU,
/// the kernel of a stream-ordered call has no engine and stores to every mapped peer; `state` is
/// the host's, whose inline_max_bytes is 0 there. The buffer's address comes from the host, so it
/// is not in a block's own memory.
inline stream_shape shape_of_transfer(const detail::device_state& state, std::size_t bytes, int pe,
                                      bool on_gpu = ARK_CUDA) {
  if (state.peers[pe].route != detail::peer_route::mapped) return {};
  const bool queued = !on_gpu && bytes > state.inline_max_bytes &&
                      queue::ring_of_caller(state, false) != queue::no_ring;
  if (queued) return {};
  return shape_for(bytes, shape_rules_of(on_gpu));
}

/// Minimum size for two kernels on a GPU: one of several blocks, then one of one thread.
inline constexpr std::size_t least_in_two_kernels = std::size_t{256} << 10;

/// Blocks that move a collective's data on a GPU, where a member sends `bytes` to each of
/// `members`; 1: one block executes all of it.
inline unsigned lanes_of_collective(std::size_t bytes, int members) {
  const std::size_t all = bytes_of(bytes, members > 1 ? static_cast<unsigned>(members) : 1u);
  return all < least_in_two_kernels ? 1 : shape_for(all, gpu_shape_rules).blocks;
}
/// Blocks that move a reduction of `bytes` on a GPU.
constexpr unsigned lanes_of_reduction(std::size_t bytes) {
  constexpr std::size_t least = std::size_t{64} << 10;
  return bytes < least ? 1 : shape_for(bytes, gpu_fold_rules).blocks;
}

/// The shape of a collective that one block per PE executes, or of one of its blocks.
constexpr stream_shape shape_of_collective(std::size_t bytes, bool on_gpu = ARK_CUDA) {
  return {1, shape_for(bytes, shape_rules_of(on_gpu)).threads};
}

struct stream_part {
  std::size_t first = 0;
  std::size_t bytes = 0;
};

/// Part `index` of `count` of a transfer: whole cache lines, so that no element of up to 16 bytes
/// is divided. Parts at the end may be empty.
ARK_HOST_DEVICE constexpr stream_part part_of(std::size_t bytes, unsigned index, unsigned count) {
  const std::size_t even = bytes / count + (bytes % count != 0 ? 1 : 0);
  const std::size_t slice =
      (even + detail::cache_line - 1) / detail::cache_line * detail::cache_line;
  const std::size_t begin = slice * index;
  const std::size_t first = begin < bytes ? begin : bytes;
  return {first, slice < bytes - first ? slice : bytes - first};
}

}  // namespace ark::device
