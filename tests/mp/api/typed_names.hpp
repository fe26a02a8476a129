// The typed OpenSHMEM names as tables, one structure per type: a name whose parameters are not of
// its type does not compile, and one that moves the wrong amount is found by the tests that go
// through the tables.
#pragma once

#include <gtest/gtest.h>

#include <ark/ark.hpp>
#include <cstddef>
#include <cstdint>

namespace ark_mp {

template <class T>
struct signatures {
  using type = T;
  using move = void (*)(T*, const T*, std::size_t, int);
  using strided = void (*)(T*, const T*, std::ptrdiff_t, std::ptrdiff_t, std::size_t, int);
  using store = void (*)(T*, T, int);
  using load = T (*)(const T*, int);
  using put_signal = void (*)(T*, const T*, std::size_t, std::uint64_t*, std::uint64_t, int, int);
  using broadcast_form = int (*)(ark_team_t, T*, const T*, std::size_t, int);
  using collective = int (*)(ark_team_t, T*, const T*, std::size_t);
  using strided_collective = int (*)(ark_team_t, T*, const T*, std::ptrdiff_t, std::ptrdiff_t,
                                     std::size_t);
  using update = T (*)(T*, T, int);
  using touch = T (*)(T*, int);
  using touch_post = void (*)(T*, int);
  using swap_if = T (*)(T*, T, T, int);
  using load_nbi = void (*)(T*, const T*, int);
  using touch_nbi = void (*)(T*, T*, int);
  using update_nbi = void (*)(T*, T*, T, int);
  using swap_if_nbi = void (*)(T*, T*, T, T, int);
};

/// Order of the forms in the tables of movers: thread, warp, block; then the same with nbi.
enum class form_scope { thread, warp, block };
constexpr form_scope scope_of(int form) { return static_cast<form_scope>(form % 3); }
inline constexpr int mover_forms = 6;
inline constexpr int collective_forms = 3;

// clang-format off
#if ARK_CUDA  // a GPU has no long double
#define ARK_TEST_LONG_DOUBLE(apply)
#else
#define ARK_TEST_LONG_DOUBLE(apply) apply(longdouble, long double)
#endif

// The names come out of one generator, and each calls a template: one type of each width and kind shows what all do. The long
// form goes through all of them, but for a GPU, where nvcc would take minutes for them.
#define ARK_TEST_FEW_TYPES (ARK_CUDA || !ARK_TEST_LONG)

/// apply(name, type) for each type of OpenSHMEM's RMA and reductions.
#if ARK_TEST_FEW_TYPES
#define ARK_TEST_RMA_TYPES(apply)                                                      \
  ARK_TEST_LONG_DOUBLE(apply) apply(double, double) apply(uchar, unsigned char)        \
  apply(short, short) apply(int, int) apply(uint64, std::uint64_t)
#else
#define ARK_TEST_RMA_TYPES(apply) ARK_TEST_LONG_DOUBLE(apply) ARK_RMA_TYPES(apply)
#endif
// clang-format on

/// GoogleTest's list of `Tables`; `None` stands in front of the first comma of an expanded list.
template <class None, class... Tables>
struct listed_types {
  using type = testing::Types<Tables...>;
};

#define ARK_TEST_SCOPES(name, verb) \
  ark_##name##_##verb, ark_##name##_##verb##_warp, ark_##name##_##verb##_block
#define ARK_TEST_FORMS(name, verb) ARK_TEST_SCOPES(name, verb), ARK_TEST_SCOPES(name, verb##_nbi)

#define ARK_TEST_RMA_NAMES(name, c_type)                                                          \
  struct name##_names : signatures<c_type> {                                                      \
    static constexpr move puts[] = {ARK_TEST_FORMS(name, put)};                                   \
    static constexpr move gets[] = {ARK_TEST_FORMS(name, get)};                                   \
    static constexpr strided iput = ark_##name##_iput, iget = ark_##name##_iget;                  \
    static constexpr store p = ark_##name##_p;                                                    \
    static constexpr load g = ark_##name##_g;                                                     \
    static constexpr put_signal put_signals[] = {ARK_TEST_FORMS(name, put_signal)};               \
    static constexpr broadcast_form broadcasts[] = {ARK_TEST_SCOPES(name, broadcast)};            \
    static constexpr collective fcollects[] = {ARK_TEST_SCOPES(name, fcollect)};                  \
    static constexpr collective alltoalls[] = {ARK_TEST_SCOPES(name, alltoall)};                  \
    static constexpr collective sums[] = {ARK_TEST_SCOPES(name, sum_reduce)};                     \
    static constexpr collective mins[] = {ARK_TEST_SCOPES(name, min_reduce)};                     \
    static constexpr collective maxs[] = {ARK_TEST_SCOPES(name, max_reduce)};                     \
    static constexpr collective prods[] = {ARK_TEST_SCOPES(name, prod_reduce)};                   \
    static constexpr collective collects[] = {ARK_TEST_SCOPES(name, collect)};                    \
    static constexpr strided_collective strided_alltoalls[] = {ARK_TEST_SCOPES(name, alltoalls)}; \
    static constexpr collective inscans[] = {ARK_TEST_SCOPES(name, sum_inscan)};                  \
    static constexpr collective exscans[] = {ARK_TEST_SCOPES(name, sum_exscan)};                  \
  };

ARK_TEST_RMA_TYPES(ARK_TEST_RMA_NAMES)

#define ARK_TEST_LISTED(name, c_type) , name##_names
using rma_types = listed_types<void ARK_TEST_RMA_TYPES(ARK_TEST_LISTED)>::type;
#undef ARK_TEST_LISTED

