#include "error/downgrade.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ark/errc.hpp>

#include "error/log.hpp"

namespace ark {

std::string downgrade_text(const downgrade_record& record) {
  return fmt::format("{}: {} wanted, {}: {}; {}", record.feature, record.wanted, record.got,
                     record.why, record.change);
}

void downgrade_log::downgrade(const std::string& feature, const std::string& wanted,
                              const std::string& got, const std::string& why,
                              const std::string& how_to_change) {
  const downgrade_record record{feature, wanted, got, why, how_to_change};
  if (strict_) {
    throw error(errc::unsupported, fmt::format("ARK_STRICT=1: {}", downgrade_text(record)));
  }
  {
    const std::lock_guard lock(mutex_);
    if (std::find(records_.begin(), records_.end(), record) != records_.end()) return;
    records_.push_back(record);
  }
  logger().warn("{}", downgrade_text(record));
}

std::vector<downgrade_record> downgrade_log::records() const {
  const std::lock_guard lock(mutex_);
  return records_;
}

}  // namespace ark
