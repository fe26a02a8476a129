// Stream-ordered operations: the host queues them on a stream, and they execute in the order of the
// stream, between its kernels. The typed OpenSHMEM names are in api/on_stream.hpp; the guide is
// docs/streams.md.
//
// Common contract:
//
// Callable: host threads; also during a CUDA stream capture, after on_stream_prepare (without it:
//   throws wrong_state). A call returns when the operation is queued, and does not wait for
//   the stream, except g_on_stream.
// stream: a stream of the calling thread's PE; null: its default stream. An operation starts after
//   all earlier work on the stream has ended, and all later work on the stream starts after the
//   operation has ended. Streams do not wait for each other.
// dest, source, count, pe, signal, op, cmp: as in rma.hpp, signal.hpp, wait.hpp and collective.hpp.
//   The call checks them; in checked mode a collective checks them when it starts. Memory must stay
//   valid, and sources unchanged, until the operation has ended.
// Completion: an operation that has ended has the completion of the same call in a kernel.
//   quiet_on_stream and stream_sync complete all outstanding operations. stream_sync returns on the
//   host after the operation has ended.
// Progress: an operation that waits (for a signal, for other PEs) blocks only its own stream, at
//   most ARK_TIMEOUT.
// Errors: returned and recorded as the PE's failure, with nothing queued: invalid_argument, or the
//   code of an earlier failure of the PE. Thrown: invalid_argument (not a stream of this PE),
//   not_initialized, and the errors of ark::launch. A failure during execution is recorded as the
//   PE's failure; on the CPU executor stream_sync of that stream also throws it. Later operations
//   on any stream of the PE are then not executed.
#pragma once

#include <ark/device/stream/collective_calls.hpp>
#include <ark/gather.hpp>
#include <ark/order.hpp>
#include <ark/rma.hpp>

