// Kernels that use everything <ark/simt.hpp> offers. No preprocessor condition in any of them: one
// source for g++, clang++ and nvcc. The codegen tests compile them together; each unit test
// includes and runs those of one thing. A kernel cannot be inline, so one program includes a part
// once.
#pragma once

#include "kernels/atomic_ref.hpp"
#include "kernels/barrier.hpp"
#include "kernels/bits.hpp"
#include "kernels/identity.hpp"
#include "kernels/legacy_atomics.hpp"
#include "kernels/shared.hpp"
#include "kernels/spin.hpp"
#include "kernels/warp.hpp"
