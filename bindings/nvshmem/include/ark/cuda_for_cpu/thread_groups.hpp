// Cooperative groups of a block's threads: the block, tiles of a warp, and other sets of lanes of a
// warp. Callable: kernels. Results are CUDA's; a lane that has returned is not waited for.
#pragma once

#include <algorithm>
#include <ark/detail/failure/record_text.hpp>
#include <ark/detail/simt/lane.hpp>
#include <ark/device/state/context.hpp>
#include <ark/simt.hpp>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace ark::cuda_for_cpu {

/// The lanes of the caller's warp that the block has.
inline unsigned lanes_of_warp() {
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned lanes = std::min(32u, threads - ark::warp_id() * 32);
  return lanes == 32 ? 0xffffffffu : (1u << lanes) - 1;
}

/// `value` of `lane`, of up to 32 bytes.
template <class T>
T shuffled(unsigned mask, const T& value, unsigned lane) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 32,
                "shfl of a group: the type is trivially copyable and has at most 32 bytes");
  std::uint64_t words[(sizeof(T) + 7) / 8] = {};
  std::memcpy(words, &value, sizeof(T));
  for (std::uint64_t& word : words)
    word = detail::warp_shuffle(mask, detail::shuffle_op::index, word, lane, 32);
  T result = value;
  std::memcpy(&result, words, sizeof(T));
  return result;
}

/// Lanes of the caller's warp, and which of how many such sets of their parent they are.
struct lane_set {
  unsigned mask;
  unsigned meta_rank;
  unsigned meta_size;
};

/// The caller's part of the lanes of `mask`, cut into parts of `size` in order. A failure, and the
/// caller alone, if warps cannot be cut so.
inline lane_set part_of(unsigned mask, unsigned size) {
  const unsigned lane = ark::lane_id();
  if (!std::has_single_bit(size) || size > 32) {
    failure_record record;
    record.code = errc::invalid_argument;
    record.op = detail::op_kind::kernel;
    detail::record_text(record)
        .append("cooperative_groups::tiled_partition: size = ")
        .number(size)
        .append(": accepted 1, 2, 4, 8, 16 or 32");
    device::fail(device::context("tiled_partition"), record);
    return {1u << lane, 0, 1};
  }
  const auto place = [&](unsigned of) {
    return static_cast<unsigned>(std::popcount(mask & ((1u << of) - 1))) / size;
  };
  const unsigned parts = (static_cast<unsigned>(std::popcount(mask)) + size - 1) / size;
  lane_set part{0, place(lane), parts};
  for (unsigned remaining = mask; remaining != 0; remaining &= remaining - 1) {
    const auto other = static_cast<unsigned>(std::countr_zero(remaining));
    if (place(other) == part.meta_rank) part.mask |= 1u << other;
  }
  return part;
}

}  // namespace ark::cuda_for_cpu

namespace cooperative_groups {

/// A block, or lanes of a warp: a copy of any of the groups below.
class thread_group {
 public:
  static constexpr unsigned whole_block = 0;
  explicit thread_group(unsigned mask) : mask_(mask) {}

  void sync() const {
    if (mask_ == whole_block)
      __syncthreads();
    else
      __syncwarp(mask_);
  }
  unsigned long long num_threads() const {
    if (mask_ == whole_block) return blockDim.x * blockDim.y * blockDim.z;
    return static_cast<unsigned>(std::popcount(mask_));
  }
  unsigned long long size() const { return num_threads(); }
  unsigned long long thread_rank() const {
    return mask_ == whole_block ? ark::thread_rank_in_block() : rank_of(ark::lane_id());
  }
  /// Not CUDA's. The lanes, or whole_block.
  unsigned ark_mask() const { return mask_; }

 protected:
  unsigned rank_of(unsigned lane) const {
    return static_cast<unsigned>(std::popcount(mask_ & ((1u << lane) - 1)));
  }

 private:
  unsigned mask_;
};

class thread_block : public thread_group {
 public:
  static void sync() { __syncthreads(); }
  class arrival_token {
    friend thread_block;
    arrival_token() = default;
  };
  /// Nothing: the thread arrives where it waits. Between both it does not wait for what another
  /// thread does after its own barrier_wait.
  static arrival_token barrier_arrive() { return {}; }
  static void barrier_wait(arrival_token&&) { sync(); }
  static unsigned thread_rank() { return ark::thread_rank_in_block(); }
  static unsigned num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
  static unsigned size() { return num_threads(); }
  static dim3 group_index() { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
  static dim3 thread_index() { return {threadIdx.x, threadIdx.y, threadIdx.z}; }
  static dim3 dim_threads() { return {blockDim.x, blockDim.y, blockDim.z}; }
  static dim3 group_dim() { return dim_threads(); }

 private:
  thread_block() : thread_group(whole_block) {}
  friend thread_block this_thread_block();
};
inline thread_block this_thread_block() { return {}; }

/// The common part of tiles and coalesced groups. Ranks are places among the group's lanes.
class lane_group : public thread_group {
 public:
  explicit lane_group(const ark::cuda_for_cpu::lane_set& lanes)
      : thread_group(lanes.mask), meta_rank_(lanes.meta_rank), meta_size_(lanes.meta_size) {}

  unsigned num_threads() const { return static_cast<unsigned>(std::popcount(ark_mask())); }
  unsigned size() const { return num_threads(); }
  unsigned thread_rank() const { return rank_of(ark::lane_id()); }
  unsigned meta_group_rank() const { return meta_rank_; }
  unsigned meta_group_size() const { return meta_size_; }

