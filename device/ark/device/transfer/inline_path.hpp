// The options of a transfer, and its execution by the caller's own threads.
#pragma once

#include <ark/device/state/address.hpp>
#include <ark/device/transfer/add.hpp>
#include <ark/device/transfer/bulk_copy.hpp>
#include <ark/device/transfer/copy.hpp>
#include <ark/device/transfer/queue.hpp>
#include <ark/device/transfer/transfer_trace.hpp>
#include <type_traits>

namespace ark::device {

/// Options of a put or get, besides its buffers and its target.
struct put_options {
  static constexpr bool has_scratch = false, adds = false, to_own_memory = false;
  static constexpr copy_agent mover = copy_agent::size;
  completion until;
  cache_policy cache = cache_policy::automatic;
};

/// A put with a fixed mover, whatever its size: the caller or an engine.
template <copy_agent Mover>
struct moved_options : put_options {
  static constexpr copy_agent mover = Mover;
};

/// A put to the caller's own PE accepts any dest, as NVSHMEM does.
struct own_memory_options : put_options {
  static constexpr bool to_own_memory = true;
};

/// The caller provides shared memory: its block moves the bytes itself, whatever their size. A
/// separate type, so that other calls contain no code for it.
struct bulk_options : put_options {
  static constexpr bool has_scratch = true;
  static constexpr copy_agent mover = copy_agent::caller;
  bulk_space scratch;
};

namespace add_options_detail {
template <class T>
inline constexpr bool is_integer =
    std::is_integral_v<T> && !std::is_same_v<T, bool> && (sizeof(T) == 4 || sizeof(T) == 8);
template <class T>
using unsigned_of = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
template <class T>
inline constexpr bool is_half = detail::is_float16<T> || detail::is_bfloat16<T>;
template <class T>
using half_of =
    std::conditional_t<detail::is_float16<T>, detail::float16_bits, detail::bfloat16_bits>;
template <class T>
using carrier_of = std::conditional_t<is_integer<T>, unsigned_of<T>,
                                      std::conditional_t<is_half<T>, half_of<T>, T>>;
}  // namespace add_options_detail

/// The bytes are elements of T that are added to those at the destination: put_add.
template <class T>
struct add_options : put_options {
  static_assert(add_options_detail::is_integer<T> || std::is_same_v<T, float> ||
                    std::is_same_v<T, double> || add_options_detail::is_half<T>,
                "put_add takes integers of 4 or 8 bytes, 16-bit floating-point types, float and "
                "double");
  static constexpr bool adds = true;
  using element = add_options_detail::carrier_of<T>;
  static constexpr detail::element_kind kind =
      std::is_same_v<T, float>    ? detail::element_kind::float32
      : std::is_same_v<T, double> ? detail::element_kind::float64
      : detail::is_float16<T>     ? detail::element_kind::float16
      : detail::is_bfloat16<T>    ? detail::element_kind::bfloat16
      : sizeof(T) == 8            ? detail::element_kind::int64
                                  : detail::element_kind::int32;
};

/// The operation that records name for a put with these options.
template <class How>
inline constexpr detail::op_kind put_kind =
    How::adds ? detail::op_kind::put_add : detail::op_kind::put;

/// Elements that are added must lie at multiples of their size, on both sides.
template <class How>
ARK_HOST_DEVICE constexpr std::uint32_t dest_alignment() {
  if constexpr (How::adds) {
    return static_cast<std::uint32_t>(detail::element_bytes(How::kind));
  } else {
    return 1;
  }
}
template <class How>
ARK_HOST_DEVICE inline errc check_source(detail::device_state& state, const target& to,
                                         const void* source, int pe) {
  const auto at = reinterpret_cast<std::uint64_t>(source);
  const std::uint64_t bytes = detail::element_bytes(How::kind);
  if (at % bytes == 0) return errc::ok;
  return refuse(state, detail::op_kind::put_add, pe, to.offset, at, bytes,
                detail::failure_reason::put_add_source);
}

/// True if the data of a thread's put can travel in its descriptor: on a GPU no ring consumer can
/// access a thread's stack or shared memory.
template <class Scope, class How>
inline constexpr bool may_go_by_value =
    ARK_DEVICE_PASS != 0 && !How::adds && std::is_same_v<Scope, thread_scope>;
/// True if this put's data travels in its descriptor.
ARK_HOST_DEVICE inline bool goes_by_value(const void* source, std::uint64_t bytes) {
  return bytes <= sizeof(std::uint64_t) && !queue::engine_can_access(source);
}

/// The first `bytes` bytes at `source`, at most 8.
ARK_HOST_DEVICE inline std::uint64_t value_at(const void* source, std::uint64_t bytes) {
  std::uint64_t value = 0;
  ARK_NO_UNROLL
  for (std::uint64_t i = 0; i < bytes; ++i)
    value |= std::uint64_t{static_cast<const std::uint8_t*>(source)[i]} << (8 * i);
  return value;
}

/// The descriptor of a put with these options.
template <class Scope, class How>
ARK_HOST_DEVICE inline detail::descriptor put_descriptor(const How& how, int pe,
                                                         std::uint64_t offset, const void* source,
                                                         std::uint64_t bytes) {
  if constexpr (How::adds) {
    return detail::make_put_add(pe, How::kind, offset, source, bytes);
  } else {
    if constexpr (may_go_by_value<Scope, How>) {
      if (goes_by_value(source, bytes))
        return detail::make_put_inline(pe, offset, bytes, value_at(source, bytes));
    }
    return detail::make_put(pe, offset, source, bytes, how.cache);
  }
}

/// Refuse an invalid cache hint.
ARK_HOST_DEVICE inline errc refuse_cache(detail::device_state& state, cache_policy policy,
                                         detail::op_kind op, int pe) {
  return refuse(state, op, pe, ~std::uint64_t{0},
                static_cast<std::uint64_t>(static_cast<std::int64_t>(policy)),
                detail::cache_policy_count, detail::failure_reason::cache_policy);
}

/// Move the bytes through the shared memory that the caller provides, if they fit its alignment and
/// size. Fails, on the leader only, if the copy did not end in time.
template <class Scope, class How>
ARK_HOST_DEVICE inline errc move_lent([[maybe_unused]] detail::device_state& state, void* dest,
                                      const void* source, std::size_t bytes, const How& how,
                                      detail::direction direction, [[maybe_unused]] int pe) {
#if ARK_BULK_COPY
  static_assert(std::is_same_v<Scope, block_scope>);
  const detail::copy_cut cut = detail::cut_copy(dest, source, bytes);
  if (copying::bulk_fits(dest, source, cut, how.scratch)) {
    return copying::bulk_copy<Scope>(
        state, static_cast<std::byte*>(dest), static_cast<const std::byte*>(source), cut,
        how.scratch, detail::cache_hints_of(how.cache, direction, bytes),
        direction == detail::direction::put ? detail::op_kind::put : detail::op_kind::get, pe);
  }
#endif
  copy<Scope>(dest, source, bytes, how.cache, direction);
  return errc::ok;
}

/// Move the bytes of a call by the scope's threads. Synchronises them at the start, because they
/// have written the source or used the destination, and at the end. `pe` is the remote PE. Fails if
/// a copy through provided shared memory did not end in time.
template <class Scope, class How>
ARK_HOST_DEVICE inline errc move_inline([[maybe_unused]] detail::device_state& state, void* dest,
                                        const void* source, std::size_t bytes, const How& how,
                                        detail::direction direction, [[maybe_unused]] int pe) {
  Scope::sync();
  errc code = errc::ok;
  if constexpr (How::adds) {
    using element = typename How::element;
    add<Scope>(static_cast<element*>(dest), static_cast<const element*>(source),
               bytes / sizeof(element));
  } else if constexpr (How::has_scratch) {
    code = move_lent<Scope>(state, dest, source, bytes, how, direction, pe);
  } else {
    copy<Scope>(dest, source, bytes, how.cache, direction);
  }
  if constexpr (How::has_scratch) {
    code = scope_result<Scope>(state, code);
  } else {
    Scope::sync();
  }
  if (Scope::leader() && code == errc::ok) trace::done_inline(state, bytes);
  return code;
}

}  // namespace ark::device
