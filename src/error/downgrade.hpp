// Downgrades: requested features that are unavailable. Logged once, kept for ark_info, or refused
// (ARK_STRICT).
#pragma once

#include <mutex>
#include <string>
#include <vector>

namespace ark {

/// One request that was not honoured as it was made.
struct downgrade_record {
  std::string feature;  ///< what it is about: a variable or a call
  std::string wanted;
  std::string got;
  std::string why;
  std::string change;  ///< what would give what was wanted

  bool operator==(const downgrade_record&) const = default;
};

/// "ARK_CPU_WORKERS: 4 wanted, 1 used: random and pct take one worker; set ARK_SCHED=fifo"
[[nodiscard]] std::string downgrade_text(const downgrade_record& record);

/// The downgrades of one start of ark. Shared by the PEs that one call starts in one process, so
/// that what holds for all of them is said once. Any thread.
class downgrade_log {
 public:
  explicit downgrade_log(bool strict = false) : strict_(strict) {}

  /// The one way to give less than was asked for. Strict: throws ark::error{unsupported} with the
  /// text. Else: logs one warning and keeps the record; the same record again does nothing.
  void downgrade(const std::string& feature, const std::string& wanted, const std::string& got,
                 const std::string& why, const std::string& how_to_change);

  [[nodiscard]] bool strict() const noexcept { return strict_; }
  [[nodiscard]] std::vector<downgrade_record> records() const;

 private:
  bool strict_;
  mutable std::mutex mutex_;
  std::vector<downgrade_record> records_;
};

}  // namespace ark
