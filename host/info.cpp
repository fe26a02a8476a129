// The public functions of <ark/info.hpp>.
#include <ark/info.hpp>

#include "binding.hpp"
#include "info/json.hpp"
#include "info/text.hpp"

namespace ark {

std::string info_json() { return info_document(bound_runtime("ark::info_json").facts()); }

std::string info_text() {
  return info_to_text(job_document({info_line(bound_runtime("ark::info_text").facts())}));
}

std::string job_info_json() {
  return job_document(bound_runtime("ark::job_info_json").gather_json());
}

std::string job_info_text() { return info_to_text(job_info_json()); }

}  // namespace ark
