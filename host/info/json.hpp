// The facts as JSON: printed by ark_info --json, and the source of its text.
#pragma once

#include <string>
#include <vector>

#include "info/facts.hpp"

namespace ark {

/// Version of the JSON's form: increased when a key is removed or changes its meaning.
inline constexpr int info_schema = 1;

/// All facts of one PE, on several lines or on one. Peers with the same routes share an entry of
/// "routes".
[[nodiscard]] std::string info_document(const pe_facts& facts);
[[nodiscard]] std::string info_line(const pe_facts& facts);

/// The documents of all PEs, in their order, combined.
[[nodiscard]] std::string job_document(const std::vector<std::string>& documents);

}  // namespace ark
