// The functions of <ark/ark.h> for contexts and locks. A separate source, so that the functions of
// names.cpp are compiled as the only callers of the C++ functions below them.
#include <ark/ctx.hpp>
#include <ark/lock.hpp>

#include "boundary.hpp"

ARK_C_NAME(int, ark_ctx_create, (long options, ark_ctx_t* ctx), (options, ctx))
ARK_C_NAME(int, ark_team_create_ctx, (ark_team_t team, long options, ark_ctx_t* ctx),
           (team, options, ctx))
ARK_C_NAME(void, ark_ctx_destroy, (ark_ctx_t ctx), (ctx))
ARK_C_NAME(int, ark_ctx_get_team, (ark_ctx_t ctx, ark_team_t* team), (ctx, team))
ARK_C_NAME(void, ark_ctx_fence, (ark_ctx_t ctx), (ctx))
ARK_C_NAME(void, ark_ctx_quiet, (ark_ctx_t ctx), (ctx))
ARK_C_NAME(void, ark_ctx_pe_quiet, (ark_ctx_t ctx, const int* pes, std::size_t count),
           (ctx, pes, count))
ARK_C_NAME(void, ark_pe_quiet, (const int* pes, std::size_t count), (pes, count))
ARK_C_NAME(void, ark_ctx_session_start,
           (ark_ctx_t ctx, long options, const ark_ctx_session_config_t* config, long config_mask),
           (ctx, options, config, config_mask))
ARK_C_NAME(void, ark_ctx_session_stop, (ark_ctx_t ctx), (ctx))
ARK_C_NAME(void, ark_ctx_signal_set,
           (ark_ctx_t ctx, std::uint64_t* signal, std::uint64_t value, int pe),
           (ctx, signal, value, pe))
ARK_C_NAME(void, ark_ctx_signal_add,
           (ark_ctx_t ctx, std::uint64_t* signal, std::uint64_t value, int pe),
           (ctx, signal, value, pe))

ARK_C_NAME(void, ark_set_lock, (long* lock), (lock))
ARK_C_NAME(void, ark_clear_lock, (long* lock), (lock))
ARK_C_NAME(int, ark_test_lock, (long* lock), (lock))

#undef ARK_C_NAME
#undef ARK_C_TYPED_NAME
#define ARK_C_NAME(result, name, parameters, arguments)
#define ARK_C_TYPED_NAME(result, name, function, parameters, arguments)
#define ARK_C_PARAMETERS(...) (ark_ctx_t ctx, __VA_ARGS__)
#define ARK_C_ARGUMENTS(...) (ctx, __VA_ARGS__)
#define ARK_C_CTX_NAME(result, name, parameters, arguments)       \
  ARK_C_CALL(result, ark_ctx_##name, ARK_C_PARAMETERS parameters, \
             ::ark_ctx_##name ARK_C_ARGUMENTS arguments)
#define ARK_C_TYPED_CTX_NAME(result, name, function, parameters, arguments) \
  ARK_C_CALL(result, ark_ctx_##name, ARK_C_PARAMETERS parameters,           \
             ::ark_##function ARK_C_ARGUMENTS arguments)
#include <ark/api/c_names.h>
