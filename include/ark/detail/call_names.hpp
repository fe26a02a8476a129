// The names in messages: those of the interface that the program calls. Host only.
#pragma once

#include <ark/detail/portability.hpp>
#include <string>
#include <string_view>

namespace ark::detail {

/// From now on messages name ark's functions and constants by another interface's prefix, e.g.
/// "shmem", whose names are ark's apart from that. Any thread. `prefix` has static storage.
ARK_API void call_prefix_set(const char* prefix) noexcept;

/// `text` with ark_NAME, ark::init, ark::finalize and the constants of ark's C names as the program
/// knows them. Environment variables and ark's programs keep their names.
[[nodiscard]] ARK_API std::string in_names_of_program(std::string_view text);

}  // namespace ark::detail
