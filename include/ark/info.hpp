// What ark runs on, how each PE is reached, and what of that was asked for and not given.
#pragma once

#include <ark/detail/portability.hpp>
#include <string>

namespace ark {

/// The calling thread's PE for people: build, environment with the source of each value, hardware,
/// runtime, and for each peer and feature the chosen route and the rejected ones with their
/// reasons. Lines may change between versions; programs read info_json().
///
/// Callable: host, between init and finalize. Not collective.
/// Errors: throws not_initialized.
[[nodiscard]] ARK_API std::string info_text();

/// The same as one JSON object. Its form, "schema" 1, is docs/ark_info.md's; keys may be added to
/// it.
///
/// Callable, Errors: as info_text().
[[nodiscard]] ARK_API std::string info_json();

/// Both for the whole job, the same on every PE: {"schema", "n_pes", "pes": [info_json() of each]},
/// or the text in which PEs that are alike stand together.
///
/// Callable: host, collective, one thread per PE, between init and finalize.
/// Errors: throws not_initialized; timeout if a PE does not come.
[[nodiscard]] ARK_API std::string job_info_text();
[[nodiscard]] ARK_API std::string job_info_json();

}  // namespace ark
