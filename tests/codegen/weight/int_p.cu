#include <ark/ark.hpp>

extern "C" __global__ void int_p(int* dest, int value, int pe) { ark_int_p(dest, value, pe); }
