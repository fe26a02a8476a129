// The JSON of a job, for people. The exported functions are for ark_info only.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <string>
#include <vector>

namespace ark {

/// Which parts of the text.
struct info_parts {
  bool build = true, environment = true, hardware = true, job = true, routes = true;
};

/// `job` is job_document's. What is the same on several PEs stands there once, with their numbers.
[[nodiscard]] ARK_API std::string info_to_text(const std::string& job,
                                               const info_parts& parts = {});

/// A variable that ark does not know.
struct unknown_name {
  std::string name, advice;
};

/// Of the first PE in job_document's that has any.
[[nodiscard]] ARK_API std::vector<unknown_name> unknown_names(const std::string& job);

/// "PE 3", "PE 1-7", "PE 0,2,5-6". Ascending numbers.
[[nodiscard]] std::string pe_list(const std::vector<int>& pes);

}  // namespace ark
