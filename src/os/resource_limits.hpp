// Limits of the process (ulimit) that a job may exceed: raised if permitted, otherwise reported.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace ark {

/// Raises the soft limit of file descriptors (ulimit -n) so that `more` can be opened in addition
/// to the open ones. Throws ark::error{system_error} if the hard limit is lower, with the numbers
/// needed and free, and the limits.
void descriptors_reserve(std::size_t more);

/// For a call that failed with EMFILE or ENFILE: the limit, and how to raise it. Otherwise empty.
[[nodiscard]] std::string descriptor_advice(int code);

/// The reason why a file cannot have `bytes` bytes (ulimit -f); empty if it can. Beyond the limit a
/// process gets SIGXFSZ, which ends it without a message.
[[nodiscard]] std::string file_size_refusal(std::uint64_t bytes);

/// Address space that this process may still map (ulimit -v); the largest number if there is no
/// limit.
[[nodiscard]] std::uint64_t address_space_left();

[[noreturn]] void thread_refused(const char* purpose, const std::system_error& why);

/// Start a thread. Throws ark::error{system_error} with purpose and limit (ulimit -u) if that
/// fails.
template <class... Call>
[[nodiscard]] std::thread thread_start(const char* purpose, Call&&... call) {
  try {
    return std::thread(std::forward<Call>(call)...);
  } catch (const std::system_error& why) {
    thread_refused(purpose, why);
  }
}

}  // namespace ark
