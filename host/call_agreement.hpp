// Checks collective calls of the host that must be the same on every PE, or succeed on all or none.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "pe_core.hpp"

namespace ark {

/// One per PE, one thread at a time. After one failed exchange the PEs are out of step: the failure
/// is this PE's (op_kind::allocation), and the next exchange throws at once.
class agreement {
 public:
  explicit agreement(pe_core& core) : core_(core) {}

  /// All PEs call with the same name and numbers, or all throw asymmetric naming the PEs that
  /// differ.
  void same(const char* call, std::uint64_t first, std::uint64_t second);
  /// Throws on all PEs if one has a `problem`: there invalid_argument with its text, on the others
  /// asymmetric naming that PE.
  void success(const char* call, const std::string& problem);
  void barrier();

 private:
  void exchange(const std::function<void()>& step);

  pe_core& core_;
};

}  // namespace ark
