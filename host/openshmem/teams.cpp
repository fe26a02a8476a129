#include "teams.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "collectives.hpp"

extern "C" {
ARK_API ark_shmem_team ark_shmem_world, ark_shmem_shared;
ARK_API ark_shmem_ctx ark_shmem_default;
}

namespace ark::openshmem {

namespace {

/// The teams and contexts that the program has created, and the slots that are free.
struct created {
  std::mutex lock;
  std::set<shmem_team_t> teams;
  std::set<shmem_ctx_t> contexts;
  std::uint64_t free_slots = ~std::uint64_t{0} << first_free_slot;
};
static_assert(slot_count == 64, "free_slots has a bit for each");

created& all() {
  static created one;
  return one;
}

void set_members(ark_shmem_team& team, int slot, std::vector<int> pes) {
  const auto me = std::find(pes.begin(), pes.end(), ark_my_pe());
  team.rank = me == pes.end() ? -1 : static_cast<int>(me - pes.begin());
  team.slot = slot;
  team.pes = std::move(pes);
}

/// The slots that are free on every member of `parent`, as bits. Collective over it.
std::uint64_t agree_on_slots(const ark_shmem_team& parent) {
  std::uint64_t mine = 0;
  {
    const std::lock_guard guard(all().lock);
    mine = all().free_slots;
  }
  const std::vector<char> bits = space().exchange(parent, &mine, sizeof mine);
  std::uint64_t free = ~std::uint64_t{0};
  for (std::size_t i = 0; i < bits.size(); i += sizeof free) {
    std::uint64_t theirs = 0;
    std::memcpy(&theirs, bits.data() + i, sizeof theirs);
    free &= theirs;
  }
  return free;
}

/// The new team on its members; SHMEM_TEAM_INVALID on the others.
shmem_team_t add_team(int slot, std::vector<int> pes, const shmem_team_config_t* config,
                      long config_mask) {
  auto team = std::make_unique<ark_shmem_team>();
  set_members(*team, slot, std::move(pes));
  if (team->rank < 0) return SHMEM_TEAM_INVALID;
  if (config != nullptr && (config_mask & SHMEM_TEAM_NUM_CONTEXTS) != 0) team->config = *config;
  const std::lock_guard guard(all().lock);
  all().free_slots &= ~(std::uint64_t{1} << slot);
  return *all().teams.insert(team.release()).first;
}

[[noreturn]] void refuse(const std::string& what) { throw error(errc::invalid_argument, what); }

std::string no_slot() {
  return "no team can be created: each PE may be a member of " +
         std::to_string(slot_count - first_free_slot) + " at a time";
}

}  // namespace

void start_teams() {
  const int pes = ark_n_pes();
  space().allocate();
  std::vector<int> world(static_cast<std::size_t>(pes)), shared;
  for (int pe = 0; pe < pes; ++pe) {
    world[static_cast<std::size_t>(pe)] = pe;
    if (space().maps(pe)) shared.push_back(pe);
  }
  set_members(ark_shmem_world, world_slot, std::move(world));
  set_members(ark_shmem_shared, shared_slot, std::move(shared));
  ark_shmem_default.team = SHMEM_TEAM_WORLD;
}

void end_teams() {
  const std::lock_guard guard(all().lock);
  for (const shmem_team_t team : all().teams) delete team;
  for (const shmem_ctx_t ctx : all().contexts) delete ctx;
  all().teams.clear();
  all().contexts.clear();
  all().free_slots = ~std::uint64_t{0} << first_free_slot;
  ark_shmem_world = ark_shmem_shared = {};
  space().release();
}

const ark_shmem_team& checked(shmem_team_t team) {
  if (team == SHMEM_TEAM_INVALID) refuse("the team is SHMEM_TEAM_INVALID");
  if (team->rank < 0) throw error(errc::not_initialized, "shmem_init has not been called");
  return *team;
}

int pe_of(shmem_ctx_t ctx, int pe) {
  if (ctx == SHMEM_CTX_DEFAULT) return pe;
  if (ctx == SHMEM_CTX_INVALID) refuse("the context is SHMEM_CTX_INVALID");
  const ark_shmem_team& team = *ctx->team;
  if (pe < 0 || pe >= team.size()) {
    refuse("PE " + std::to_string(pe) + ": 0 to " + std::to_string(team.size() - 1) +
           " of the context's team is needed");
  }
  return team.pes[static_cast<std::size_t>(pe)];
}

namespace {

/// `member` ranks of `parent`, as PEs of the job.
std::vector<int> pick(const ark_shmem_team& parent, int start, int stride, int size) {
  std::vector<int> pes;
  for (int i = 0; i < size; ++i) {
    pes.push_back(parent.pes[static_cast<std::size_t>(start + i * stride)]);
  }
  return pes;
}

int split_strided(shmem_team_t parent_team, int start, int stride, int size,
                  const shmem_team_config_t* config, long config_mask, shmem_team_t* new_team) {
  *new_team = SHMEM_TEAM_INVALID;
  if (parent_team == SHMEM_TEAM_INVALID) return -1;
  const ark_shmem_team& parent = checked(parent_team);
  const auto last = start + static_cast<std::int64_t>(stride) * (size - 1);
  if (size < 1 || start < 0 || start >= parent.size() || last < 0 || last >= parent.size() ||
      (stride == 0 && size > 1)) {
    std::fprintf(stderr,
                 "ark: shmem_team_split_strided: start %d, stride %d, size %d do not fit a team of "
                 "%d PEs\n",
                 start, stride, size, parent.size());
    return -1;
  }
  const std::uint64_t free = agree_on_slots(parent);
  if (free == 0) {
    std::fprintf(stderr, "ark: shmem_team_split_strided: %s\n", no_slot().c_str());
    return -1;
  }
  *new_team =
      add_team(std::countr_zero(free), pick(parent, start, stride, size), config, config_mask);
  return 0;
}

int split_2d(shmem_team_t parent_team, int xrange, const shmem_team_config_t* xaxis_config,
             long xaxis_mask, shmem_team_t* xaxis_team, const shmem_team_config_t* yaxis_config,
             long yaxis_mask, shmem_team_t* yaxis_team) {
  *xaxis_team = *yaxis_team = SHMEM_TEAM_INVALID;
  if (parent_team == SHMEM_TEAM_INVALID) return -1;
  const ark_shmem_team& parent = checked(parent_team);
  if (xrange < 1) {
    std::fprintf(stderr, "ark: shmem_team_split_2d: xrange %d: 1 or more is needed\n", xrange);
    return -1;
  }
  const int width = std::min(xrange, parent.size());
  const int row = parent.rank / width, column = parent.rank % width;
  const int row_size = std::min(width, parent.size() - row * width);
  const int column_size = (parent.size() - column + width - 1) / width;
  const std::uint64_t free = agree_on_slots(parent), without_first = free & (free - 1);
  if (without_first == 0) {
    std::fprintf(stderr, "ark: shmem_team_split_2d: %s\n", no_slot().c_str());
    return -1;
  }
  *xaxis_team = add_team(std::countr_zero(free), pick(parent, row * width, 1, row_size),
                         xaxis_config, xaxis_mask);
  *yaxis_team = add_team(std::countr_zero(without_first), pick(parent, column, width, column_size),
                         yaxis_config, yaxis_mask);
  return 0;
}

void destroy(shmem_team_t team) {
  if (team == SHMEM_TEAM_INVALID) return;
  const std::lock_guard guard(all().lock);
  if (all().teams.erase(team) == 0) {
    refuse("the team is predefined, or was destroyed before");
  }
  std::erase_if(all().contexts, [&](shmem_ctx_t ctx) {
    if (ctx->team != team) return false;
    delete ctx;
    return true;
  });
  all().free_slots |= std::uint64_t{1} << team->slot;
  delete team;
}

int translate(shmem_team_t src_team, int src_pe, shmem_team_t dest_team) {
  if (src_team == SHMEM_TEAM_INVALID || dest_team == SHMEM_TEAM_INVALID) return -1;
  if (src_pe < 0 || src_pe >= src_team->size()) return -1;
  const int pe = src_team->pes[static_cast<std::size_t>(src_pe)];
  const auto found = std::find(dest_team->pes.begin(), dest_team->pes.end(), pe);
  return found == dest_team->pes.end() ? -1 : static_cast<int>(found - dest_team->pes.begin());
}

void* pointer_on(const void* dest, int pe) { return ark_ptr(symmetric(dest), pe); }

void* team_pointer(shmem_team_t team, const void* dest, int pe) {
  const int world = translate(team, pe, SHMEM_TEAM_WORLD);
  return world < 0 ? nullptr : pointer_on(dest, world);
}

int get_config(shmem_team_t team, long config_mask, shmem_team_config_t* config) {
  if (team == SHMEM_TEAM_INVALID || config == nullptr) return -1;
  if ((config_mask & SHMEM_TEAM_NUM_CONTEXTS) != 0) *config = team->config;
  return 0;
}

int create_context(shmem_team_t team, shmem_ctx_t* ctx) {
  *ctx = SHMEM_CTX_INVALID;
  if (team == SHMEM_TEAM_INVALID) return -1;
  auto fresh = std::make_unique<ark_shmem_ctx>();
  fresh->team = team;
  const std::lock_guard guard(all().lock);
  *ctx = *all().contexts.insert(fresh.release()).first;
  return 0;
}

void destroy_context(shmem_ctx_t ctx) {
  if (ctx == SHMEM_CTX_INVALID) return;
  quiet();
  const std::lock_guard guard(all().lock);
  if (all().contexts.erase(ctx) == 0) refuse("not a context that the program has created");
  delete ctx;
}

int get_team(shmem_ctx_t ctx, shmem_team_t* team) {
  *team = ctx == SHMEM_CTX_INVALID ? SHMEM_TEAM_INVALID : ctx->team;
  return ctx == SHMEM_CTX_INVALID ? -1 : 0;
}

int count_of(shmem_team_t team) { return team == SHMEM_TEAM_INVALID ? -1 : checked(team).size(); }
int rank_in(shmem_team_t team) { return team == SHMEM_TEAM_INVALID ? -1 : checked(team).rank; }

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
ARK_SHMEM_CALL(void*, ptr, (const void* dest, int pe), pointer_on(dest, pe))
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
ARK_SHMEM_CALL(int, team_create_ctx, (shmem_team_t team, long, shmem_ctx_t* ctx),
               create_context(team, ctx))
ARK_SHMEM_CALL(int, ctx_create, (long, shmem_ctx_t* ctx), create_context(SHMEM_TEAM_WORLD, ctx))
ARK_SHMEM_CALL(void, ctx_destroy, (shmem_ctx_t ctx), destroy_context(ctx))
ARK_SHMEM_CALL(int, ctx_get_team, (shmem_ctx_t ctx, shmem_team_t* team), get_team(ctx, team))
ARK_SHMEM_CALL(void, ctx_session_start,
               (shmem_ctx_t, long, const shmem_ctx_session_config_t*, long), void())
ARK_SHMEM_CALL(void, ctx_session_stop, (shmem_ctx_t), void())

}  // namespace ark::openshmem
