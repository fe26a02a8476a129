// A worker's life: its thread, its inbox, its blocks.
#include "executor/worker.hpp"

#include <cxxabi.h>
#include <fmt/core.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "executor/crash_signal.hpp"
#include "executor/names.hpp"
#include "executor/rendezvous.hpp"
#include "executor/shared_storage.hpp"
#include "os/resource_limits.hpp"

namespace ark::executor {

thread_local bool on_scheduler_stack = false;

namespace {

constexpr std::size_t spare_blocks_kept = 64;

/// Time that this thread has run: what others of the machine take is no tenant's.
std::uint64_t cpu_time_ns() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec);
}

stack_span thread_stack() {
  pthread_attr_t attributes;
  stack_span span;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return span;
  pthread_attr_getstack(&attributes, &span.low, &span.bytes);
  pthread_attr_destroy(&attributes);
  return span;
}

detail::extent3 unflatten(std::uint64_t index, const detail::extent3& extent) {
  const std::uint64_t plane = std::uint64_t{extent.x} * extent.y;
  return {static_cast<unsigned>(index % extent.x),
          static_cast<unsigned>(index / extent.x % extent.y), static_cast<unsigned>(index / plane)};
}

}  // namespace

/// Limit for all workers together, which leaves most of vm.max_map_count to the program.
constexpr std::size_t guarded_lanes = 8192;

worker::worker(worker_host& host, const options& opts, progress_table& progress,
               tenant_table& tenants, unsigned index, std::uint64_t lane_limit)
    : seeded_(opts.order.kind != policy_kind::fifo),
      host_(host),
      options_(opts),
      progress_(progress),
      visitor_(progress.at(index)),
      index_(index),
      lane_limit_(lane_limit),
      stacks_(opts.stack_bytes, opts.guard_pages ? guarded_lanes / opts.workers : 0),
      chooser_(opts.order),
      core_(home_core_of(opts.core_sharers, opts.core_place, opts.workers, index)) {
  if (tenants.tenants() != 0 && !seeded_) tenants_.emplace(tenants);
}

worker::~worker() = default;

// Two host threads may make the first call at once: one that posts to a ring and one that launches.
void worker::start() {
  std::lock_guard lock(inbox_mutex_);
  if (!thread_.joinable()) thread_ = thread_start("a worker of the executor", &worker::main, this);
}

void worker::post(const std::vector<grid_part>& parts) {
  load_.fetch_add(static_cast<unsigned>(parts.size()), std::memory_order_relaxed);
  std::lock_guard lock(inbox_mutex_);
  inbox_.insert(inbox_.end(), parts.begin(), parts.end());
  attention_.store(true, std::memory_order_release);
  inbox_changed_.notify_one();
}

void worker::wake() {
  std::lock_guard lock(inbox_mutex_);
  woken_ = true;
  attention_.store(true, std::memory_order_release);
  inbox_changed_.notify_one();
}

void worker::stop() {
  std::lock_guard lock(inbox_mutex_);
  stopping_ = true;
  attention_.store(true, std::memory_order_release);
  inbox_changed_.notify_one();
}

bool worker::join_or_detach(bool detach) {
  if (!thread_.joinable()) return true;
  if (detach) {
    thread_.detach();
  } else {
    thread_.join();
  }
  return !detach;
}

std::string worker::describe(std::uint64_t timeout_ns) {
  std::unique_lock lock(inbox_mutex_);
  if (!thread_.joinable()) return fmt::format("worker {}: not started\n", index_);
  const std::uint64_t wanted = ++describe_wanted_;
  attention_.store(true, std::memory_order_release);
  inbox_changed_.notify_one();
  const bool answered = described_.wait_for(lock, std::chrono::nanoseconds(timeout_ns),
                                            [&] { return describe_done_ >= wanted; });
  return answered ? description_ : std::string();
}

void worker::fail_stuck_lane(lane& stuck, errc code, const std::string& report) {
  grid& owner = block_of(stuck).owner();
  if (!owner.fail(code)) return;
  report_failure(code, report);
  host_.grid_failed(owner);
}

// Takes messages from the inbox. False once the worker is to end.
bool worker::accept() {
  std::unique_lock lock(inbox_mutex_);
  attention_.store(false, std::memory_order_relaxed);
  woken_ = false;
  if (stopping_) return false;
  if (!inbox_.empty() && parts_.empty() && seeded_) {
    chooser_.restart();
    parked_.restart();
    spent_sources_ = 0;
  }
  for (const grid_part& part : inbox_) {
    // In launch order: a launch that had to wait for others comes before later ones.
    const auto later = std::find_if(parts_.begin(), parts_.end(), [&](const auto& other) {
      return other->owner->place > part.owner->place;
    });
    parts_.insert(later, std::make_unique<grid_part>(part));
    // Another worker may have failed it already, and the notice may have arrived before the part.
    if (part.owner->failed()) failures_.store(true, std::memory_order_release);
  }
  if (!inbox_.empty()) idle_rounds_ = 0;
  inbox_.clear();
  if (describe_done_ != describe_wanted_) {
    description_ = describe_blocks();
    describe_done_ = describe_wanted_;
    described_.notify_all();
  }
  return true;
}

