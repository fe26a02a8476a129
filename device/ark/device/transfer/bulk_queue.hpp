// Puts from global memory that one thread starts, through shared memory that it has been lent.
#pragma once

#include <ark/device/transfer/shared_put.hpp>

namespace ark::device {

#if ARK_BULK_COPY
/// Check a put, and make it, unless the copy unit takes it: direct_target::at is then its
/// destination.
ARK_DEVICE inline direct_target send_to_queue(detail::device_state& state, void* dest,
                                              const void* source, std::uint64_t bytes, int pe,
                                              const call_site& call) {
  if (check::wanted(state, call)) [[unlikely]] {
    const errc code = check::transfer(state, call, dest, source, pe, true);
    if (code != errc::ok) return {nullptr, code};
  }
  const target to = locate(state, {dest, bytes, pe, detail::op_kind::put});
  if (bytes > 0 && to.accepted && to.to.peer.route == detail::peer_route::mapped &&
      copy_unit_takes<false>(dest, source, bytes))
    return {to.mapped()};
  return {nullptr, put_bytes<thread_scope>(dest, source, bytes, pe, {completion::local},
                                           {nullptr, call.count})};
}
#if ARK_HAS_FAST_PATH
ARK_DEVICE ARK_COLD inline direct_target send_to_queue_slow_path(void* dest, const void* source,
                                                                 std::uint64_t bytes, int pe,
                                                                 std::size_t count) {
  return send_to_queue(context(), dest, source, bytes, pe, {nullptr, count});
}
#endif

/// send_to_queue() of a put with a signal. If the copy unit takes the data, the signal is left as
/// well.
ARK_DEVICE inline both_sent_to send_signal_to_queue(detail::device_state& state, void* dest,
                                                    const void* source, std::uint64_t bytes,
                                                    std::uint64_t* signal, std::uint64_t value,
                                                    int op, int pe, const call_site& call) {
  if (check::wanted(state, call)) [[unlikely]] {
    const errc code = check::put_signal(state, call, dest, source, signal, op, pe);
    if (code != errc::ok) return {{nullptr, code}};
  }
  const target to = locate(state, {dest, bytes, pe, detail::op_kind::put});
  const target word = locate(state, asked_signal(signal, pe));
  if (bytes > 0 && to.accepted && word.accepted && is_signal_op(op) &&
      to.to.peer.route == detail::peer_route::mapped && copy_unit_takes<false>(dest, source, bytes))
    return {{to.mapped()}, word.mapped()};
  return {{nullptr, put_signal_bytes<thread_scope>(dest, source, bytes, signal, value, op, pe,
                                                   {completion::local}, {nullptr, call.count})}};
}
#if ARK_HAS_FAST_PATH
ARK_DEVICE ARK_COLD inline both_sent_to send_signal_to_queue_slow_path(
    void* dest, const void* source, std::uint64_t bytes, std::uint64_t* signal, std::uint64_t value,
    int op, int pe, std::size_t count) {
  return send_signal_to_queue(context(), dest, source, bytes, signal, value, op, pe,
                              {nullptr, count});
}
#endif
#endif

/// The copies of one thread. The store of a piece is started with the load of the next one, so that
/// the thread waits for a load only while another is under way.
class bulk_pipe {
 public:
  ARK_DEVICE explicit bulk_pipe([[maybe_unused]] const bulk_space& space) {
#if ARK_BULK_COPY
    space_ = space;
    for (unsigned i = 0; i < detail::bulk_stages; ++i)
      detail::ptx_mbarrier_init(space_.barriers + i, 1);
    detail::ptx_proxy_fence_shared();  // barriers, and what the stages were used for
#endif
  }

  ARK_DEVICE errc put(void* dest, const void* source, std::uint64_t bytes, int pe,
                      const call_site& call) {
#if ARK_BULK_COPY
    direct_target to;
#if ARK_HAS_FAST_PATH
    const fast_path fast = fast_path_to<any_size>(dest, bytes, pe);
    if ((fast.holds & copy_unit_takes<false>(dest, source, bytes)) != 0) [[likely]] {
      to.at = fast.at;
    } else {
      to = send_to_queue_slow_path(dest, source, bytes, pe, call.count);
    }
#else
    to = send_to_queue(context(), dest, source, bytes, pe, call);
#endif
    if (to.at == nullptr) return to.code;
    return move(to.at, static_cast<const std::byte*>(source), bytes);
#else
    // On a CPU the source is read until drain(), as the copy unit reads it.
    constexpr auto until = ARK_DEVICE_PASS != 0 ? completion::local : completion::deferred;
    return put_bytes<thread_scope>(dest, source, bytes, pe, {until}, call);
#endif
  }

