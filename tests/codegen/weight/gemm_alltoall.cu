#include <ark/fused/gemm_alltoall.hpp>

extern "C" __global__ void __launch_bounds__(1024) gemm_alltoall(ark::fused::fused_gemm_call call) {
  ark::fused::run_gemm_alltoall(call);
}
