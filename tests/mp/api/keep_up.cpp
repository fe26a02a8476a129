// Linked into programs whose tests share one start of ark.
#include "api_test.hpp"

namespace ark_mp {
namespace {

/// Keeps ark up between the tests of a program: their own init is a nested one then, which costs
/// nothing.
class keep_up : public testing::Environment {
 public:
  void SetUp() override { ark::init(); }
  void TearDown() override { ark::finalize(); }
};

[[maybe_unused]] const auto* const up = testing::AddGlobalTestEnvironment(new keep_up);

}  // namespace
}  // namespace ark_mp
