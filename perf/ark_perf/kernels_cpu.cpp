#include "kernels.hpp"

namespace ark_perf {

bool kernels_on_gpu() noexcept { return false; }

std::string why_no_gpu() { return ""; }

}  // namespace ark_perf
