// Annotations of lanes for AddressSanitizer, ThreadSanitizer and valgrind. Those for the sanitizers
// are empty in ordinary builds; those for valgrind have no effect outside it.
#pragma once

#include <cstddef>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARK_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define ARK_TSAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define ARK_ASAN 1
#endif
#if defined(__SANITIZE_THREAD__)
#define ARK_TSAN 1
#endif

#if defined(ARK_ASAN)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#include <sanitizer/lsan_interface.h>
#endif
#if defined(ARK_TSAN)
#include <sanitizer/tsan_interface.h>
#endif
#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#define ARK_VALGRIND 1
#endif

namespace ark::executor {

#if defined(ARK_ASAN)
inline constexpr bool built_with_asan = true;
#else
inline constexpr bool built_with_asan = false;
#endif
#if defined(ARK_TSAN)
inline constexpr bool built_with_tsan = true;
#else
inline constexpr bool built_with_tsan = false;
#endif

/// A stack as the sanitizers describe it.
struct stack_span {
  void* low = nullptr;
  std::size_t bytes = 0;
};

// Called before a switch, with the target stack. `keep` receives what finish() needs after the
// switch back; null if the caller never continues.
inline void asan_start_switch([[maybe_unused]] void** keep, [[maybe_unused]] const stack_span& to) {
#if defined(ARK_ASAN)
  __sanitizer_start_switch_fiber(keep, to.low, to.bytes);
#endif
}

// Called first after a switch back.
inline void asan_finish_switch([[maybe_unused]] void* kept) {
#if defined(ARK_ASAN)
  __sanitizer_finish_switch_fiber(kept, nullptr, nullptr);
#endif
}

// Called before a stack is reused: frames that were abandoned on it have left poison.
inline void asan_reset_stack([[maybe_unused]] const stack_span& stack) {
#if defined(ARK_ASAN)
  __asan_unpoison_memory_region(stack.low, stack.bytes);
#endif
}

// Mark `leaked`, and what it owns, as leaked on purpose.
inline void asan_leave_leaked([[maybe_unused]] const void* leaked) {
#if defined(ARK_ASAN)
  __lsan_ignore_object(leaked);
#endif
}

// Without this, memcheck takes a switch for a stack that grows by the distance. Returns the stack's
// number.
inline unsigned valgrind_add_stack([[maybe_unused]] const stack_span& stack) {
#if defined(ARK_VALGRIND)
  auto* const low = static_cast<char*>(stack.low);
  return static_cast<unsigned>(VALGRIND_STACK_REGISTER(low, low + stack.bytes));
#else
  return 0;
#endif
}

inline void valgrind_remove_stack([[maybe_unused]] unsigned number) {
#if defined(ARK_VALGRIND)
  VALGRIND_STACK_DEREGISTER(number);
#endif
}

inline void* tsan_create() {
#if defined(ARK_TSAN)
  return __tsan_create_fiber(0);
#else
  return nullptr;
#endif
}

inline void tsan_destroy([[maybe_unused]] void* fiber) {
#if defined(ARK_TSAN)
  if (fiber != nullptr) __tsan_destroy_fiber(fiber);
#endif
}

inline void* tsan_current() {
#if defined(ARK_TSAN)
  return __tsan_get_current_fiber();
#else
  return nullptr;
#endif
}

inline void tsan_switch([[maybe_unused]] void* fiber) {
#if defined(ARK_TSAN)
  __tsan_switch_to_fiber(fiber, 0);
#endif
}

}  // namespace ark::executor
