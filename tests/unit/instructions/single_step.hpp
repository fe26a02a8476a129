// Counts the instructions that a thread executes, by a process that traces it step by step.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace ark::testing {

/// Runs `program` in a child of this process, which traces those of the child's threads that call
/// instructions_of(). Call it before any thread is created.
/// Returns the exit status of `program`.
int with_tracer(const std::function<int()>& program);

/// The instructions that the calling thread executes in `body`; kernel code counts as the one that
/// enters it. Other threads run on meanwhile. A thread at a time, in `program` of with_tracer().
/// Nothing if this machine refuses to trace, or after most_steps instructions: why_not() has the
/// reason then.
std::optional<std::uint64_t> instructions_of(const std::function<void()>& body);
[[nodiscard]] std::string why_not();

inline constexpr std::uint64_t most_steps = 5'000;

}  // namespace ark::testing