  /// put(), and the signal behind its data, with the store of its last piece: in the next call, or
  /// in drain().
  ARK_DEVICE errc put_signal(void* dest, const void* source, std::uint64_t bytes,
                             std::uint64_t* signal, std::uint64_t value, int op, int pe,
                             const call_site& call) {
#if ARK_BULK_COPY
    both_sent_to to;
#if ARK_HAS_FAST_PATH
    const fast_path data = fast_path_to<any_size>(dest, bytes, pe);
    const fast_path word = fast_path_to<thread_scope>(signal, sizeof *signal, pe, sizeof *signal);
    const bool moves = bytes != 0 && copy_unit_takes<false>(dest, source, bytes);
    if ((data.holds & word.holds & is_signal_op(op) & moves) != 0) [[likely]] {
      to = {{data.at}, word.at};
    } else {
      to = send_signal_to_queue_slow_path(dest, source, bytes, signal, value, op, pe, call.count);
    }
#else
    to = send_signal_to_queue(context(), dest, source, bytes, signal, value, op, pe, call);
#endif
    if (to.at == nullptr) return to.code;
    if (const errc code = move(to.at, static_cast<const std::byte*>(source), bytes);
        code != errc::ok)
      return code;
    // move() has sent an earlier signal with its first piece.
    signal_ = to.signal;
    value_ = value;
    op_ = op;
    return errc::ok;
#else
    constexpr auto until = ARK_DEVICE_PASS != 0 ? completion::local : completion::deferred;
    return put_signal_bytes<thread_scope>(dest, source, bytes, signal, value, op, pe, {until},
                                          call);
#endif
  }

  /// Complete all puts: from here on they are stores of the calling thread.
  ARK_DEVICE errc drain() {
#if ARK_BULK_COPY
    const errc code = store_last();
    detail::ptx_bulk_wait<0>();
    if (code == errc::ok) send_signal();
    return code;
#else
    return shared_puts_wait();
#endif
  }

  ARK_DEVICE void end() {
    [[maybe_unused]] const errc code = drain();
#if ARK_BULK_COPY
    for (unsigned i = 0; i < detail::bulk_stages && code == errc::ok; ++i)
      detail::ptx_mbarrier_invalidate(space_.barriers + i);
#endif
  }

#if ARK_BULK_COPY
 private:
  ARK_DEVICE std::byte* stage_of(std::uint32_t piece) const {
    return space_.stages + piece % detail::bulk_stages * space_.stage_bytes;
  }

  ARK_DEVICE errc move(std::byte* dest, const std::byte* source, std::uint64_t bytes) {
    detail::ptx_proxy_fence_global();  // after ordinary stores to the source
    ARK_NO_UNROLL
    for (std::uint64_t at = 0; at < bytes; at += space_.stage_bytes) {
      const std::uint32_t some = bytes - at < space_.stage_bytes
                                     ? static_cast<std::uint32_t>(bytes - at)
                                     : space_.stage_bytes;
      // The stage was last used bulk_stages pieces ago. Behind the store of that piece two less
      // have been started.
      detail::ptx_bulk_wait_read<detail::bulk_stages - 2>();
      std::uint64_t* barrier = space_.barriers + begun_ % detail::bulk_stages;
      detail::ptx_mbarrier_arrive_expect(barrier, some);
      detail::ptx_bulk_load(stage_of(begun_), source + at, some, barrier);
      if (const errc code = store_last(); code != errc::ok) return code;
      if (signal_ != nullptr) {  // its data: all stores so far
        detail::ptx_bulk_wait<0>();
        send_signal();
      }
      ++begun_;
      last_dest_ = dest + at;
      last_bytes_ = some;
    }
    return errc::ok;
  }
  /// Deliver the signal that is still owed, if there is one, behind the wait for its data.
  ARK_DEVICE void send_signal() {
    if (signal_ == nullptr) return;
    signal_inline(signal_, value_, op_);
    signal_ = nullptr;
  }
  /// Wait for the load of the last piece, and start its store.
  ARK_DEVICE errc store_last() {
    if (last_bytes_ == 0) return errc::ok;
    const std::uint32_t last = begun_ - 1;
    const bool loaded = copying::bulk_loaded(space_.barriers + last % detail::bulk_stages,
                                             last / detail::bulk_stages % 2, context().timeout_ns);
    if (!loaded) [[unlikely]]
      return copying::bulk_load_failed(context(), detail::op_kind::put, -1);
    detail::ptx_bulk_store(last_dest_, stage_of(last), last_bytes_);
    detail::ptx_bulk_commit();
    last_bytes_ = 0;
    return errc::ok;
  }

  bulk_space space_;
  std::byte* last_dest_ = nullptr;
  std::uint32_t last_bytes_ = 0;  ///< of the piece that is loaded and not yet stored; 0: none
  std::uint32_t begun_ = 0;       ///< pieces
  std::byte* signal_ = nullptr;   ///< to be sent behind the last piece; null: none
  std::uint64_t value_ = 0;
  int op_ = 0;
#endif
};

}  // namespace ark::device
