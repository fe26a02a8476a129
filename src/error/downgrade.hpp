// Downgrades: requested features that are unavailable. Logged once and kept for ark_info; with
// ARK_STRICT an error.
#pragma once

#include <mutex>
#include <string>
#include <vector>

namespace ark {

/// A request that was granted in part.
struct downgrade_record {
  std::string feature;  ///< the variable or call concerned
  std::string wanted;
  std::string got;
  std::string why;
  std::string change;  ///< advice: what would grant the whole request

  bool operator==(const downgrade_record&) const = default;
};

/// Text of a record, e.g. "ARK_CPU_WORKERS: 4 wanted, 1 used: random and pct take one worker; set
/// ARK_SCHED=fifo".
[[nodiscard]] std::string downgrade_text(const downgrade_record& record);

/// The downgrades of one start of ark. Shared by the PEs that one call starts in one process, so
/// that a downgrade common to all of them is logged once. Any thread.
class downgrade_log {
 public:
  explicit downgrade_log(bool strict = false) : strict_(strict) {}

  /// Every downgrade is reported here. Strict: throws ark::error{unsupported} with the text.
  /// Otherwise logs one warning and keeps the record; an equal record has no further effect.
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
