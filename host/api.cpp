// The public host functions: they find the caller's PE, and translate the runtime's exceptions into
// the conventions of the C names.
#include <fmt/core.h>

#include <algorithm>
#include <ark/device/state/context.hpp>
#include <ark/host.hpp>
#include <ark/info.hpp>
#include <ark/launch.hpp>
#include <ark/plan.hpp>
#include <ark/team.hpp>
#include <ark/trace.hpp>
#include <ark_build_info.hpp>
#include <cstdio>
#include <iterator>
#include <string_view>

#include "binding.hpp"
#include "describe.hpp"
#include "error/failure_report.hpp"
#include "error/log.hpp"
#include "info/json.hpp"
#include "info/routes.hpp"
#include "info/text.hpp"
#include "trace/nvtx_range.hpp"
#include "trace/recorder.hpp"

namespace ark {

namespace {

thread_local std::string refused;
thread_local errc refused_code = errc::ok;

/// Record that a call of `name` failed with `problem`: logged once, unless that ends the job.
void note_refusal(const char* name, const std::exception& problem) {
  refused = problem.what();
  const auto* known = dynamic_cast<const error*>(&problem);
  // Otherwise std::bad_alloc.
  refused_code = known != nullptr ? known->code() : errc::out_of_memory;
  logger().error("{}: {}", name, problem.what());
  if (detail::self() != nullptr || !initialized()) return;
  failure_ends(bound_runtime(name), name, &problem);
}

/// Run a memory call; returns null if it throws.
template <class Call>
void* guarded(const char* name, Call&& call) {
  const nvtx_range range(name);
  try {
    refused.clear();
    return call();
  } catch (const std::exception& problem) {
    note_refusal(name, problem);
    return nullptr;
  }
}

/// Run a call that waits for kernels, whose failures may end the job.
template <class Call>
void synchronised(const char* name, Call&& call) {
  const nvtx_range range(name);
  runtime& pe = acting_runtime(name);
  try {
    call(pe);
  } catch (const error& problem) {
    if (pe.failed()) failure_ends(pe, name, &problem);
    throw;
  }
  if (pe.failed()) failure_ends(pe, name);
}

/// True for queries, which have a result after a failure, too.
bool is_query(const char* call) {
  constexpr std::string_view queries[] = {
      "ark_status",     "ark_my_pe",         "ark_n_pes",
      "ark_ptr",        "ark_pe_accessible", "ark_addr_accessible",
      "ark_team_my_pe", "ark_team_n_pes",    "ark_team_translate_pe",
      "ark_team_ptr"};
  return call != nullptr &&
         std::find(std::begin(queries), std::end(queries), call) != std::end(queries);
}

trace_report trace_of(const char* call) {
  const trace_recorder* trace = bound_runtime(call).parts().queues->trace();
  return trace != nullptr ? trace->report() : trace_report{};
}

}  // namespace

void session::close() noexcept {
  if (!initialized()) return;
  try {
    finalize();
  } catch (const std::exception& problem) {
    logger().error("finalize: {}", problem.what());
  }
}

failure_record last_failure() {
  return failure_read(bound_runtime("ark::last_failure").state()).value_or(failure_record{});
}

std::string last_error() { return refused; }
errc detail::last_error_code() noexcept { return refused.empty() ? errc::ok : refused_code; }

heap_info heap_query() { return bound_runtime("ark::heap_query").parts().memory->info(); }

trace_report trace_counters() { return trace_of("ark::trace_counters"); }

std::string trace_json() { return trace_text(trace_of("ark::trace_json")); }

std::string route_report() {
  return route_lines(describe_routes(bound_runtime("ark::route_report").parts()));
}

std::string environment_report() {
  return environment_lines(bound_runtime("ark::environment_report").parts());
}

std::string info_json() { return info_document(describe(bound_runtime("ark::info_json").parts())); }

std::string info_text() {
  return info_to_text(job_document({info_line(describe(bound_runtime("ark::info_text").parts()))}));
}

std::string job_info_json() {
  return job_document(gather_json(bound_runtime("ark::job_info_json").parts()));
}

std::string job_info_text() { return info_to_text(job_info_json()); }

/// One name for both compilers' callers: a PE with kernels on a GPU gets a CUDA stream.
stream_t stream_create() {
  pe_parts& pe = acting_parts("ark::stream_create");
  if (pe.kernels.has_streams()) return reinterpret_cast<stream_t>(pe.kernels.stream_create());
  return pe.streams->create();
}
void stream_destroy(stream_t stream) {
  acting_parts("ark::stream_destroy").streams->destroy(stream);
}
void stream_sync(stream_t stream) {
  synchronised("ark::stream_sync", [&](runtime& pe) { pe.parts().streams->sync(stream); });
}
bool stream_query(stream_t stream) {
  return acting_parts("ark::stream_query").streams->query(stream);
}
// For callers that nvcc compiles, whose streams are CUDA's.
ARK_API void stream_destroy(CUstream_st* stream);
ARK_API void stream_sync(CUstream_st* stream);
ARK_API bool stream_query(CUstream_st* stream);

void stream_destroy(CUstream_st* stream) {
  acting_parts("ark::stream_destroy").kernels.stream_destroy(stream);
}
void stream_sync(CUstream_st* stream) {
  synchronised("ark::stream_sync", [&](runtime& pe) { pe.parts().kernels.stream_sync(stream); });
}
bool stream_query(CUstream_st* stream) {
  return acting_parts("ark::stream_query").kernels.stream_query(stream);
}
void device_sync() {
  synchronised("ark::device_sync", [](runtime& pe) { pe.device_sync(); });
}

namespace detail {

device_state& host_context(const char* call) {
  runtime& pe = bound_runtime(call);
  pe.parts().kernels.notice_failure();
  if (pe.failed() && !is_query(call)) [[unlikely]]
    failure_ends(pe, call);
  return pe.state();
}

// Must match the declaration in launch_cuda.hpp, which needs CUDA's headers.
ARK_API device_state* cuda_context_of_caller();
ARK_API std::size_t cuda_launch_shared_bytes(std::size_t wanted);
ARK_API std::size_t cuda_group_shared_bytes(std::size_t wanted, unsigned* pes);
ARK_API unsigned cuda_engine_shares();
ARK_API unsigned cuda_green_multiprocessors(CUstream_st* stream);
ARK_API bool cuda_runs_alone(CUstream_st* stream);

device_state* cuda_context_of_caller() { return acting_parts("ark::launch").kernels.context(); }
std::size_t cuda_launch_shared_bytes(std::size_t wanted) {
  const nvtx_range range("ark::launch");
  return acting_parts("ark::launch").kernels.shared_bytes(wanted);
}
std::size_t cuda_group_shared_bytes(std::size_t wanted, unsigned* pes) {
  const nvtx_range range("ark::launch");
  return acting_parts("ark::launch").kernels.group_shared_bytes(wanted, pes);
}

unsigned cuda_engine_shares() { return acting_parts("ark::launch").kernels.engine_shares(); }
unsigned cuda_green_multiprocessors(CUstream_st* stream) {
  return acting_parts("ark::launch").kernels.green_multiprocessors(stream);
}
bool cuda_runs_alone(CUstream_st* stream) {
  return acting_parts("ark::launch").kernels.runs_alone(stream);
}

void progress_hint() noexcept {
  try {
    bound_runtime().parts().core.executor->progress_wake();
  } catch (const error&) {
    // The PE has ended: nothing is left to progress.
  }
}

void launch_on_executor(const launch_config& request, const kernel_call& call) {
  const nvtx_range range("ark::launch");
  acting_parts("ark::launch").streams->launch(request, call);
}

cpu_stream* blocking_stream_create() {
  return acting_parts("ark::stream_create").streams->create(true);
}
bool stream_is_blocking(cpu_stream* stream) {
  return acting_parts("ark::stream_query").streams->is_blocking(stream);
}
bool stream_is_ready(cpu_stream* stream) {
  return acting_parts("ark::stream_query").streams->ready(stream);
}
void stream_release(cpu_stream* stream) {
  acting_parts("ark::stream_destroy").streams->release(stream);
}

}  // namespace detail
}  // namespace ark

