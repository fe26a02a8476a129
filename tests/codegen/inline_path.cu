// Calls of the inline path, whose PTX check-inline-path reads: bulk copies where memory is lent and
// nowhere else, and the order of a signal behind the data.
#include <ark/ark.hpp>

using namespace ark;

extern "C" {

__global__ void bulk_put_signal(char* dest, const char* source, std::size_t bytes,
                                std::uint64_t* signal, int op, int pe) {
  ARK_SHARED(bulk_scratch<16384>, scratch);
  put_signal_block(dest, source, bytes, signal, 1, op, pe, scratch);
}
__global__ void bulk_get(char* dest, const char* source, std::size_t bytes, int pe) {
  ARK_SHARED(bulk_scratch<16384>, scratch);
  get_block(dest, source, bytes, pe, scratch);
}
__global__ void shared_put(double* dest, std::size_t count, int pe) {
  ARK_DYNAMIC_SHARED(double, tile);
  put_nbi(dest, from_shared(tile), count, pe);
  bulk_wait_read();
  bulk_wait();
}
__global__ void shared_put_signal(double* dest, std::size_t count, std::uint64_t* signal, int op,
                                  int pe) {
  ARK_DYNAMIC_SHARED(double, tile);
  put_signal_nbi(dest, from_shared(tile), count, signal, 1, op, pe);
}
__global__ void queue_put(double* dest, const double* source, std::size_t count, int pe) {
  ARK_SHARED(bulk_scratch<16384>, scratch);
  bulk_queue queue(scratch);
  queue.put_nbi(dest, source, count, pe);
}
__global__ void lends_nothing(char* dest, const char* source, std::size_t bytes,
                              std::uint64_t* signal, int op, int pe) {
  put_signal_block(dest, source, bytes, signal, 1, op, pe);
}
__global__ void vector_put_signal(char* dest, const char* source, std::size_t bytes,
                                  std::uint64_t* signal, int op, int pe) {
  put_signal_nbi_warp(dest, source, bytes, signal, 1, op, pe, cache_policy::streaming);
}
__global__ void put_add_signal(double* dest, const double* source, std::size_t count,
                               std::uint64_t* signal, int op, int pe) {
  put_add_signal_nbi_warp(dest, source, count, signal, 1, op, pe);
}
__global__ void short_of_p(short* dest, short value, int pe) { p(dest, value, pe); }
__global__ void byte_of_g(char* into, const char* source, int pe) { *into = g(source, pe); }
__global__ void fence_of_pe() { ark_fence(); }
__global__ void quiet_of_pe() { ark_quiet(); }
}
