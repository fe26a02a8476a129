// Copies by a GPU's threads: in words of 16 bytes where the addresses allow it.
#pragma once

#include <ark/detail/platform/cache_policy.hpp>
#include <ark/detail/platform/ptx.hpp>
#include <ark/detail/platform/ptx_cache.hpp>
#include <ark/detail/transfer/copy_walk.hpp>
#include <ark/device/state/scope.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#if ARK_DEVICE_PASS
namespace ark::device::copying {

using detail::direction;

/// Memory accessor: both sides of a copy by ordinary accesses, except that a get loads past the
/// SM's cache, which may hold what the peer's memory was before.
template <direction Way>
struct copied_memory {
  std::byte* dest;
  const std::byte* source;

  template <class Word>
  ARK_DEVICE Word load(std::size_t offset) const {
    const auto* from = reinterpret_cast<const Word*>(source + offset);
    if constexpr (Way == direction::get) return detail::ptx_load_wide_fresh(from);
    return *from;
  }
  template <class Word>
  ARK_DEVICE void store(std::size_t offset, const Word& word) const {
    *reinterpret_cast<Word*>(dest + offset) = word;
  }
};

using plain_memory = copied_memory<direction::put>;

/// Like copied_memory, for words of 1, 2, 4 or 8 bytes whose width is known at run time.
template <direction Way>
struct narrow_memory {
  std::byte* dest;
  const std::byte* source;
  unsigned bytes;

  template <class Word>
  ARK_DEVICE Word load(std::size_t offset) const {
    if constexpr (Way == direction::get)
      return detail::ptx_load_narrow_fresh(source + offset, bytes);
    return detail::ptx_load_narrow(source + offset, bytes);
  }
  ARK_DEVICE void store(std::size_t offset, std::uint64_t word) const {
    detail::ptx_store_narrow(dest + offset, word, bytes);
  }
};

/// Like copied_memory, with a cache hint on both sides. Global memory only.
template <direction Way>
struct hinted_memory {
  std::byte* dest;
  const std::byte* source;
  std::uint64_t load_policy, store_policy;

  template <class Word>
  ARK_DEVICE Word load(std::size_t offset) const {
    const auto* from = reinterpret_cast<const Word*>(source + offset);
    if constexpr (Way == direction::get) return detail::ptx_load_hinted_fresh(from, load_policy);
    return detail::ptx_load_hinted(from, load_policy);
  }
  template <class Word>
  ARK_DEVICE void store(std::size_t offset, const Word& word) const {
    detail::ptx_store_hinted(reinterpret_cast<Word*>(dest + offset), word, store_policy);
  }
};

/// Hints are for global memory; a kernel's own buffer may be in shared or local memory.
ARK_DEVICE inline bool both_global(const void* a, const void* b) {
  return __isGlobal(a) != 0 && __isGlobal(b) != 0;
}

/// Loads that a thread has in flight before its first store.
inline constexpr unsigned loads_in_flight = 4;
/// Loads in flight of words of 8 bytes and less. More would take registers from every kernel that
/// puts, and a second load in a thread's put a tenth of its code.
template <class Scope>
inline constexpr unsigned narrow_in_flight = std::is_same_v<Scope, thread_scope> ? 1 : 2;

/// Lanes whose words of 16 bytes are neighbours: those of a warp, or the thread itself.
template <unsigned Narrow>
inline constexpr unsigned neighbours = Narrow == 1 ? 1 : 32;

/// Move everything but words of 16 bytes: the edges, and the narrower words of two addresses that
/// are not equal modulo 16. Out of line: one copy of the code for all calls of a kernel. The last
/// call of its caller, which then keeps no registers across it. `Narrow`: narrow_in_flight.
template <unsigned Narrow, direction Way = direction::put>
ARK_DEVICE ARK_COLD void move_edges(std::byte* dest, const std::byte* source, std::size_t bytes,
                                    unsigned rank, unsigned size) {
  const auto at = [=](std::size_t offset, unsigned word) {
    return narrow_memory<Way>{dest + offset, source + offset, word};
  };
  detail::walk_edges<Narrow>(reinterpret_cast<std::uint64_t>(dest),
                             reinterpret_cast<std::uint64_t>(source), bytes, rank, size, at);
}

/// Fast path: true if each rank has at most one word of 16 bytes, which is then moved. Inline and
/// tested first: most transfers of a block are this small, and each of its instructions takes
/// several cycles.
template <direction Way>
ARK_DEVICE inline bool move_one_each(std::byte* dest, const std::byte* source, std::size_t bytes,
                                     unsigned rank, unsigned size) {
  constexpr unsigned word = detail::widest_word;
  const auto low = [](auto value) { return static_cast<unsigned>(value); };
  const unsigned off = low(reinterpret_cast<std::uint64_t>(dest)) |
                       low(reinterpret_cast<std::uint64_t>(source)) | low(bytes);
  if (off % word != 0 || bytes > std::uint64_t{word} * size) return false;
  const unsigned at = word * rank;
  const copied_memory<Way> memory{dest, source};
  if (at < low(bytes)) memory.store(at, memory.template load<uint4>(at));
  return true;
}

/// Move the share of rank `rank` of `size`. Out of line: one copy of the code for all calls of a
/// kernel, and its registers are free again on return.
template <unsigned Narrow, direction Way = direction::put>
ARK_DEVICE ARK_NOINLINE void move_words(std::byte* dest, const std::byte* source, std::size_t bytes,
                                        unsigned rank, unsigned size) {
  if constexpr (neighbours<Narrow> == 1) rank = 0, size = 1;
  const detail::copy_cut cut = detail::cut_copy(dest, source, bytes);
  const bool wide = cut.word_bytes == detail::widest_word;
  if (wide) {
    detail::walk_chunks<neighbours<Narrow>, loads_in_flight, uint4>(
        cut.head, bytes, rank, size, copied_memory<Way>{dest, source});
  }
  if (!wide || (cut.head | cut.tail) != 0) move_edges<Narrow, Way>(dest, source, bytes, rank, size);
}
/// Like move_words(), with cache hints if both sides can have them. The policies are results of
/// ptx_l2_policy().
template <unsigned Narrow, direction Way = direction::put>
ARK_DEVICE ARK_NOINLINE void move_hinted(std::byte* dest, const std::byte* source,
                                         std::size_t bytes, unsigned rank, unsigned size,
                                         std::uint64_t load_policy, std::uint64_t store_policy) {
  const detail::copy_cut cut = detail::cut_copy(dest, source, bytes);
  if (cut.word_bytes != detail::widest_word || !both_global(dest, source))
    return move_words<Narrow, Way>(dest, source, bytes, rank, size);
  detail::walk_chunks<neighbours<Narrow>, loads_in_flight, uint4>(
      cut.head, bytes, rank, size, hinted_memory<Way>{dest, source, load_policy, store_policy});
  if ((cut.head | cut.tail) != 0) move_edges<Narrow, Way>(dest, source, bytes, rank, size);
}

}  // namespace ark::device::copying
#endif
