// Stream-ordered calls: the host queues them, and they take their turn among the stream's kernels.
// The typed OpenSHMEM names are in api/on_stream.hpp; docs/streams.md is the guide.
//
// What holds for all of them:
//
// Callable: host threads; inside a CUDA stream capture too, once on_stream_prepare has been called
//   (without it: throws wrong_state). Returns when the call is queued and never waits for the
//   stream.
// stream: one of the calling thread's PE; null: its default stream. A call starts when what was
//   queued on the stream before it has ended, and what is queued after it starts when it has ended.
//   Streams do not wait for each other.
// dest, source, count, pe, signal, op, cmp: as in rma.hpp, signal.hpp, wait.hpp and collective.hpp.
//   They are looked at when the call is made. Memory must stay as it is until the call has ended.
// Completion: of the same call made by a kernel. What a call leaves open, quiet_on_stream or
//   stream_sync completes. stream_sync also tells the host that the call has ended.
// Progress: a call on a stream that waits (for a signal, for other PEs) holds up its own stream
//   only, at most ARK_TIMEOUT.
// Errors: returned and recorded as the PE's failure, with nothing queued: invalid_argument, or the
//   code of an earlier failure of the PE. Thrown: invalid_argument (not a stream of this PE),
//   not_initialized, and what ark::launch throws. What goes wrong later is recorded as the PE's
//   failure, and thrown by stream_sync of that stream; calls behind it on any stream of the PE are
//   then not carried out.
#pragma once

#include <ark/detail/on_stream_calls.hpp>
#include <ark/rma.hpp>

