#include "gradients_measurement.hpp"

namespace ark_perf {

std::vector<std::unique_ptr<gradient_exchange>> mpi_exchanges(const gradient_buffers&, std::size_t,
                                                              std::chrono::nanoseconds) {
  return {};
}

}  // namespace ark_perf
