// Embedding operators of all element types against a serial sum, bit by bit.
#include <ark/fused/embedding_alltoall.hpp>
#include <ark/fused/embedding_unfused.hpp>

#include "embedding_model.hpp"
#include "pes.hpp"

#if ARK_CUDA
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#else
#include <ark/cuda_for_cpu/half.hpp>
#endif

namespace ark_gpu {
namespace {

using ark::fused::embedding_options;
using ark::fused::embedding_shape;
using ark::fused::pooling;

template <class T>
class Embedding : public testing::Test {};

#if ARK_CUDA
using element_types = testing::Types<float, __half, __nv_bfloat16>;
#else
using element_types = testing::Types<__half, __nv_bfloat16>;  // of float: operators/tests/fused
#endif
TYPED_TEST_SUITE(Embedding, element_types);

struct embedding_case {
  embedding_shape shape;
  pooling mode = pooling::sum;
  bool scaled = false;
  bool zero_copy = true;
};

/// Several calls, of which each counts on from the one before.
template <class T>
void check_embedding(const embedding_case& of, unsigned seed) {
  for (const ark::settings& route : routes()) {
    on_pes(2, route, [&](const pe& self) {
      const stream queue;
      const ark_embedding::model<std::int32_t, T> m(of.shape, seed, of.scaled);
      const ark_embedding::part<std::int32_t, T> mine(m, self.me, self.n);
      embedding_options options;
      options.mode = of.mode;
      options.zero_copy = of.zero_copy;
      options.blocks = on_gpu ? 16 : 2;
      {
        ark::fused::embedding_alltoall<std::int32_t, T> fused(of.shape, mine.tables, options);
        ark::fused::embedding_unfused<std::int32_t, T> unfused(of.shape, mine.tables, options);
        const auto wrong = [&](const auto& op) {
          return wrong_elements(m, op.layout(), op.out(), of.mode, of.scaled);
        };
        for (int call = 0; call < 2; ++call) {
          fused.launch(mine.input(of.scaled), queue.get());
          fused.finish(queue.get());
          EXPECT_EQ(wrong(fused), 0u) << "seed " << seed << ", call " << call;
          unfused.launch(mine.input(of.scaled), queue.get());
        }
        unfused.finish(queue.get());
        EXPECT_EQ(wrong(unfused), 0u) << "seed " << seed;
        ark_barrier_all();
      }
    });
  }
}

TYPED_TEST(Embedding, EqualsTheSerialSum) {
  check_embedding<TypeParam>({{60, 8, 32}}, 1);
  check_embedding<TypeParam>({{37, 7, 5}}, 2);
}
TYPED_TEST(Embedding, EqualsTheSerialSumWithWeights) {
  check_embedding<TypeParam>({{60, 8, 32}, pooling::sum, true}, 3);
}
TYPED_TEST(Embedding, EqualsTheSerialMean) {
  check_embedding<TypeParam>({{60, 8, 32}, pooling::mean}, 4);
}
TYPED_TEST(Embedding, SendsRowsOfOtherPesWithoutStoringThem) {
  check_embedding<TypeParam>({{60, 8, 32}, pooling::sum, false, false}, 5);
  check_embedding<TypeParam>({{37, 7, 5}, pooling::sum, false, false}, 6);
}

}  // namespace
}  // namespace ark_gpu
