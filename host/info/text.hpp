// The text for people, made from the JSON of a job. The exported functions are for ark_info only.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <string>
#include <vector>

namespace ark {

/// Selects parts of the text.
struct info_parts {
  bool build = true, environment = true, hardware = true, job = true, routes = true;
};

/// `job`: the result of job_document. Text that is equal on several PEs is printed once, with their
/// numbers.
[[nodiscard]] ARK_API std::string info_to_text(const std::string& job,
                                               const info_parts& parts = {});

/// An ARK_* variable that is unknown to ark.
struct unknown_name {
  std::string name, advice;
};

/// The unknown variables of the first PE that has any.
[[nodiscard]] ARK_API std::vector<unknown_name> unknown_names(const std::string& job);

/// Text of ascending numbers: "PE 3", "PE 1-7", "PE 0,2,5-6".
[[nodiscard]] std::string pe_list(const std::vector<int>& pes);

}  // namespace ark
