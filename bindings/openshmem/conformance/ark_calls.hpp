// The beds of kernels: ark_ names, by g++ for the CPU executor and by nvcc for a GPU.
#pragma once

#include <ark/ark.hpp>
#include <ark/complex.hpp>
#include <ark/ctx.hpp>
#include <ark/lock.hpp>
#include <ark/team.hpp>

using team_t = ark_team_t;
using ctx_t = ark_ctx_t;

#define API(name) ark_##name
#define CONSTANT(name) ARK_##name
#define DEVICE [[maybe_unused]] static ARK_HOST_DEVICE ARK_NOINLINE
#define CHECK_PLACE static ARK_GLOBAL
#define COMPLEX_OF(part) std::complex<part>
// A GPU has no long double, and nvcc would take minutes for all types.
// bindings/openshmem/conformance/table reads the source as nvcc does.
#ifndef FEW_TYPES
#define FEW_TYPES ARK_CUDA
#define LONG_DOUBLE !ARK_CUDA
#endif
// By the host. All types take g++ half a minute more.
#ifndef STREAM_TYPES
#define STREAM_TYPES (ARK_CUDA ? 0 : 1 + ARK_TEST_LONG)
#endif
#define SCOPE_TYPES STREAM_TYPES

#include "check.h"
