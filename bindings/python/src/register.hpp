// The parts of the module.
#pragma once

#include <nanobind/nanobind.h>

namespace ark::python {

void register_runtime(nanobind::module_& module);
void register_transfers(nanobind::module_& module);
void register_collectives(nanobind::module_& module);
void register_kernels(nanobind::module_& module);
/// Functions for kernels of ark.jit.
void register_device(nanobind::module_& module);
/// Of builds with ark's operators.
void register_gradients(nanobind::module_& module);

/// Ends the exchanges of gradients of the calling PE, before its runtime ends. Collective, unless
/// the PE has failed. With the GIL.
void end_exchanges();

/// Arguments of the calling PE's kernels that may still run; its caller keeps them until they have
/// ended. With the GIL.
[[nodiscard]] nanobind::object take_kernel_arguments();

}  // namespace ark::python
