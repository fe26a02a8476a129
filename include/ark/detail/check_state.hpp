// What checked mode (ARK_CHECK=1) remembers about a PE. docs/checked-mode.md.
#pragma once

#include <cstdint>

namespace ark::detail {

/// One per PE that checks; device_state::checks points to it, and is null where checks are off.
/// The signal words are shared by all lanes and host threads of the PE and only grow between two
/// calls of ark_free or ark_realloc; the sequence belongs to the one caller of a collective.
struct check_state {
  static constexpr unsigned capacity = 128;
  std::uint64_t signal_words[capacity] = {};  ///< dense; 0 ends it. Relaxed atomics
  std::uint64_t collective_sequence = 0;
};

/// What a PE tells PE 0 about the collective it is about to run.
struct collective_record {
  std::uint64_t kind = 0;  ///< device::collective_kind
  std::uint64_t count = 0;
  std::uint64_t element_bytes = 0;
  std::uint64_t root = 0;
  std::uint64_t dest = 0;    ///< symmetric offset
  std::uint64_t source = 0;  ///< symmetric offset
  std::uint64_t sequence = 0;
  std::uint64_t refused = 0;  ///< 1: this PE's own check has refused the call
};

/// What PE 0 answers: go on, or which two calls do not fit.
struct collective_verdict {
  std::uint64_t differs = 0;
  std::uint64_t pe = 0;          ///< whose record `other` is
  collective_record first = {};  ///< PE 0's
  collective_record other = {};
};

/// Where they lie in every PE's heap, behind workspace_layout::checks. The same on every PE.
struct check_workspace {
  collective_verdict verdict;
  std::uint64_t verdict_sequence;
  collective_verdict outgoing;        ///< being sent by this PE
  collective_record outgoing_record;  ///< being sent by this PE
  // Then, used on PE 0: collective_record[n_pes], and uint64[n_pes], their sequence numbers.
};

}  // namespace ark::detail
