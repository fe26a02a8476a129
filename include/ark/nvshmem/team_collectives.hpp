// The collectives by scope under NVSHMEM's teams, the operators of reductions, and reducescatter,
// which <ark/collective.hpp> does not have.
#pragma once

#include <ark/nvshmem/teams.hpp>
#include <cstring>
#include <type_traits>

namespace ark::nvshmem {

// --- Operators. Integers wrap, as unsigned arithmetic does.

using sum_of = device::collective::sum_op;
using min_of = device::collective::min_op;
using max_of = device::collective::max_op;

struct prod_of {
  template <class T>
  ARK_HOST_DEVICE T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) {
      // At least as wide as unsigned: the product of two unsigned short would be an int.
      using wide = std::make_unsigned_t<decltype(a + b)>;
      return static_cast<T>(static_cast<wide>(a) * static_cast<wide>(b));
    } else {
      return a * b;
    }
  }
};
struct and_of {
  template <class T>
  ARK_HOST_DEVICE T operator()(T a, T b) const {
    return static_cast<T>(a & b);
  }
};
struct or_of {
  template <class T>
  ARK_HOST_DEVICE T operator()(T a, T b) const {
    return static_cast<T>(a | b);
  }
};
struct xor_of {
  template <class T>
  ARK_HOST_DEVICE T operator()(T a, T b) const {
    return static_cast<T>(a ^ b);
  }
};

// --- Collectives

template <class Scope>
ARK_HOST_DEVICE errc sync(nvshmem_team_t team) {
  const errc code = detail::check_team(team_of_ark(team));
  return code == errc::ok ? detail::sync_all<Scope>() : code;
}
template <class Scope>
ARK_HOST_DEVICE errc barrier(nvshmem_team_t team) {
  const errc code = detail::check_team(team_of_ark(team));
  return code == errc::ok ? detail::barrier_all<Scope>() : code;
}
template <class Scope, class T>
ARK_HOST_DEVICE int broadcast(nvshmem_team_t team, T* dest, const T* source, std::size_t count,
                              int root) {
  return static_cast<int>(ark::broadcast<Scope>(team_of_ark(team), dest, source, count, root));
}
template <class Scope, class T>
ARK_HOST_DEVICE int fcollect(nvshmem_team_t team, T* dest, const T* source, std::size_t count) {
  return static_cast<int>(ark::fcollect<Scope>(team_of_ark(team), dest, source, count));
}
template <class Scope, class T>
ARK_HOST_DEVICE int alltoall(nvshmem_team_t team, T* dest, const T* source, std::size_t count) {
  return static_cast<int>(ark::alltoall<Scope>(team_of_ark(team), dest, source, count));
}
template <class Scope, class T, class Op>
ARK_HOST_DEVICE int reduce(nvshmem_team_t team, T* dest, const T* source, std::size_t count,
                           Op op) {
  return static_cast<int>(ark::reduce<Scope>(team_of_ark(team), dest, source, count, op));
}

/// Fold the elements [first, first + count) of all sources into dest[0, count) of the calling PE,
/// in the order of the team. The threads of the scope take turns by tiles.
template <class Scope, class T, class Op>
ARK_HOST_DEVICE errc fold_block(nvshmem_team_t team, T* dest, const T* source, std::size_t first,
                                std::size_t count, Op op) {
  constexpr std::size_t tile = 256 / sizeof(T);
  ark::detail::device_state& state = device::context();
  for (std::size_t at = Scope::rank() * tile; at < count; at += Scope::size() * tile) {
    const std::size_t n = count - at < tile ? count - at : tile;
    T sum[tile], next[tile];
    for (int member = 0; member < nvshmem_team_n_pes(team); ++member) {
      T* into = member == 0 ? sum : next;
      const errc code = device::collective::get_to_stack(state, into, source + first + at,
                                                         n * sizeof(T), world_pe(team, member));
      if (code != errc::ok) return code;
      for (std::size_t i = 0; member > 0 && i < n; ++i) sum[i] = op(sum[i], next[i]);
    }
    std::memcpy(dest + at, sum, n * sizeof(T));
  }
  return errc::ok;
}

/// Reduce element by element over the team, and leave block i of the result on member i. The
/// result of an element is bitwise the same as that of reduce.
///
/// Callable: as <ark/collective.hpp>. source: symmetric, `count` elements for each member. dest:
///   `count` elements, not part of source.
/// Completion: dest of the calling PE is complete, and its source may be reused.
template <class Scope, class T, class Op>
ARK_HOST_DEVICE errc reducescatter(nvshmem_team_t team, T* dest, const T* source, std::size_t count,
                                   Op op) {
  errc code = sync<Scope>(team);
  if (Scope::any(code != errc::ok)) return code != errc::ok ? code : status();
  const auto mine = static_cast<std::size_t>(nvshmem_team_my_pe(team));
  code = fold_block<Scope>(team, dest, source, mine * count, count, op);
  if (Scope::any(code != errc::ok)) return code != errc::ok ? code : status();
  return sync<Scope>(team);
}

}  // namespace ark::nvshmem
