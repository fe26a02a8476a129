// Puts by one thread from its block's shared memory, by the copy unit of its SM.
#pragma once

#include <ark/detail/platform/ptx_bulk.hpp>
#include <ark/device/transfer/signal.hpp>

namespace ark::device {

#if ARK_DEVICE_PASS
/// True if the copy unit can make this transfer, which is not empty: from shared memory, or in
/// pieces from global memory.
template <bool FromShared = true>
ARK_DEVICE inline bool copy_unit_takes([[maybe_unused]] const void* dest,
                                       [[maybe_unused]] const void* source,
                                       [[maybe_unused]] std::uint64_t bytes) {
#if ARK_BULK_COPY
  constexpr std::uint32_t unit = 16;
  const auto all = static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(dest) |
                                              reinterpret_cast<std::uint64_t>(source) | bytes);
  // No short-circuit branches, as in fast_path_to().
  const bool is_there = FromShared ? __isShared(source) != 0 : __isGlobal(source) != 0;
  const bool is_one_piece = !FromShared || bytes >> 32 == 0;
  return ((all % unit == 0) & is_one_piece & is_there) != 0;
#else
  return false;
#endif
}

/// Start a transfer that the copy unit takes, as a group of its own.
ARK_DEVICE inline void copy_unit_start([[maybe_unused]] std::byte* dest,
                                       [[maybe_unused]] const void* source,
                                       [[maybe_unused]] std::uint64_t bytes) {
#if ARK_BULK_COPY
  detail::ptx_proxy_fence_shared();  // after ordinary stores to the source, which happen before
  detail::ptx_bulk_store(dest, source, static_cast<std::uint32_t>(bytes));
  detail::ptx_bulk_commit();
#endif
}

/// Post the bytes in descriptors that contain them: no ring consumer can read shared memory.
ARK_DEVICE inline errc post_values(detail::device_state& state, queue::route_choice where, int pe,
                                   std::uint64_t offset, const void* source, std::uint64_t bytes) {
  const auto* from = static_cast<const std::byte*>(source);
  errc code = errc::ok;
  ARK_NO_UNROLL
  for (std::uint64_t at = 0; at < bytes && code == errc::ok; at += sizeof(std::uint64_t)) {
    const std::uint64_t some =
        bytes - at < sizeof(std::uint64_t) ? bytes - at : sizeof(std::uint64_t);
    const auto descriptor =
        detail::make_put_inline(pe, offset + at, some, value_at(from + at, some));
    code = queue::post(state, where, descriptor, detail::op_kind::put, completion::deferred);
  }
  return code;
}

/// Check a put, and its signal if it `Signals`, and make both, unless the copy unit takes the data:
/// the result then has the two destinations.
template <bool Signals>
ARK_DEVICE inline both_sent_to send_from_shared(detail::device_state& state, void* dest,
                                                const void* source, std::uint64_t bytes,
                                                std::uint64_t* signal, std::uint64_t value, int op,
                                                int pe, const call_site& call) {
  errc code = errc::ok;
  if (check::wanted(state, call)) [[unlikely]] {
    code = Signals ? check::put_signal(state, call, dest, source, signal, op, pe)
                   : check::transfer(state, call, dest, source, pe, true);
    if (code != errc::ok) return {{nullptr, code}};
  }
  target word;
  if constexpr (Signals) {
    code = check_signal_op(state, op, pe);
    if (code != errc::ok) return {{nullptr, code}};
    const asked_range asked = asked_signal(signal, pe);
    word = locate(state, asked);
    if (!word.accepted) [[unlikely]]
      return {{nullptr, refuse(state, asked, word)}};
  }
  if (bytes > 0) {
    const asked_range asked{dest, bytes, pe, detail::op_kind::put, call.count};
    const target to = locate(state, asked);
    if (!to.accepted) [[unlikely]]
      return {{nullptr, refuse(state, asked, to)}};
    const auto where = queue::route<copy_agent::caller>(state, to.to, bytes, nullptr);
    if (where != queue::direct) {
      code = post_values(state, where, pe, to.offset, source, bytes);
      if (Signals && code == errc::ok)  // the proxy keeps no order among descriptors
        code = queue::post_to(state, detail::make_fence(), detail::op_kind::fence, pe, where).code;
    } else if (copy_unit_takes(to.mapped(), source, bytes)) {
      return {{to.mapped()}, word.mapped()};
    } else {
      copy<thread_scope>(to.mapped(), source, bytes);
    }
  }
  if (Signals && code == errc::ok) code = send_signal(state, word, value, op, pe);
  return {{nullptr, code}};
}

#if ARK_HAS_FAST_PATH
template <bool Signals>
ARK_DEVICE ARK_COLD both_sent_to send_from_shared_slow_path(void* dest, const void* source,
                                                            std::uint64_t bytes,
                                                            std::uint64_t* signal,
                                                            std::uint64_t value, int op, int pe,
                                                            std::size_t count) {
  return send_from_shared<Signals>(context(), dest, source, bytes, signal, value, op, pe,
                                   {nullptr, count});
}
#endif
#endif

/// Wait until fence and quiet cover the calling thread's puts from shared memory.
ARK_DEVICE inline errc shared_puts_wait() {
#if ARK_BULK_COPY
  detail::ptx_bulk_wait<0>();
#elif !ARK_DEVICE_PASS
  return queue::wait_all_reusable(context("ark::bulk_wait"), detail::op_kind::put);
#endif
  return errc::ok;
}
/// Wait until the sources of the calling thread's puts from shared memory may be written again.
ARK_DEVICE inline errc shared_puts_wait_read() {
#if ARK_BULK_COPY
  detail::ptx_bulk_wait_read<0>();
#elif !ARK_DEVICE_PASS
  return queue::wait_all_reusable(context("ark::bulk_wait_read"), detail::op_kind::put);
#endif
  return errc::ok;
}

/// Start a put from the block's shared memory. If it `Signals`, a GPU's thread waits for the
/// delivery of the data, and sends the signal. On a CPU the source is memory like any other.
template <bool Signals>
ARK_DEVICE inline errc put_from_shared(void* dest, const void* source, std::uint64_t bytes,
                                       std::uint64_t* signal, std::uint64_t value, int op, int pe,
                                       const call_site& call) {
#if ARK_DEVICE_PASS
  both_sent_to to;
#if ARK_HAS_FAST_PATH
  const fast_path data = fast_path_to<any_size>(dest, bytes, pe);
  const fast_path word =
      Signals ? fast_path_to<thread_scope>(signal, sizeof *signal, pe, sizeof *signal) : data;
  const bool is_accepted = !Signals || is_signal_op(op);
  if ((data.holds & word.holds & is_accepted & copy_unit_takes(dest, source, bytes)) != 0)
      [[likely]] {
    to = {{data.at}, word.at};
  } else {
    to =
        send_from_shared_slow_path<Signals>(dest, source, bytes, signal, value, op, pe, call.count);
  }
#else
  to = send_from_shared<Signals>(context(), dest, source, bytes, signal, value, op, pe, call);
#endif
  if (to.at == nullptr) return to.code;
  copy_unit_start(to.at, source, bytes);
  if constexpr (Signals) {
    shared_puts_wait();
    signal_inline(to.signal, value, op);
  }
  return errc::ok;
#else
  if constexpr (Signals) {
    return put_signal_bytes<thread_scope>(dest, source, bytes, signal, value, op, pe,
                                          {completion::deferred}, call);
  } else {
    return put_bytes<thread_scope>(dest, source, bytes, pe, {completion::deferred}, call);
  }
#endif
}

}  // namespace ark::device
