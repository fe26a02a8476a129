// The PE of a call: how the call finds it, waits and records failures.
#pragma once

#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/platform/cuda_unit.hpp>
#include <ark/detail/platform/ptx.hpp>
#include <ark/detail/queue/ring.hpp>
#include <ark/detail/simt/lane.hpp>
#include <ark/detail/state/device_state.hpp>
#include <ark/device/state/scope.hpp>

namespace ark::detail {

/// The PE bound to the calling host thread, else the process's only PE. Throws
/// ark::error{not_initialized} before init and after finalize. `call`: the name of the called
/// function, if given; the message begins with it.
ARK_API device_state& host_context(const char* call = nullptr);

/// What host_context() returns, while it depends on nothing but the PE's status: the process's only
/// PE, no thread is bound to another one (local_run), and no kernels run on a GPU, whose failures
/// host_context() would have to read. Null otherwise. Release/acquire.
extern ARK_API device_state* default_context_state;

/// Read `bytes` of the PE's own heap through its host_copier. A failure is recorded and the result
/// is zeros; waiters see the status.
ARK_API void heap_read(device_state& state, const void* at, void* into, std::size_t bytes) noexcept;

/// Add `value` to a word in the GPU's memory through the host_copier; *before receives the old
/// value. A failure is recorded; its code is returned.
ARK_API errc heap_add(device_state& state, std::uint64_t* word, std::uint64_t value,
                      std::uint64_t* before) noexcept;

/// Called by a thread that has found or caused a failure of `state`. On a host thread of this PE it
/// ends the job, in local_run it throws ark::error instead. It returns on other threads, and if the
/// program handles failures (ARK_ON_FAILURE).
ARK_API void failure_on_host(const device_state& state);

/// Called by a host thread that has posted and finds *progress_asleep set: wakes the executor's
/// background progress.
ARK_API void progress_hint() noexcept;

}  // namespace ark::detail

namespace ark::device {

#if ARK_RTC
__constant__ detail::cuda_context_table cuda_contexts;  ///< the module's loader writes it
#elif ARK_CUDA
/// The contexts of this process's PEs, for the kernels of this translation unit, so that no device
/// link step is needed. Written when ark starts, and when the heap grows (cuda_unit.hpp).
[[maybe_unused]] static __constant__ detail::cuda_context_table cuda_contexts = {};

// Static, not inline: every translation unit has its own table.
static const char* cuda_write_contexts(const detail::cuda_context_table& table) {
  // Its own stream, which shares no hardware queue with the program's: others would wait for
  // running kernels.
  cudaStream_t stream = nullptr;
  int greatest = 0;
  cudaError_t code = cudaDeviceGetStreamPriorityRange(nullptr, &greatest);
  if (code == cudaSuccess)
    code = cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest);
  if (code != cudaSuccess) return cudaGetErrorString(code);
  code = cudaMemcpyToSymbolAsync(cuda_contexts, &table, sizeof table, 0, cudaMemcpyHostToDevice,
                                 stream);
  if (code == cudaSuccess) code = cudaStreamSynchronize(stream);
  const cudaError_t destroyed = cudaStreamDestroy(stream);
  if (code == cudaSuccess) code = destroyed;
  return code == cudaSuccess ? nullptr : cudaGetErrorString(code);
}
static const detail::cuda_unit cuda_this_unit(&cuda_write_contexts, ARK_CHECKED != 0);
#endif

/// The caller's PE: a kernel finds it through the launch, a host thread through its binding. `call`
/// is the name that an error about use before init gives.
ARK_HOST_DEVICE inline detail::device_state& context([[maybe_unused]] const char* call = nullptr) {
#if ARK_DEVICE_PASS
  return *detail::cuda_context_of_launch(cuda_contexts);
#else
  const detail::lane_view* lane = detail::self();
  if (lane != nullptr) return *lane->block->context;
  detail::device_state* state = detail::load_acquire(&detail::default_context_state);
  if (state != nullptr && detail::load_relaxed(&state->status) == 0) [[likely]]
    return *state;
  return detail::host_context(call);
#endif
}

/// True in a launch of several PEs (launch_config::group): x and y of the grid are the blocks of
/// one PE, and z selects the PE. False on a host thread.
ARK_HOST_DEVICE inline bool in_group() {
#if ARK_DEVICE_PASS
  return detail::cuda_launched_as_group(cuda_contexts.count);
#else
  const detail::lane_view* lane = detail::self();
  return lane != nullptr && lane->block->group != nullptr;
#endif
}