namespace ark {

/// On a GPU, load the kernels of all stream-ordered operations of this program for the current
/// device. Otherwise CUDA loads them at their first launch, and may then wait for running kernels.
/// Call after init, before the first capture and before kernels that wait for a stream-ordered
/// operation. On the CPU executor there is nothing to load.
///
/// Callable: host. Errors: throws not_initialized, system_error (CUDA's text).
inline void on_stream_prepare() { detail::load_own_kernels(); }

/// Write `count` elements to `pe`. When the operation has ended, `source` may be reused.
template <class T>
errc put_on_stream(T* dest, const T* source, std::size_t count, int pe, stream_t stream) {
  return detail::queue_transfer(device::call_of<T>("ark_put_on_stream", count), dest, source, pe,
                                device::completion::local, false, stream);
}
/// put_on_stream, but `source` may be reused only after quiet_on_stream.
template <class T>
errc put_nbi_on_stream(T* dest, const T* source, std::size_t count, int pe, stream_t stream) {
  return detail::queue_transfer(device::call_of<T>("ark_put_nbi_on_stream", count), dest, source,
                                pe, device::completion::deferred, false, stream);
}
/// Read `count` elements from `pe`. When the operation has ended, `dest` holds them.
template <class T>
errc get_on_stream(T* dest, const T* source, std::size_t count, int pe, stream_t stream) {
  return detail::queue_transfer(device::call_of<T>("ark_get_on_stream", count), dest, source, pe,
                                device::completion::local, true, stream);
}
/// get_on_stream, but `dest` holds the data only after quiet_on_stream.
template <class T>
errc get_nbi_on_stream(T* dest, const T* source, std::size_t count, int pe, stream_t stream) {
  return detail::queue_transfer(device::call_of<T>("ark_get_nbi_on_stream", count), dest, source,
                                pe, device::completion::deferred, true, stream);
}

/// Write one element, passed by value, of at most 32 bytes. Delivered after quiet_on_stream.
template <class T>
errc p_on_stream(T* dest, detail::same<T> value, int pe, stream_t stream) {
  return detail::queue_element(device::call_of<T>("ark_p_on_stream"), dest, value, pe, stream);
}
/// Read one element after all earlier work on the stream has ended. The only call here that waits
/// for the stream, because the element is its result; get_on_stream does not wait.
///
/// Not during a stream capture. Progress and errors: as stream_sync, then as ark::g. After a
/// failure of the PE it returns T{}, and status() is not ok.
template <class T>
T g_on_stream(const T* source, int pe, stream_t stream) {
  detail::host_context("ark_g_on_stream");
  try {
    stream_sync(stream);
  } catch (const error&) {
    if (status() == errc::ok) throw;
    return T{};
  }
  return device::get_element(source, pe, device::call_of<T>("ark_g_on_stream"));
}
/// Strided forms: strides in elements, at least 1. One block of threads moves the elements. When
/// the operation has ended, `source` may be reused (iput, ibput), or `dest` holds the data (iget,
/// ibget).
template <class T>
errc iput_on_stream(T* dest, const T* source, std::ptrdiff_t dest_stride,
                    std::ptrdiff_t source_stride, std::size_t count, int pe, stream_t stream) {
  return detail::queue_strided(device::call_of<T>("ark_iput_on_stream", count), 1,
                               device::stream_operation::strided<T>{
                                   dest, source, dest_stride, source_stride, count, pe, false},
                               stream);
}
template <class T>
errc iget_on_stream(T* dest, const T* source, std::ptrdiff_t dest_stride,
                    std::ptrdiff_t source_stride, std::size_t count, int pe, stream_t stream) {
  return detail::queue_strided(device::call_of<T>("ark_iget_on_stream", count), 1,
                               device::stream_operation::strided<T>{dest, source, dest_stride,
                                                                    source_stride, count, pe, true},
                               stream);
}
/// Block-strided forms: `count` blocks of `block` elements.
template <class T>
errc ibput_on_stream(T* dest, const T* source, std::ptrdiff_t dest_stride,
                     std::ptrdiff_t source_stride, std::size_t block, std::size_t count, int pe,
                     stream_t stream) {
  return detail::queue_strided(
      device::call_of<T>("ark_ibput_on_stream", count), block,
      device::stream_operation::strided_blocks<T>{dest, source, dest_stride, source_stride, block,
                                                  count, pe, false},
      stream);
}
template <class T>
errc ibget_on_stream(T* dest, const T* source, std::ptrdiff_t dest_stride,
                     std::ptrdiff_t source_stride, std::size_t block, std::size_t count, int pe,
                     stream_t stream) {
  return detail::queue_strided(
      device::call_of<T>("ark_ibget_on_stream", count), block,
      device::stream_operation::strided_blocks<T>{dest, source, dest_stride, source_stride, block,
                                                  count, pe, true},
      stream);
}

/// Start gather_nbi and scatter_nbi of <ark/gather.hpp>, whose other arguments and completion these
/// have. On the CPU executor the call checks the list; on a GPU, where it may be in memory that the
/// host cannot read, the operation does.
template <class = void>
errc gather_nbi_on_stream(void* batch, const ark_piece* pieces, std::size_t count, stream_t stream,
                          std::uint64_t* signal = nullptr, std::uint64_t value = 0,
                          int op = ARK_SIGNAL_SET, int pe = 0) {
  return detail::queue_list(device::call_of<std::byte>("ark_gather_nbi_on_stream", count),
                            detail::list_call_of<true>(batch, pieces, count, signal, value, op, pe),
                            stream);
}
template <class = void>
errc scatter_nbi_on_stream(const void* batch, const ark_piece* pieces, std::size_t count,
                           stream_t stream, std::uint64_t* signal = nullptr,
                           std::uint64_t value = 0, int op = ARK_SIGNAL_SET, int pe = 0) {
  return detail::queue_list(
      device::call_of<std::byte>("ark_scatter_nbi_on_stream", count),
      detail::list_call_of<false>(batch, pieces, count, signal, value, op, pe), stream);
}

/// Write, then update the signal. When the operation has ended, `source` may be reused. count 0:
/// only the signal is updated.
template <class T>
errc put_signal_on_stream(T* dest, const T* source, std::size_t count, std::uint64_t* signal,
                          std::uint64_t value, int op, int pe, stream_t stream) {
  return detail::queue_put_signal(device::call_of<T>("ark_put_signal_on_stream", count), dest,
                                  source, signal, value, op, pe, device::completion::local, stream);
}
/// put_signal_on_stream, but `source` may be reused only after quiet_on_stream.
template <class T>
errc put_signal_nbi_on_stream(T* dest, const T* source, std::size_t count, std::uint64_t* signal,
                              std::uint64_t value, int op, int pe, stream_t stream) {
  return detail::queue_put_signal(device::call_of<T>("ark_put_signal_nbi_on_stream", count), dest,
                                  source, signal, value, op, pe, device::completion::deferred,
                                  stream);
}
/// Update a signal, without data. op: ARK_SIGNAL_SET or ARK_SIGNAL_ADD.
template <class Signal = device::stream_operation::signal>
errc signal_on_stream(std::uint64_t* signal, std::uint64_t value, int op, int pe, stream_t stream) {
  return detail::queue_signal<Signal>(device::call_of<std::uint64_t>("ark_signal_on_stream"),
                                      signal, value, op, pe, stream);
}

/// The stream, not the host, waits until the PE's own `signal` compares with `value` by `cmp`, at
/// most ARK_TIMEOUT. Later kernels on the stream see the data sent before the signal. After a
/// timeout the failure record of the PE contains the signal's offset, the expected value and the
/// last value, and no later stream-ordered operation of the PE is executed.
template <class Wait = device::stream_operation::wait<std::uint64_t>>
errc signal_wait_until_on_stream(const std::uint64_t* signal, int cmp, std::uint64_t value,
                                 stream_t stream) {
  return detail::queue_wait<Wait>(device::call_of<std::uint64_t>("ark_signal_wait_until_on_stream"),
                                  detail::op_kind::signal_wait_until, signal, cmp, value, stream);
}
/// signal_wait_until_on_stream for any word of 4 or 8 bytes.
template <class T>
errc wait_until_on_stream(const T* word, int cmp, detail::same<T> value, stream_t stream) {
  return detail::queue_wait<device::stream_operation::wait<T>>(
      device::call_of<T>("ark_wait_until_on_stream"), detail::op_kind::wait_until, word, cmp, value,
      stream);
}

/// Like wait_until_on_stream, until all of the `count` words that are not excluded satisfy the
/// comparison with `value`, or with their own entry of `values`. excluded (may be null) and values:
/// as in wait.hpp, in memory that kernels can read.
template <class T>
errc wait_until_all_on_stream(const T* words, std::size_t count, const int* excluded, int cmp,
                              detail::same<T> value, stream_t stream) {
  return detail::queue_wait_all<T>(device::call_of<T>("ark_wait_until_all_on_stream", count), words,
                                   excluded, cmp, value, nullptr, stream);
}
template <class T>
errc wait_until_all_vector_on_stream(const T* words, std::size_t count, const int* excluded,
                                     int cmp, const detail::same<T>* values, stream_t stream) {
  return detail::queue_wait_all<T>(device::call_of<T>("ark_wait_until_all_vector_on_stream", count),
                                   words, excluded, cmp, T{}, values, stream);
}

/// When the operation has ended, all operations that this PE issued before it are delivered: those
/// of earlier kernels and calls on the stream, and all others that happen before it.
template <class Quiet = device::stream_operation::quiet>
errc quiet_on_stream(stream_t stream) {
  return detail::queue_plain<Quiet>("ark_quiet_on_stream", stream);
}
/// Operations that this PE issued before it (as in quiet_on_stream) are delivered to each PE before
/// operations issued after it.
template <class Fence = device::stream_operation::fence>
errc fence_on_stream(stream_t stream) {
  return detail::queue_plain<Fence>("ark_fence_on_stream", stream);
}

// Collectives over all PEs, or over a team: every member makes the same calls in the same order, on
// one of its own streams, one at a time per PE. The program must order the collectives of a PE on
// different streams, in kernels and by the host (by an event or stream_sync); ark_malloc and the
// other symmetric memory functions are collectives, too. One block per PE executes a collective and
// waits for the blocks of the other PEs: other kernels must leave room for it. On a GPU several
// blocks move the data of a large broadcast, fcollect, alltoall or reduction, in a separate kernel
// that does not wait for other PEs. After ARK_TIMEOUT the failure record names the missing PE.

template <class Barrier = device::stream_operation::barrier_all>
errc barrier_all_on_stream(stream_t stream) {
  return detail::queue_plain<Barrier>("ark_barrier_all_on_stream", stream);
}
template <class Sync = device::stream_operation::sync_all>
errc sync_all_on_stream(stream_t stream) {
  return detail::queue_plain<Sync>("ark_sync_all_on_stream", stream);
}
template <class Sync = device::stream_operation::team_sync>
errc team_sync_on_stream(int team, stream_t stream) {
  return detail::queue_team_sync<Sync>("ark_team_sync_on_stream", team, stream);
}
template <class T>
errc broadcast_on_stream(int team, T* dest, const T* source, std::size_t count, int root,
                         stream_t stream) {
  using device::collective_kind;
  return detail::queue_move<collective_kind::broadcast, T>(
      "ark_broadcast_on_stream",
      device::collective_of(collective_kind::broadcast, team, dest, source, count, root), stream);
}
template <class T>
errc fcollect_on_stream(int team, T* dest, const T* source, std::size_t count, stream_t stream) {
  using device::collective_kind;
  return detail::queue_move<collective_kind::fcollect, T>(
      "ark_fcollect_on_stream",
      device::collective_of(collective_kind::fcollect, team, dest, source, count, 0), stream);
}
template <class T>
errc alltoall_on_stream(int team, T* dest, const T* source, std::size_t count, stream_t stream) {
  using device::collective_kind;
  return detail::queue_move<collective_kind::alltoall, T>(
      "ark_alltoall_on_stream",
      device::collective_of(collective_kind::alltoall, team, dest, source, count, 0), stream);
}
template <class T, class Op>
errc reduce_on_stream(int team, T* dest, const T* source, std::size_t count, Op op,
                      stream_t stream) {
  return detail::queue_reduce("ark_reduce_on_stream", team, dest, source, count, op, stream);
}
template <class T>
errc collect_on_stream(int team, T* dest, const T* source, std::size_t count, stream_t stream) {
  const auto call =
      device::collective_of(device::collective_kind::collect, team, dest, source, count);
  return detail::queue_collective("ark_collect_on_stream", call, false,
                                  detail::collect_on_stream(call, dest, source), stream, false);
}
template <class T>
errc alltoalls_on_stream(int team, T* dest, const T* source, std::ptrdiff_t dest_stride,
                         std::ptrdiff_t source_stride, std::size_t count, stream_t stream) {
  return detail::queue_collective(
      "ark_alltoalls_on_stream",
      device::collective_of(device::collective_kind::alltoalls, team, dest, source, count), true,
      device::stream_operation::alltoalls<T>{dest, source, dest_stride, source_stride, count, team},
      stream);
}
template <class T>
errc sum_inscan_on_stream(int team, T* dest, const T* source, std::size_t count, stream_t stream) {
  return detail::queue_scan<device::collective_kind::sum_inscan, true>(
      "ark_sum_inscan_on_stream", team, dest, source, count, stream);
}
template <class T>
errc sum_exscan_on_stream(int team, T* dest, const T* source, std::size_t count, stream_t stream) {
  return detail::queue_scan<device::collective_kind::sum_exscan, false>(
      "ark_sum_exscan_on_stream", team, dest, source, count, stream);
}

namespace detail {
/// Returns 0, or the code of an operation that failed or has not ended. Throws other errors.
template <class Wait>
int code_of_wait(const Wait& wait) {
  try {
    wait();
  } catch (const error& problem) {
    const bool misused = problem.code() == errc::not_initialized ||
                         (problem.code() != errc::timeout && ark::status() == errc::ok);
    if (misused) throw;
    return static_cast<int>(problem.code());
  }
  return 0;
}
}  // namespace detail

}  // namespace ark

