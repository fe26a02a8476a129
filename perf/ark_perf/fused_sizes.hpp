// The sizes of the operators that ark_perf runs fused and unfused.
#pragma once

#include <string_view>

namespace ark_perf {

/// Of embedding tables and their results.
enum class element_kind { of_float, of_half };
const char* name_of(element_kind element);

struct fused_sizes {
  element_kind element = element_kind::of_float;
  unsigned tables = 16, batch = 1024, dim = 64;
  unsigned pooling = 20;    ///< indices of a bag
  unsigned table_rows = 0;  ///< of a table, of the GEMV's matrix, or of a GEMM for each PE; 0: as
                            ///< rows_of() says
  unsigned columns = 1024;  ///< of each PE, of the GEMV's matrix; of the GEMM's product
  unsigned inner = 128;     ///< columns of the GEMM's first matrix
  unsigned slice_rows = 0;  ///< 0: by the library's rule
  unsigned seed = 1;

  [[nodiscard]] unsigned rows_of(std::string_view test) const {
    if (table_rows != 0) return table_rows;
    return test == "fused_embedding" ? 20000u : test == "fused_gemv" ? 4096u : 128u;
  }
};

}  // namespace ark_perf
