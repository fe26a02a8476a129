#include <ark/ark.hpp>

// An engine without a poster: what the scope alone costs a kernel.
extern "C" __global__ void engine_alone(unsigned engine_blocks) {
  ark::engine_scope engine(engine_blocks);
}