/// The PE at `place`, which is below grid_extent().z, in a launch of several PEs. Kernels only.
ARK_HOST_DEVICE inline const detail::device_state& group_member(unsigned place) {
#if ARK_DEVICE_PASS
  return *cuda_contexts.of[place];
#else
  return *detail::self()->block->group[place];
#endif
}

/// Device part of ark::own_address in a launch of several PEs. Out of line: kernels call it once
/// for each of many pointers.
ARK_DEVICE ARK_COLD inline std::uint64_t own_address(std::uint64_t address) {
  const unsigned members = place::grid_extent().z;
  for (unsigned i = 0; i < members; ++i) {
    const detail::device_state& theirs = group_member(i);
    const std::uint64_t offset = address - theirs.heap_base;
    if (offset < theirs.heap_reserved) return context().heap_base + offset;
  }
  return address;
}

/// Index of the calling thread's block among the blocks of its PE in the launch; 0 on a host
/// thread.
ARK_HOST_DEVICE inline unsigned own_block_index() {
  return in_group() ? place::block_index_in_plane() : place::block_index();
}

/// The PE's sticky status: ok, or the code of its first failure. Pairs with failure_publish's
/// release.
ARK_HOST_DEVICE inline errc status(const detail::device_state& state) {
  // An acquire load invalidates the L1 of a GPU's multiprocessor, so it is made only once the
  // status is set.
  if (detail::load_relaxed(&state.status) == 0) return errc::ok;
  return static_cast<errc>(detail::load_acquire(&state.status));
}

/// Synchronise a scope and combine the results of its threads: ok if all are ok; otherwise no
/// thread gets ok, and a thread whose own result is ok gets the code of the PE's first failure. The
/// status alone is no result, because it stays set after an earlier failure.
template <class Scope>
ARK_HOST_DEVICE inline errc scope_result(const detail::device_state& state, errc mine) {
  if (!Scope::any(mine != errc::ok)) return errc::ok;
  return mine != errc::ok ? mine : status(state);
}

/// Enter the calling thread's position into a record.
ARK_HOST_DEVICE inline void note_place(failure_record& record) {
  record.block = own_block_index();
  record.thread = place::thread_index();
}

#if ARK_DEVICE_PASS
/// Set the PE's status, if this is its first failure. Returns the previous status. Relaxed: waiters
/// read the status alone, and the host synchronises through the mirror.
ARK_DEVICE inline std::uint32_t claim_failure(detail::device_state& state, errc code) {
  return detail::compare_exchange_relaxed<detail::scope::device>(&state.status, 0,
                                                                 static_cast<std::uint32_t>(code));
}
/// The mirror for a record: the first record goes to the host's, all later ones to one that the
/// host does not read.
ARK_DEVICE inline detail::failure_mirror& mirror_of(const detail::device_state& state,
                                                    std::uint32_t before) {
  const std::uint64_t at = reinterpret_cast<std::uint64_t>(state.mirror);
  return *reinterpret_cast<detail::failure_mirror*>(
      at + (before == 0 ? 0 : sizeof(detail::failure_mirror)));
}
/// Enter the calling thread's position, and publish the record.
ARK_DEVICE inline void publish_failure(detail::failure_mirror& into, errc code) {
  detail::kernel_place& place = into.place;
  place.block[0] = blockIdx.x, place.block[1] = blockIdx.y, place.block[2] = blockIdx.z;
  place.thread[0] = threadIdx.x, place.thread[1] = threadIdx.y, place.thread[2] = threadIdx.z;
  place.grid_x = gridDim.x, place.grid_y = gridDim.y;
  place.extent_x = blockDim.x, place.extent_y = blockDim.y;
  place.shared_bytes = detail::ptx_dynamic_shared_bytes();
  place.contexts = cuda_contexts.count;
  detail::store_release(&into.status, static_cast<std::uint32_t>(code));
}
#endif

/// Record a failure of the calling thread, and enter its position. Returns record.code. For records
/// with their own text: checked mode, and code outside of kernels.
ARK_HOST_DEVICE ARK_COLD inline errc fail(detail::device_state& state,
                                          const failure_record& record) {
#if ARK_DEVICE_PASS
  detail::failure_mirror& into = mirror_of(state, claim_failure(state, record.code));
  into.record = record;
  publish_failure(into, record.code);
#else
  failure_record complete = record;
  complete.pe = state.pe;
  complete.on_lane = place::on_lane();
  note_place(complete);
  detail::failure_publish(state, complete);
  detail::failure_on_host(state);
#endif
  return record.code;
}

