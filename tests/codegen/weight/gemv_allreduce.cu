#include <ark/fused/gemv_allreduce.hpp>

extern "C" __global__ void __launch_bounds__(1024)
    gemv_allreduce(ark::fused::fused_gemv_call call) {
  ark::fused::run_gemv_allreduce(call);
}
