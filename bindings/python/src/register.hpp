// The parts of the module.
#pragma once

#include <nanobind/nanobind.h>

namespace ark::python {

void register_runtime(nanobind::module_& module);
void register_transfers(nanobind::module_& module);
void register_collectives(nanobind::module_& module);
/// Of builds with ark's operators.
void register_gradients(nanobind::module_& module);

/// Ends the exchanges of gradients of the calling PE, before its runtime ends. Collective, unless
/// the PE has failed. With the GIL.
void end_exchanges();

}  // namespace ark::python
