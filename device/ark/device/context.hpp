// Where a call finds its PE, and how it waits and fails there.
#pragma once

#include <ark/detail/atomics.hpp>
#include <ark/detail/cuda_unit.hpp>
#include <ark/detail/device_state.hpp>
#include <ark/detail/lane.hpp>
#include <ark/detail/ptx.hpp>
#include <ark/device/scope.hpp>

namespace ark::detail {

/// The PE bound to the calling host thread, else the process's only PE.
/// Throws ark::error{not_initialized} before init and after finalize.
/// The message begins with `call`, if given, the name of what was called.
ARK_API device_state& host_context(const char* call = nullptr);

/// Read `bytes` of the PE's own heap through its host_copier. A failure is recorded, and zeros are
/// read: whoever waits sees the status.
ARK_API void heap_read(device_state& state, const void* at, void* into, std::size_t bytes) noexcept;

/// Add `value` to a word in the GPU's memory through the host_copier; *before gets what it held. A
/// failure is recorded; its code is returned.
ARK_API errc heap_add(device_state& state, std::uint64_t* word, std::uint64_t value,
                      std::uint64_t* before) noexcept;

/// A host thread has found a failure of `state`, or made one. Ends the job, unless failures are the
/// program's business (ARK_ON_FAILURE); throws ark::error in local_run. Returns on other threads.
ARK_API void failure_on_host(const device_state& state);

/// A host thread has posted something: wake the executor's background progress if it sleeps.
ARK_API void progress_hint() noexcept;

}  // namespace ark::detail

