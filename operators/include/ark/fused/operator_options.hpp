// The options common to all fused operators.
#pragma once

#include <ark/errc.hpp>
#include <ark/fused/slice_size.hpp>
#include <ark/simt.hpp>
#include <cstddef>
#include <string>

namespace ark::fused {

/// Equal on every PE, except `blocks`.
struct operator_options {
  /// Rows that are sent at once. 0: the operator decides, by slice_rows_by_rule with `link` where
  /// rows are sent (docs/fused.md, Slices).
  std::size_t slice_rows = 0;
  link_cost link;
  bool remote_first = true;               ///< see tile_order
  bool zero_copy = true;                  ///< store directly into the memory of PEs that are mapped
  unsigned blocks = ARK_CUDA ? 128 : 2;   ///< all resident at once
  unsigned threads = ARK_CUDA ? 256 : 1;  ///< of a block. On a CPU they share a core

  /// Rows of a slice of a destination with `rows` rows of `row_bytes`: 1 to `rows`.
  [[nodiscard]] unsigned slice_of(std::size_t row_bytes, unsigned rows) const {
    const std::size_t wanted =
        slice_rows != 0 ? slice_rows : slice_rows_by_rule(row_bytes, rows, link);
    return wanted < rows ? static_cast<unsigned>(wanted) : rows;
  }
};

/// Throws invalid_argument: "`name`: `what`".
[[noreturn]] inline void refuse_argument(const char* name, const std::string& what) {
  throw error(errc::invalid_argument, std::string(name) + ": " + what);
}

/// Throws invalid_argument unless the options are accepted.
inline void check_options(const char* name, const operator_options& options) {
  if (options.blocks == 0 || options.threads == 0 || options.threads > 1024) {
    refuse_argument(name, "blocks " + std::to_string(options.blocks) + ", threads " +
                              std::to_string(options.threads) +
                              "; accepted: 1 or more blocks, 1 to 1024 threads");
  }
  if (!(options.link.bytes_per_us > 0) || !(options.link.request_us >= 0)) {
    refuse_argument(name, "link: " + std::to_string(options.link.bytes_per_us) + " bytes per us, " +
                              std::to_string(options.link.request_us) +
                              " us; accepted: more than 0, and 0 or more");
  }
}

}  // namespace ark::fused
