// Atomics for the host, executed by the GPU, so that they are atomic with respect to those of
// kernels.
#include <ark/detail/transfer/delivery.hpp>

#include "gpu/kernels/amo_request.hpp"

extern "C" __global__ void ark_amo(ark::amo_request wanted) {
  *wanted.before =
      ark::delivery::amo(wanted.op, wanted.word, wanted.bytes, wanted.operand, wanted.condition);
}

/// One block; each thread adds a contiguous range of whole words of 8 bytes.
extern "C" __global__ void ark_add(ark::add_request wanted) {
  const std::uint64_t share = ((wanted.bytes + blockDim.x - 1) / blockDim.x + 7) / 8 * 8;
  const std::uint64_t first = share * threadIdx.x;
  if (first >= wanted.bytes) return;
  const std::uint64_t remaining = wanted.bytes - first;
  ark::delivery::add(wanted.kind, wanted.dest + first, wanted.source + first,
                     remaining < share ? remaining : share);
}
