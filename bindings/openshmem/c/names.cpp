// The functions of <ark/ark.h>, with C linkage, on the C++ functions of the same names; those of
// contexts and locks are in contexts.cpp.
#include <ark/ark.hpp>
#include <ark/complex.hpp>
#include <ark/detail/bootstrap/on_mpi.hpp>
#include <ark/unique_id.hpp>
#include <string>

#include "boundary.hpp"

namespace {

const char* last_failure() {
  thread_local std::string text;
  const ark::failure_record record = ark::last_failure();
  text = record.code == ark::errc::ok ? std::string() : ark::failure_text(record);
  return text.c_str();
}

const char* last_error() {
  thread_local std::string text;
  text = ark::last_error();
  return text.c_str();
}

}  // namespace

ARK_C_NAME(void, ark_init, (), ())
ARK_C_NAME(int, ark_init_thread, (int requested, int* provided), (requested, provided))
ARK_C_NAME(void, ark_finalize, (), ())
ARK_C_NAME(void, ark_query_initialized, (int* initialized), (initialized))
ARK_C_NAME(void, ark_query_thread, (int* provided), (provided))
ARK_C_NAME(void, ark_global_exit, (int status), (status))
ARK_C_NAME(void, ark_info_get_version, (int* major, int* minor), (major, minor))
ARK_C_NAME(void, ark_info_get_name, (char* name), (name))
ARK_C_CALL(void, ark_pcontrol, (int level, ...), ::ark_pcontrol(level))
ARK_C_CALL(void, ark_init_at_communicator, (const void* communicator),
           ark::detail::init_on_mpi(communicator, {}, {}))
ARK_C_CALL(void, ark_get_unique_id, (ark::unique_id * id), void(*id = ark::get_unique_id()))
ARK_C_CALL(void, ark_init_with_unique_id, (int rank, int n_pes, const ark::unique_id* id),
           ark::init_with_unique_id(rank, n_pes, *id))
ARK_C_CALL(ark_team_t, ark_team_at_communicator, (const void* communicator),
           ark::detail::team_on_mpi(communicator))
ARK_C_CALL(void, ark_communicator_at_team, (ark_team_t team, void* communicator),
           ark::detail::communicator_on_mpi(team, communicator))

ARK_C_NAME(int, ark_my_pe, (), ())
ARK_C_NAME(int, ark_n_pes, (), ())
ARK_C_NAME(int, ark_pe_accessible, (int pe), (pe))
ARK_C_NAME(int, ark_addr_accessible, (const void* address, int pe), (address, pe))
ARK_C_NAME(void*, ark_ptr, (const void* dest, int pe), (dest, pe))

ARK_C_NAME(int, ark_status, (), ())
ARK_C_CALL(const char*, ark_error_name, (int code), ark::errc_name(static_cast<ark::errc>(code)))
ARK_C_CALL(const char*, ark_last_failure, (), last_failure())
ARK_C_CALL(const char*, ark_last_error, (), last_error())

ARK_C_NAME(void*, ark_malloc, (std::size_t bytes), (bytes))
ARK_C_NAME(void*, ark_malloc_with_hints, (std::size_t bytes, long hints), (bytes, hints))
ARK_C_NAME(void*, ark_calloc, (std::size_t count, std::size_t bytes), (count, bytes))
ARK_C_NAME(void*, ark_align, (std::size_t alignment, std::size_t bytes), (alignment, bytes))
ARK_C_NAME(void*, ark_realloc, (void* pointer, std::size_t bytes), (pointer, bytes))
ARK_C_NAME(void, ark_free, (void* pointer), (pointer))
ARK_C_NAME(void*, ark_buffer_register_symmetric, (void* buffer, std::size_t bytes), (buffer, bytes))
ARK_C_NAME(int, ark_buffer_unregister_symmetric, (void* pointer), (pointer))

ARK_C_NAME(void, ark_fence, (), ())
ARK_C_NAME(void, ark_quiet, (), ())
ARK_C_NAME(void, ark_barrier_all, (), ())
ARK_C_NAME(void, ark_sync_all, (), ())

ARK_C_NAME(int, ark_team_my_pe, (ark_team_t team), (team))
ARK_C_NAME(int, ark_team_n_pes, (ark_team_t team), (team))
ARK_C_NAME(int, ark_team_translate_pe, (ark_team_t team, int pe, ark_team_t dest_team),
           (team, pe, dest_team))
ARK_C_NAME(void*, ark_team_ptr, (ark_team_t team, const void* dest, int pe), (team, dest, pe))
ARK_C_NAME(int, ark_team_get_config, (ark_team_t team, long config_mask, ark_team_config_t* config),
           (team, config_mask, config))
ARK_C_NAME(int, ark_team_split_strided,
           (ark_team_t parent, int start, int stride, int size, const ark_team_config_t* config,
            long config_mask, ark_team_t* new_team),
           (parent, start, stride, size, config, config_mask, new_team))
ARK_C_NAME(int, ark_team_split_2d,
           (ark_team_t parent, int xrange, const ark_team_config_t* xaxis_config, long xaxis_mask,
            ark_team_t* xaxis_team, const ark_team_config_t* yaxis_config, long yaxis_mask,
            ark_team_t* yaxis_team),
           (parent, xrange, xaxis_config, xaxis_mask, xaxis_team, yaxis_config, yaxis_mask,
            yaxis_team))
ARK_C_NAME(void, ark_team_destroy, (ark_team_t team), (team))
ARK_C_NAME(int, ark_team_sync, (ark_team_t team), (team))

ARK_C_NAME(void, ark_signal_set, (std::uint64_t * signal, std::uint64_t value, int pe),
           (signal, value, pe))
ARK_C_NAME(void, ark_signal_add, (std::uint64_t * signal, std::uint64_t value, int pe),
           (signal, value, pe))
ARK_C_NAME(std::uint64_t, ark_signal_fetch, (const std::uint64_t* signal), (signal))
ARK_C_NAME(std::uint64_t, ark_signal_wait_until,
           (std::uint64_t * signal, int cmp, std::uint64_t value), (signal, cmp, value))

ARK_C_NAME(void, ark_gather_nbi,
           (void* batch, const ark_piece* pieces, std::size_t count, std::uint64_t* signal,
            std::uint64_t value, int op, int pe),
           (batch, pieces, count, signal, value, op, pe))
ARK_C_NAME(void, ark_scatter_nbi,
           (const void* batch, const ark_piece* pieces, std::size_t count, std::uint64_t* signal,
            std::uint64_t value, int op, int pe),
           (batch, pieces, count, signal, value, op, pe))

ARK_C_NAME(ark_plan_t, ark_plan_create,
           (void* dest, const void* source, std::size_t bytes, std::uint64_t* signal, int pe),
           (dest, source, bytes, signal, pe))
ARK_C_NAME(void, ark_plan_destroy, (ark_plan_t plan), (plan))
ARK_C_NAME(std::uint64_t, ark_plan_start, (ark_plan_t plan), (plan))
ARK_C_NAME(void, ark_plan_wait, (ark_plan_t plan, std::uint64_t ordinal), (plan, ordinal))
ARK_C_NAME(int, ark_plan_test, (ark_plan_t plan, std::uint64_t ordinal), (plan, ordinal))

#define ARK_C_CTX_NAME(result, name, parameters, arguments) \
  ARK_C_NAME(result, ark_##name, parameters, arguments)
#define ARK_C_TYPED_CTX_NAME ARK_C_TYPED_NAME
#include <ark/api/c_names.h>
