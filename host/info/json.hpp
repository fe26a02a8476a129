// The facts as JSON: what ark_info --json prints and what the text is made of.
#pragma once

#include <string>
#include <vector>

#include "info/facts.hpp"

namespace ark {

/// Version of the JSON's form: a key that goes or changes its meaning raises it.
inline constexpr int info_schema = 1;

/// Everything of one PE, on lines of its own or on one. Peers with the same routes are one entry of
/// "routes".
[[nodiscard]] std::string info_document(const pe_facts& facts);
[[nodiscard]] std::string info_line(const pe_facts& facts);

/// The documents of all PEs, in their order, as one.
[[nodiscard]] std::string job_document(const std::vector<std::string>& documents);

}  // namespace ark