/// Record a failure of the calling thread as numbers; the host has the texts. `offset`: the
/// symmetric offset of the word concerned, or no_offset. Returns kind.code().
ARK_HOST_DEVICE ARK_COLD inline errc fail(detail::device_state& state, detail::failure_kind kind,
                                          int peer, std::uint64_t offset, std::uint64_t expected,
                                          std::uint64_t seen) {
#if ARK_DEVICE_PASS
  // One block of code: a load or a store in a second block costs two instructions more.
  const std::uint32_t before = claim_failure(state, kind.code());
  detail::failure_mirror& mirror = mirror_of(state, before);
  detail::failure_numbers& into = mirror.numbers;
  into.offset = offset;
  into.expected = expected;
  into.seen = seen;
  into.kind = kind;
  into.peer = peer;
  const bool with_ring = kind.ring() != detail::failure_kind::no_ring;
  detail::ring_counters* const counters = with_ring ? state.rings[kind.ring()].counters : nullptr;
  if (with_ring) {
    into.ring_head = detail::load_relaxed(&counters->head.value);
    into.ring_tail = detail::load_relaxed(&counters->tail.value);
    into.ring_done = detail::load_relaxed(&counters->done.value);
  }
  publish_failure(mirror, kind.code());
  // After the record: a thread that finds the ring closed reads it. All threads store the code of
  // the first failure.
  detail::store_relaxed(kind.closes() ? &counters->closed.value : &mirror.unread,
                        before == 0 ? static_cast<std::uint32_t>(kind.code()) : before);
  return kind.code();
#else
  failure_record record;
  kind.enter_into(record, state.timeout_ns);
  record.peer = peer;
  record.offset_bytes = static_cast<std::int64_t>(offset);  // outside the heap: see failure_publish
  record.expected = expected;
  record.seen = seen;
  if (kind.ring() != detail::failure_kind::no_ring) {
    const detail::ring_counters& counters = *state.rings[kind.ring()].counters;
    record.ring_head = detail::load_relaxed(&counters.head.value);
    record.ring_tail = detail::load_relaxed(&counters.tail.value);
    record.ring_done = detail::load_relaxed(&counters.done.value);
  }
  return fail(state, record);
#endif
}

/// For a loop that waits for the word; once it has the awaited value, detail::fence_after_polls()
/// makes the loads an acquire, as read_word() is.
template <class T>
ARK_HOST_DEVICE inline T poll_word([[maybe_unused]] const detail::device_state& state,
                                   const T* word) {
  static_assert(std::is_integral_v<T> && (sizeof(T) == 4 || sizeof(T) == 8));
#if !ARK_DEVICE_PASS
  if (state.host_copier != nullptr) [[unlikely]] {
    T value;
    detail::heap_read(const_cast<detail::device_state&>(state), word, &value, sizeof value);
    return value;
  }
#endif
  return detail::load_poll(word);
}
/// Acquire: pairs with the release of the signal or of the put's delivery that changed the word.
template <class T>
ARK_HOST_DEVICE inline T read_word(const detail::device_state& state, const T* word) {
  if constexpr (!detail::polls_are_relaxed) return poll_word(state, word);
#if !ARK_DEVICE_PASS
  if (state.host_copier != nullptr) [[unlikely]]
    return poll_word(state, word);
#endif
  return detail::load_acquire(word);
}

/// Called by every operation that only makes sense in a loop (test, signal_fetch), so that the loop
/// makes progress: on the CPU executor a lane yields every 32 calls; a host thread drives progress
/// and yields its core from time to time.
ARK_HOST_DEVICE inline void loop_hint() {
#if !ARK_DEVICE_PASS
  if (detail::self() != nullptr) {
    detail::spin_hint();
  } else {
    detail::yield();
  }
#endif
}

/// Called by operations that read `word` and may stand in a loop until it changes (g, get,
/// atomics): after 128 consecutive reads of one word it acts as loop_hint().
ARK_HOST_DEVICE inline void poll_hint([[maybe_unused]] const void* word) {
#if !ARK_DEVICE_PASS
  detail::poll_hint(word);
#endif
}

