// Contexts: subsets of a PE's operations that are ordered and completed independently. The typed
// names are in api/ctx.hpp. Not included by <ark/ark.hpp>.
//
// A context is created from a team; the PE numbers of its operations are numbers in that team. Its
// operations are those of <ark/rma.hpp>, <ark/signal.hpp> and <ark/amo.hpp> for the PE
// ark::in(ctx, pe), or by OpenSHMEM's names:
//
//   ark::put_nbi(dest, source, count, ark::in(ctx, pe));
//   ark_ctx_double_put_nbi(ctx, dest, source, count, pe);
//
// A handle is a number, valid on the PE and the side that created it: contexts of the host and of
// the CPU's kernels are one set, those of a GPU's kernels another one. Any number of threads may
// use a context at a time. ARK_CTX_DEFAULT is the context of the operations without one: a quiet of
// it is ark_quiet.
//
// Callable: kernels and host threads.
// Errors: those of the operation; invalid_argument for a handle that is no context's, and for a PE
//   that its team lacks.
#pragma once

#include <ark/amo.hpp>
#include <ark/device/collective/ctx.hpp>
#include <ark/rma.hpp>
#include <ark/signal.hpp>

namespace ark {

/// The PE that is number `pe` in the team of `ctx`, for an operation that belongs to `ctx`.
[[nodiscard]] ARK_HOST_DEVICE inline target_pe in(ark_ctx_t ctx, int pe) {
  return device::contexts::target_in(ctx, pe);
}

/// Wait until all operations of `ctx` that happen before this call are delivered, and all earlier
/// descriptors of the PE in the same rings. Does not wait for later operations of other contexts.
/// Errors: those of ark::quiet.
ARK_HOST_DEVICE inline errc quiet(ark_ctx_t ctx) { return device::contexts::quiet(ctx); }

/// Order the operations of `ctx` before this call ahead of those after it, as ark::fence does for
/// all operations. No effect if the earlier ones are delivered.
ARK_HOST_DEVICE inline errc fence(ark_ctx_t ctx) { return device::contexts::fence(ctx); }

}  // namespace ark

/// Create a context from a team that the caller is a member of. *ctx gets its handle, or
/// ARK_CTX_INVALID. options: ARK_CTX_SERIALIZED, ARK_CTX_PRIVATE, ARK_CTX_NOSTORE or 0; they are
/// promises of the program, and have no effect. Cheap: an entry of a table.
///
/// Returns 0; another value if there is no such team, or if 255 contexts exist.
ARK_HOST_DEVICE inline int ark_team_create_ctx(ark_team_t team, [[maybe_unused]] long options,
                                               ark_ctx_t* ctx) {
  *ctx = ark::device::contexts::create(ark::device::context("ark_team_create_ctx"), team);
  return *ctx == ARK_CTX_INVALID ? 1 : 0;
}
/// Create a context of the team of all PEs; see ark_team_create_ctx.
ARK_HOST_DEVICE inline int ark_ctx_create(long options, ark_ctx_t* ctx) {
  return ark_team_create_ctx(ARK_TEAM_WORLD, options, ctx);
}
/// Complete the operations of a created context, and destroy it. No other thread may use it any
/// more. ARK_CTX_INVALID is ignored. The contexts of a GPU's kernels are destroyed before their
/// team.
ARK_HOST_DEVICE inline void ark_ctx_destroy(ark_ctx_t ctx) {
  if (ctx != ARK_CTX_INVALID) ark::device::contexts::destroy(ctx);
}
/// *team gets the team of `ctx`. Returns 0; another value, and *team is ARK_TEAM_INVALID, if there
/// is no such context.
ARK_HOST_DEVICE inline int ark_ctx_get_team(ark_ctx_t ctx, ark_team_t* team) {
  *team = ark::device::contexts::team_of(ark::device::context("ark_ctx_get_team"), ctx);
  return *team == ARK_TEAM_INVALID ? 1 : 0;
}
/// ark::quiet and ark::fence of a context, which record their errors. ARK_CTX_INVALID is ignored.
ARK_HOST_DEVICE inline void ark_ctx_quiet(ark_ctx_t ctx) {
  if (ctx != ARK_CTX_INVALID) ark::quiet(ctx);
}
ARK_HOST_DEVICE inline void ark_ctx_fence(ark_ctx_t ctx) {
  if (ctx != ARK_CTX_INVALID) ark::fence(ctx);
}
/// Wait until the operations of `ctx` to the `count` PEs at `pes`, numbers in the context's team,
/// are delivered. Waits for its operations to other PEs as well.
ARK_HOST_DEVICE inline void ark_ctx_pe_quiet(ark_ctx_t ctx, const int* pes, std::size_t count) {
  if (ctx == ARK_CTX_INVALID) return;
  ark::detail::device_state& state = ark::device::context("ark_ctx_pe_quiet");
  const int team = ark::device::contexts::team_of(state, ctx);
  const int n_pes =
      team == ARK_TEAM_INVALID ? state.n_pes : ark::device::members_of(state, team).size;
  if (ark::device::contexts::check_pes(state, pes, count, n_pes) == ark::errc::ok) ark::quiet(ctx);
}
/// ark_ctx_pe_quiet for operations without a context.
ARK_HOST_DEVICE inline void ark_pe_quiet(const int* pes, std::size_t count) {
  ark_ctx_pe_quiet(ARK_CTX_DEFAULT, pes, count);
}
/// A hint that a series of operations of `ctx` begins or ends. No effect.
ARK_HOST_DEVICE inline void ark_ctx_session_start([[maybe_unused]] ark_ctx_t ctx,
                                                  [[maybe_unused]] long options,
                                                  const ark_ctx_session_config_t* /*config*/,
                                                  [[maybe_unused]] long config_mask) {}
ARK_HOST_DEVICE inline void ark_ctx_session_stop([[maybe_unused]] ark_ctx_t ctx) {}

/// ark_signal_set and ark_signal_add in a context.
ARK_HOST_DEVICE inline void ark_ctx_signal_set(ark_ctx_t ctx, std::uint64_t* signal,
                                               std::uint64_t value, int pe) {
  ark::device::signal_word(signal, value, ARK_SIGNAL_SET, ark::in(ctx, pe),
                           ark::device::call_of<std::uint64_t>("ark_ctx_signal_set"));
}
ARK_HOST_DEVICE inline void ark_ctx_signal_add(ark_ctx_t ctx, std::uint64_t* signal,
                                               std::uint64_t value, int pe) {
  ark::device::signal_word(signal, value, ARK_SIGNAL_ADD, ark::in(ctx, pe),
                           ark::device::call_of<std::uint64_t>("ark_ctx_signal_add"));
}

#include <ark/api/ctx.hpp>
