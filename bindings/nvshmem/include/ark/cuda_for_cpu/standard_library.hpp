// cuda::std for the CPU executor: names of the C++ library. CUDA's headers of that name include
// <utility> and the functions of <algorithm> that compare and swap.
#pragma once

#include <algorithm>
#include <utility>

namespace cuda::std {
using namespace ::std;
}