void worker::main() {
  const lane_thread runs_lanes(running_);
  thread_id_.store(gettid(), std::memory_order_relaxed);
  own_stack_ = thread_stack();
  own_tsan_ = tsan_current();
  exceptions_ = abi::__cxa_get_globals();
  on_scheduler_stack = true;
  for (;;) {
    if (attention_.load(std::memory_order_acquire) && !accept()) break;
    if (failures_.load(std::memory_order_acquire)) drop_failed();
    if (seeded_) {
      seeded_step();
    } else {
      run_fifo();
    }
  }
  drop_all();
  ended_.store(true, std::memory_order_release);
}

// Started and new blocks alternate: a block that was woken may be of another grid than the new
// ones, and does not wait until all of those have started.
void worker::run_fifo() {
  if (tenants_) [[unlikely]]
    return run_shared();
  thread_block* next = std::exchange(started_one_, false) ? dequeue() : nullptr;
  if (next == nullptr) {
    next = next_new_block();
    started_one_ = next != nullptr;
    if (started_one_) begins_to_compute();
  }
  if (next == nullptr) next = dequeue();
  if (next != nullptr) {
    run_block(*next);
  } else {
    idle();
  }
}

/// The tenants with a block that can run or start. Ends the parts that are over.
tenant_set worker::tenants_with_work() {
  tenant_set found = 0;
  for (const thread_block* one = queue_head_; one != nullptr; one = one->next)
    found |= tenant_set{1} << one->owner().tenant;
  for (std::size_t i = 0; i < parts_.size();) {
    grid_part& part = *parts_[i];
    if (part.live_blocks == 0 && part_is_over(part)) {
      part_end(part);
      continue;
    }
    if (part.may_start() && part_has_room(part) && part.unstarted() != 0)
      found |= tenant_set{1} << part.owner->tenant;
    ++i;
  }
  return found;
}

/// Of tenants with work.
unsigned worker::tenant_launched_first(tenant_set of) const {
  for (const auto& part : parts_)
    if ((of >> part->owner->tenant & 1) != 0 &&
        (part->queued_blocks != 0 || part->unstarted() != 0))
      return part->owner->tenant;
  return static_cast<unsigned>(std::countr_zero(of));
}

// run_fifo() for one tenant, which pays for the time.
void worker::run_shared() {
  const unsigned tenant = tenants_->choice().choose(
      tenants_with_work(), [this](tenant_set of) { return tenant_launched_first(of); });
  if (tenant == fair_choice::none) {
    paid_until_ns_ = 0;
    return idle();
  }
  if (paid_until_ns_ == 0) paid_until_ns_ = cpu_time_ns();
  thread_block* next = std::exchange(started_one_, false) ? dequeue_of(tenant) : nullptr;
  if (next == nullptr) {
    next = next_new_block(tenant);
    started_one_ = next != nullptr;
    if (started_one_) begins_to_compute();
  }
  if (next == nullptr) next = dequeue_of(tenant);
  if (next == nullptr) return;  // another worker has taken the blocks
  run_block(*next);
  const std::uint64_t now = cpu_time_ns(), spent = now - std::exchange(paid_until_ns_, now);
  tenants_->charge(tenant, spent);
  tenants_->choice().charge_credit(tenant, spent);
}

// Runs a block until all its lanes wait, or its time slices are used up.
void worker::run_block(thread_block& block) {
  constexpr std::uint32_t switches_per_slice = 64;
  constexpr unsigned slices_per_share = 64;
  rounds_without_lane_ = 0;
  block.queued = true;
  for (unsigned slice = 0; slice < slices_per_share && block.has_ready(); ++slice) {
    slice_ = switches_per_slice;
    yielded_ = false;
    lane* first = nullptr;
    if (block.next_fresh < block.count) {
      first = &block.lanes[block.next_fresh];
      if (!give_memory(block, *first)) return;
      ++block.next_fresh;
    } else {
      first = block.ready.pop();
    }
    const std::uint64_t before = blocks_ended_;
    enter(*first);
    service();
    if (blocks_ended_ != before || failures_.load(std::memory_order_acquire)) {
      // The block may have ended; a block of a failed grid is dropped by the main loop.
      if (blocks_ended_ != before) return;
      break;
    }
    if (yielded_) break;
  }
  block.queued = false;
  block.part->ran(yielded_);
  if (block.has_ready()) enqueue(block);
}

