// Contexts: subsets of a PE's operations that are ordered and completed independently.
//
// A context has a slot of the PE's context table: its team, and for each ring the position behind
// its last descriptor. A ring delivers in ticket order, so a quiet of the context waits until that
// position is delivered, and not for operations that the PE has posted later. Inline stores need no
// position.
#pragma once

#include <ark/device/collective/team.hpp>
#include <ark/device/transfer/order.hpp>

namespace ark::device::contexts {

/// The team of `ctx`; ARK_TEAM_INVALID if the context does not exist.
ARK_HOST_DEVICE inline int team_of(const detail::device_state& state, int ctx) {
  if (ctx == ARK_CTX_DEFAULT) return ARK_TEAM_WORLD;
  const detail::context_entry entry{
      detail::load_acquire(&state.contexts->entries[detail::context_slot(ctx)])};
  if (entry.generation() != detail::context_generation(ctx)) return ARK_TEAM_INVALID;
  const int team = entry.team();
  return team_exists(state, team) ? team : ARK_TEAM_INVALID;
}

/// Record a handle that is not a context's, or whose context's team is destroyed.
ARK_HOST_DEVICE ARK_COLD inline errc refuse_context(detail::device_state& state, int ctx,
                                                    detail::op_kind op) {
  const std::uint32_t slot = detail::context_slot(ctx);
  const detail::context_entry entry{detail::load_relaxed(&state.contexts->entries[slot])};
  return fail(state, {errc::invalid_argument, op, detail::failure_reason::communication_context},
              -1, detail::no_offset, entry.generation() << detail::context_slot_bits | slot,
              static_cast<std::uint64_t>(std::int64_t{ctx}));
}

/// Refuse a handle that is not a context's.
ARK_HOST_DEVICE inline errc check(detail::device_state& state, int ctx, detail::op_kind op) {
  if (team_of(state, ctx) != ARK_TEAM_INVALID) [[likely]]
    return errc::ok;
  return refuse_context(state, ctx, op);
}

/// Implementation of ark::in. For an invalid context or PE, records the refusal and returns PE -1,
/// which every operation refuses.
ARK_HOST_DEVICE ARK_NOINLINE inline target_pe target_in(int ctx, int pe) {
  detail::device_state& state = context("ark::in");
  const int team = team_of(state, ctx);
  const std::uint32_t counting = detail::context_slot(ctx);
  if (team == ARK_TEAM_WORLD) return {pe, counting};
  if (team == ARK_TEAM_INVALID) {
    (void)refuse_context(state, ctx, detail::op_kind::put);
    return -1;
  }
  const team_members members = members_of(state, team);
  if (static_cast<unsigned>(pe) < static_cast<unsigned>(members.size)) [[likely]]
    return {members.pe(pe), counting};
  refuse(state, detail::op_kind::put, -1, detail::no_offset,
         static_cast<std::uint64_t>(std::int64_t{pe}), static_cast<std::uint64_t>(members.size),
         detail::failure_reason::pe_of_context);
  return -1;
}

/// A free slot, now taken; ARK_CTX_INVALID if there is none or `team` does not exist.
ARK_HOST_DEVICE ARK_NOINLINE inline int create(const detail::device_state& state, int team) {
  if (!team_exists(state, team)) return ARK_CTX_INVALID;
  ARK_NO_UNROLL
  for (int slot = 1; slot < detail::context_slots; ++slot) {
    std::uint64_t* const word = state.contexts->entries + slot;
    const detail::context_entry entry{detail::load_relaxed(word)};
    if (!entry.is_free()) continue;
    const std::uint64_t taken = detail::context_entry::of(entry.generation(), team).word;
    if (detail::compare_exchange(word, entry.word, taken) == entry.word)
      return static_cast<int>(entry.generation() << detail::context_slot_bits) | slot;
  }
  return ARK_CTX_INVALID;
}

/// The operations that a created context has posted.
ARK_HOST_DEVICE inline queue::of_context posted_by(int ctx) { return {detail::context_slot(ctx)}; }

ARK_HOST_DEVICE inline errc quiet(int ctx) {
  if (ctx == ARK_CTX_DEFAULT) return device::quiet();
  detail::device_state& state = context("ark_ctx_quiet");
  errc code = check(state, ctx, detail::op_kind::quiet);
  if (code == errc::ok)
    code = queue::wait_all_drained(state, detail::op_kind::quiet, posted_by(ctx));
  detail::fence_seq_cst();
  return code;
}

/// Like device::fence(), for the descriptors of the context and earlier ones in the same rings.
ARK_HOST_DEVICE inline errc fence(int ctx) {
  if (ctx == ARK_CTX_DEFAULT) return device::fence();
  detail::device_state& state = context("ark_ctx_fence");
  detail::fence_release();
  errc code = check(state, ctx, detail::op_kind::fence);
  if (code == errc::ok) code = queue::fence_rings(state, posted_by(ctx));
  detail::fence_release();  // orders the deliveries seen above before later relaxed stores
  return code;
}

/// Free the slot of a created context, after a quiet.
ARK_HOST_DEVICE inline errc destroy(int ctx) {
  detail::device_state& state = context("ark_ctx_destroy");
  if (ctx == ARK_CTX_DEFAULT)
    return fail(
        state,
        {errc::invalid_argument, detail::op_kind::quiet, detail::failure_reason::default_context},
        -1, detail::no_offset, 0, 0);
  const errc code = quiet(ctx);
  if (code != errc::invalid_argument) {
#if !ARK_DEVICE_PASS
    detail::store_relaxed(&state.contexts->tenants[detail::context_slot(ctx)], 0u);
#endif
    detail::store_release(&state.contexts->entries[detail::context_slot(ctx)],
                          detail::context_entry::free_after(detail::context_generation(ctx)).word);
  }
  return code;
}

/// Refuse a PE that the job lacks.
ARK_HOST_DEVICE inline errc check_pes(detail::device_state& state, const int* pes,
                                      std::size_t count, int n_pes) {
  for (std::size_t i = 0; i < count; ++i) {
    if (static_cast<unsigned>(pes[i]) < static_cast<unsigned>(n_pes)) continue;
    return refuse(state, detail::op_kind::quiet, pes[i], detail::no_offset,
                  static_cast<std::uint64_t>(std::int64_t{pes[i]}),
                  static_cast<std::uint64_t>(n_pes), detail::failure_reason::pe_out_of_range);
  }
  return errc::ok;
}

}  // namespace ark::device::contexts
