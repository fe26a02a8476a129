// What the shared object of an ark.Kernel exports: a table of its kernels, with their parameters as
// the compiler sees them. Included by the unit that _kernels.py writes, and by src/kernels.cpp.
#pragma once

#include <ark/float16.hpp>
#include <ark/launch.hpp>
#include <complex>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace ark::python {

/// kind: numpy's b, i, u, f, c; w: bfloat16; V: void. Of a pointer, that of its target.
struct kernel_parameter {
  char kind = 0;
  unsigned char bytes = 0;
  bool is_pointer = false, is_const = false;
  std::string_view type;  ///< as the compiler spells it
  int dimensions = 0;     ///< of an array whose shape follows the pointer
};

/// The end of a table has no name. launch: values[i] is the address of a value of parameter i.
struct kernel_entry {
  const char* name = nullptr;
  const kernel_parameter* parameters = nullptr;
  std::size_t count = 0;
  void (*launch)(const launch_config& config, const void* const* values) = nullptr;
};

template <class T>
inline constexpr bool is_complex = false;
template <class T>
inline constexpr bool is_complex<std::complex<T>> = std::is_floating_point_v<T> && sizeof(T) <= 8;

/// 0: a type that Python has no value of.
template <class T>
constexpr char kind_of() {
  if constexpr (std::is_same_v<T, bool>) return 'b';
  if constexpr (std::is_integral_v<T> && sizeof(T) <= 8) return std::is_signed_v<T> ? 'i' : 'u';
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) return 'f';
  if constexpr (detail::is_float16<T>) return 'f';
  if constexpr (detail::is_bfloat16<T>) return 'w';
  if constexpr (is_complex<T>) return 'c';
  return std::is_void_v<T> ? 'V' : '\0';
}

template <class T>
constexpr auto type_name() {
  constexpr std::string_view text = __PRETTY_FUNCTION__;
  constexpr std::size_t begin = text.find("T = ") + 4;
  return text.substr(begin, text.find_first_of(";]", begin) - begin);
}

template <class T>
constexpr kernel_parameter parameter_of() {
  using target = std::remove_pointer_t<T>;
  using element = std::remove_cv_t<target>;
  constexpr char kind = kind_of<element>();
  constexpr bool is_pointer = std::is_pointer_v<T>;
  static_assert(kind != 0 &&
                    (is_pointer || std::is_same_v<T, float> || kind != 'f' || sizeof(T) == 8) &&
                    (is_pointer || (kind != 'w' && kind != 'c')),
                "ark.Kernel: a parameter is bool, an integer, float or double, or a pointer to "
                "void, one of these, std::complex or a float of 16 bits");
  unsigned char bytes = 0;
  if constexpr (!std::is_void_v<element>) bytes = sizeof(element);
  return {kind, bytes, is_pointer, std::is_const_v<target>, type_name<T>()};
}

template <auto Kernel>
struct kernel_of;
template <class... Parameters, void (*Kernel)(Parameters...)>
struct kernel_of<Kernel> {
  static constexpr kernel_parameter parameters[] = {parameter_of<Parameters>()..., {}};

  static void launch(const launch_config& config, const void* const* values) {
    pass(config, values, std::index_sequence_for<Parameters...>());
  }
  static constexpr kernel_entry entry(const char* name) {
    return {name, parameters, sizeof...(Parameters), &launch};
  }

 private:
  template <std::size_t... I>
  static void pass(const launch_config& config, [[maybe_unused]] const void* const* values,
                   std::index_sequence<I...>) {
    ark::launch(config, Kernel, *static_cast<const Parameters*>(values[I])...);
  }
};

}  // namespace ark::python
