// NVSHMEM's <nvshmemx.h> on ark: initialisation by attributes, calls by warp and block, calls on
// streams, collective launch. <nvshmem.h> describes the headers.
#pragma once

#include <nvshmem.h>

#include <ark/nvshmem/buffers.hpp>
#include <ark/nvshmem/collective_launch.hpp>
#include <ark/nvshmem/collectives_on_stream.hpp>
#include <ark/nvshmem/init_attributes.hpp>
#include <ark/nvshmem/scoped_transfers.hpp>
#include <ark/nvshmem/transfers_on_stream.hpp>
#include <ark/nvshmem/without_equivalent.hpp>
