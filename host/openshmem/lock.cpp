// Locks: a queue (Mellor-Crummey and Scott, 1991), so that PEs get the lock in the order of their
// calls, and a PE that waits reads only its own memory.
//
// A lock is a long of the program, zero on every PE when it is free. Its first half on PE 0 is the
// tail of the queue: the last PE that has called, plus 1. Its second half on each PE is that PE's
// link: bit 0 says that the lock is its own, the other bits are the PE behind it, plus 1.
#include <string>

#include "calls.hpp"

namespace ark::openshmem {

namespace {

static_assert(sizeof(long) == 8);
constexpr int home = 0;
constexpr std::uint32_t granted = 1;

struct lock_words {
  std::uint32_t* tail;
  std::uint32_t* link;
  explicit lock_words(volatile long* lock)
      : tail(reinterpret_cast<std::uint32_t*>(symmetric(const_cast<long*>(lock)))),
        link(tail + 1) {}
};

std::uint32_t ticket() { return static_cast<std::uint32_t>(ark_my_pe()) + 1; }
int pe_of_ticket(std::uint32_t of) { return static_cast<int>(of) - 1; }

void check(errc code) {
  if (code != errc::ok) throw error(code, failure_text(last_failure()));
}

[[noreturn]] void wrong_holder(const char* what) {
  throw error(errc::wrong_state, "PE " + std::to_string(ark_my_pe()) + " " + what);
}

/// Complete on return: a PE that finds the caller in the queue adds to the link.
void clear_link(const lock_words& words) {
  check(atomic_set(words.link, 0u, ark_my_pe()));
  check(quiet());
}

void set_lock(volatile long* lock) {
  const lock_words words(lock);
  clear_link(words);
  const std::uint32_t before = atomic_swap(words.tail, ticket(), home);
  check(status());
  if (before == 0) return;
  if (before == ticket()) wrong_holder("has set the lock already");
  check(atomic_add(words.link, ticket() << 1, pe_of_ticket(before)));
  std::uint32_t link = atomic_fetch(words.link, ark_my_pe());
  while ((link & granted) == 0) {
    check(wait_until(words.link, ARK_CMP_NE, link));
    link = atomic_fetch(words.link, ark_my_pe());
  }
}

/// 0 if the lock is the caller's now.
int test_lock(volatile long* lock) {
  const lock_words words(lock);
  if (atomic_fetch(words.tail, home) != 0) return 1;
  clear_link(words);
  const std::uint32_t before = atomic_compare_swap(words.tail, 0u, ticket(), home);
  check(status());
  return before == 0 ? 0 : 1;
}

void clear_lock(volatile long* lock) {
  const lock_words words(lock);
  check(quiet());  // what the caller has written is delivered before the next PE has the lock
  std::uint32_t link = atomic_fetch(words.link, ark_my_pe());
  if (link >> 1 == 0) {
    const std::uint32_t last = atomic_compare_swap(words.tail, ticket(), 0u, home);
    check(status());
    if (last == 0) wrong_holder("clears a lock that nobody has set");
    if (last == ticket()) return clear_link(words);
    // A PE is between its swap of the tail and its entry in the caller's link.
    while (link >> 1 == 0) {
      check(wait_until(words.link, ARK_CMP_NE, link));
      link = atomic_fetch(words.link, ark_my_pe());
    }
  }
  clear_link(words);
  check(atomic_add(words.link, granted, pe_of_ticket(link >> 1)));
}

}  // namespace

ARK_SHMEM_CALL(void, set_lock, (volatile long* lock), set_lock(lock))
ARK_SHMEM_CALL(void, clear_lock, (volatile long* lock), clear_lock(lock))
ARK_SHMEM_CALL(int, test_lock, (volatile long* lock), test_lock(lock))

}  // namespace ark::openshmem
