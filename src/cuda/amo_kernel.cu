// One atomic for the host, by the GPU, so that it is atomic with those of kernels.
#include <ark/detail/delivery.hpp>

#include "cuda/amo_request.hpp"

extern "C" __global__ void ark_amo(ark::amo_request wanted) {
  *wanted.before =
      ark::delivery::amo(wanted.op, wanted.word, wanted.bytes, wanted.operand, wanted.condition);
}