#define ARK_TEST_EXTENDED_AMOS(name)                                   \
  static constexpr load fetch = ark_##name##_atomic_fetch;             \
  static constexpr store set = ark_##name##_atomic_set;                \
  static constexpr update swap = ark_##name##_atomic_swap;             \
  static constexpr load_nbi fetch_nbi = ark_##name##_atomic_fetch_nbi; \
  static constexpr update_nbi swap_nbi = ark_##name##_atomic_swap_nbi

#define ARK_TEST_STANDARD_AMOS(name)                                                    \
  ARK_TEST_EXTENDED_AMOS(name);                                                         \
  static constexpr swap_if compare_swap = ark_##name##_atomic_compare_swap;             \
  static constexpr swap_if_nbi compare_swap_nbi = ark_##name##_atomic_compare_swap_nbi; \
  static constexpr touch_post inc = ark_##name##_atomic_inc;                            \
  static constexpr touch fetch_inc = ark_##name##_atomic_fetch_inc;                     \
  static constexpr touch_nbi fetch_inc_nbi = ark_##name##_atomic_fetch_inc_nbi;         \
  static constexpr store add = ark_##name##_atomic_add;                                 \
  static constexpr update fetch_add = ark_##name##_atomic_fetch_add;                    \
  static constexpr update_nbi fetch_add_nbi = ark_##name##_atomic_fetch_add_nbi

#define ARK_TEST_BITWISE_TABLE(name, prefix, suffix)                                       \
  {                                                                                        \
    ark_##name##_atomic_##prefix##and##suffix, ark_##name##_atomic_##prefix## or ##suffix, \
        ark_##name##_atomic_##prefix## xor ##suffix                                        \
  }

// clang-format off
#define ARK_TEST_EXTENDED_AMO_NAMES(name, c_type) \
  struct name##_extended_amos : signatures<c_type> { ARK_TEST_EXTENDED_AMOS(name); };
#define ARK_TEST_STANDARD_AMO_NAMES(name, c_type) \
  struct name##_amos : signatures<c_type> { ARK_TEST_STANDARD_AMOS(name); };
#define ARK_TEST_BITWISE_REDUCTIONS(name, c_type)                                                \
  struct name##_bitwise_reductions : signatures<c_type> {                                        \
    static constexpr collective ands[] = {ARK_TEST_SCOPES(name, and_reduce)};                    \
    static constexpr collective ors[] = {ARK_TEST_SCOPES(name, or_reduce)};                      \
    static constexpr collective xors[] = {ARK_TEST_SCOPES(name, xor_reduce)};                    \
  };
#define ARK_TEST_BITWISE_AMO_NAMES(name, c_type)                                                 \
  struct name##_bitwise : signatures<c_type> {                                                   \
    static constexpr store posts[] = ARK_TEST_BITWISE_TABLE(name, , );                           \
    static constexpr update fetching[] = ARK_TEST_BITWISE_TABLE(name, fetch_, );                 \
    static constexpr update_nbi deferred[] = ARK_TEST_BITWISE_TABLE(name, fetch_, _nbi);         \
  };

/// apply(name, type) for each type of all atomics, and of the bitwise ones.
#if ARK_TEST_FEW_TYPES
#define ARK_TEST_AMO_TYPES(apply) apply(int, int) apply(uint64, std::uint64_t)
#define ARK_TEST_BITWISE_TYPES(apply) apply(int32, std::int32_t) apply(uint64, std::uint64_t)
#else
#define ARK_TEST_BITWISE_TYPES ARK_BITWISE_TYPES
#define ARK_TEST_AMO_TYPES ARK_AMO_TYPES
#endif
// clang-format on

ARK_TEST_EXTENDED_AMO_NAMES(float, float)
ARK_TEST_EXTENDED_AMO_NAMES(double, double)
ARK_TEST_AMO_TYPES(ARK_TEST_STANDARD_AMO_NAMES)
ARK_TEST_BITWISE_TYPES(ARK_TEST_BITWISE_AMO_NAMES)

#define ARK_TEST_LISTED(name, c_type) , name##_amos
using standard_amo_types = listed_types<void ARK_TEST_AMO_TYPES(ARK_TEST_LISTED)>::type;
using extended_amo_types =
    listed_types<void, float_extended_amos,
                 double_extended_amos ARK_TEST_AMO_TYPES(ARK_TEST_LISTED)>::type;
#undef ARK_TEST_LISTED
#define ARK_TEST_LISTED(name, c_type) , name##_bitwise
using bitwise_amo_types = listed_types<void ARK_TEST_BITWISE_TYPES(ARK_TEST_LISTED)>::type;
#undef ARK_TEST_LISTED

/// The types of bitwise reductions.
#if ARK_TEST_FEW_TYPES
#define ARK_TEST_BITS_TYPES(apply) \
  apply(uchar, unsigned char) apply(int32, std::int32_t) apply(uint64, std::uint64_t)
#else
#define ARK_TEST_BITS_TYPES ARK_REDUCE_BITWISE_TYPES
#endif
ARK_TEST_BITS_TYPES(ARK_TEST_BITWISE_REDUCTIONS)

#define ARK_TEST_LISTED(name, c_type) , name##_bitwise_reductions
using bitwise_reduction_types = listed_types<void ARK_TEST_BITS_TYPES(ARK_TEST_LISTED)>::type;
#undef ARK_TEST_LISTED

}  // namespace ark_mp
