#include "team_handles.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

extern "C" {
ARK_API ark_shmem_team ark_shmem_world, ark_shmem_shared;
ARK_API ark_shmem_ctx ark_shmem_default;
}

namespace ark::openshmem {

namespace {

/// The objects behind handles. The object of a destroyed handle is kept, marked as destroyed, until
/// a later handle reuses it, so that a call with it is refused.
template <class T>
class handles {
 public:
  T* create(const T& value) {
    constexpr std::size_t many = 65536;
    std::unique_ptr<T> fresh;
    if (destroyed_.size() >= many) {
      fresh = std::move(destroyed_.front());
      destroyed_.pop_front();
    } else {
      fresh = std::make_unique<T>();
    }
    *fresh = value;
    return *live_.insert(fresh.release()).first;
  }
  /// False if there is no such object.
  [[nodiscard]] bool destroy(T* object, const T& last) {
    if (live_.erase(object) == 0) return false;
    *object = last;
    destroyed_.emplace_back(object);
    return true;
  }
  void destroy_all(const T& last) {
    while (!live_.empty()) (void)destroy(*live_.begin(), last);
  }
  [[nodiscard]] const std::set<T*>& live() const { return live_; }

 private:
  std::set<T*> live_;
  std::deque<std::unique_ptr<T>> destroyed_;
};

/// The teams and contexts that the program has created.
struct created {
  std::mutex lock;
  handles<ark_shmem_team> teams;
  handles<ark_shmem_ctx> contexts;
};

/// Never destroyed: a program's exit finalizes after the destructors of static objects.
created& all() {
  static auto& one = *new created;
  return one;
}

/// False after shmem_finalize, which has destroyed all: destructors of static objects run later.
bool exists_still(const char* call) {
  if (initialized()) return true;
  std::fprintf(stderr, "ark: %s: no effect after shmem_finalize, which destroys all\n", call);
  return false;
}

[[noreturn]] void refuse(const std::string& what) { throw error(errc::invalid_argument, what); }

[[noreturn]] void refuse_negative(shmem_team_t team) {
  if (team->handle == ARK_TEAM_INVALID)
    throw error(errc::not_initialized, "before shmem_init or after shmem_finalize");
  refuse(
      fmt::format("the team {} was destroyed; accepted: SHMEM_TEAM_WORLD, SHMEM_TEAM_SHARED, or "
                  "a team that the PE has created and not destroyed",
                  static_cast<const void*>(team)));
}
[[noreturn]] void refuse_negative(shmem_ctx_t ctx) {
  if (ctx->team->handle == ARK_TEAM_INVALID) refuse_negative(ctx->team);
  refuse(
      fmt::format("the context {} was destroyed, itself or with its team; accepted: "
                  "SHMEM_CTX_DEFAULT, or a context that the PE has created and not destroyed",
                  static_cast<const void*>(ctx)));
}

/// SHMEM_TEAM_INVALID if the caller is not a member.
shmem_team_t add_team(ark_team_t handle) {
  if (handle == ARK_TEAM_INVALID) return SHMEM_TEAM_INVALID;
  const std::lock_guard guard(all().lock);
  return all().teams.create({handle});
}

/// The object of a destroyed context's handle.
ark_shmem_ctx destroyed_context() {
  static ark_shmem_team none{destroyed};
  return {&none, ARK_CTX_DEFAULT};
}

/// With the lock. False if there is no such context.
bool release(shmem_ctx_t ctx) {
  const ark_ctx_t handle = ctx->handle;
  if (!all().contexts.destroy(ctx, destroyed_context())) return false;
  if (handle == ARK_CTX_DEFAULT) {
    quiet();
  } else {
    ark_ctx_destroy(handle);
  }
  return true;
}

/// With the lock. Destroys the contexts of `team`; null: all.
void release_contexts(const ark_shmem_team* team) {
  std::vector<shmem_ctx_t> of_team;
  for (const shmem_ctx_t ctx : all().contexts.live())
    if (team == nullptr || ctx->team == team) of_team.push_back(ctx);
  for (const shmem_ctx_t ctx : of_team) (void)release(ctx);
}
/// With the lock. False if there is no such team.
bool release(shmem_team_t team) {
  const ark_team_t handle = team->handle;
  if (!all().teams.destroy(team, {destroyed})) return false;
  release_contexts(team);
  ark_team_destroy(handle);
  return true;
}

/// The configuration for the core's call. `mask` becomes the core's.
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
  release_contexts(nullptr);
  while (!all().teams.live().empty()) (void)release(*all().teams.live().begin());
  ark_shmem_world = ark_shmem_shared = {};
}

void abandon_teams() {
  const std::lock_guard guard(all().lock);
  all().contexts.destroy_all(destroyed_context());
  all().teams.destroy_all({destroyed});
  ark_shmem_world = ark_shmem_shared = {};
}

ark_team_t checked(shmem_team_t team) {
  if (team == SHMEM_TEAM_INVALID) refuse("the team is SHMEM_TEAM_INVALID");
  if (team->handle < 0) refuse_negative(team);
  return team->handle;
}

ark_ctx_t checked(shmem_ctx_t ctx) {
  if (ctx->team->handle < 0) refuse_negative(ctx);
  return ctx->handle;
}

target_pe pe_of(shmem_ctx_t ctx, int pe) {
  if (ctx == SHMEM_CTX_DEFAULT) return pe;
  if (ctx == SHMEM_CTX_INVALID) refuse("the context is SHMEM_CTX_INVALID");
  const ark_team_t team = ctx->team->handle;
  if (team < 0) refuse_negative(ctx);
  const int world_pe = ark_team_translate_pe(team, pe, ARK_TEAM_WORLD);
  if (world_pe < 0) {
    refuse("PE " + std::to_string(pe) + ": 0 to " + std::to_string(ark_team_n_pes(team) - 1) +
           " of the context's team is needed");
  }
  return {world_pe, detail::context_slot(ctx->handle)};
}

namespace {

int split_strided(shmem_team_t parent_team, int start, int stride, int size,
                  const shmem_team_config_t* config, long config_mask, shmem_team_t* new_team) {
  *required(new_team, "new_team") = SHMEM_TEAM_INVALID;
  if (parent_team == SHMEM_TEAM_INVALID) return -1;
  const ark_team_t parent = checked(parent_team);
  const int members = ark_team_n_pes(parent);
  const auto last = start + static_cast<std::int64_t>(stride) * (size - 1);
  if (size < 1 || start < 0 || start >= members || last < 0 || last >= members ||
      (stride == 0 && size > 1)) {
    std::fprintf(stderr,
                 "ark: PE %d: shmem_team_split_strided: start %d, stride %d, size %d do not fit a "
                 "team of %d PEs\n",
                 ark_my_pe(), start, stride, size, members);
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
  *required(xaxis_team, "xaxis_team") = SHMEM_TEAM_INVALID;
  *required(yaxis_team, "yaxis_team") = SHMEM_TEAM_INVALID;
  if (parent_team == SHMEM_TEAM_INVALID) return -1;
  const ark_team_t parent = checked(parent_team);
  if (xrange < 1) {
    std::fprintf(stderr, "ark: PE %d: shmem_team_split_2d: xrange %d: 1 or more is needed\n",
                 ark_my_pe(), xrange);
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
  (void)checked(team);
  const std::lock_guard guard(all().lock);
  if (!release(team)) refuse("the team is predefined");
}

int translate(shmem_team_t from, int pe, shmem_team_t to) {
  if (from == SHMEM_TEAM_INVALID || to == SHMEM_TEAM_INVALID) return -1;
  return ark_team_translate_pe(checked(from), pe, checked(to));
}

/// The address of `dest` at a PE; `found` is the core's result. At the caller's own PE, a static
/// variable has the program's address, not the heap's.
void* address_of(const void* dest, void* found) {
  return found == symmetric(dest) ? const_cast<void*>(dest) : found;
}
void* pointer(const void* dest, int pe) { return address_of(dest, ark_ptr(symmetric(dest), pe)); }
void* team_pointer(shmem_team_t team, const void* dest, int pe) {
  if (team == SHMEM_TEAM_INVALID) return nullptr;
  return address_of(dest, ark_team_ptr(checked(team), symmetric(dest), pe));
}

int get_config(shmem_team_t team, long config_mask, shmem_team_config_t* config) {
  if (team == SHMEM_TEAM_INVALID) return -1;
  if ((config_mask & SHMEM_TEAM_NUM_CONTEXTS) == 0) return 0;
  if (config == nullptr) return -1;
  ark_team_config_t recorded{};
  const int code = ark_team_get_config(checked(team), ARK_TEAM_NUM_CONTEXTS, &recorded);
  config->num_contexts = recorded.num_contexts;
  return code == 0 ? 0 : -1;
}

int create_context(shmem_team_t team, long options, shmem_ctx_t* ctx) {
  *required(ctx, "ctx") = SHMEM_CTX_INVALID;
  if (team == SHMEM_TEAM_INVALID) return -1;
  (void)checked(team);
  ark_ctx_t handle = ARK_CTX_DEFAULT;
  if (ark_ctx_create(options, &handle) != 0) handle = ARK_CTX_DEFAULT;
  const std::lock_guard guard(all().lock);
  *ctx = all().contexts.create({team, handle});
  return 0;
}

void destroy_context(shmem_ctx_t ctx) {
  if (ctx == SHMEM_CTX_INVALID || !exists_still("shmem_ctx_destroy")) return;
  (void)checked(ctx);
  const std::lock_guard guard(all().lock);
  if (!release(ctx)) {
    refuse("SHMEM_CTX_DEFAULT cannot be destroyed; accepted: a context that the PE has created");
  }
}

int get_team(shmem_ctx_t ctx, shmem_team_t* team) {
  *required(team, "team") = SHMEM_TEAM_INVALID;
  if (ctx == SHMEM_CTX_INVALID) return -1;
  (void)checked(ctx);
  *team = ctx->team;
  return 0;
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
