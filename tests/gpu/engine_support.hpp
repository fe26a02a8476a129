// Whether kernels of this program can have an engine of their own.
#pragma once

#include "pes.hpp"

namespace ark_gpu {

ARK_GLOBAL static void enter_and_leave(unsigned engine_blocks) {
  const ark::engine_scope engine(engine_blocks);
}

/// Empty if a launch with engine blocks works, else what the kernel said. Asked once.
inline const std::string& why_no_engine() {
  static const std::string reason = [] {
    std::string found;
    run_pes(1, {{"ARK_LOG", "error"}}, [&](const pe& self) {
      self.run({1, 32, 1}, enter_and_leave, 1u);
      const ark::failure_record record = ark::last_failure();
      if (record.code == ark::errc::unsupported) found = ark::failure_text(record);
      if (record.code != ark::errc::unsupported) expect_no_failure();
    });
    return found;
  }();
  return reason;
}

}  // namespace ark_gpu
