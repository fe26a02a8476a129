// The names and addresses in messages: those of the interface that the program calls. Host only.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace ark::detail {

/// Make messages name ark's functions and constants with another interface's prefix, e.g. "shmem",
/// whose names differ from ark's in the prefix only. Any thread. `prefix` has static storage.
ARK_API void call_prefix_set(const char* prefix) noexcept;

/// `text` with ark_NAME, ark::init, ark::finalize and the constants of ark's C names replaced by
/// the names of the program's interface. Environment variables and ark's programs keep their names.
[[nodiscard]] ARK_API std::string in_names_of_program(std::string_view text);

/// Make messages print `of(address)` for an address in the heap: the address of a program variable
/// whose memory the heap has mapped at another address. Null: the heap's own. Any thread.
ARK_API void program_address_set(std::uintptr_t (*of)(std::uintptr_t)) noexcept;
[[nodiscard]] std::uintptr_t program_address(std::uintptr_t in_heap) noexcept;

}  // namespace ark::detail
