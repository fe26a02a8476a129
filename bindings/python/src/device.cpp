// The functions that kernels of ark.jit call, for numba: names, addresses and types of C.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <ark/rma.hpp>
#include <string>
#include <vector>

#include "register.hpp"

namespace ark::python {

namespace {

namespace nb = nanobind;

/// A type as numba names it.
template <class T>
std::string numba_name() {
  if constexpr (std::is_void_v<T>) return "void";
  if constexpr (std::is_pointer_v<T>) return "intp";
  if constexpr (std::is_floating_point_v<T>) return "float" + std::to_string(8 * sizeof(T));
  if constexpr (std::is_integral_v<T>)
    return (std::is_signed_v<T> ? "int" : "uint") + std::to_string(8 * sizeof(T));
}

struct device_call {
  const char* name;
  std::uintptr_t address;
  std::string result;
  std::vector<std::string> parameters;
};
std::vector<device_call>& all_calls() {
  static std::vector<device_call> all;
  return all;
}

template <class Result, class... Parameters>
bool add(const char* name, Result (*function)(Parameters...)) {
  all_calls().push_back({name,
                         reinterpret_cast<std::uintptr_t>(function),
                         numba_name<Result>(),
                         {numba_name<Parameters>()...}});
  return true;
}

}  // namespace

}  // namespace ark::python

#define ARK_PYTHON_CALL(result, name, arguments, ...)                                  \
  static result ark_device_##name(__VA_ARGS__);                                        \
  [[maybe_unused]] static const bool is_added_##name = add(#name, &ark_device_##name); \
  static result ark_device_##name(__VA_ARGS__)
#include "../ark_shmem/device_calls.hpp"

namespace ark::python {

void register_device(nb::module_& module) {
  module.def(
      "device_functions",
      [] {
        nb::dict made;
        for (const device_call& one : all_calls())
          made[one.name] = nb::make_tuple(one.address, one.result, one.parameters);
        return made;
      },
      "{name: (address, result, parameters)}");
}

}  // namespace ark::python
