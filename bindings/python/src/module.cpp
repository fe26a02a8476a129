#include <nanobind/nanobind.h>

#include "arrays.hpp"
#include "errors.hpp"
#include "groups.hpp"
#include "register.hpp"

NB_MODULE(_core, module) {
  using namespace ark::python;
  nanobind::set_leak_warnings(false);  // arrays may live as long as the interpreter
  module.attr("version") = ARK_PYTHON_VERSION;
  module.attr("has_mpi") = ARK_PYTHON_MPI != 0;
  register_errors(module);
  register_arrays(module);
  register_groups(module);
  register_runtime(module);
  register_transfers(module);
  register_collectives(module);
  register_kernels(module);
  register_device(module);
  if constexpr (ARK_PYTHON_GRADIENTS != 0) register_gradients(module);
}
