#include <ark/fused/embedding_unfused.hpp>

extern "C" __global__ void __launch_bounds__(1024)
    embedding_pool(ark::fused::embedding_call<std::int64_t> call, float* blocks) {
  ark::fused::run_embedding_pool<4>(call, blocks);
}
