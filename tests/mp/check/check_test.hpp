// What the tests of checked mode share.
#pragma once

#include "../api/api_test.hpp"

namespace ark_mp {

/// Up with ARK_CHECK=1. A test may fail on purpose and go on: take_failure forgets.
class checked_test : public testing::Test {
 protected:
  void SetUp() override {
    ark::init({{"ARK_CHECK", "1"}, {"ARK_ON_FAILURE", "go_on"}, {"ARK_TIMEOUT", "10s"}});
    me_ = ark_my_pe();
    n_ = ark_n_pes();
  }
  void TearDown() override {
    meet();  // a PE that leaves is a failure of the others, too
    try {
      ark::finalize();
    } catch (const ark::error&) {
      EXPECT_TRUE(failed_);  // the others have failed and do not come
    }
    meet();
  }
  /// The failure so far; from now on there was none.
  ark::failure_record take_failure() {
    const ark::failure_record record = ark::last_failure();
    ark::detail::device_state& state = ark::detail::host_context();
    state.status = 0;
    state.failure_count = 0;
    ark_quiet();  // what the failed call had sent and did not wait for
    return record;
  }
  /// Stop the wake of a failure that stays.
  void leave_failed() { failed_ = true; }

  int me_ = 0;
  int n_ = 1;
  bool failed_ = false;
};

/// Wait for the kernels; their failure is what the test looks at.
inline void sync_despite_failure() {
  try {
    ark::device_sync();
  } catch (const ark::error&) {
  }
}

}  // namespace ark_mp
