// Teams and contexts as Python objects.
#pragma once

#include <nanobind/nanobind.h>

#include <ark/types.hpp>
#include <cstdint>

namespace ark::python {

namespace nb = nanobind;

/// A team. Destroyed by destroy() only, which is collective.
struct team {
  ark_team_t handle;
  std::uint64_t runtime;  ///< 0: a predefined team, valid in all runtimes
  bool is_destroyed = false;
};

struct context_object {
  ark_ctx_t handle;
  int n_pes;
  std::uint64_t runtime;
  bool is_destroyed = false;
};

/// The handle of a team argument, whose None is the team of all PEs. *n_pes: its members.
ark_team_t team_of(nb::handle given, const char* call, int* n_pes);
/// A PE argument, in the team of the context if one is given.
target_pe target_of(nb::handle pe, nb::handle ctx, const char* call);
/// A context argument that is not None.
ark_ctx_t context_of(nb::handle given, const char* call);

void register_groups(nb::module_& module);

}  // namespace ark::python
