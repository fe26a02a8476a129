#include "report.hpp"

namespace ark_probe {

record report::begin(std::string_view kind) const {
  record line;
  line.text("record", kind).text("probe", probe_);
  return line;
}

void report::write(const record& line) {
  const std::string text = line.json() + '\n';
  const std::lock_guard lock(mutex_);
  std::fwrite(text.data(), 1, text.size(), out_);
  std::fflush(out_);
}

}  // namespace ark_probe