namespace ark::device {

#if ARK_CUDA
/// The PEs of this process, for the kernels of this translation unit: no device link step is
/// needed. Written when ark starts (detail/cuda_unit.hpp).
[[maybe_unused]] static __constant__ detail::cuda_context_table cuda_contexts = {};

// Static, not inline: every translation unit has its own table.
static const char* cuda_write_contexts(const detail::cuda_context_table& table) {
  const cudaError_t code = cudaMemcpyToSymbol(cuda_contexts, &table, sizeof table);
  return code == cudaSuccess ? nullptr : cudaGetErrorString(code);
}
static const detail::cuda_unit cuda_this_unit(&cuda_write_contexts, ARK_CHECKED != 0);
#endif

/// The caller's PE: through the launch in a kernel, through the thread on the host. `call` is what
/// an error says about use before init.
ARK_HOST_DEVICE inline detail::device_state& context([[maybe_unused]] const char* call = nullptr) {
#if ARK_DEVICE_PASS
  const unsigned count = cuda_contexts.count;
  return *cuda_contexts.of[count == 1 ? 0 : detail::cuda_launcher_of(count)];
#else
  const detail::lane_view* lane = detail::self();
  return lane != nullptr ? *lane->block->context : detail::host_context(call);
#endif
}

/// True in a launch of several PEs (launch_config::group): x and y of the grid are one PE's blocks,
/// z tells the PEs apart. False on a host thread.
ARK_HOST_DEVICE inline bool in_group() {
#if ARK_DEVICE_PASS
  return detail::cuda_launched_as_group(cuda_contexts.count);
#else
  const detail::lane_view* lane = detail::self();
  return lane != nullptr && lane->block->group != nullptr;
#endif
}

/// The PE of `place`, below grid_extent().z, in a launch of several. Kernels only.
ARK_HOST_DEVICE inline const detail::device_state& group_member(unsigned place) {
#if ARK_DEVICE_PASS
  return *cuda_contexts.of[place];
#else
  return *detail::self()->block->group[place];
#endif
}

/// As ark::own_address, in a launch of several PEs. Out of line: kernels ask for many pointers
/// once.
ARK_DEVICE ARK_COLD inline std::uint64_t own_address(std::uint64_t address) {
  const unsigned members = place::grid_extent().z;
  for (unsigned i = 0; i < members; ++i) {
    const detail::device_state& theirs = group_member(i);
    const std::uint64_t offset = address - theirs.heap_base;
    if (offset < theirs.heap_reserved) return context().heap_base + offset;
  }
  return address;
}

/// The calling thread's block among those of its PE in the launch; 0 on a host thread.
ARK_HOST_DEVICE inline unsigned own_block_index() {
  const unsigned index = place::block_index();
  if (!in_group()) return index;
  const place::extent grid = place::grid_extent();
  return index % (grid.x * grid.y);
}

/// The PE's sticky status: ok, or the code of its first failure. Pairs with failure_publish's
/// release.
ARK_HOST_DEVICE inline errc status(const detail::device_state& state) {
  // An acquire load empties the L1 of a GPU's multiprocessor: only once there is something to see.
  if (detail::load_relaxed(&state.status) == 0) return errc::ok;
  return static_cast<errc>(detail::load_acquire(&state.status));
}

/// Record a failure of the calling thread; its place is filled in here. Returns record.code.
ARK_HOST_DEVICE ARK_COLD inline errc fail(detail::device_state& state, failure_record record) {
  record.pe = state.pe;
  record.on_lane = place::on_lane();
  record.block = own_block_index();
  record.thread = place::thread_index();
#if ARK_DEVICE_PASS
  if (detail::fetch_add(&state.failure_count, 1u) == 0) {
    state.failure = record;
    if (state.mirror != nullptr) {
      state.mirror->record = record;
      detail::store_release(&state.mirror->status, static_cast<std::uint32_t>(record.code));
    }
    detail::store_release(&state.status, static_cast<std::uint32_t>(record.code));
  } else {
    // The first one is about to say so: whoever comes second leaves with a status, too.
    for (unsigned i = 0; i < 1000 && status(state) == errc::ok; ++i) __nanosleep(100);
  }
#else
  detail::failure_publish(state, record);
  detail::failure_on_host(state);
#endif
  return record.code;
}

/// Copy as many characters as fit into a record's clause for people.
ARK_HOST_DEVICE inline void describe(failure_record& record, const char* text) {
  unsigned i = 0;
  for (; text[i] != '\0' && i + 1 < sizeof(record.detail); ++i) record.detail[i] = text[i];
  record.detail[i] = '\0';
}

/// Acquire: pairs with the release of the signal, or of the put's delivery, that changed the word.
template <class T>
ARK_HOST_DEVICE inline T read_word([[maybe_unused]] const detail::device_state& state,
                                   const T* word) {
  static_assert(std::is_integral_v<T> && (sizeof(T) == 4 || sizeof(T) == 8));
#if !ARK_DEVICE_PASS
  if (state.host_copier != nullptr) [[unlikely]] {
    T value;
    detail::heap_read(const_cast<detail::device_state&>(state), word, &value, sizeof value);
    return value;
  }
#endif
  return detail::load_acquire(word);
}

/// Called by everything that a user may put into a loop of his own (test, fetch, g), so that the
/// loop makes progress: on the CPU executor a lane gives way every few calls, a host thread drives
/// progress.
ARK_HOST_DEVICE inline void loop_hint() {
#if !ARK_DEVICE_PASS
  if (detail::self() != nullptr) {
    detail::spin_hint();
  } else {
    detail::yield();
  }
#endif
}

/// Wait until `ready()` is true, the PE has failed, or its deadline has passed. Never longer.
/// `info` says what for; the caller records the failure. `ready` must not wait.
template <class Ready>
ARK_HOST_DEVICE errc wait_for(detail::device_state& state, Ready&& ready, detail::wait_info& info) {
  info.status = &state.status;
  info.timeout_ns = state.timeout_ns;
#if ARK_DEVICE_PASS
  const std::uint64_t start = detail::ptx_global_timer_ns();
  for (unsigned round = 0; !ready(); ++round) {
    if (const errc code = status(state); code != errc::ok) return code;
    if (round % 64 == 63 && detail::ptx_global_timer_ns() - start > info.timeout_ns)
      return errc::timeout;
    __nanosleep(round < 64 ? 0 : 100);
  }
  return errc::ok;
#else
  if (ready()) return errc::ok;
  using ready_type = std::remove_reference_t<Ready>;
  return detail::wait(
      [](void* argument) -> bool { return (*static_cast<ready_type*>(argument))(); }, &ready, info);
#endif
}

/// wait_for, for something that another PE has to do: refused to a kernel where it would only hold
/// that PE up.
template <class Ready>
ARK_HOST_DEVICE errc wait_for_peer(detail::device_state& state, Ready&& ready,
                                   detail::wait_info& info) {
  if (!state.kernels_wait && place::on_lane()) [[unlikely]]
    return ready() ? errc::ok : errc::unsupported;
  return wait_for(state, ready, info);
}

/// What a wait that did not end well leaves behind.
ARK_HOST_DEVICE ARK_COLD inline failure_record wait_record(const detail::device_state& state,
                                                           errc code,
                                                           const detail::wait_info& info) {
  failure_record record;
  record.code = code;
  record.op = info.op;
  record.cmp = info.cmp;
  record.peer = info.pe;
  record.has_value = info.address != nullptr;
  record.expected = info.expected;
  record.seen = info.seen;
  if (code == errc::unsupported) {
    describe(
        record,
        "the GPU is time_sliced between processes: a kernel that waits for another PE holds it "
        "up; ARK_CUDA_WAIT=always lets it wait all the same, MPS lets both run");
  } else {
    record.elapsed_ns = info.timeout_ns;
  }
  const auto address = reinterpret_cast<std::uint64_t>(info.address);
  if (address - state.heap_base < state.heap_reserved) {
    record.offset_bytes = static_cast<std::int64_t>(address - state.heap_base);
  }
  return record;
}

/// Turn a wait that did not end well into a record: a timeout is this wait's own failure, any other
/// code is the earlier failure that woke it and is already recorded.
ARK_HOST_DEVICE ARK_COLD inline errc wait_failed(detail::device_state& state, errc code,
                                                 const detail::wait_info& info) {
  if (code == errc::timeout || status(state) == errc::ok)
    return fail(state, wait_record(state, code, info));
#if !ARK_DEVICE_PASS
  detail::failure_on_host(state);
#endif
  return code;
}

}  // namespace ark::device
