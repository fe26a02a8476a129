#include <ark/ark.hpp>

extern "C" __global__ void engine_scope(double* dest, const double* source, std::size_t count,
                                        std::uint64_t* signal, int pe, unsigned engine_blocks) {
  ark::engine_scope engine(engine_blocks);
  if (engine.served()) return;
  ark_double_put_signal_nbi_block(dest, source, count, signal, 1, ARK_SIGNAL_ADD, pe);
  ark_fence();
  ark_quiet();
}
