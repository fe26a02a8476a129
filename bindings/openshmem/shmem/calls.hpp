// Included first by every source of this library: the declarations of <shmem.h>, the macros that
// define its functions, and address translation.
#pragma once

#include <shmem.h>

#include <ark/ark.hpp>
#include <ark/detail/failure/call_names.hpp>
#include <cstddef>
#include <cstdint>
#include <string>

#include "../c/boundary.hpp"
#include "symmetric_statics.hpp"

// Defines pshmem_NAME as `call`, and shmem_NAME as its weak alias.
#define ARK_SHMEM_CALL(result, name, parameters, call)           \
  extern "C" ARK_API result pshmem_##name parameters {           \
    try {                                                        \
      return call;                                               \
    } catch (...) {                                              \
      ark::openshmem::end_process_for_exception("shmem_" #name); \
    }                                                            \
  }                                                              \
  ARK_SHMEM_ALIAS(result, shmem_##name, pshmem_##name, parameters)
#define ARK_SHMEM_ALIAS(result, name, target, parameters) \
  extern "C" ARK_API __attribute__((weak, alias(#target))) result name parameters;

namespace ark::openshmem {

/// Called from a catch block, maybe before shmem_init.
[[noreturn, gnu::cold]] inline void end_process_for_exception(const char* call) {
  detail::call_prefix_set("shmem");
  c_boundary::end_process_for_exception(call);
}

/// Returns `pointer`. Throws invalid_argument if it is null; `name`: its name in the specification.
template <class T>
T* required(T* pointer, const char* name) {
  if (pointer == nullptr)
    throw error(errc::invalid_argument, std::string(name) + " is null; accepted: a valid address");
  return pointer;
}

/// The symmetric address of `object`: its copy in the heap for a static variable of the program,
/// otherwise `object` itself.
template <class T>
T* symmetric(T* object) {
  return reinterpret_cast<T*>(statics().translate(reinterpret_cast<std::uintptr_t>(object)));
}

inline char* bytes(void* at) { return static_cast<char*>(at); }
inline const char* bytes(const void* at) { return static_cast<const char*>(at); }

/// `count` elements of `size` bytes; SIZE_MAX, which no range check accepts, if the product exceeds
/// the address space.
inline std::size_t bytes_of(std::size_t count, std::size_t size) {
  std::size_t product = 0;
  return __builtin_mul_overflow(count, size, &product) ? SIZE_MAX : product;
}

}  // namespace ark::openshmem
