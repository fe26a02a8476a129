// The implementation of the stream-ordered calls: the checks at the call, and the kernel that is
// queued. All are templates, because each names its kernel and nvcc compiles only the kernels that
// are named.
#pragma once

#include <ark/launch.hpp>

#if ARK_CUDA
#include <ark/device/stream/own_kernel_cuda.hpp>
#else
#include <ark/device/stream/own_kernel_cpu.hpp>
#endif

namespace ark::detail {

/// Queue one kernel. Throws the errors of ark::launch.
template <class Operation>
errc queue_operation(const char* call, stream_t stream, device::stream_shape shape,
                     const Operation& operation) {
  launch_own({shape.blocks, shape.threads, 0, stream}, call, operation);
  return errc::ok;
}

/// The calling PE, if it has not failed.
struct caller {
  explicit caller(const char* call) : state(host_context(call)), code(device::status(state)) {}
  device_state& state;
  errc code;
};

/// Check the arguments of a put or get: all of them in checked mode; otherwise PE and symmetric
/// range.
inline errc accept_transfer(device_state& state, const device::call_site& call, void* dest,
                            const void* source, int pe, bool reads) {
  if (device::check::wanted(state, call))
    return device::check::transfer(state, call, dest, source, pe, !reads);
  const std::uint64_t bytes = device::bytes_of(call.count, call.element_bytes);
  if (bytes == 0) return errc::ok;
  return device::check_range(
      state, {reads ? source : dest, bytes, pe, reads ? op_kind::get : op_kind::put, call.count});
}

template <class Transfer = device::stream_operation::transfer>
errc queue_transfer(const device::call_site& call, void* dest, const void* source, int pe,
                    device::completion until, bool reads, stream_t stream) {
  const caller from(call.name);
  if (from.code != errc::ok) return from.code;
  const errc code = accept_transfer(from.state, call, dest, source, pe, reads);
  const std::size_t bytes = device::bytes_of(call.count, call.element_bytes);
  if (code != errc::ok || bytes == 0) return code;
  const device::stream_shape shape = device::shape_of_transfer(from.state, bytes, pe);
  return queue_operation(call.name, stream, shape,
                         Transfer{dest, source, bytes, pe, shape.blocks, until, reads});
}

template <class T>
errc queue_element(const device::call_site& call, T* dest, T value, int pe, stream_t stream) {
  const caller from(call.name);
  if (from.code != errc::ok) return from.code;
  const errc code = accept_transfer(from.state, call, dest, &value, pe, false);
  if (code != errc::ok) return code;
  return queue_operation(call.name, stream, {},
                         device::stream_operation::put_value<T>{dest, value, pe});
}

/// Check call.count blocks of `block` elements.
inline errc accept_strided(device_state& state, const device::call_site& call, void* dest,
                           const void* source, std::ptrdiff_t dest_stride,
                           std::ptrdiff_t source_stride, std::size_t block, int pe, bool reads) {
  if (device::check::wanted(state, call)) {
    return device::check::strided(state, call, dest, source, dest_stride, source_stride, block, pe,
                                  !reads);
  }
  if (call.count == 0 || block == 0) return errc::ok;
  return device::accept_strided(state, reads ? source : dest, reads ? source_stride : dest_stride,
                                reads ? dest_stride : source_stride, call.count, call.element_bytes,
                                device::bytes_of(block, call.element_bytes), pe,
                                reads ? op_kind::get : op_kind::put);
}

/// Operation: stream_operation::strided of blocks of one element, or strided_blocks.
template <class Operation>
errc queue_strided(const device::call_site& call, std::size_t block, const Operation& operation,
                   stream_t stream) {
  const caller from(call.name);
  if (from.code != errc::ok) return from.code;
  const errc code =
      accept_strided(from.state, call, operation.dest, operation.source, operation.dest_stride,
                     operation.source_stride, block, operation.pe, operation.reads);
  const std::size_t elements = call.count * block;
  if (code != errc::ok || elements == 0) return code;
  return queue_operation(call.name, stream,
                         device::shape_of_collective(elements * call.element_bytes), operation);
}

inline errc accept_signal(device_state& state, const device::call_site& call,
                          const std::uint64_t* word, int op, int pe) {
  if (device::check::wanted(state, call)) return device::check::signal(state, call, word, op, pe);
  if (const errc code = device::check_signal_op(state, op, pe); code != errc::ok) return code;
  return device::check_range(state, device::asked_signal(word, pe));
}

template <class Signal>
errc queue_signal(const device::call_site& call, std::uint64_t* word, std::uint64_t value, int op,
                  int pe, stream_t stream) {
  const caller from(call.name);
  if (from.code != errc::ok) return from.code;
  const errc code = accept_signal(from.state, call, word, op, pe);
  if (code != errc::ok) return code;
  return queue_operation(call.name, stream, {}, Signal{word, value, op, pe, false});
}

inline errc accept_put_signal(device_state& state, const device::call_site& call, void* dest,
                              const void* source, const std::uint64_t* word, int op, int pe) {
  if (device::check::wanted(state, call))
    return device::check::put_signal(state, call, dest, source, word, op, pe);
  const errc code = accept_signal(state, call, word, op, pe);
  return code == errc::ok ? accept_transfer(state, call, dest, source, pe, false) : code;
}

/// Queue a put with signal: one kernel, or, if several blocks move the data, a second one for the
/// signal. The stream starts the second kernel after all blocks have ended, and a fence orders the
/// signal after the data that they issued.
template <class PutSignal = device::stream_operation::put_signal,
          class Transfer = device::stream_operation::transfer,
          class Signal = device::stream_operation::signal>
errc queue_put_signal(const device::call_site& call, void* dest, const void* source,
                      std::uint64_t* word, std::uint64_t value, int op, int pe,
                      device::completion until, stream_t stream) {
  const caller from(call.name);
  if (from.code != errc::ok) return from.code;
  const errc code = accept_put_signal(from.state, call, dest, source, word, op, pe);
  if (code != errc::ok) return code;
  const std::size_t bytes = call.count * call.element_bytes;
  const device::stream_shape shape = device::shape_of_transfer(from.state, bytes, pe);
  const bool small = ARK_CUDA && bytes < device::least_in_two_kernels;
  if (shape.blocks == 1 || small) {
    return queue_operation(call.name, stream, {1, shape.threads},
                           PutSignal{dest, source, bytes, word, value, op, pe, until});
  }
  queue_operation(call.name, stream, shape,
                  Transfer{dest, source, bytes, pe, shape.blocks, until, false});
  return queue_operation(call.name, stream, {}, Signal{word, value, op, pe, true});
}

template <class List = device::stream_operation::list>
errc queue_list(const device::call_site& call, const device::list_call& asked, stream_t stream) {
  const caller from(call.name);
  if (from.code != errc::ok) return from.code;
  device::list_call checked = asked;
  const errc code =
      ARK_CUDA ? errc::ok : device::accept_list<device::thread_scope>(from.state, checked, call);
  if (code != errc::ok) return code;
  return queue_operation(call.name, stream,
                         device::shape_of_collective(ARK_CUDA ? std::size_t{64} << 10 : 0),
                         List{asked});
}

/// Check a word of the caller's own heap.
template <class T>
errc accept_wait(device_state& state, const device::call_site& call, op_kind op, const T* word,
                 int cmp) {
  if (device::check::wanted(state, call)) return device::check_word(state, op, word, cmp, call);
  if (const errc code = device::check_cmp(state, cmp); code != errc::ok) return code;
  return device::check_range(state, {word, sizeof *word, state.pe, op});
}

template <class Wait, class T>
errc queue_wait(const device::call_site& call, op_kind op, const T* word, int cmp, T value,
                stream_t stream) {
  const caller from(call.name);
  if (from.code != errc::ok) return from.code;
  const errc code = accept_wait(from.state, call, op, word, cmp);
  if (code != errc::ok) return code;
  return queue_operation(call.name, stream, {}, Wait{op, word, cmp, value});
}

template <class T>
errc queue_wait_all(const device::call_site& call, const T* words, const int* excluded, int cmp,
                    T value, const T* values, stream_t stream) {
  const caller from(call.name);
  if (from.code != errc::ok) return from.code;
  errc code = errc::ok;
  if (device::check::wanted(from.state, call)) {
    code = device::check::words(from.state, call, words, cmp);
  } else {
    code = device::check_cmp(from.state, cmp);
    if (code == errc::ok && call.count > 0) {
      code = device::check_range(from.state, {words, device::bytes_of(call.count, sizeof(T)),
                                              from.state.pe, op_kind::wait_until, call.count});
    }
  }
  if (code != errc::ok) return code;
  return queue_operation(
      call.name, stream, {},
      device::stream_operation::wait_all<T>{words, call.count, excluded, cmp, value, values});
}

/// Queue a call without arguments.
template <class Operation>
errc queue_plain(const char* call, stream_t stream) {
  const caller from(call);
  return from.code == errc::ok ? queue_operation(call, stream, {}, Operation{}) : from.code;
}

/// Check the arguments of a collective. In checked mode the kernel checks them, because the PEs
/// compare their calls: a PE whose call was refused here would keep the others waiting.
inline errc accept_collective(device_state& state, const device::collective_call& call,
                              bool gathers = false) {
  if (state.checks != nullptr) return errc::ok;
  errc code = device::check_team(state, call.team);
  if (code == errc::ok)
    code = device::check_root(state, device::members_of(state, call.team), call.root);
  if (code != errc::ok) return code;
  return check_collective(call.team, call.dest, call.site.count, call.site.element_bytes, gathers);
}

template <class Sync>
errc queue_team_sync(const char* name, int team, stream_t stream) {
  const caller from(name);
  if (from.code != errc::ok) return from.code;
  const errc code = device::check_team(from.state, team);
  return code == errc::ok ? queue_operation(name, stream, {}, Sync{team}) : code;
}

/// Queue the collective `call`, executed by `operation`. `sized`: every member gives as many
/// elements; otherwise the size of dest is not known before the members have exchanged their
/// counts.
template <class Operation>
errc queue_collective(const char* name, const device::collective_call& call, bool gathers,
                      const Operation& operation, stream_t stream, bool sized = true) {
  const caller from(name);
  if (from.code != errc::ok) return from.code;
  device::collective_call known = call;
  if (!sized) known.site.count = 0;
  const errc code = accept_collective(from.state, known, gathers);
  if (code != errc::ok) return code;
  const std::size_t bytes = call.site.count * call.site.element_bytes;
  return queue_operation(name, stream, device::shape_of_collective(bytes), operation);
}

/// Queue a scan. Own: the caller's source is included.
template <device::collective_kind Kind, bool Own, class T>
errc queue_scan(const char* name, int team, T* dest, const T* source, std::size_t count,
                stream_t stream) {
  const auto call = device::collective_of(Kind, team, dest, source, count);
  return queue_collective(name, call, false, scan_on_stream<Own>(call, dest, source), stream);
}

}  // namespace ark::detail
