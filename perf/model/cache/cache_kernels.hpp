// Kernels of machine intelligence as generators of their memory accesses.
#pragma once

#include <string_view>
#include <vector>

#include "gpu_simulator.hpp"

namespace ark::cache_model {

/// How a kernel takes caching, on the GPU of gpu_shape's defaults. reuse: uncached it takes 3 %
/// longer than with the better of the policies read and read-write. throughput: not that, and with
/// read-write it takes 3 % longer than uncached.
enum class kernel_class { insensitive, reuse, throughput };

struct kernel {
  std::string_view name, shape;
  kernel_class is;
  launch work;
};

/// In the order of the tables.
const std::vector<kernel>& all_kernels();

std::string_view name_of(kernel_class is);

}  // namespace ark::cache_model
