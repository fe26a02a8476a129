// The functions of <ark/ark.h> for streams. A separate source: each operation is a kernel.
#include <ark/ark.hpp>
#include <ark/complex.hpp>

#include "boundary.hpp"

ARK_C_NAME(ark_stream_t, ark_stream_create, (), ())
ARK_C_NAME(void, ark_stream_destroy, (ark_stream_t stream), (stream))
ARK_C_NAME(int, ark_stream_sync, (ark_stream_t stream), (stream))
ARK_C_NAME(int, ark_stream_query, (ark_stream_t stream), (stream))
ARK_C_NAME(int, ark_device_sync, (), ())

ARK_C_NAME(void, ark_quiet_on_stream, (ark_stream_t stream), (stream))
ARK_C_NAME(void, ark_fence_on_stream, (ark_stream_t stream), (stream))
ARK_C_NAME(void, ark_barrier_all_on_stream, (ark_stream_t stream), (stream))
ARK_C_NAME(void, ark_sync_all_on_stream, (ark_stream_t stream), (stream))
ARK_C_NAME(int, ark_team_sync_on_stream, (ark_team_t team, ark_stream_t stream), (team, stream))
ARK_C_NAME(void, ark_gather_nbi_on_stream,
           (void* batch, const ark_piece* pieces, std::size_t count, std::uint64_t* signal,
            std::uint64_t value, int op, int pe, ark_stream_t stream),
           (batch, pieces, count, signal, value, op, pe, stream))
ARK_C_NAME(void, ark_scatter_nbi_on_stream,
           (const void* batch, const ark_piece* pieces, std::size_t count, std::uint64_t* signal,
            std::uint64_t value, int op, int pe, ark_stream_t stream),
           (batch, pieces, count, signal, value, op, pe, stream))
ARK_C_NAME(void, ark_signal_set_on_stream,
           (std::uint64_t * signal, std::uint64_t value, int pe, ark_stream_t stream),
           (signal, value, pe, stream))
ARK_C_NAME(void, ark_signal_add_on_stream,
           (std::uint64_t * signal, std::uint64_t value, int pe, ark_stream_t stream),
           (signal, value, pe, stream))
ARK_C_NAME(void, ark_signal_wait_until_on_stream,
           (const std::uint64_t* signal, int cmp, std::uint64_t value, ark_stream_t stream),
           (signal, cmp, value, stream))

#include <ark/api/c_on_stream.h>
