// wait, test and locks.
#include <fmt/core.h>

#include <ark/lock.hpp>

#include "calls.hpp"

namespace ark::openshmem {

namespace {

/// ark waits on integers of 32 and 64 bits, with their sign.
template <class T>
using word =
    std::conditional_t<sizeof(T) == 4,
                       std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>,
                       std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;

template <class T>
const word<T>* at(const volatile T* address) {
  return reinterpret_cast<const word<T>*>(symmetric(const_cast<const T*>(address)));
}
/// The values of `nelems` comparisons. Null would mean the absence of a list in ark's own
/// interface.
template <class T>
const word<T>* values(const T* list, std::size_t nelems) {
  if (nelems != 0) (void)required(list, "cmp_values");
  return reinterpret_cast<const word<T>*>(list);
}
std::size_t* list_of(std::size_t* indices, std::size_t nelems) {
  return nelems == 0 ? indices : required(indices, "indices");
}
template <class T>
word<T> value(T v) {
  return static_cast<word<T>>(v);
}

/// A short in the aligned word that contains it, because ark waits on 32 bits at least.
template <class T>
struct short_in_word {
  explicit short_in_word(const volatile T* ivar)
      : address(reinterpret_cast<std::uintptr_t>(symmetric(ivar))) {}

  const std::uint32_t* word() const {
    return reinterpret_cast<const std::uint32_t*>(address & ~std::uintptr_t{3});
  }
  std::uint32_t read() const { return device::read_word(device::context(), word()); }
  bool satisfied(std::uint32_t seen, int cmp, T cmp_value) const {
    const auto now = static_cast<T>(seen >> (address & 2) * 8);
    return device::compare<std::int64_t>(now, cmp, cmp_value);
  }

  std::uintptr_t address;
};

template <class T>
void wait_for_short(const volatile T* ivar, int cmp, T cmp_value) {
  const short_in_word<T> half(ivar);
  std::uint32_t seen = 0;
  do {
    seen = half.read();
    if (half.satisfied(seen, cmp, cmp_value)) return;
  } while (wait_until(half.word(), ARK_CMP_NE, seen) == errc::ok);
}

template <class T>
int test_short(const volatile T* ivar, int cmp, T cmp_value) {
  const short_in_word<T> half(ivar);
  device::loop_hint();
  if (!device::testable(device::call_of<std::uint32_t>("ark_test"), half.word(), cmp)) return 0;
  return half.satisfied(half.read(), cmp, cmp_value) ? 1 : 0;
}

/// The core accepts only its own words of a lock.
long* lock_at(volatile long* lock, const char* call) {
  const detail::device_state& state = device::context(call);
  long* const at = symmetric(const_cast<long*>(lock));
  const std::uint64_t offset = reinterpret_cast<std::uint64_t>(at) - state.heap_base;
  if (offset < detail::load_relaxed(&state.heap_bytes) && offset % sizeof(long) == 0) return at;
  throw error(
      errc::invalid_argument,
      fmt::format("lock = {}: accepted an aligned long in the symmetric heap, or a global or "
                  "static one",
                  const_cast<const void*>(static_cast<const volatile void*>(lock))));
}

}  // namespace

#define ARK_SHMEM_FAMILY(N, T, F, single)                                                         \
  ARK_SHMEM_CALL(single, N##_##F, (volatile T * ivar, int cmp, T cmp_value),                      \
                 single(F(at(ivar), cmp, value(cmp_value))))                                      \
  ARK_SHMEM_CALL(                                                                                 \
      single, N##_##F##_all,                                                                      \
      (volatile T * ivars, std::size_t nelems, const int* status, int cmp, T cmp_value),          \
      single(F##_all(at(ivars), nelems, status, cmp, value(cmp_value))))                          \
  ARK_SHMEM_CALL(                                                                                 \
      single, N##_##F##_all_vector,                                                               \
      (volatile T * ivars, std::size_t nelems, const int* status, int cmp, const T* cmp_values),  \
      single(F##_all(at(ivars), nelems, status, cmp, word<T>{}, values(cmp_values, nelems))))     \
  ARK_SHMEM_CALL(                                                                                 \
      std::size_t, N##_##F##_any,                                                                 \
      (volatile T * ivars, std::size_t nelems, const int* status, int cmp, T cmp_value),          \
      F##_any(at(ivars), nelems, status, cmp, value(cmp_value)))                                  \
  ARK_SHMEM_CALL(                                                                                 \
      std::size_t, N##_##F##_any_vector,                                                          \
      (volatile T * ivars, std::size_t nelems, const int* status, int cmp, const T* cmp_values),  \
      F##_any(at(ivars), nelems, status, cmp, word<T>{}, values(cmp_values, nelems)))             \
  ARK_SHMEM_CALL(                                                                                 \
      std::size_t, N##_##F##_some,                                                                \
      (volatile T * ivars, std::size_t nelems, std::size_t * indices, const int* status, int cmp, \
       T cmp_value),                                                                              \
      F##_some(at(ivars), nelems, list_of(indices, nelems), status, cmp, value(cmp_value)))       \
  ARK_SHMEM_CALL(std::size_t, N##_##F##_some_vector,                                              \
                 (volatile T * ivars, std::size_t nelems, std::size_t * indices,                  \
                  const int* status, int cmp, const T* cmp_values),                               \
                 F##_some(at(ivars), nelems, list_of(indices, nelems), status, cmp, word<T>{},    \
                          values(cmp_values, nelems)))
#define ARK_SHMEM_TYPED(N, T)              \
  ARK_SHMEM_FAMILY(N, T, wait_until, void) \
  ARK_SHMEM_FAMILY(N, T, test, int)
ARK_SHMEM_AMO_TYPES(ARK_SHMEM_TYPED)

// The deprecated forms, which wait until the value changes.
#define ARK_SHMEM_WAIT(name, T)                                \
  ARK_SHMEM_CALL(void, name, (volatile T * ivar, T cmp_value), \
                 void(wait_until(at(ivar), SHMEM_CMP_NE, value(cmp_value))))
ARK_SHMEM_WAIT(int_wait, int)
ARK_SHMEM_WAIT(long_wait, long)
ARK_SHMEM_WAIT(longlong_wait, long long)
ARK_SHMEM_WAIT(wait, long)
ARK_SHMEM_CALL(void, wait_until, (volatile long* ivar, int cmp, long cmp_value),
               void(wait_until(at(ivar), cmp, value(cmp_value))))
ARK_SHMEM_CALL(void, short_wait, (volatile short* ivar, short cmp_value),
               wait_for_short(ivar, SHMEM_CMP_NE, cmp_value))
#define ARK_SHMEM_SHORT(N, T)                                                     \
  ARK_SHMEM_CALL(void, N##_wait_until, (volatile T * ivar, int cmp, T cmp_value), \
                 wait_for_short(ivar, cmp, cmp_value))                            \
  ARK_SHMEM_CALL(int, N##_test, (volatile T * ivar, int cmp, T cmp_value),        \
                 test_short(ivar, cmp, cmp_value))
ARK_SHMEM_SHORT(short, short)
ARK_SHMEM_SHORT(ushort, unsigned short)

ARK_SHMEM_CALL(void, set_lock, (volatile long* lock), ark_set_lock(lock_at(lock, "ark_set_lock")))
ARK_SHMEM_CALL(void, clear_lock, (volatile long* lock),
               ark_clear_lock(lock_at(lock, "ark_clear_lock")))
ARK_SHMEM_CALL(int, test_lock, (volatile long* lock), ark_test_lock(lock_at(lock, "ark_test_lock")))

}  // namespace ark::openshmem
