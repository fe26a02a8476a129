// The sizes of the operators that ark_perf runs fused and unfused.
#pragma once

namespace ark_perf {

struct fused_sizes {
  unsigned tables = 16, batch = 1024, dim = 64;
  unsigned pooling = 20;    ///< indices of a bag
  unsigned table_rows = 0;  ///< of a table (0: 20000), or of the GEMV's matrix (0: 4096)
  unsigned columns = 1024;  ///< of each PE, of the GEMV's matrix
  unsigned slice_rows = 0;  ///< 0: by the library's rule
  unsigned seed = 1;
};

}  // namespace ark_perf
