// The executor's state per lane, warp, block and grid. Accessed by the worker that owns the block,
// unless noted.
#pragma once

#include <ark/detail/simt/lane.hpp>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "executor/block_shares.hpp"
#include "executor/executor.hpp"
#include "executor/stack_pool.hpp"

namespace ark::executor {

struct thread_block;
class worker;

enum class lane_state : std::uint8_t {
  fresh,    ///< not started: no stack yet
  ready,    ///< running, or in a ready queue
  barrier,  ///< in block_barrier
  warp,     ///< in a warp operation
  waiting,  ///< its predicate is parked with the worker
  done,
};

/// One lane. The members that a switch accesses are in the first cache line, the others in the
/// second.
struct alignas(64) lane : detail::lane_view {
  void* place = nullptr;  ///< saved context
  lane* next = nullptr;   ///< in a ready queue or a barrier's queue
  stack* home = nullptr;  ///< null until started
  lane_state state = lane_state::fresh;
  errc wait_result = errc::ok;

  alignas(64) std::uint64_t value = 0;  ///< operand of a warp operation
  std::uint64_t result = 0;             ///< its result
  std::uint32_t source = 0;             ///< shuffle: index or distance
  std::int16_t width = 32;              ///< shuffle
  bool all_equal = false;               ///< match: second result
  std::uint64_t priority = 0;           ///< pct
  void* tsan_fiber = nullptr;
  const detail::wait_info* info = nullptr;  ///< while waiting
};
static_assert(sizeof(lane) == 128);

/// Singly linked queue of lanes, in order of arrival.
struct lane_queue {
  lane* head = nullptr;
  lane* tail = nullptr;

  [[nodiscard]] bool empty() const { return head == nullptr; }
  void push(lane* item) {
    item->next = nullptr;
    (head == nullptr ? head : tail->next) = item;
    tail = item;
  }
  lane* pop() {
    lane* first = head;
    if (first != nullptr) head = first->next;
    return first;
  }
  /// Moves all lanes of `other` to the end of this queue.
  void splice(lane_queue& other) {
    if (other.head == nullptr) return;
    (head == nullptr ? head : tail->next) = other.head;
    tail = other.tail;
    other.head = nullptr;
  }
};

inline constexpr unsigned warp_lanes = 32;

/// A warp operation that waits for its last lane. Operations are distinguished by mask and kind.
struct pending_operation {
  std::uint32_t mask = 0;     ///< as passed by the lanes
  std::uint32_t arrived = 0;  ///< lanes inside
  std::uint16_t kind = 0;
};

struct warp {
  std::uint32_t alive = 0;  ///< lanes that have not returned
  std::uint32_t pending_count = 0;
  std::array<pending_operation, warp_lanes> pending;
};

/// A kernel launch.
struct grid {
  detail::launch_config config;
  detail::kernel_call call;
  const std::string* name = nullptr;        ///< the kernel's name
  detail::device_state* context = nullptr;  ///< of the launching PE
  std::span<detail::device_state* const>
      group;  ///< their contexts, by z; none: all blocks have `context`
  launch_group partners;
  std::uint64_t id = 0;
  std::uint64_t place = 0;  ///< number in the order of launches; equal within a launch group
  unsigned tenant = 0;
  std::uint64_t blocks = 0;
  std::uint32_t lanes_per_block = 0;
  block_shares shares;            ///< one per part
  std::uint64_t launched_ns = 0;  ///< of a traced PE's grid, like started_ns
  std::uint64_t started_ns = 0;
  std::atomic<int> failure{0};          ///< errc of the first lane that failed
  std::atomic<unsigned> parts_left{0};  ///< workers that still have a part
  mutable std::uint64_t arrived = 0;    ///< see block_view::grid_arrived. Lanes only
  // Used by grid_queues.
  unsigned waits_for = 0;        ///< grids of other streams that have to end first
  std::vector<grid*> followers;  ///< grids that wait for this one
  bool awaited = false;          ///< a host thread waits for its end

  /// Record a failure; true for the first of the grid.
  bool fail(errc code) {
    int none = 0;
    return failure.compare_exchange_strong(none, static_cast<int>(code));
  }
  [[nodiscard]] bool failed() const { return failure.load(std::memory_order_acquire) != 0; }
};

/// The blocks of a grid that one worker runs.
struct grid_part {
  grid* owner = nullptr;
  unsigned index = 0;   ///< index among the grid's parts
  block_range in_hand;  ///< taken from the share, not started
  std::uint64_t live_blocks = 0;
  std::uint64_t queued_blocks = 0;  ///< those in the worker's run queue
  unsigned shares = 0;              ///< time slices of its blocks since one was started
  bool has_yielded = false;         ///< a block has yielded since one was started

  /// True if a block that was not started may start: no started block can run, one has yielded and
  /// may wait for the new one, or they have used their time slices. Otherwise started blocks that
  /// only use barriers end before others begin, because every started lane holds a stack.
  [[nodiscard]] bool may_start() const {
    constexpr unsigned most_shares = 64;
    return queued_blocks == 0 || has_yielded || shares >= most_shares;
  }
  void ran(bool yielded) {
    ++shares;
    has_yielded = has_yielded || yielded;
  }
  void started() {
    ++live_blocks;
    shares = 0;
    has_yielded = false;
  }

  /// True if a block is in hand, or was still in the share.
  bool take() {
    if (in_hand.size() == 0) in_hand = owner->shares.take(index);
    return in_hand.size() != 0;
  }
  [[nodiscard]] std::uint64_t unstarted() const {
    return in_hand.size() + owner->shares.left(index);
  }
};

struct shared_variable {
  const void* site = nullptr;
  void* storage = nullptr;
  std::size_t bytes = 0;
  std::size_t alignment = 0;
};

struct thread_block : detail::block_view {
  worker* home = nullptr;
  grid_part* part = nullptr;
  std::unique_ptr<lane[]> lanes;
  std::uint32_t capacity = 0;  ///< lanes allocated
  std::uint32_t count = 0;     ///< lanes of this block
  std::uint32_t next_fresh = 0;
  std::uint32_t live = 0;
  std::uint32_t in_warp = 0;  ///< lanes inside warp operations
  lane_queue ready;
  bool queued = false;  ///< in the worker's run queue
  thread_block* next = nullptr;
  std::uint32_t slot = 0;  ///< index in the worker's list of blocks
  std::uint64_t index = 0;

  // __syncthreads
  lane_queue in_barrier;
  std::uint32_t arrived = 0;
  std::uint32_t true_predicates = 0;
  std::uint32_t result_count = 0;
  std::uint32_t result_lanes = 0;

  std::unique_ptr<warp[]> warps;
  std::vector<shared_variable> shared;

  [[nodiscard]] grid& owner() const { return *part->owner; }
  [[nodiscard]] bool has_ready() const { return !ready.empty() || next_fresh < count; }
};

inline thread_block& block_of(const lane& inside) {
  return const_cast<thread_block&>(static_cast<const thread_block&>(*inside.block));
}
inline lane* current() { return static_cast<lane*>(detail::current_lane); }

}  // namespace ark::executor
