// The API of ark for kernels and for the host. Not included: <ark/mpi.hpp> (MPI communicators),
// <ark/info.hpp>, <ark/atomic_ref.hpp>, <ark/complex.hpp>, <ark/ctx.hpp>, <ark/lock.hpp>,
// <ark/signal_listener.hpp> and <ark/symmetric_array.hpp>. NVRTC gets the part for kernels.
#pragma once

#include <ark/api/amo.hpp>
#include <ark/api/collective.hpp>
#include <ark/api/generic.hpp>
#include <ark/api/put_add.hpp>
#include <ark/api/rma.hpp>
#include <ark/api/signal.hpp>
#include <ark/api/wait.hpp>
#include <ark/bulk.hpp>
#include <ark/bulk_queue.hpp>
#include <ark/engine.hpp>
#include <ark/gather.hpp>
#include <ark/order.hpp>
#include <ark/plan.hpp>
#include <ark/shared_put.hpp>
#include <ark/simt.hpp>
#include <ark/team.hpp>

#if !ARK_RTC
#include <ark/api/on_stream.hpp>
#include <ark/host.hpp>
#include <ark/launch.hpp>
#include <ark/local.hpp>
#include <ark/trace.hpp>
#endif
