// Reports: the environment of ark, the route to each PE, and requested features not in effect.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <string>

namespace ark {

/// Report on the calling thread's PE as text: build, environment with the source of each value,
/// hardware, runtime, and for each peer and feature the chosen route and the rejected routes with
/// their reasons. The lines may change between versions; programs use info_json().
///
/// Callable: host, between init and finalize. Not collective.
/// Errors: throws not_initialized.
[[nodiscard]] ARK_API std::string info_text();

/// The report of info_text() as one JSON object. docs/ark_info.md defines its form, "schema" 1;
/// keys may be added.
///
/// Callable, Errors: as info_text().
[[nodiscard]] ARK_API std::string info_json();

/// Both reports for the whole job, with the same result on every PE. JSON: {"schema", "n_pes",
/// "pes": [info_json() of each]}. Text: PEs with the same content share one section.
///
/// Callable: host, collective, one thread per PE, between init and finalize.
/// Errors: throws not_initialized; timeout if a PE does not call.
[[nodiscard]] ARK_API std::string job_info_text();
[[nodiscard]] ARK_API std::string job_info_json();

}  // namespace ark
