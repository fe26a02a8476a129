// The addresses of a plan, for the engine that executes it.
#pragma once

#include <ark/detail/state/doorbell.hpp>
#include <ark/detail/state/plan_state.hpp>
#include <cstddef>
#include <cstdint>

namespace ark {

/// Source, destination and signal of a plan, as addresses that its copy engine uses.
struct plan_copy {
  detail::plan_state* words = nullptr;
  std::byte* dest = nullptr;
  const std::byte* source = nullptr;
  std::uint64_t bytes = 0;
  std::uint64_t* signal = nullptr;   ///< null: none
  detail::doorbell* bell = nullptr;  ///< of the target; null if CPUs cannot access its heap
};

}  // namespace ark
