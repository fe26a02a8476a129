// The state of checked mode (ARK_CHECK=1) of a PE. docs/checked-mode.md.
#pragma once

#include <cstdint>

namespace ark::detail {

/// One per PE in checked mode; device_state::checks points to it, and is null if checks are off.
/// All lanes and host threads of the PE share the signal words. A barrier, a sync, ark_free and
/// ark_realloc empty the table. The sequence belongs to the one caller of a collective.
struct check_state {
  static constexpr unsigned capacity = 128;
  std::uint64_t signal_words[capacity] = {};  ///< dense; the first 0 ends it. Relaxed atomics
  std::uint64_t collective_sequence = 0;
};

/// Offset of an argument that a call does not use.
inline constexpr std::uint64_t any_offset = ~std::uint64_t{0};

/// The record that a PE sends to PE 0 before it runs a collective.
struct collective_record {
  std::uint64_t kind = 0;  ///< device::collective_kind
  std::uint64_t count = 0;
  std::uint64_t element_bytes = 0;
  std::uint64_t root = 0;
  std::uint64_t dest = any_offset;    ///< symmetric offset
  std::uint64_t source = any_offset;  ///< symmetric offset
  std::uint64_t sequence = 0;
  std::uint64_t refused = 0;  ///< 1: this PE's own check has refused the call
};

/// PE 0's answer: run the collective, or two calls that do not match.
struct collective_verdict {
  std::uint64_t differs = 0;
  std::uint64_t pe = 0;          ///< the PE of the record `other`
  collective_record first = {};  ///< PE 0's record
  collective_record other = {};
};

/// The layout of these words in every PE's heap, at workspace_layout::checks. The same on every PE.
struct check_workspace {
  collective_verdict verdict;
  std::uint64_t verdict_sequence;
  collective_verdict outgoing;        ///< being sent by this PE
  collective_record outgoing_record;  ///< being sent by this PE
  // Followed by words that PE 0 uses: collective_record[n_pes], and their sequence numbers,
  // uint64[n_pes].
};

}  // namespace ark::detail
