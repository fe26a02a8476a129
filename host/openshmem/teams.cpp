#include "teams.hpp"

#include <cstdio>
#include <memory>
#include <mutex>
#include <set>
#include <string>

extern "C" {
ARK_API ark_shmem_team ark_shmem_world, ark_shmem_shared;
ARK_API ark_shmem_ctx ark_shmem_default;
}

namespace ark::openshmem {

namespace {

/// The teams and contexts that the program has created.
struct created {
  std::mutex lock;
  std::set<shmem_team_t> teams;
  std::set<shmem_ctx_t> contexts;
};

/// Never destroyed: a program's exit finalizes after the destructors of static objects.
created& all() {
  static auto& one = *new created;
  return one;
}

/// False after shmem_finalize, which has destroyed all: destructors of static objects come later.
bool exists_still(const char* call) {
  if (initialized()) return true;
  std::fprintf(stderr, "ark: %s: no effect after shmem_finalize, which destroys all\n", call);
  return false;
}

[[noreturn]] void refuse(const std::string& what) { throw error(errc::invalid_argument, what); }

/// SHMEM_TEAM_INVALID where the caller is not a member.
shmem_team_t add_team(ark_team_t handle) {
  if (handle == ARK_TEAM_INVALID) return SHMEM_TEAM_INVALID;
  auto team = std::make_unique<ark_shmem_team>();
  team->handle = handle;
  const std::lock_guard guard(all().lock);
  return *all().teams.insert(team.release()).first;
}

void release(shmem_ctx_t ctx) {
  if (ctx->handle == ARK_CTX_DEFAULT) {
    quiet();
  } else {
    ark_ctx_destroy(ctx->handle);
  }
  delete ctx;
}

/// What the core's call gets. `mask` becomes the core's.
ark_team_config_t core_config(const shmem_team_config_t* config, long& mask) {
  const bool contexts = config != nullptr && (mask & SHMEM_TEAM_NUM_CONTEXTS) != 0;
  mask = contexts ? ARK_TEAM_NUM_CONTEXTS : 0;
  return {contexts ? config->num_contexts : 0};
}

}  // namespace

void start_teams() {
  ark_shmem_world.handle = ARK_TEAM_WORLD;
  ark_shmem_shared.handle = ARK_TEAM_SHARED;
  ark_shmem_default.team = SHMEM_TEAM_WORLD;
}

void end_teams() {
  const std::lock_guard guard(all().lock);
  for (const shmem_team_t team : all().teams) {
    ark_team_destroy(team->handle);
    delete team;
  }
  for (const shmem_ctx_t ctx : all().contexts) release(ctx);
  all().teams.clear();
  all().contexts.clear();
  ark_shmem_world = ark_shmem_shared = {};
}

ark_team_t checked(shmem_team_t team) {
  if (team == SHMEM_TEAM_INVALID) refuse("the team is SHMEM_TEAM_INVALID");
  if (team->handle == ARK_TEAM_INVALID)
    throw error(errc::not_initialized, "shmem_init has not been called");
  return team->handle;
}

target_pe pe_of(shmem_ctx_t ctx, int pe) {
  if (ctx == SHMEM_CTX_DEFAULT) return pe;
  if (ctx == SHMEM_CTX_INVALID) refuse("the context is SHMEM_CTX_INVALID");
  const ark_team_t team = checked(ctx->team);
  const int world_pe = ark_team_translate_pe(team, pe, ARK_TEAM_WORLD);
  if (world_pe < 0) {
    refuse("PE " + std::to_string(pe) + ": 0 to " + std::to_string(ark_team_n_pes(team) - 1) +
           " of the context's team is needed");
  }
  return {world_pe, static_cast<std::uint32_t>(ctx->handle)};
}

namespace {

int split_strided(shmem_team_t parent_team, int start, int stride, int size,
                  const shmem_team_config_t* config, long config_mask, shmem_team_t* new_team) {
  *new_team = SHMEM_TEAM_INVALID;
  if (parent_team == SHMEM_TEAM_INVALID) return -1;
  const ark_team_t parent = checked(parent_team);
  const int members = ark_team_n_pes(parent);
  const auto last = start + static_cast<std::int64_t>(stride) * (size - 1);
  if (size < 1 || start < 0 || start >= members || last < 0 || last >= members ||
      (stride == 0 && size > 1)) {
    std::fprintf(stderr,
                 "ark: shmem_team_split_strided: start %d, stride %d, size %d do not fit a team of "
                 "%d PEs\n",
                 start, stride, size, members);
    return -1;
  }
  const ark_team_config_t given = core_config(config, config_mask);
  ark_team_t made = ARK_TEAM_INVALID;
  if (ark_team_split_strided(parent, start, stride, size, &given, config_mask, &made) != 0)
    return -1;
  *new_team = add_team(made);
  return 0;
}

int split_2d(shmem_team_t parent_team, int xrange, const shmem_team_config_t* xaxis_config,
             long xaxis_mask, shmem_team_t* xaxis_team, const shmem_team_config_t* yaxis_config,
             long yaxis_mask, shmem_team_t* yaxis_team) {
  *xaxis_team = *yaxis_team = SHMEM_TEAM_INVALID;
  if (parent_team == SHMEM_TEAM_INVALID) return -1;
  const ark_team_t parent = checked(parent_team);
  if (xrange < 1) {
    std::fprintf(stderr, "ark: shmem_team_split_2d: xrange %d: 1 or more is needed\n", xrange);
    return -1;
  }
  const ark_team_config_t x = core_config(xaxis_config, xaxis_mask);
  const ark_team_config_t y = core_config(yaxis_config, yaxis_mask);
  ark_team_t row = ARK_TEAM_INVALID, column = ARK_TEAM_INVALID;
  if (ark_team_split_2d(parent, xrange, &x, xaxis_mask, &row, &y, yaxis_mask, &column) != 0)
    return -1;
  *xaxis_team = add_team(row);
  *yaxis_team = add_team(column);
  return 0;
}

void destroy(shmem_team_t team) {
  if (team == SHMEM_TEAM_INVALID || !exists_still("shmem_team_destroy")) return;
  const std::lock_guard guard(all().lock);
  if (all().teams.erase(team) == 0) {
    refuse("the team is predefined, or was destroyed before");
  }
  std::erase_if(all().contexts, [&](shmem_ctx_t ctx) {
    if (ctx->team != team) return false;
    release(ctx);
    return true;
  });
  ark_team_destroy(team->handle);
  delete team;
}

int translate(shmem_team_t from, int pe, shmem_team_t to) {
  if (from == SHMEM_TEAM_INVALID || to == SHMEM_TEAM_INVALID) return -1;
  return ark_team_translate_pe(checked(from), pe, checked(to));
}

/// `found`, the address of `dest` at a PE. At the caller's own PE a static variable has the address
/// that the program knows, not that in the heap.
void* address_of(const void* dest, void* found) {
  return found == symmetric(dest) ? const_cast<void*>(dest) : found;
}
void* pointer(const void* dest, int pe) { return address_of(dest, ark_ptr(symmetric(dest), pe)); }
void* team_pointer(shmem_team_t team, const void* dest, int pe) {
  if (team == SHMEM_TEAM_INVALID) return nullptr;
  return address_of(dest, ark_team_ptr(checked(team), symmetric(dest), pe));
}

int get_config(shmem_team_t team, long config_mask, shmem_team_config_t* config) {
  if (team == SHMEM_TEAM_INVALID || config == nullptr) return -1;
  if ((config_mask & SHMEM_TEAM_NUM_CONTEXTS) == 0) return 0;
  ark_team_config_t recorded{};
  const int code = ark_team_get_config(checked(team), ARK_TEAM_NUM_CONTEXTS, &recorded);
  config->num_contexts = recorded.num_contexts;
  return code == 0 ? 0 : -1;
}

int create_context(shmem_team_t team, long options, shmem_ctx_t* ctx) {
  *ctx = SHMEM_CTX_INVALID;
  if (team == SHMEM_TEAM_INVALID) return -1;
  auto fresh = std::make_unique<ark_shmem_ctx>();
  fresh->team = team;
  if (ark_ctx_create(options, &fresh->handle) != 0) fresh->handle = ARK_CTX_DEFAULT;
  const std::lock_guard guard(all().lock);
  *ctx = *all().contexts.insert(fresh.release()).first;
  return 0;
}

void destroy_context(shmem_ctx_t ctx) {
  if (ctx == SHMEM_CTX_INVALID || !exists_still("shmem_ctx_destroy")) return;
  const std::lock_guard guard(all().lock);
  if (all().contexts.erase(ctx) == 0) refuse("not a context that the program has created");
  release(ctx);
}

int get_team(shmem_ctx_t ctx, shmem_team_t* team) {
  *team = ctx == SHMEM_CTX_INVALID ? SHMEM_TEAM_INVALID : ctx->team;
  return ctx == SHMEM_CTX_INVALID ? -1 : 0;
}

int count_of(shmem_team_t team) {
  return team == SHMEM_TEAM_INVALID ? -1 : ark_team_n_pes(checked(team));
}
int rank_in(shmem_team_t team) {
  return team == SHMEM_TEAM_INVALID ? -1 : ark_team_my_pe(checked(team));
}

}  // namespace

ARK_SHMEM_CALL(int, team_my_pe, (shmem_team_t team), rank_in(team))
ARK_SHMEM_CALL(int, team_n_pes, (shmem_team_t team), count_of(team))
ARK_SHMEM_CALL(int, team_get_config,
               (shmem_team_t team, long config_mask, shmem_team_config_t* config),
               get_config(team, config_mask, config))
ARK_SHMEM_CALL(int, team_translate_pe, (shmem_team_t src_team, int src_pe, shmem_team_t dest_team),
               translate(src_team, src_pe, dest_team))
ARK_SHMEM_CALL(void*, team_ptr, (shmem_team_t team, const void* dest, int pe),
               team_pointer(team, dest, pe))
ARK_SHMEM_CALL(void*, ptr, (const void* dest, int pe), pointer(dest, pe))
ARK_SHMEM_CALL(int, team_split_strided,
               (shmem_team_t parent_team, int start, int stride, int size,
                const shmem_team_config_t* config, long config_mask, shmem_team_t* new_team),
               split_strided(parent_team, start, stride, size, config, config_mask, new_team))
ARK_SHMEM_CALL(int, team_split_2d,
               (shmem_team_t parent_team, int xrange, const shmem_team_config_t* xaxis_config,
                long xaxis_mask, shmem_team_t* xaxis_team, const shmem_team_config_t* yaxis_config,
                long yaxis_mask, shmem_team_t* yaxis_team),
               split_2d(parent_team, xrange, xaxis_config, xaxis_mask, xaxis_team, yaxis_config,
                        yaxis_mask, yaxis_team))
ARK_SHMEM_CALL(void, team_destroy, (shmem_team_t team), destroy(team))
ARK_SHMEM_CALL(int, team_create_ctx, (shmem_team_t team, long options, shmem_ctx_t* ctx),
               create_context(team, options, ctx))
ARK_SHMEM_CALL(int, ctx_create, (long options, shmem_ctx_t* ctx),
               create_context(SHMEM_TEAM_WORLD, options, ctx))
ARK_SHMEM_CALL(void, ctx_destroy, (shmem_ctx_t ctx), destroy_context(ctx))
ARK_SHMEM_CALL(int, ctx_get_team, (shmem_ctx_t ctx, shmem_team_t* team), get_team(ctx, team))
ARK_SHMEM_CALL(void, ctx_session_start,
               (shmem_ctx_t, long, const shmem_ctx_session_config_t*, long), void())
ARK_SHMEM_CALL(void, ctx_session_stop, (shmem_ctx_t), void())

}  // namespace ark::openshmem