  template <class T>
  T shfl(T value, unsigned rank) const {
    return ark::cuda_for_cpu::shuffled(ark_mask(), value, lane_of(rank % num_threads()));
  }
  template <class T>
  T shfl_up(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return shfl(value, delta <= rank ? rank - delta : rank);
  }
  template <class T>
  T shfl_down(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return shfl(value, delta < num_threads() - rank ? rank + delta : rank);
  }
  int any(int predicate) const { return __any_sync(ark_mask(), predicate); }
  int all(int predicate) const { return __all_sync(ark_mask(), predicate); }
  /// Bit i of these is that of rank i.
  unsigned ballot(int predicate) const { return ranks(__ballot_sync(ark_mask(), predicate)); }
  template <class T>
  unsigned match_any(T value) const {
    return ranks(__match_any_sync(ark_mask(), value));
  }
  template <class T>
  unsigned match_all(T value, int& all_equal) const {
    return ranks(__match_all_sync(ark_mask(), value, &all_equal));
  }

 private:
  unsigned lane_of(unsigned rank) const {
    unsigned remaining = ark_mask();
    while (rank-- > 0) remaining &= remaining - 1;
    return static_cast<unsigned>(std::countr_zero(remaining));
  }
  unsigned ranks(unsigned lanes) const {
    unsigned result = 0;
    for (; lanes != 0; lanes &= lanes - 1)
      result |= 1u << rank_of(static_cast<unsigned>(std::countr_zero(lanes)));
    return result;
  }

  unsigned meta_rank_, meta_size_;
};

/// Size lanes beside each other, the first at a multiple of Size.
template <unsigned Size, class Parent = void>
class thread_block_tile : public thread_block_tile<Size, void> {
  using thread_block_tile<Size, void>::thread_block_tile;
};
template <unsigned Size>
class thread_block_tile<Size, void> : public lane_group {
  static_assert(std::has_single_bit(Size) && Size <= 32,
                "thread_block_tile<Size>: accepted 1, 2, 4, 8, 16 or 32");

 public:
  using lane_group::lane_group;

  static constexpr unsigned num_threads() { return Size; }
  static constexpr unsigned size() { return Size; }
  template <class T>
  T shfl_xor(T value, unsigned mask) const {
    const unsigned rank = thread_rank(), other = rank ^ mask;
    return shfl(value, other < Size ? other : rank);
  }
};

/// Any lanes of a warp.
class coalesced_group : public lane_group {
 public:
  using lane_group::lane_group;
};

/// The group of the caller alone: lanes of the executor run one after another, and CUDA promises
/// only a group that contains the caller.
inline coalesced_group coalesced_threads() { return coalesced_group({1u << ark::lane_id(), 0, 1}); }

template <unsigned Size>
thread_block_tile<Size, thread_block> tiled_partition(const thread_block& parent) {
  constexpr unsigned all = static_cast<unsigned>((1ull << Size) - 1);
  return thread_block_tile<Size, thread_block>({all << ark::lane_id() / Size * Size,
                                                parent.thread_rank() / Size,
                                                (parent.num_threads() + Size - 1) / Size});
}
template <unsigned Size, unsigned Parent, class Of>
auto tiled_partition(const thread_block_tile<Parent, Of>& parent) {
  static_assert(Size <= Parent, "tiled_partition<Size>: accepted the parent's size or less");
  return thread_block_tile<Size, thread_block_tile<Parent, Of>>(
      ark::cuda_for_cpu::part_of(parent.ark_mask(), Size));
}
inline thread_group tiled_partition(const thread_group& parent, unsigned size) {
  const unsigned mask = parent.ark_mask();
  return thread_group(
      ark::cuda_for_cpu::part_of(
          mask == thread_group::whole_block ? ark::cuda_for_cpu::lanes_of_warp() : mask, size)
          .mask);
}
inline coalesced_group tiled_partition(const coalesced_group& parent, unsigned size) {
  return coalesced_group(ark::cuda_for_cpu::part_of(parent.ark_mask(), size));
}

/// The lanes of a tile or coalesced group whose predicate is the caller's. Those of a true one are
/// the part of rank 1.
inline coalesced_group binary_partition(const lane_group& parent, bool predicate) {
  const unsigned lanes = parent.ark_mask() & ark::cuda_for_cpu::lanes_of_warp();
  const unsigned holds = __ballot_sync(lanes, predicate);
  if (holds == 0 || holds == lanes) return coalesced_group({lanes, 0, 1});
  return coalesced_group({predicate ? holds : lanes & ~holds, predicate ? 1u : 0u, 2});
}
/// The lanes whose label, an integer, is the caller's. Parts are ordered by their first lane.
template <class Label>
coalesced_group labeled_partition(const lane_group& parent, Label label) {
  static_assert(std::is_integral_v<Label>, "labeled_partition: the label is an integer");
  if constexpr (std::is_same_v<Label, bool>) return binary_partition(parent, label);
  const unsigned lanes = parent.ark_mask() & ark::cuda_for_cpu::lanes_of_warp();
  const unsigned mine = __match_any_sync(lanes, label);
  const auto first = static_cast<unsigned>(std::countr_zero(mine));
  const unsigned firsts = __ballot_sync(lanes, ark::lane_id() == first);
  return coalesced_group({mine, static_cast<unsigned>(std::popcount(firsts & ((1u << first) - 1))),
                          static_cast<unsigned>(std::popcount(firsts))});
}

}  // namespace cooperative_groups