bool worker::give_memory(thread_block& block, lane& first) {
  if (block.dynamic_shared == nullptr && block.dynamic_shared_bytes != 0) {
    out_of_memory(block,
                  fmt::format("no memory for {} bytes of dynamic shared memory; {} lanes are "
                              "alive on this worker",
                              block.dynamic_shared_bytes, live_lanes_));
    return false;
  }
  if (give_stack(first)) return true;
  out_of_memory(block,
                fmt::format("no memory or address space for more stacks of {} bytes; {} are in use "
                            "by this worker. Use fewer lanes, or smaller stacks (ARK_CPU_STACK)",
                            stacks_.stack_bytes(), stacks_.mapped()));
  return false;
}

void worker::out_of_memory(thread_block& block, const std::string& what) {
  grid& owner = block.owner();
  if (owner.fail(errc::out_of_memory)) {
    report_failure(errc::out_of_memory, fmt::format("{}: {}", block_name(block), what));
    host_.grid_failed(owner);
  }
  failures_.store(true, std::memory_order_release);
}

void worker::enqueue(thread_block& block) {
  block.queued = true;
  block.next = nullptr;
  (queue_head_ == nullptr ? queue_head_ : queue_tail_->next) = &block;
  queue_tail_ = &block;
  ++block.part->queued_blocks;
}

thread_block* worker::dequeue() {
  thread_block* const first = queue_head_;
  if (first == nullptr) return nullptr;
  queue_head_ = first->next;
  --first->part->queued_blocks;
  return first;
}

thread_block* worker::dequeue_of(unsigned tenant) {
  thread_block* before = nullptr;
  for (thread_block* one = queue_head_; one != nullptr; before = one, one = one->next) {
    if (one->owner().tenant != tenant) continue;
    (before == nullptr ? queue_head_ : before->next) = one->next;
    if (one == queue_tail_) queue_tail_ = before;
    --one->part->queued_blocks;
    return one;
  }
  return nullptr;
}

bool worker::part_has_room(const grid_part& part) const {
  return live_lanes_ == 0 || part.owner->config.collective ||
         live_lanes_ + part.owner->lanes_per_block <= lane_limit_;
}

// Start the next new block, if there is one, it may start, and memory suffices.
thread_block* worker::next_new_block(unsigned tenant) {
  for (std::size_t i = 0; i < parts_.size();) {
    grid_part& part = *parts_[i];
    if (tenant != any_tenant && part.owner->tenant != tenant) {
      ++i;
      continue;
    }
    if (part.may_start() && part_has_room(part) && part.take()) return block_begin(part);
    if (part.live_blocks == 0 && part_is_over(part)) {
      part_end(part);  // others took the remaining blocks of its share
    } else {
      ++i;
    }
  }
  return nullptr;
}

// A worker without blocks helps others with a grid whose blocks need not be co-resident.
bool worker::part_is_over(grid_part& part) const {
  if (part.unstarted() != 0) return false;
  const grid& owner = *part.owner;
  return owner.config.collective || owner.failed() || !blocks_.empty() ||
         !part.owner->shares.steal(part.index);
}

thread_block* worker::block_begin(grid_part& part) {
  const grid& owner = *part.owner;
  std::unique_ptr<thread_block> fresh;
  if (!spare_blocks_.empty() && spare_blocks_.back()->capacity >= owner.lanes_per_block) {
    fresh = std::move(spare_blocks_.back());
    spare_blocks_.pop_back();
  } else {
    fresh = std::make_unique<thread_block>();
    fresh->capacity = owner.lanes_per_block;
    fresh->lanes = std::make_unique<lane[]>(fresh->capacity);
    fresh->warps = std::make_unique<warp[]>((fresh->capacity + warp_lanes - 1) / warp_lanes);
  }
  thread_block& block = *fresh.release();
  const std::uint64_t index = part.in_hand.next++;
  block.block_index = unflatten(index, owner.config.grid);
  block.block_extent = owner.config.block;
  block.grid_extent = owner.config.grid;
  block.context = owner.group.empty() ? owner.context : owner.group[block.block_index.z];
  block.group = owner.group.empty() ? nullptr : owner.group.data();
  block.grid_number = owner.id;
  block.grid_arrived = owner.config.collective ? &owner.arrived : nullptr;
  block.home = this;
  block.part = &part;
  block.index = index;
  block.count = owner.lanes_per_block;
  block.next_fresh = 0;
  block.ready = {};
  block.queued = false;
  part.started();
  block.slot = static_cast<std::uint32_t>(blocks_.size());
  blocks_.push_back(&block);
  live_lanes_ += block.count;
  shared_begin(block, owner.config.shared_bytes);
  detail::extent3 at{0, 0, 0};
  for (std::uint32_t i = 0; i < block.count; ++i) {
    lane& one = block.lanes[i];
    one.thread_index = at;
    one.linear_index = i;
    one.spin_count = 0;
    one.block = &block;
    one.home = nullptr;
    one.state = lane_state::fresh;
    if (++at.x == block.block_extent.x) {
      at.x = 0;
      if (++at.y == block.block_extent.y) at.y = 0, ++at.z;
    }
  }
  rendezvous_reset(block);
  return &block;
}

