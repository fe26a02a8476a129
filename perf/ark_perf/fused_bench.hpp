// The fused operators and their rivals as ways to run one operator on the same data. Kernels: its
// sources are compiled for the executor and for a GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "fused_sizes.hpp"
#include "own_stream.hpp"

namespace ark_perf {

enum class fused_way {
  compute,     ///< the computation alone
  collective,  ///< the collective alone
  shuffle,     ///< the kernel that brings its result into the layout of the consumer, alone
  launch,      ///< a kernel that does nothing, with the grid of the others
  unfused,     ///< all of them, on one stream
  fused,
  order_off,      ///< fused; every PE begins with PE 0
  one_slice,      ///< fused; a destination's data is one slice
  zero_copy_off,  ///< fused; nothing is stored directly into another PE's memory
};
inline constexpr fused_way fused_ways[] = {
    fused_way::compute,   fused_way::collective, fused_way::shuffle,
    fused_way::launch,    fused_way::unfused,    fused_way::fused,
    fused_way::order_off, fused_way::one_slice,  fused_way::zero_copy_off};
const char* name_of(fused_way way);

/// The grid of the kernels: blocks, and threads of a block.
struct fused_grid {
  unsigned blocks, threads;
};
/// Where none is asked for: on a GPU that of the operators, as one thread would take seconds for a
/// call.
fused_grid default_fused_grid();

/// One operator. Host threads, one per PE; all members but bytes_sent are collective.
class fused_bench {
 public:
  explicit fused_bench(const fused_grid& grid) : grid_(grid) {}
  virtual ~fused_bench() = default;
  [[nodiscard]] virtual bool has(fused_way way) const = 0;
  /// Queue it once on the PE's own stream: on a GPU the PEs of a process share the default one, and
  /// would wait behind one another's kernels.
  void launch(fused_way way);
  /// Elements of the fused ways' results that differ from the unfused result. Runs each of them.
  virtual std::uint64_t wrong_elements() = 0;
  /// By this PE to the others.
  [[nodiscard]] virtual std::size_t bytes_sent() const = 0;

 protected:
  /// The same, of a way that is the operator's own.
  virtual void launch_own(fused_way way) = 0;
  own_stream stream_;

 private:
  fused_grid grid_;
};

/// Throw ark::error, as the operators do.
std::unique_ptr<fused_bench> make_embedding_bench(const fused_sizes& sizes, const fused_grid& grid);
std::unique_ptr<fused_bench> make_gemv_bench(const fused_sizes& sizes, const fused_grid& grid);
std::unique_ptr<fused_bench> make_gemm_bench(const fused_sizes& sizes, const fused_grid& grid);

}  // namespace ark_perf
