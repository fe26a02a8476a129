// put and get of contiguous memory and of single elements, inline or through the queue.
#pragma once

#include <ark/device/transfer/inline_path.hpp>
#include <ark/device/transfer/queue.hpp>
#include <ark/device/transfer/transfer_trace.hpp>

namespace ark::device {

/// Post a descriptor by the leader, once the scope has written the source.
template <class Scope>
ARK_HOST_DEVICE inline errc post_by_leader(detail::device_state& state, queue::route_choice where,
                                           const detail::descriptor& descriptor, detail::op_kind op,
                                           completion until, std::uint32_t context) {
  Scope::sync();
  errc code = errc::ok;
  if (Scope::leader()) code = queue::post(state, where, descriptor, op, until, context);
  return scope_result<Scope>(state, code);
}

template <class Scope>
ARK_HOST_DEVICE ARK_COLD errc copy_here(void* dest, const void* source, std::size_t bytes) {
  copy<Scope>(dest, source, bytes);
  Scope::sync();
  return errc::ok;
}

/// The route of a put with these options.
template <class Scope, class How>
ARK_HOST_DEVICE inline queue::route_choice put_route(detail::device_state& state,
                                                     const peer_access& to, const void* source,
                                                     std::size_t bytes, const How& how) {
  if constexpr (may_go_by_value<Scope, How>) {
    if (goes_by_value(source, bytes)) source = nullptr;
  }
  return queue::route<How::mover>(
      state, to, bytes, source, false,
      std::is_same_v<Scope, thread_scope> && how.until != completion::deferred);
}

/// Check a put and choose its route. All threads of a scope get the same result: it depends on the
/// arguments and on state that is constant while a kernel runs.
template <class Scope, class How>
ARK_HOST_DEVICE inline direct_target send_put(detail::device_state& state, void* dest,
                                              const void* source, std::size_t bytes,
                                              target_pe given, const How& how,
                                              const call_site& call) {
  const int pe = given.number;
  if (check::wanted(state, call)) [[unlikely]] {
    // The threads share one result: the table of signal words may change between their checks.
    const errc code =
        scope_result<Scope>(state, check::transfer(state, call, dest, source, pe, true));
    if (code != errc::ok) return {nullptr, code};
  }
  if (!detail::is_cache_policy(how.cache)) [[unlikely]]
    return {nullptr, refuse_cache(state, how.cache, put_kind<How>, pe)};
  if (bytes == 0) return {};
  const asked_range asked{dest, bytes, pe, put_kind<How>, call.count, dest_alignment<How>()};
  const target to = locate(peer_access_of<Scope>(state, pe), asked);
  if (!to.accepted) [[unlikely]] {
    if constexpr (How::to_own_memory) {
      if (pe == state.pe && bytes != detail::too_many_bytes)
        return {nullptr, copy_here<Scope>(dest, source, bytes)};
    }
    return {nullptr, refuse(state, asked, to)};
  }
  if constexpr (How::adds) {
    if (const errc code = check_source<How>(state, to, source, pe); code != errc::ok)
      return {nullptr, code};
  }
  const queue::route_choice where = put_route<Scope>(state, to.to, source, bytes, how);
  if (where == queue::direct) return {to.mapped()};
  const auto descriptor = put_descriptor<Scope>(how, pe, to.offset, source, bytes);
  return {nullptr,
          post_by_leader<Scope>(state, where, descriptor, put_kind<How>, how.until, given.context)};
}

#if ARK_HAS_FAST_PATH
template <class Scope, class How>
ARK_DEVICE ARK_COLD direct_target send_put_slow_path(void* dest, const void* source,
                                                     std::size_t bytes, int pe, completion until,
                                                     std::uint32_t counting, cache_policy cache,
                                                     std::size_t count) {
  return send_put<Scope>(context(), dest, source, bytes, target_pe(pe, counting), How{until, cache},
                         {nullptr, count});
}
#endif

template <class Scope, class How = put_options>
ARK_HOST_DEVICE inline errc put_bytes(void* dest, const void* source, std::size_t bytes,
                                      target_pe given, const std::type_identity_t<How>& how,
                                      const call_site& call = {}) {
  detail::device_state& state = context(call.name);
  direct_target to;
#if ARK_HAS_FAST_PATH
  if constexpr (How::mover == copy_agent::size && !How::adds) {
    const fast_path fast = fast_path_to<Scope>(dest, bytes, given.number);
    if (fast.holds && detail::is_cache_policy(how.cache)) [[likely]] {
      to.at = fast.at;
    } else {
      to = send_put_slow_path<Scope, How>(dest, source, bytes, given.number, how.until,
                                          given.context, how.cache, call.count);
      if (to.at == nullptr) return to.code;
    }
  } else
#endif
  {
    to = send_put<Scope>(state, dest, source, bytes, given, how, call);
    if (to.at == nullptr) return to.code;
  }
  return move_inline<Scope>(state, to.at, source, bytes, how, detail::direction::put, given.number);
}

/// Check a get and choose its route; see send_put().
template <class Scope, class How>
ARK_HOST_DEVICE inline direct_target send_get(detail::device_state& state, void* dest,
                                              const void* source, std::size_t bytes,
                                              target_pe given, const How& how,
                                              const call_site& call) {
  const int pe = given.number;
  if (check::wanted(state, call)) [[unlikely]] {
    const errc code =
        scope_result<Scope>(state, check::transfer(state, call, dest, source, pe, false));
    if (code != errc::ok) return {nullptr, code};
  }
  if (!detail::is_cache_policy(how.cache)) [[unlikely]]
    return {nullptr, refuse_cache(state, how.cache, detail::op_kind::get, pe)};
  if (bytes == 0) return {};
  const asked_range asked{source, bytes, pe, detail::op_kind::get, call.count};
  const target from = locate(peer_access_of<Scope>(state, pe), asked);
  if (!from.accepted) [[unlikely]]
    return {nullptr, refuse(state, asked, from)};
  const queue::route_choice where = queue::route<How::mover>(
      state, from.to, bytes, dest, how.until == completion::value,
      std::is_same_v<Scope, thread_scope> && how.until != completion::deferred);
  if (where == queue::direct) return {from.mapped()};
  const auto descriptor = detail::make_get(pe, from.offset, dest, bytes, how.cache);
  return {nullptr, post_by_leader<Scope>(state, where, descriptor, detail::op_kind::get, how.until,
                                         given.context)};
}

#if ARK_HAS_FAST_PATH
template <class Scope, class How>
ARK_DEVICE ARK_COLD direct_target send_get_slow_path(void* dest, const void* source,
                                                     std::size_t bytes, int pe, completion until,
                                                     std::uint32_t counting, cache_policy cache,
                                                     std::size_t count) {
  return send_get<Scope>(context(), dest, source, bytes, target_pe(pe, counting), How{until, cache},
                         {nullptr, count});
}
#endif

template <class Scope, class How = put_options>
ARK_HOST_DEVICE inline errc get_bytes(void* dest, const void* source, std::size_t bytes,
                                      target_pe given, const std::type_identity_t<How>& how,
                                      const call_site& call = {}) {
  if (how.until != completion::deferred) poll_hint(source);
  detail::device_state& state = context(call.name);
  direct_target from;
#if ARK_HAS_FAST_PATH
  if constexpr (How::mover == copy_agent::size) {
    const fast_path fast = fast_path_to<Scope>(source, bytes, given.number);
    if (fast.holds && detail::is_cache_policy(how.cache)) [[likely]] {
      from.at = fast.at;
    } else {
      from = send_get_slow_path<Scope, How>(dest, source, bytes, given.number, how.until,
                                            given.context, how.cache, call.count);
      if (from.at == nullptr) return from.code;
    }
  } else
#endif
  {
    from = send_get<Scope>(state, dest, source, bytes, given, how, call);
    if (from.at == nullptr) return from.code;
  }
  return move_inline<Scope>(state, dest, from.at, bytes, how, detail::direction::get, given.number);
}

/// True for a type whose naturally aligned value is one store, so that no reader sees half of it.
template <class T>
inline constexpr bool is_one_word = sizeof(T) <= 8 && (sizeof(T) & (sizeof(T) - 1)) == 0;

/// The bits of a one-word value.
template <class T>
ARK_HOST_DEVICE inline auto bits_of(T value) {
  using narrow = std::conditional_t<sizeof(T) == 1, std::uint8_t, std::uint16_t>;
  using wide = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  std::conditional_t<sizeof(T) <= 2, narrow, wide> bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

#if ARK_HAS_FAST_PATH
template <class Word>
ARK_DEVICE ARK_COLD Word get_element_slow_path(const Word* source, int pe, std::uint32_t counting) {
  Word value{};
  const direct_target from =
      send_get<thread_scope>(context(), &value, source, sizeof(Word), target_pe(pe, counting),
                             put_options{completion::value}, {});
  if (from.at == nullptr) return value;
  if (reinterpret_cast<std::uint64_t>(from.at) % sizeof(Word) == 0)
    return detail::load_acquire(reinterpret_cast<const Word*>(from.at));
  return static_cast<Word>(value_at(from.at, sizeof(Word)));
}
#endif

/// Get one element, returned by value. After a failure it is T{}.
template <class T>
ARK_HOST_DEVICE inline T get_element(const T* source, target_pe given, const call_site& call = {}) {
#if ARK_HAS_FAST_PATH
  if constexpr (is_one_word<T>) {
    // Fast path: the value stays in registers; the slow path returns it through memory.
    using word = decltype(bits_of(T{}));
    const fast_path fast = fast_path_to<thread_scope>(source, sizeof(T), given.number, sizeof(T));
    word bits;
    if (fast.holds) [[likely]] {
      bits = detail::load_acquire(reinterpret_cast<const word*>(fast.at));
    } else {
      bits =
          get_element_slow_path(reinterpret_cast<const word*>(source), given.number, given.context);
    }
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
#endif
  constexpr auto until = sizeof(T) <= detail::reply_bytes ? completion::value : completion::local;
  T value{};
  get_bytes<thread_scope>(&value, source, sizeof(T), given, {until}, call);
  return value;
}

/// Store a one-word value, which may be in a register.
template <class T>
ARK_HOST_DEVICE inline void store_word(std::byte* dest, T value) {
  const auto bits = bits_of(value);
  detail::store_relaxed(reinterpret_cast<std::remove_const_t<decltype(bits)>*>(dest), bits);
}
template <class T>
ARK_HOST_DEVICE inline void store_value(std::byte* dest, T value) {
  if constexpr (is_one_word<T>) {
    if (reinterpret_cast<std::uint64_t>(dest) % sizeof(T) == 0) [[likely]]
      return store_word(dest, value);
  }
  if constexpr (sizeof(T) > 8 && sizeof(T) % 8 == 0) {
    if (reinterpret_cast<std::uint64_t>(dest) % 8 == 0) {
      std::uint64_t words[sizeof(T) / 8];
      std::memcpy(words, &value, sizeof(T));
      for (std::size_t i = 0; i < sizeof(T) / 8; ++i) store_word(dest + 8 * i, words[i]);
      return;
    }
  }
  std::byte bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  for (std::size_t i = 0; i < sizeof(T); ++i) dest[i] = bytes[i];
}

/// Slow path of put_element.
template <class T>
ARK_HOST_DEVICE inline errc send_element(T* dest, T value, target_pe given, const call_site& call) {
  const int pe = given.number;
  static_assert(sizeof(T) <= 32, "ark::p: an element has at most 32 bytes; use ark::put");
  detail::device_state& state = context(call.name);
  if (check::wanted(state, call)) [[unlikely]] {
    const T copied = value;  // a copy has an address; the value itself stays in a register
    const errc code = check::transfer(state, call, dest, &copied, pe, true);
    if (code != errc::ok) return code;
  }
  const asked_range asked{dest, sizeof(T), pe, detail::op_kind::put};
  const target to = locate(state, asked);
  if (!to.accepted) [[unlikely]]
    return refuse(state, asked, to);
  const queue::route_choice where = queue::route_word(state, to.to, sizeof(T), nullptr);
  if (where == queue::direct) {
    store_value(to.mapped(), value);
    trace::done_inline(state, sizeof(T));
    return errc::ok;
  }
  std::uint64_t payload[(sizeof(T) + 7) / 8] = {};
  std::memcpy(payload, &value, sizeof(T));
  for (std::size_t at = 0; at < sizeof(T); at += 8) {
    const std::size_t bytes = sizeof(T) - at < 8 ? sizeof(T) - at : 8;
    const auto descriptor = detail::make_put_inline(pe, to.offset + at, bytes, payload[at / 8]);
    const errc code = queue::post(state, where, descriptor, detail::op_kind::put,
                                  completion::deferred, given.context);
    if (code != errc::ok) return code;
  }
  return errc::ok;
}

#if ARK_HAS_FAST_PATH
template <class T>
ARK_DEVICE ARK_COLD errc send_element_slow_path(T* dest, T value, int pe, std::uint32_t counting) {
  return send_element(dest, value, target_pe(pe, counting), {});
}
#endif

/// Put one element, given by value.
template <class T>
ARK_HOST_DEVICE inline errc put_element(T* dest, T value, target_pe given,
                                        [[maybe_unused]] const call_site& call = {}) {
#if ARK_HAS_FAST_PATH
  if constexpr (is_one_word<T>) {
    const fast_path fast = fast_path_to<thread_scope>(dest, sizeof(T), given.number, sizeof(T));
    if (fast.holds) [[likely]] {
      store_word(fast.at, value);
      return errc::ok;
    }
    using word = decltype(bits_of(value));
    return send_element_slow_path(reinterpret_cast<word*>(dest), bits_of(value), given.number,
                                  given.context);
  } else {
    return send_element_slow_path(dest, value, given.number, given.context);
  }
#else
  return send_element(dest, value, given, call);
#endif
}

}  // namespace ark::device
