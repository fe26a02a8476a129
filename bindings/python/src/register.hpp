// The parts of the module.
#pragma once

#include <nanobind/nanobind.h>

namespace ark::python {

void register_runtime(nanobind::module_& module);
void register_transfers(nanobind::module_& module);
void register_collectives(nanobind::module_& module);

}  // namespace ark::python