void ark_init() { ark::init(); }

void ark_finalize() {
  try {
    ark::finalize();
  } catch (const std::exception& problem) {
    if (ark::detail::self() != nullptr) throw;  // fails the kernel
    ark::logger().error("ark_finalize: {}", problem.what());
  }
}

void ark_query_initialized(int* initialized) { *initialized = ark::initialized() ? 1 : 0; }

void ark_info_get_version(int* major, int* minor) {
  *major = *minor = 0;
  std::sscanf(ark::detail::build_info::version, "%d.%d", major, minor);
}

void ark_info_get_name(char* name) {
  std::snprintf(name, ARK_MAX_NAME_LEN, "ark %s", ark::detail::build_info::version);
}

void ark_global_exit(int status) { ark::bound_runtime("ark_global_exit").global_exit(status); }

void* ark_malloc(std::size_t bytes) {
  return ark::guarded("ark_malloc", [&] {
    return ark::acting_parts("ark_malloc").memory->allocate(bytes, ark::detail::cache_line);
  });
}

void* ark_calloc(std::size_t count, std::size_t bytes) {
  return ark::guarded("ark_calloc", [&]() -> void* {
    std::size_t total = 0;
    if (__builtin_mul_overflow(count, bytes, &total)) {
      throw ark::error(ark::errc::invalid_argument,
                       fmt::format("{} x {} bytes overflow", count, bytes));
    }
    return ark::acting_parts("ark_calloc").memory->allocate_zeroed(total);
  });
}

