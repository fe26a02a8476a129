// NVSHMEM's <nvshmem.h> on ark, for nvcc (kernels on a GPU) and for g++ and clang++ (kernels on the
// CPU executor). docs/nvshmem.md is the guide. The nvshmemx_ names are here, too, as in NVSHMEM.
//
// A name is a thin inline function on <ark/ark.hpp>: contracts are there. Most are templates with a
// default argument, so that only the functions that a program calls are compiled.
#pragma once

#include <ark/nvshmem/atomics_and_waits.hpp>
#include <ark/nvshmem/buffers.hpp>
#include <ark/nvshmem/collective_launch.hpp>
#include <ark/nvshmem/collectives.hpp>
#include <ark/nvshmem/collectives_on_stream.hpp>
#include <ark/nvshmem/constants.hpp>
#include <ark/nvshmem/hints.hpp>
#include <ark/nvshmem/init_attributes.hpp>
#include <ark/nvshmem/scoped_transfers.hpp>
#include <ark/nvshmem/start.hpp>
#include <ark/nvshmem/teams.hpp>
#include <ark/nvshmem/transfers.hpp>
#include <ark/nvshmem/transfers_on_stream.hpp>
#include <ark/nvshmem/without_equivalent.hpp>
