#include <ark/ark.hpp>

extern "C" __global__ void bulk_queue(double* dest, const double* source, std::size_t count,
                                      int pe) {
  ARK_SHARED(ark::bulk_scratch<32768>, scratch);
  ark::bulk_queue queue(scratch);
  queue.put_nbi(dest, source, count, pe);
}