/// Wait until `ready()` is true, the PE has failed, or its deadline has passed. `info` describes
/// the wait; the caller records the failure. `ready` must not wait.
template <class Ready>
ARK_HOST_DEVICE errc wait_for(detail::device_state& state, Ready&& ready, detail::wait_info& info) {
  info.status = &state.status;
  info.timeout_ns = state.timeout_ns;
#if ARK_DEVICE_PASS
  const std::uint64_t start = detail::ptx_global_timer_ns();
  for (unsigned round = 0; !ready(); ++round) {
    if (round % 8 == 7) {
      if (const errc code = status(state); code != errc::ok) return code;
      if (detail::ptx_global_timer_ns() - start > info.timeout_ns) return errc::timeout;
    }
    if (round >= 64) __nanosleep(100);
  }
  return errc::ok;
#else
  if (ready()) return errc::ok;
  using ready_type = std::remove_reference_t<Ready>;
  return detail::wait(
      [](void* argument) -> bool { return (*static_cast<ready_type*>(argument))(); }, &ready, info);
#endif
}

/// wait_for, for a condition that another PE has to fulfil. If a waiting kernel would block that PE
/// (kernels_wait is false), a kernel does not wait: ok if the condition holds, else unsupported.
template <class Ready>
ARK_HOST_DEVICE errc wait_for_peer(detail::device_state& state, Ready&& ready,
                                   detail::wait_info& info) {
  if (!state.kernels_wait && place::on_lane()) [[unlikely]]
    return ready() ? errc::ok : errc::unsupported;
  return wait_for(state, ready, info);
}

/// Record a wait that did not end with ok. A timeout, a wait for a PE that is in finalize, and a
/// wait that a kernel may not make are this wait's own failure. Any other code belongs to the
/// earlier failure that woke the wait and is already recorded.
ARK_HOST_DEVICE ARK_COLD inline errc wait_failed(
    detail::device_state& state, errc code, detail::op_kind op, detail::cmp_kind cmp, int pe,
    const void* word, std::uint64_t expected, std::uint64_t seen,
    detail::failure_reason why = detail::failure_reason::none) {
  if (code != errc::timeout && status(state) != errc::ok) {
#if !ARK_DEVICE_PASS
    detail::failure_on_host(state);
#endif
    return code;
  }
  if (code == errc::unsupported) why = detail::failure_reason::time_sliced;
#if !ARK_DEVICE_PASS
  if (code == errc::asymmetric) why = detail::failure_reason::in_finalize;
#endif
  const detail::failure_kind kind = word != nullptr ? detail::failure_kind(code, op, cmp, why)
                                                    : detail::failure_kind(code, op, why);
  const std::uint64_t offset = reinterpret_cast<std::uint64_t>(word) - state.heap_base;
  return fail(state, kind, pe, word != nullptr ? offset : detail::no_offset, expected, seen);
}
ARK_HOST_DEVICE inline errc wait_failed(detail::device_state& state, errc code,
                                        const detail::wait_info& info) {
  return wait_failed(state, code, info.op, info.cmp, info.pe, info.address, info.expected,
                     info.seen);
}

// --- Waiting for a word

/// True if `seen` compares with `value`. If the type is signed, both are sign-extended.
ARK_HOST_DEVICE inline bool compares(detail::cmp_kind cmp, bool has_sign, std::uint64_t seen,
                                     std::uint64_t value) {
  const std::uint64_t flip = has_sign ? std::uint64_t{1} << 63 : 0;
  const unsigned order = seen == value ? 1 : (seen ^ flip) < (value ^ flip) ? 2 : 4;
  constexpr unsigned accepted = 0x325461;  // four bits each: eq, ne, gt, ge, lt, le
  return (accepted >> 4 * static_cast<unsigned>(cmp) & order) != 0;
}

/// The constants of a wait for a word, in one register.
struct word_wait {
  detail::op_kind op : 8;
  detail::cmp_kind cmp : 8;
  std::uint32_t bytes : 8 = 8;  ///< 4 or 8
  bool has_sign : 1 = false;
  bool in_heap : 1 = false;   ///< false: one of the library's own words
  bool for_peer : 1 = false;  ///< another PE changes the word: see kernels_wait
};
static_assert(sizeof(word_wait) == 4);
inline constexpr bool in_the_heap = true, by_a_peer = true;

using detail::word_seen;

