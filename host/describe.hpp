// Collects the facts of a PE's parts that ark_info prints.
#pragma once

#include <string>
#include <vector>

#include "info/facts.hpp"
#include "runtime.hpp"

namespace ark {

/// Any host thread. Also while the PE starts, once its state is filled.
[[nodiscard]] route_facts describe_routes(const pe_parts& pe);
/// The calibration of ark::overlap for a job of this size. operators/overlap defines it, or
/// host/without_operators.cpp.
[[nodiscard]] overlap_facts describe_overlap(const job_layout& job);
/// All facts. Any host thread, once the PE has started, like the functions below.
[[nodiscard]] pe_facts describe(const pe_parts& pe);
/// describe() of all PEs as JSON, in their order. Collective.
[[nodiscard]] std::vector<std::string> gather_json(const pe_parts& pe);
/// Text of ark::environment_report().
[[nodiscard]] std::string environment_lines(const pe_parts& pe);

}  // namespace ark
