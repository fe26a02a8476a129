// Additions by the threads of the calling scope: the data of a put_add on the inline path and in
// the SM engine.
#pragma once

#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/platform/half_bits.hpp>
#include <ark/detail/queue/descriptor.hpp>
#include <ark/detail/transfer/copy_walk.hpp>
#include <ark/detail/transfer/delivery.hpp>
#include <ark/device/state/scope.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace ark::device {

/// Memory accessor of walk_words whose store adds to the element.
template <class T>
struct summed_memory {
  T* dest;
  const T* source;

  template <class>
  ARK_HOST_DEVICE T load(std::size_t offset) const {
    return source[offset / sizeof(T)];
  }
  ARK_HOST_DEVICE void store(std::size_t offset, const T& value) const {
    detail::add_relaxed(dest + offset / sizeof(T), value);
  }
};

/// Add `count` elements to those at `dest` by all threads of `Scope`, without synchronising them.
/// Each addition is atomic at system scope; their order is not specified. T: as for add_relaxed.
template <class Scope, class T>
ARK_HOST_DEVICE inline void add(T* dest, const T* source, std::size_t count) {
  // A CPU reorders its loads itself.
  constexpr unsigned in_flight = !ARK_DEVICE_PASS ? 1 : std::is_same_v<Scope, thread_scope> ? 8 : 4;
  detail::walk_words<in_flight, T>(count * sizeof(T), sizeof(T), Scope::rank(), Scope::size(),
                                   summed_memory<T>{dest, source});
}

/// Like summed_memory, for half-precision elements whose kind is known only at run time: both kinds
/// share the code of one walk.
struct summed_halves {
  bool bfloat;
  std::uint16_t* dest;
  const std::uint16_t* source;

  template <class>
  ARK_HOST_DEVICE std::uint16_t load(std::size_t offset) const {
    return source[offset / 2];
  }
  ARK_HOST_DEVICE void store(std::size_t offset, std::uint16_t value) const {
    std::uint16_t* const at = dest + offset / 2;
    delivery::add_half(bfloat, at, value);
  }
};

/// Like add(), for `bytes` of elements whose kind is known only at run time.
template <class Scope>
ARK_HOST_DEVICE inline void add(detail::element_kind kind, std::byte* dest, const std::byte* source,
                                std::uint64_t bytes) {
  const auto as = [&]<class T>(T) {
    add<Scope>(reinterpret_cast<T*>(dest), reinterpret_cast<const T*>(source), bytes / sizeof(T));
  };
  switch (kind) {
    case detail::element_kind::int32:
      return as(std::uint32_t{});
    case detail::element_kind::int64:
      return as(std::uint64_t{});
    case detail::element_kind::float32:
      return as(float{});
    case detail::element_kind::float64:
      return as(double{});
    case detail::element_kind::float16:
    case detail::element_kind::bfloat16:
      return detail::walk_words<1, std::uint16_t>(
          bytes, 2, Scope::rank(), Scope::size(),
          summed_halves{kind == detail::element_kind::bfloat16,
                        reinterpret_cast<std::uint16_t*>(dest),
                        reinterpret_cast<const std::uint16_t*>(source)});
  }
}

}  // namespace ark::device