/// A poll: see poll_word().
ARK_HOST_DEVICE inline std::uint64_t load_word(const detail::device_state& state,
                                               const word_wait& what, const void* word) {
#if !ARK_DEVICE_PASS
  if (what.in_heap && state.host_copier != nullptr) [[unlikely]] {
    if (what.bytes == 8) return poll_word(state, static_cast<const std::uint64_t*>(word));
    const std::uint32_t narrow = poll_word(state, static_cast<const std::uint32_t*>(word));
    return what.has_sign ? static_cast<std::uint64_t>(static_cast<std::int32_t>(narrow)) : narrow;
  }
#endif
  if (what.bytes == 8) return detail::load_poll(static_cast<const std::uint64_t*>(word));
  const std::uint32_t narrow = detail::load_poll(static_cast<const std::uint32_t*>(word));
  return what.has_sign ? static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(narrow)})
                       : narrow;
}

#if !ARK_DEVICE_PASS
/// The predicate of a wait for a word, polled by the executor.
struct word_poll {
  const detail::device_state& state;
  const void* word;
  word_wait what;
  detail::wait_info info;

  bool holds(std::uint64_t seen) {
    info.seen = seen;
    if (!compares(what.cmp, what.has_sign, seen, info.expected)) return false;
    detail::fence_after_polls();
    return true;
  }
  static bool any(void* self) {
    auto& poll = *static_cast<word_poll*>(self);
    return poll.holds(load_word(poll.state, poll.what, poll.word));
  }
  /// Fast path: a word of 8 bytes that the CPU can read.
  static bool wide(void* self) {
    auto& poll = *static_cast<word_poll*>(self);
    return poll.holds(detail::load_poll(static_cast<const std::uint64_t*>(poll.word)));
  }
};
#endif

/// Wait until the word compares with `value`, the PE has failed, or its deadline has passed. A
/// closed ring also ends waits for its counters: its PE has failed before. Out of line: all waits
/// of a kernel share this loop. Records nothing. `pe`: for reports about the wait, on the CPU.
ARK_HOST_DEVICE ARK_NOINLINE inline word_seen wait_for_word(detail::device_state& state,
                                                            word_wait what, const void* word,
                                                            std::uint64_t value,
                                                            [[maybe_unused]] int pe) {
  const bool refused = what.for_peer && !state.kernels_wait && place::on_lane();
#if ARK_DEVICE_PASS
  // The condition is tested at the end of the loop only: a test at its start would be compiled
  // twice.
  word_seen end = {0, errc::ok};
  const std::uint32_t start = detail::ptx_global_timer_ms();
  unsigned round = 1;
  bool holds = false;
  ARK_NO_UNROLL
  do {
    if (round % 16 == 0) {
      const bool late = detail::ptx_global_timer_ms() - start > state.timeout_ms;
      end.code = static_cast<errc>(detail::load_poll(&state.status));
      if (end.code == errc::ok && late) end.code = errc::timeout;
      if (end.code != errc::ok) break;
    }
    if (round++ >= 64) __nanosleep(100);
    end.value = load_word(state, what, word);
    holds = compares(what.cmp, what.has_sign, end.value, value);
    if (!holds && refused) {
      end.code = errc::unsupported;
      break;
    }
  } while (!holds);
  detail::fence_after_polls();
  return end;
#else
  word_poll poll{state, word, what, {}};
  poll.info.op = what.op;
  poll.info.cmp = what.cmp;
  poll.info.value_bytes = static_cast<std::uint8_t>(what.bytes);
  poll.info.pe = pe;
  poll.info.address = word;
  poll.info.expected = value;
  poll.info.status = &state.status;
  poll.info.timeout_ns = state.timeout_ns;
  if (what.for_peer && pe >= 0 && state.finalizing != nullptr)
    poll.info.finalizing = state.finalizing[pe];
  const detail::predicate ready =
      what.bytes == 8 && state.host_copier == nullptr ? &word_poll::wide : &word_poll::any;
  errc code = errc::ok;
  if (!ready(&poll)) code = refused ? errc::unsupported : detail::wait(ready, &poll, poll.info);
  return {poll.info.seen, code};
#endif
}

/// wait_for_word(), and a record if the wait fails.
ARK_HOST_DEVICE inline word_seen await_word(detail::device_state& state, word_wait what, int pe,
                                            const void* word, std::uint64_t value) {
  const word_seen end = wait_for_word(state, what, word, value, pe);
  if (end.code != errc::ok) [[unlikely]]
    wait_failed(state, end.code, what.op, what.cmp, pe, word, value, end.value);
  return end;
}

}  // namespace ark::device