/// A thread that enters with_running() after this finds no lane: both write the same word, so one
/// of them sees the other's earlier writes.
void worker::wait_for_observers() {
  if (observers_.fetch_add(0, std::memory_order_acq_rel) != 0) {
    const std::lock_guard until_they_are_done(observers_mutex_);
  }
}

void worker::block_end(thread_block& block) {
  wait_for_observers();
  grid_part& part = *block.part;
  ++blocks_ended_;
  shared_end(block);
  live_lanes_ -= block.count;
  blocks_[block.slot] = blocks_.back();
  blocks_[block.slot]->slot = block.slot;
  blocks_.pop_back();
  std::unique_ptr<thread_block> spare(&block);
  if (spare_blocks_.size() < spare_blocks_kept) spare_blocks_.push_back(std::move(spare));
  --part.live_blocks;
  if (part.live_blocks == 0 && part_is_over(part)) part_end(part);
}

void worker::part_end(grid_part& part) {
  grid& owner = *part.owner;
  const auto mine = std::find_if(parts_.begin(), parts_.end(),
                                 [&](const auto& held) { return held.get() == &part; });
  parts_.erase(mine);
  idle_since_ns_ = 0;
  load_.fetch_sub(1, std::memory_order_relaxed);
  if (owner.parts_left.fetch_sub(1, std::memory_order_acq_rel) == 1)
    host_.grid_finished(owner, index_);
}

// Lanes of the part never run again; destructors on their stacks do not run either.
void worker::part_drop(grid_part& part) {
  const auto belongs = [&](const lane* one) { return block_of(*one).part == &part; };
  parked_.take_if([&](const parked_wait& wait) { return belongs(wait.who); });
  std::erase_if(ready_, belongs);
  std::vector<thread_block*> kept;
  while (thread_block* one = dequeue()) {
    if (one->part != &part) kept.push_back(one);
  }
  for (thread_block* one : kept) enqueue(*one);
  part.in_hand = {};
  part.owner->shares.clear(part.index);
  ++part.live_blocks;  // keeps the last block_end from ending the part during this function
  const std::vector<thread_block*> all = blocks_;
  for (thread_block* block : all) {
    if (block->part != &part) continue;
    for (std::uint32_t i = 0; i < block->count; ++i) {
      lane& one = block->lanes[i];
      if (one.home != nullptr) stacks_.release(one.home);
      tsan_destroy(one.tsan_fiber);
      one.tsan_fiber = nullptr;
    }
    block_end(*block);
  }
  --part.live_blocks;
  part_end(part);
}

void worker::drop_failed() {
  failures_.store(false, std::memory_order_relaxed);
  std::vector<grid_part*> failed;
  for (const auto& part : parts_) {
    if (part->owner->failed()) failed.push_back(part.get());
  }
  for (grid_part* part : failed) part_drop(*part);
}

void worker::drop_all() {
  {
    std::lock_guard lock(inbox_mutex_);
    for (const grid_part& part : inbox_) parts_.push_back(std::make_unique<grid_part>(part));
    inbox_.clear();
    description_ = fmt::format("worker {}: stopped\n", index_);
    describe_done_ = describe_wanted_;
    described_.notify_all();
  }
  while (!parts_.empty()) {
    parts_.back()->owner->fail(errc::aborted);
    part_drop(*parts_.back());
  }
}

std::string worker::describe_blocks() const {
  std::uint64_t unstarted = 0;
  for (const auto& part : parts_) unstarted += part->unstarted();
  std::string text =
      fmt::format("worker {}: {} blocks, {} lanes, {} waits parked, {} blocks not started\n",
                  index_, blocks_.size(), live_lanes_, parked_.size(), unstarted);
  std::vector<thread_block*> ordered = blocks_;
  std::sort(ordered.begin(), ordered.end(), [](const thread_block* a, const thread_block* b) {
    return std::pair(a->owner().id, a->index) < std::pair(b->owner().id, b->index);
  });
  constexpr std::size_t most_lines = 100;
  const std::size_t lines = std::min(ordered.size(), most_lines);
  for (std::size_t i = 0; i < lines; ++i) text += "  " + block_text(*ordered[i]) + "\n";
  if (lines < ordered.size()) text += fmt::format("  and {} more blocks\n", ordered.size() - lines);
  return text;
}

}  // namespace ark::executor