void* ark_align(std::size_t alignment, std::size_t bytes) {
  return ark::guarded("ark_align", [&] {
    return ark::acting_parts("ark_align").memory->allocate(bytes, alignment);
  });
}

void* ark_realloc(void* pointer, std::size_t bytes) {
  return ark::guarded("ark_realloc", [&] {
    return ark::acting_parts("ark_realloc").memory->reallocate(pointer, bytes);
  });
}

void ark_free(void* pointer) {
  ark::guarded("ark_free", [&]() -> void* {
    ark::runtime& pe = ark::acting_runtime("ark_free");
    // Called by a destructor after the failure: the other PEs do not take part.
    if (!pe.failed() || !ark::failures_end(pe)) pe.parts().memory->release(pointer);
    return nullptr;
  });
}

void* ark_buffer_register_symmetric(void* buffer, std::size_t bytes) {
  constexpr const char* name = "ark_buffer_register_symmetric";
  return ark::guarded(
      name, [&] { return ark::acting_parts(name).memory->register_buffer(buffer, bytes); });
}

int ark_buffer_unregister_symmetric(void* pointer) {
  constexpr const char* name = "ark_buffer_unregister_symmetric";
  ark::guarded(name, [&]() -> void* {
    ark::bound_runtime(name).parts().memory->unregister_buffer(pointer);
    return nullptr;
  });
  return ark::last_error().empty() ? 0 : 1;
}

ark_plan_t ark_plan_create(void* dest, const void* source, std::size_t bytes, std::uint64_t* signal,
                           int pe) {
  return static_cast<ark_plan_t>(ark::guarded("ark_plan_create", [&]() -> void* {
    return ark::acting_parts("ark_plan_create").plans->create({dest, source, bytes, signal, pe});
  }));
}

void ark_plan_destroy(ark_plan_t plan) {
  ark::guarded("ark_plan_destroy", [&]() -> void* {
    if (plan != nullptr) ark::bound_runtime("ark_plan_destroy").parts().plans->destroy(plan);
    return nullptr;
  });
}

namespace ark {
namespace {

/// The fields of a configuration that config_mask selects.
ark_team_config_t given(const ark_team_config_t* config, long config_mask) {
  const bool contexts = config != nullptr && (config_mask & ARK_TEAM_NUM_CONTEXTS) != 0;
  return {contexts ? config->num_contexts : 0};
}

/// Run a call that creates teams. Returns 0 on success.
template <class Create>
int create_teams(const char* name, ark_team_t parent, Create&& create) {
  if (parent == ARK_TEAM_INVALID) return 1;
  guarded(name, [&]() -> void* {
    create(acting_parts(name).teams);
    return nullptr;
  });
  return last_error().empty() ? 0 : 1;
}

}  // namespace
}  // namespace ark

int ark_team_split_strided(ark_team_t parent, int start, int stride, int size,
                           const ark_team_config_t* config, long config_mask,
                           ark_team_t* new_team) {
  constexpr const char* name = "ark_team_split_strided";
  *new_team = ARK_TEAM_INVALID;
  return ark::create_teams(name, parent, [&](ark::team_set& teams) {
    *new_team = teams.split_strided(parent, {start, stride, size}, ark::given(config, config_mask));
  });
}

int ark_team_split_2d(ark_team_t parent, int xrange, const ark_team_config_t* xaxis_config,
                      long xaxis_mask, ark_team_t* xaxis_team,
                      const ark_team_config_t* yaxis_config, long yaxis_mask,
                      ark_team_t* yaxis_team) {
  constexpr const char* name = "ark_team_split_2d";
  *xaxis_team = *yaxis_team = ARK_TEAM_INVALID;
  return ark::create_teams(name, parent, [&](ark::team_set& teams) {
    const auto made = teams.split_2d(parent, xrange, ark::given(xaxis_config, xaxis_mask),
                                     ark::given(yaxis_config, yaxis_mask));
    *xaxis_team = made.x;
    *yaxis_team = made.y;
  });
}

void ark_team_destroy(ark_team_t team) {
  constexpr const char* name = "ark_team_destroy";
  ark::guarded(name, [&]() -> void* {
    if (team != ARK_TEAM_INVALID) ark::acting_parts(name).teams.destroy(team);
    return nullptr;
  });
}

int ark_team_get_config(ark_team_t team, long config_mask, ark_team_config_t* config) {
  ark::runtime& pe = ark::bound_runtime("ark_team_get_config");
  if (!ark::device::team_exists(pe.state(), team)) return 1;
  if ((config_mask & ARK_TEAM_NUM_CONTEXTS) != 0) *config = pe.parts().teams.config(team);
  return 0;
}
