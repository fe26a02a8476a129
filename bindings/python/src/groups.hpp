// Teams and contexts as Python objects.
#pragma once

#include <nanobind/nanobind.h>

#include <ark/device/state/context.hpp>
#include <ark/host.hpp>
#include <ark/types.hpp>
#include <cstdint>

#include "arrays.hpp"

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

/// An argument that is an object of the calling PE's runtime, not destroyed.
template <class Object>
const Object& object_of(nb::handle given, const char* call, const char* argument,
                        const char* accepted) {
  if (!nb::isinstance<Object>(given)) [[unlikely]]
    throw nb::type_error(
        text_of(call, ": ", argument, " is ", repr_of(given), ": ", accepted).c_str());
  const Object& of = *nb::inst_ptr<Object>(given);
  const bool is_stale = of.runtime != 0 && of.runtime != detail::runtime_number();
  if (is_stale || of.is_destroyed) [[unlikely]] {
    (void)device::context(call);
    throw nb::value_error(
        text_of(call, ": ", argument, " ",
                is_stale ? "is of another PE or of a runtime that has ended" : "has been destroyed",
                ": ", accepted)
            .c_str());
  }
  return of;
}

/// The handle of a team argument, whose None is the team of all PEs. *n_pes: its members.
ark_team_t team_of(nb::handle given, const char* call, int* n_pes);
/// A PE argument, in the team of the context if one is given.
target_pe target_of(nb::handle pe, nb::handle ctx, const char* call);
/// A context argument that is not None.
ark_ctx_t context_of(nb::handle given, const char* call);

void register_groups(nb::module_& module);

}  // namespace ark::python
