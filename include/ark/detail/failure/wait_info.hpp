// The description of a wait. It lives on the waiter's stack during the wait; dumps read it, and
// failure records hold a copy.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <ark/errc.hpp>
#include <cstdint>

namespace ark::detail {

/// The operation that a record or a dump names. Kept in step with op_kind_name().
enum class op_kind : std::uint8_t {
  none,
  put,
  get,
  amo,
  signal,
  wait_until,
  signal_wait_until,
  fence,
  quiet,
  ring_push,
  barrier,
  collective,
  kernel,  ///< a predicate or a spin loop of the user's own kernel
  stream_sync,
  bootstrap,
  allocation,
  liveness,  ///< the liveness check of the PEs
  plan,      ///< a prepared transfer
  put_add,
  lock,
  gather,
  scatter,
};

/// Comparison of a wait, numbered as OpenSHMEM's CMP constants are in ark.hpp.
enum class cmp_kind : std::uint8_t { eq, ne, gt, ge, lt, le };

/// The waiter writes it before it waits, and the scheduler reads it during the wait. One waiter.
struct wait_info {
  op_kind op = op_kind::none;
  cmp_kind cmp = cmp_kind::eq;
  std::uint8_t value_bytes = 8;   ///< width of the word at `address`
  std::int32_t pe = -1;           ///< the PE waited for, -1 if not one PE
  const void* address = nullptr;  ///< the word waited on, or null
  std::uint64_t expected = 0;     ///< compared with the word by `cmp`
  std::uint64_t seen = 0;         ///< last value of the word, set by the predicate
  const std::uint32_t* status =
      nullptr;                   ///< the PE's sticky status: non-zero ends the wait with that code
  std::uint64_t timeout_ns = 0;  ///< 0: the executor's own limit
  const std::uint64_t* finalizing =
      nullptr;  ///< not 0 once `pe` is in finalize and will do nothing that ends this wait
};

/// Result of a wait for a word, and the word's last value.
struct word_seen {
  std::uint64_t value;
  errc code;
};

/// A wait's condition. Runs on a scheduler's stack: it must not wait, yield, allocate or throw.
using predicate = bool (*)(void* argument);

ARK_API const char* op_kind_name(op_kind op) noexcept;
ARK_API const char* cmp_kind_name(cmp_kind cmp) noexcept;

}  // namespace ark::detail
