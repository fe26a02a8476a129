// The kernels of a compiled ark.Kernel, with their parameters as the compiler sees them: the table
// that a shared object exports, and the text that a module for a GPU has. Included by the units
// that _kernels.py and _nvrtc.py write, and by src/kernels.cpp.
#pragma once

#include <ark/float16.hpp>
#include <complex>
#include <cstddef>
#include <type_traits>
#include <utility>

#if !ARK_RTC
#include <ark/launch.hpp>
#include <string_view>
#endif

namespace ark::python {

#if ARK_RTC
/// The part of std::string_view that is used here: libcu++ has none.
class string_view {
 public:
  constexpr string_view() = default;
  constexpr string_view(const char* first, std::size_t size) : first_(first), size_(size) {}
  [[nodiscard]] constexpr const char* begin() const { return first_; }
  [[nodiscard]] constexpr const char* end() const { return first_ + size_; }
  [[nodiscard]] constexpr std::size_t size() const { return size_; }

 private:
  const char* first_ = nullptr;
  std::size_t size_ = 0;
};
#else
using std::string_view;
#endif

/// kind: numpy's b, i, u, f, c; w: bfloat16; V: void. Of a pointer, that of its target.
struct kernel_parameter {
  char kind = 0;
  unsigned char bytes = 0;
  bool is_pointer = false, is_const = false;
  string_view type;    ///< as the compiler spells it
  int dimensions = 0;  ///< of an array whose shape follows the pointer
};

template <class T>
inline constexpr bool is_complex = false;
template <class T>
inline constexpr bool is_complex<std::complex<T>> = std::is_floating_point_v<T> && sizeof(T) <= 8;

/// 0: a type that Python has no value of.
template <class T>
constexpr char kind_of() {
  if constexpr (std::is_void_v<T>) {
    return 'V';
  } else if constexpr (std::is_same_v<T, bool>) {
    return 'b';
  } else if constexpr (std::is_integral_v<T> && sizeof(T) <= 8) {
    return std::is_signed_v<T> ? 'i' : 'u';
  } else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double> ||
                       detail::is_float16<T>) {
    return 'f';
  } else if constexpr (detail::is_bfloat16<T>) {
    return 'w';
  } else {
    return is_complex<T> ? 'c' : '\0';
  }
}

/// From "... [with T = float*]", or "[with T = float*; ...]".
template <class T>
constexpr string_view type_name() {
  constexpr auto& text = __PRETTY_FUNCTION__;
  const char* first = text;
  while (first[0] != 'T' || first[1] != ' ' || first[2] != '=') ++first;
  first += sizeof("T = ") - 1;
  const char* last = first;
  while (*last != ';' && *last != ']') ++last;
  return {first, static_cast<std::size_t>(last - first)};
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

#if ARK_RTC
/// One line for each parameter of a kernel: kind, bytes, pointer or not, const or not, and type.
/// Ends with a zero.
template <std::size_t Size>
struct kernel_text {
  char at[Size] = {};
};

template <class... Parameters>
constexpr auto text_of(void (*)(Parameters...)) {
  constexpr std::size_t others = sizeof("k 16 1 1 \n") - 1;
  kernel_text<1 + (0 + ... + (others + type_name<Parameters>().size()))> made;
  char* to = made.at;
  [[maybe_unused]] const auto add = [&to](const kernel_parameter& one) {
    const char fields[] = {one.kind,
                           ' ',
                           static_cast<char>('0' + one.bytes / 10),
                           static_cast<char>('0' + one.bytes % 10),
                           ' ',
                           one.is_pointer ? '1' : '0',
                           ' ',
                           one.is_const ? '1' : '0',
                           ' '};
    for (const char field : fields) *to++ = field;
    for (const char letter : one.type) *to++ = letter;
    *to++ = '\n';
  };
  (add(parameter_of<Parameters>()), ...);
  return made;
}
#else
/// The end of a table has no name. launch: values[i] is the address of a value of parameter i.
struct kernel_entry {
  const char* name = nullptr;
  const kernel_parameter* parameters = nullptr;
  std::size_t count = 0;
  void (*launch)(const launch_config& config, const void* const* values) = nullptr;
};

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
#endif

}  // namespace ark::python
