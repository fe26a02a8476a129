#include <ark/ark.hpp>

extern "C" __global__ void signal_add(std::uint64_t* signal, std::uint64_t value, int pe) {
  ark_signal_add(signal, value, pe);
}
