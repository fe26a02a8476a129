#include <ark/ark.hpp>

extern "C" __global__ void gather(void* batch, const ark_piece* pieces, std::size_t count,
                                  std::uint64_t* signal) {
  ark_gather_nbi_block(batch, pieces, count, signal, 1, ARK_SIGNAL_ADD, 0);
}
