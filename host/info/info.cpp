// The public functions of <ark/info.hpp>.
#include <ark/info.hpp>

#include "binding.hpp"
#include "info/json.hpp"
#include "info/text.hpp"

namespace ark {

namespace {

constexpr int indent = 2;

}  // namespace

std::string info_json() { return info_to_json(bound_runtime().facts()).dump(indent); }

std::string info_text() {
  return info_to_text(info_of_job({info_to_json(bound_runtime().facts()).dump()}));
}

std::string job_info_json() { return info_of_job(bound_runtime().gather_json()).dump(indent); }

std::string job_info_text() { return info_to_text(info_of_job(bound_runtime().gather_json())); }

}  // namespace ark