// The C names, for programs that both languages compile (<ark/ark.h>).
using ark_stream_t = ark::stream_t;

[[nodiscard]] inline ark_stream_t ark_stream_create() { return ark::stream_create(); }
inline void ark_stream_destroy(ark_stream_t stream) { ark::stream_destroy(stream); }
[[nodiscard]] inline int ark_stream_query(ark_stream_t stream) {
  return ark::stream_query(stream) ? 1 : 0;
}
/// ark::stream_sync that returns 0, or the error code of an operation that failed or has not ended.
/// Errors: throws ark::error for every other cause, e.g. a stream that does not belong to the PE.
inline int ark_stream_sync(ark_stream_t stream) {
  return ark::detail::code_of_wait([stream] { ark::stream_sync(stream); });
}
/// ark::device_sync that returns 0, or the error code of an operation that failed or has not ended.
/// Throws ark::error for every other cause.
inline int ark_device_sync() {
  return ark::detail::code_of_wait([] { ark::device_sync(); });
}

// The following are templates with a default argument, so that a kernel is compiled only into
// programs that call its function.
template <class = void>
void ark_quiet_on_stream(ark::stream_t stream) {
  ark::quiet_on_stream(stream);
}
template <class = void>
void ark_fence_on_stream(ark::stream_t stream) {
  ark::fence_on_stream(stream);
}
template <class = void>
void ark_barrier_all_on_stream(ark::stream_t stream) {
  ark::barrier_all_on_stream(stream);
}
template <class = void>
void ark_sync_all_on_stream(ark::stream_t stream) {
  ark::sync_all_on_stream(stream);
}
template <class = void>
int ark_team_sync_on_stream(ark_team_t team, ark::stream_t stream) {
  return static_cast<int>(ark::team_sync_on_stream(team, stream));
}
template <class = void>
void ark_gather_nbi_on_stream(void* batch, const ark_piece* pieces, std::size_t count,
                              std::uint64_t* signal, std::uint64_t value, int op, int pe,
                              ark::stream_t stream) {
  ark::gather_nbi_on_stream(batch, pieces, count, stream, signal, value, op, pe);
}
template <class = void>
void ark_scatter_nbi_on_stream(const void* batch, const ark_piece* pieces, std::size_t count,
                               std::uint64_t* signal, std::uint64_t value, int op, int pe,
                               ark::stream_t stream) {
  ark::scatter_nbi_on_stream(batch, pieces, count, stream, signal, value, op, pe);
}
template <class = void>
void ark_signal_set_on_stream(std::uint64_t* signal, std::uint64_t value, int pe,
                              ark::stream_t stream) {
  ark::signal_on_stream(signal, value, ARK_SIGNAL_SET, pe, stream);
}
template <class = void>
void ark_signal_add_on_stream(std::uint64_t* signal, std::uint64_t value, int pe,
                              ark::stream_t stream) {
  ark::signal_on_stream(signal, value, ARK_SIGNAL_ADD, pe, stream);
}
template <class = void>
void ark_signal_wait_until_on_stream(const std::uint64_t* signal, int cmp, std::uint64_t value,
                                     ark::stream_t stream) {
  ark::signal_wait_until_on_stream(signal, cmp, value, stream);
}