namespace ark {

/// Make everything ready that stream-ordered calls of this program need: on a GPU, load their
/// kernels for the current device, which CUDA would do at their first launch and may then wait for
/// running kernels. Call after init, before the first capture and before kernels that wait for a
/// stream-ordered call. On the CPU executor nothing has to be made ready.
///
/// Callable: host. Errors: throws not_initialized, system_error (CUDA's text).
inline void on_stream_prepare() { detail::load_own_kernels(); }

/// Write `count` elements to `pe`. When it has ended `source` may be reused.
template <class T>
errc put_on_stream(T* dest, const T* source, std::size_t count, int pe, stream_t stream) {
  return detail::queue_transfer(device::call_of<T>("ark_put_on_stream", count), dest, source, pe,
                                device::completion::local, false, stream);
}
/// `source` may be reused after quiet_on_stream.
template <class T>
errc put_nbi_on_stream(T* dest, const T* source, std::size_t count, int pe, stream_t stream) {
  return detail::queue_transfer(device::call_of<T>("ark_put_nbi_on_stream", count), dest, source,
                                pe, device::completion::deferred, false, stream);
}
/// Read `count` elements from `pe`. When it has ended `dest` holds them.
template <class T>
errc get_on_stream(T* dest, const T* source, std::size_t count, int pe, stream_t stream) {
  return detail::queue_transfer(device::call_of<T>("ark_get_on_stream", count), dest, source, pe,
                                device::completion::local, true, stream);
}
/// `dest` holds the data after quiet_on_stream.
template <class T>
errc get_nbi_on_stream(T* dest, const T* source, std::size_t count, int pe, stream_t stream) {
  return detail::queue_transfer(device::call_of<T>("ark_get_nbi_on_stream", count), dest, source,
                                pe, device::completion::deferred, true, stream);
}

/// Write, then signal. When it has ended `source` may be reused. count 0 sends only the signal.
template <class T>
errc put_signal_on_stream(T* dest, const T* source, std::size_t count, std::uint64_t* signal,
                          std::uint64_t value, int op, int pe, stream_t stream) {
  return detail::queue_put_signal(device::call_of<T>("ark_put_signal_on_stream", count), dest,
                                  source, signal, value, op, pe, device::completion::local, stream);
}
/// `source` may be reused after quiet_on_stream.
template <class T>
errc put_signal_nbi_on_stream(T* dest, const T* source, std::size_t count, std::uint64_t* signal,
                              std::uint64_t value, int op, int pe, stream_t stream) {
  return detail::queue_put_signal(device::call_of<T>("ark_put_signal_nbi_on_stream", count), dest,
                                  source, signal, value, op, pe, device::completion::deferred,
                                  stream);
}
/// A signal alone; op: ARK_SIGNAL_SET or ARK_SIGNAL_ADD.
template <class Signal = device::stream_operation::signal>
errc signal_on_stream(std::uint64_t* signal, std::uint64_t value, int op, int pe, stream_t stream) {
  return detail::queue_signal<Signal>(device::call_of<std::uint64_t>("ark_signal_on_stream"),
                                      signal, value, op, pe, stream);
}

/// The stream waits until the PE's own `signal` compares, at most ARK_TIMEOUT; the host does not. A
/// kernel behind it sees what was sent before the signal. After a timeout the PE's failure names
/// the signal's offset, what was expected and what was seen, and nothing behind it is carried out.
template <class Wait = device::stream_operation::wait<std::uint64_t>>
errc signal_wait_until_on_stream(const std::uint64_t* signal, int cmp, std::uint64_t value,
                                 stream_t stream) {
  return detail::queue_wait<Wait>(device::call_of<std::uint64_t>("ark_signal_wait_until_on_stream"),
                                  detail::op_kind::signal_wait_until, signal, cmp, value, stream);
}
/// The same for any word of 4 or 8 bytes.
template <class T>
errc wait_until_on_stream(const T* word, int cmp, detail::same<T> value, stream_t stream) {
  return detail::queue_wait<device::stream_operation::wait<T>>(
      device::call_of<T>("ark_wait_until_on_stream"), detail::op_kind::wait_until, word, cmp, value,
      stream);
}

/// Everything this PE issued before is delivered when it has ended: by kernels and calls before it
/// on the stream, and by others that happen before it.
template <class Quiet = device::stream_operation::quiet>
errc quiet_on_stream(stream_t stream) {
  return detail::queue_plain<Quiet>("ark_quiet_on_stream", stream);
}
/// Everything this PE issued before it, as quiet_on_stream says, reaches each PE ahead of
/// everything issued after it.
template <class Fence = device::stream_operation::fence>
errc fence_on_stream(stream_t stream) {
  return detail::queue_plain<Fence>("ark_fence_on_stream", stream);
}

// Collectives over all PEs: every PE makes the call, in the same order, on a stream of its own. One
// at a time per PE: those on different streams, in kernels and by the host have to be ordered by
// the program (an event, stream_sync); ark_malloc and its kin count as collectives. They are made
// by one block per PE, which waits for the other PEs': leave it room to run. A PE that does not
// come is named after ARK_TIMEOUT.

template <class Barrier = device::stream_operation::barrier_all>
errc barrier_all_on_stream(stream_t stream) {
  return detail::queue_plain<Barrier>("ark_barrier_all_on_stream", stream);
}
template <class Sync = device::stream_operation::sync_all>
errc sync_all_on_stream(stream_t stream) {
  return detail::queue_plain<Sync>("ark_sync_all_on_stream", stream);
}
template <class T>
errc broadcast_on_stream(int team, T* dest, const T* source, std::size_t count, int root,
                         stream_t stream) {
  return detail::queue_move<device::collective_kind::broadcast>("ark_broadcast_on_stream", team,
                                                                dest, source, count, root, stream);
}
template <class T>
errc fcollect_on_stream(int team, T* dest, const T* source, std::size_t count, stream_t stream) {
  return detail::queue_move<device::collective_kind::fcollect>("ark_fcollect_on_stream", team, dest,
                                                               source, count, 0, stream);
}
template <class T>
errc alltoall_on_stream(int team, T* dest, const T* source, std::size_t count, stream_t stream) {
  return detail::queue_move<device::collective_kind::alltoall>("ark_alltoall_on_stream", team, dest,
                                                               source, count, 0, stream);
}
template <class T, class Op>
errc reduce_on_stream(int team, T* dest, const T* source, std::size_t count, Op op,
                      stream_t stream) {
  return detail::queue_reduce("ark_reduce_on_stream", team, dest, source, count, op, stream);
}

}  // namespace ark

// By their C names. Templates without a parameter to give, so that a kernel is compiled into those
// programs only that call them.
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
