// Macros that define the functions of <ark/ark.h>. No exception may leave a function with C
// linkage: it ends the process with a message.
//
// The names of C are those of C++ functions: in a source of this library a function of C is
// ark_c_NAME, and NAME in the object file.
#pragma once

#include <ark/detail/failure/call_names.hpp>
#include <ark/host.hpp>
#include <ark/order.hpp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <type_traits>

namespace ark::c_boundary {

/// "PE 2: " between init and finalize, otherwise empty.
inline std::string caller() noexcept {
  try {
    return initialized() ? "PE " + std::to_string(ark_my_pe()) + ": " : "";
  } catch (...) {
    return "";
  }
}

[[noreturn]] inline void end_process(const char* call, const char* why) {
  std::fprintf(stderr, "ark: %s%s: %s; the process ends with status %d\n", caller().c_str(), call,
               why, EXIT_FAILURE);
  std::fflush(nullptr);
  std::_Exit(EXIT_FAILURE);  // exit handlers would wait for other PEs
}

/// Called from a catch block.
[[noreturn, gnu::cold]] inline void end_process_for_exception(const char* call) {
  try {
    throw;
  } catch (const ark::error& problem) {
    const std::string text = std::string(ark::errc_name(problem.code())) + ": " + problem.what();
    end_process(call, detail::in_names_of_program(text).c_str());
  } catch (const std::exception& problem) {
    end_process(call, problem.what());
  }
}

// C has more types than representations: long, long long, int64_t and ptrdiff_t have one, and a
// copy does not distinguish int from float. A function of C is compiled for one type of each
// representation, which halves the code of this library. Messages contain sizes, alignments and,
// for waits, the sign, which are the same. Aliasing: the elements are accessed here by no other
// type.

template <std::size_t Bytes, bool Signed>
using integer_of = std::conditional_t<
    Bytes == 1, std::conditional_t<Signed, std::int8_t, std::uint8_t>,
    std::conditional_t<
        Bytes == 2, std::conditional_t<Signed, std::int16_t, std::uint16_t>,
        std::conditional_t<Bytes == 4, std::conditional_t<Signed, std::int32_t, std::uint32_t>,
                           std::conditional_t<Signed, std::int64_t, std::uint64_t>>>>;

/// Type for copies and operations bit by bit.
template <class T>
using bits_of = std::conditional_t<sizeof(T) <= 8, integer_of<sizeof(T), false>, T>;
/// Type for sums and products, which need no sign for integers, and for single values.
template <class T>
using number_of = std::conditional_t<std::is_integral_v<T>, integer_of<sizeof(T), false>, T>;
/// Type for comparisons.
template <class T>
using ordered_of =
    std::conditional_t<std::is_integral_v<T>, integer_of<sizeof(T), std::is_signed_v<T>>, T>;

/// The pointer, as one to elements of the type To that has the representation of T.
template <class To, class T>
To* as(T* pointer) {
  static_assert(sizeof(To) == sizeof(T) && alignof(To) == alignof(T));
  return reinterpret_cast<To*>(pointer);
}
template <class To, class T>
const To* as(const T* pointer) {
  static_assert(sizeof(To) == sizeof(T) && alignof(To) == alignof(T));
  return reinterpret_cast<const To*>(pointer);
}

}  // namespace ark::c_boundary

/// Defines `name` of C as `call`.
#define ARK_C_CALL(result, name, parameters, call)                  \
  extern "C" ARK_API result ark_c_##name parameters __asm__(#name); \
  extern "C" result ark_c_##name parameters {                       \
    try {                                                           \
      return call;                                                  \
    } catch (...) {                                                 \
      ark::c_boundary::end_process_for_exception(#name);            \
    }                                                               \
  }
// The lists in <ark/api/*> use the macros below.

/// Defines `name` of C as the C++ function of that name.
#define ARK_C_NAME(result, name, parameters, arguments) \
  ARK_C_CALL(result, name, parameters, ::name arguments)
/// Defines ark_`name` of C, for one type, as the type-generic ark_`function` of C++.
#define ARK_C_TYPED_NAME(result, name, function, parameters, arguments) \
  ARK_C_CALL(result, ark_##name, parameters, ::ark_##function arguments)
#define ARK_C_ELEMENT(pointer) std::remove_cvref_t<decltype(*pointer)>
#define ARK_C_BITS(pointer) \
  ark::c_boundary::as<ark::c_boundary::bits_of<ARK_C_ELEMENT(pointer)>>(pointer)
#define ARK_C_NUMBER(pointer) \
  ark::c_boundary::as<ark::c_boundary::number_of<ARK_C_ELEMENT(pointer)>>(pointer)
#define ARK_C_ORDERED(pointer) \
  ark::c_boundary::as<ark::c_boundary::ordered_of<ARK_C_ELEMENT(pointer)>>(pointer)
#define ARK_C_COMPLEX(T) std::complex<T>
