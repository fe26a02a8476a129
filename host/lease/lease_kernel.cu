// The kernel of a leased engine, as libark brings it.
#include <ark/device/sm/lease.hpp>

#include "cuda/lease_shape.hpp"

extern "C" __global__ void __launch_bounds__(ark::lease_threads, 2)
    ark_lease(ark::detail::device_state* state, ark::detail::sm_lease_request wanted) {
  ark::device::sm::serve_lease(*state, wanted);
}
