// The operator of docs/fused.md, made of the parts for other operators.
#include <doubled_alltoall.hpp>
#include <vector>

#include "mp/api/api_test.hpp"

namespace ark_mp {
namespace {

class DocumentedOperator : public pe_test {};

TEST_F(DocumentedOperator, GivesEachPeItsBlocks) {
  constexpr unsigned count = 1000;
  const auto value = [](int call, int from, int to, unsigned i) {
    return static_cast<float>(((call * 8 + from) * 8 + to) * 1000) + static_cast<float>(i);
  };
  for (const unsigned slice : {1u, 100u, 300u, count}) {  // 300: the last slice has empty tiles
    doubled_alltoall op(count, slice);
    for (int call = 0; call < 3; ++call) {
      std::vector<float> in;
      for (int to = 0; to < n_; ++to) {
        for (unsigned i = 0; i < count; ++i) in.push_back(value(call, me_, to, i));
      }
      op.launch(in.data());
      ark::device_sync();
      std::size_t wrong = 0;
      for (int from = 0; from < n_; ++from) {
        for (unsigned i = 0; i < count; ++i)
          wrong +=
              op.out()[static_cast<unsigned>(from) * count + i] != 2 * value(call, from, me_, i);
      }
      EXPECT_EQ(wrong, 0u) << "slices of " << slice << ", call " << call;
    }
    ark_barrier_all();
  }
}

}  // namespace
}  // namespace ark_mp
