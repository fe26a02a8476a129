#include <ark/ark.hpp>
#include <ark/lock.hpp>

extern "C" __global__ void lock(long* word, long* counter) {
  ark_set_lock(word);
  ark_long_p(counter, ark_long_g(counter, 0) + 1, 0);
  ark_clear_lock(word);
}
