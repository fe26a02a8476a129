#include <ark/fused/embedding_alltoall.hpp>

extern "C" __global__ void __launch_bounds__(1024)
    embedding_alltoall(ark::fused::fused_embedding_call<std::int64_t> call) {
  ark::fused::run_embedding_alltoall<4>(call);
}
