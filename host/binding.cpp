#include "binding.hpp"

#include <fmt/core.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <ark/collective.hpp>
#include <ark/detail/bootstrap/on_mpi.hpp>
#include <ark/detail/simt/lane.hpp>
#include <ark/device/state/context.hpp>
#include <ark/host.hpp>
#include <ark/local.hpp>
#include <ark/unique_id.hpp>
#include <atomic>
#include <exception>
#include <functional>
#include <iterator>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <vector>

#include "bootstrap/id_rendezvous.hpp"
#include "bootstrap/local_bootstrap.hpp"
#include "bootstrap/mpi_bootstrap.hpp"
#include "bootstrap/tcp_bootstrap.hpp"
#include "error/failure_report.hpp"
#include "error/log.hpp"
#include "os/resource_limits.hpp"
#include "pe_core.hpp"
#include "process_end.hpp"
#include "trace/nvtx_range.hpp"

namespace ark {

namespace {

/// The PE of the process, and the number of its inits. Members change under the mutex; the pointer
/// alone is read on every call.
struct process_pe {
  std::mutex mutex;
  std::unique_ptr<start_settings> how;  ///< outlives owner
  std::unique_ptr<runtime> owner;
  int depth = 0;
  bool on_mpi = false;  ///< its bootstrap is MPI
  int local_runs = 0;   ///< local_run calls in progress
  std::atomic<runtime*> current{nullptr};
  std::atomic<bool> is_forked{false};  ///< this process is a forked copy of a PE, and not a PE
                                       ///< itself
};

// initial-exec: read on every host call.
thread_local runtime* thread_pe __attribute__((tls_model("initial-exec"))) = nullptr;

/// Never destroyed: at exit a forked process has the PE's objects, but not the threads for which
/// their destructors wait.
process_pe& process() {
  static process_pe& only = *new process_pe;
  return only;
}

/// Called in a forked process, which owns no PE. A lock may be held by a thread that does not exist
/// there.
void forget_in_child() {
  process_pe& pe = process();
  if (pe.current.exchange(nullptr) == nullptr && thread_pe == nullptr) return;
  pe.is_forked.store(true);
  thread_pe = nullptr;
  detail::store_release(&detail::default_context_state, nullptr);
}

void refuse_forked(const char* call) {
  if (!process().is_forked.load(std::memory_order_relaxed)) return;
  throw error(errc::wrong_state,
              fmt::format("{} was called in process {}, which a PE has forked and which is no PE",
                          call, getpid()));
}

/// Called before the first PE of the process starts.
void watch_forks() {
  static const int registered = pthread_atfork(nullptr, nullptr, forget_in_child);
  static_cast<void>(registered);
}

/// Called under the mutex, after each change.
void set_default_context(process_pe& pe) {
  const bool direct =
      pe.owner != nullptr && pe.local_runs == 0 && !pe.owner->parts().kernels.built();
  detail::store_release(&detail::default_context_state, direct ? &pe.owner->state() : nullptr);
}

/// The duration of a local_run call, whose threads are bound to other PEs than the process's.
class local_run_scope {
 public:
  local_run_scope() { count(1); }
  ~local_run_scope() { count(-1); }
  local_run_scope(const local_run_scope&) = delete;
  local_run_scope& operator=(const local_run_scope&) = delete;

 private:
  static void count(int more) {
    process_pe& pe = process();
    const std::lock_guard lock(pe.mutex);
    pe.local_runs += more;
    set_default_context(pe);
  }
};

const char* level_name(int level) {
  constexpr const char* names[] = {"single", "funneled", "serialized", "multiple"};
  return names[level];
}

/// Check the thread level of an MPI that is already initialised, possibly with a lower level than
/// requested now. Without MPI, ark has the highest level.
void check_thread_level(int requested, downgrade_log& downgrades) {
  const int provided = mpi_thread_level();
  if (requested <= provided) return;
  if (requested > ARK_THREAD_MULTIPLE) {
    throw error(errc::invalid_argument,
                fmt::format("thread level {}: ARK_THREAD_SINGLE to ARK_THREAD_MULTIPLE (0 to 3)",
                            requested));
  }
  downgrades.downgrade("MPI thread level", level_name(requested),
                       fmt::format("{} given", level_name(provided)),
                       "MPI was started with that level",
                       fmt::format("call MPI_Init_thread with {}, or let ark start an MPI that "
                                   "supports it",
                                   level_name(requested)));
}

/// True for errors that are caused by another PE's absence or by MPI, not by the caller's
/// arguments.
bool is_of_the_job(const std::exception* thrown) {
  const auto* known = dynamic_cast<const error*>(thrown);
  if (known == nullptr) return false;
  const errc code = known->code();
  return code == errc::timeout || code == errc::peer_failed || code == errc::aborted ||
         code == errc::mpi_error;
}

/// True for calls that destructors make.
bool cleans_up(const char* call) {
  constexpr std::string_view calls[] = {"ark_free", "ark_plan_destroy", "ark::stream_destroy",
                                        "ark_buffer_unregister_symmetric"};
  return call != nullptr && std::find(std::begin(calls), std::end(calls), call) != std::end(calls);
}

/// Throws if the caller is a lane: host calls wait for lanes and for other PEs, so the lane would
/// wait for itself.
void refuse_lanes(const char* call) {
  if (detail::self() == nullptr) return;
  throw error(errc::wrong_state,
              fmt::format("{} was called inside a kernel; only host threads may call it", call));
}

/// Makes the bootstrap with this deadline.
using connect_call = std::function<std::unique_ptr<bootstrap>(std::uint64_t timeout_ns)>;

/// Start the runtime of this process. level: the thread level for MPI; none: MPI is not used.
void start(const connect_call& connect, std::optional<int> level, const settings& overrides) {
  refuse_lanes("ark::init");
  refuse_forked("ark::init");
  watch_forks();
  const nvtx_range range("ark::init");
  process_pe& pe = process();
  const std::lock_guard lock(pe.mutex);
  if (thread_pe != nullptr)
    throw error(errc::wrong_state, "init: this thread already is a PE of local_run");
  if (pe.depth > 0) {
    if (level && pe.on_mpi) check_thread_level(*level, pe.how->downgrades);
    ++pe.depth;
    return;
  }
  auto how = std::make_unique<start_settings>(overrides);
  const std::uint64_t timeout_ns = how->read.values.timeout_ns;
  process_end_watch([]() noexcept { return process().current.load(std::memory_order_acquire); });
  process_end_note(false, false, timeout_ns);
  std::unique_ptr<bootstrap> boot = connect(timeout_ns);
  if (level) check_thread_level(*level, how->downgrades);
  log_pe_set_process(boot->rank());
  auto owner = std::make_unique<runtime>(std::move(boot), *how);
  owner->start();
  pe.owner = std::move(owner);
  pe.how = std::move(how);
  pe.depth = 1;
  pe.on_mpi = level.has_value();
  pe.current.store(pe.owner.get(), std::memory_order_release);
  set_default_context(pe);
}

void start(mpi_request request, const settings& overrides) {
  const auto connect = [&](std::uint64_t timeout_ns) {
    request.timeout_ns = timeout_ns;
    return mpi_bootstrap(request);
  };
  start(connect, request.thread_level, overrides);
}

/// The thread level of the job's bootstrap.
int thread_level() {
  process_pe& pe = process();
  const std::lock_guard lock(pe.mutex);
  return pe.depth > 0 && !pe.on_mpi ? int{ARK_THREAD_MULTIPLE} : mpi_thread_level();
}

liveness::departure departure_of(const runtime& pe) {
  return pe.failed() ? liveness::departure::failed : liveness::departure::in_order;
}

/// Destroy the runtime, except memory that a kernel that does not end may still access.
void dispose(std::unique_ptr<runtime> owner, liveness::departure how) {
  owner->depart(how);
  const bool ended = owner->end_grids();
  owner->end_plans();  // before memory of the GPU is freed, which may wait for their graphs
  if (!ended) [[maybe_unused]]
    const auto* left = owner.release();
}

/// Complete operations, wait for the other PEs, and destroy the runtime. An error is thrown at the
/// end, or ends the job. An earlier failure is not thrown: ark_status() has reported it.
void end(std::unique_ptr<runtime> owner, bool wait_for_others) {
  const bool known = owner->failed();
  std::exception_ptr problem;
  bool in_order = false;
  try {
    in_order = wait_for_others && owner->quiesce();
  } catch (const std::exception& caught) {
    failure_ends(*owner, "ark::finalize", &caught);
    problem = std::current_exception();
  }
  if (owner->failed()) failure_ends(*owner, "ark::finalize");
  if (const auto record = failure_read(owner->state()); record && !known && !problem)
    problem = std::make_exception_ptr(error(record->code, "finalize: " + failure_text(*record)));
  process_end_note(in_order, owner->has_lost_pe(), owner->parts().core.values.timeout_ns);
  // A kernel's failure is not in the PE's record: only this call notifies the other PEs.
  dispose(std::move(owner), problem ? liveness::departure::failed : departure_of(*owner));
  if (problem) std::rethrow_exception(problem);
}

}  // namespace

void init(const settings& overrides) { start({}, overrides); }

void detail::init_at_thread_level(int level) {
  mpi_request request;
  request.thread_level = level;
  start(request, {});
}

void init_with_unique_id(int rank, int n_pes, const unique_id& id, const settings& overrides) {
  start([&](std::uint64_t timeout_ns) { return tcp_bootstrap(id, rank, n_pes, timeout_ns); },
        std::nullopt, overrides);
}

unique_id get_unique_id(const settings& overrides) {
  refuse_lanes("ark::get_unique_id");
  const start_settings how(overrides);
  return rendezvous_create(choose_address(how.read.values.id_address));
}

namespace detail {

void init_on_mpi(const void* communicator, std::span<const int> ranks, const settings& overrides) {
  mpi_request request;
  request.communicator = communicator;
  request.ranks = ranks;
  start(request, overrides);
}

}  // namespace detail

void finalize() {
  refuse_lanes("ark::finalize");
  refuse_forked("ark::finalize");
  const nvtx_range range("ark::finalize");
  process_pe& pe = process();
  std::unique_lock lock(pe.mutex);
  if (pe.depth == 0) throw error(errc::not_initialized, "finalize: ark is not initialised");
  if (--pe.depth > 0) {
    lock.unlock();
    ark_barrier_all();
    return;
  }
  const bool too_late = pe.on_mpi && mpi_is_finalized();
  std::unique_ptr<runtime> owner = std::move(pe.owner);
  set_default_context(pe);
  try {
    end(std::move(owner), !too_late);
  } catch (...) {
    pe.current.store(nullptr, std::memory_order_release);
    throw;
  }
  pe.current.store(nullptr, std::memory_order_release);
  log_pe_set_process(-1);
  if (too_late) {
    throw error(errc::wrong_state,
                "finalize: MPI_Finalize was called first; call ark::finalize before it. The PE is "
                "freed, but what it "
                "had not delivered is lost");
  }
}

void detail::forget_nested_inits() {
  process_pe& pe = process();
  const std::lock_guard lock(pe.mutex);
  pe.depth = std::min(pe.depth, 1);
}

void* detail::pe_of_thread() noexcept { return thread_pe; }
void detail::bind_thread(void* pe) noexcept { thread_pe = static_cast<runtime*>(pe); }

std::uint64_t detail::runtime_number() noexcept {
  const runtime* const bound = thread_pe;
  const runtime* const one =
      bound != nullptr ? bound : process().current.load(std::memory_order_acquire);
  return one == nullptr ? 0 : one->number();
}

bool initialized() noexcept {
  return thread_pe != nullptr || process().current.load(std::memory_order_acquire) != nullptr;
}

namespace {

/// Text of an exception of a PE of local_run; whether it reports another PE's failure.
struct thrown_by_pe {
  std::string text = "an exception of an unknown type";
  bool of_another = false;
};
thrown_by_pe describe(const std::exception_ptr& problem) {
  try {
    std::rethrow_exception(problem);
  } catch (const error& known) {
    return {known.what(), known.code() == errc::peer_failed};
  } catch (const std::exception& other) {
    return {other.what(), false};
  } catch (...) {
    return {};
  }
}

/// Rethrow the cause, if it can be distinguished from its consequences; the others are logged.
void rethrow_first(const std::vector<std::exception_ptr>& problems) {
  std::exception_ptr first;
  bool of_another = false;
  for (const std::exception_ptr& problem : problems) {
    if (!problem) continue;
    const bool follows = describe(problem).of_another;
    if (first && (follows || !of_another)) continue;
    first = problem;
    of_another = follows;
  }
  for (std::size_t pe = 0; pe < problems.size(); ++pe) {
    if (problems[pe] && problems[pe] != first)
      logger().error("local_run: PE {} threw as well: {}", pe, describe(problems[pe]).text);
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace

void detail::local_run(int n_pes, void (*body)(void* context, int pe), void* context,
                       const settings& overrides) {
  refuse_lanes("ark::local_run");
  refuse_forked("ark::local_run");
  watch_forks();
  if (n_pes < 1)
    throw error(errc::invalid_argument, fmt::format("local_run: {} PEs: at least 1", n_pes));
  if (thread_pe != nullptr)
    throw error(errc::wrong_state, "local_run: this thread already is a PE");
  const local_run_scope scope;
  start_settings how(overrides);
  local_group group(n_pes, how.read.values.timeout_ns);
  std::vector<std::exception_ptr> problems(static_cast<std::size_t>(n_pes));
  // Freed when all have ended: the other PEs may still access the heap of a PE that fails.
  std::vector<std::unique_ptr<runtime>> owners(static_cast<std::size_t>(n_pes));
  // Notifies the other PEs at once, so that they do not wait until their deadlines.
  const auto leave_failed = [&](int pe) {
    const auto& owner = owners[static_cast<std::size_t>(pe)];
    if (owner) owner->depart(liveness::departure::failed);
    group.leave(pe);
  };
  const auto run_pe = [&](int pe) {
    const auto index = static_cast<std::size_t>(pe);
    log_pe_set_thread(pe);
    try {
      owners[index] = std::make_unique<runtime>(std::make_unique<local_bootstrap>(group, pe), how);
      owners[index]->start();
      thread_pe = owners[index].get();
      body(context, pe);
      owners[index]->quiesce();
      if (owners[index]->failed()) {
        failure_ends(*owners[index], "the end of local_run's body");
        leave_failed(pe);
      }
    } catch (...) {
      problems[index] = std::current_exception();
      leave_failed(pe);
    }
    thread_pe = nullptr;
    log_pe_set_thread(-1);
  };
  std::vector<std::thread> threads;
  int started = 1;
  try {
    for (; started < n_pes; ++started)
      threads.push_back(thread_start("a PE of local_run", run_pe, started));
  } catch (const error&) {
    problems[static_cast<std::size_t>(started)] = std::current_exception();
    for (int pe = started; pe < n_pes; ++pe) group.leave(pe);  // no PE waits for them
  }
  run_pe(0);
  for (std::thread& thread : threads) thread.join();
  // The watch of a live PE must not access the heap of a destroyed one.
  std::erase(owners, nullptr);
  bool ended = true;
  for (const auto& owner : owners) {
    owner->depart(departure_of(*owner));
    ended = owner->end_grids() && ended;
    owner->end_plans();  // while all heaps exist
  }
  if (!ended) {
    for (auto& owner : owners) [[maybe_unused]] const auto* left = owner.release();
  }
  owners.clear();
  rethrow_first(problems);
}

runtime& bound_runtime(const char* call) {
  if (call != nullptr) refuse_lanes(call);
  if (thread_pe != nullptr) return *thread_pe;
  runtime* only = process().current.load(std::memory_order_acquire);
  if (only != nullptr) return *only;
  refuse_forked(call == nullptr ? "ark" : call);
  throw error(errc::not_initialized,
              fmt::format("{} was called before ark::init or after ark::finalize",
                          call == nullptr ? "ark" : call));
}

runtime& acting_runtime(const char* call) {
  runtime& pe = bound_runtime(call);
  if (pe.failed()) [[unlikely]]
    failure_ends(pe, call);
  return pe;
}

void failure_ends(runtime& pe, const char* call, const std::exception* thrown) {
  if (!failures_end(pe)) return;
  const auto record = failure_read(pe.state());
  if (!record && !is_of_the_job(thrown)) return;
  if (thread_pe != nullptr) {  // the process is the caller of local_run
    if (std::uncaught_exceptions() > 0 || cleans_up(call)) return;  // thrown at the end of the body
    if (record) throw error(record->code, failure_text(*record));
    throw error(dynamic_cast<const error*>(thrown)->code(), thrown->what());
  }
  // The failure itself is already logged.
  const errc code = record ? record->code : dynamic_cast<const error*>(thrown)->code();
  const bool unnamed = code == errc::invalid_argument && pe.state().checks == nullptr;
  end_job(pe,
          fmt::format("PE {}: {}{}{}, the job ends with status 1 (ARK_ON_FAILURE=go_on leaves that "
                      "to the program{})",
                      pe.state().pe, errc_name(code),
                      call == nullptr ? "" : ", then called: ", call == nullptr ? "" : call,
                      unnamed ? "; ARK_CHECK=1 finds the call and the argument" : ""),
          1);
}

namespace detail {

constinit device_state* default_context_state = nullptr;

void failure_on_host(const device_state& state) {
  if (self() != nullptr) return;
  runtime* const pe = thread_pe != nullptr ? thread_pe : process().current.load();
  if (pe != nullptr && &pe->state() == &state && pe->failed()) failure_ends(*pe, nullptr);
}

}  // namespace detail

}  // namespace ark

int ark_init_thread(int requested, int* provided) {
  try {
    ark::mpi_request request;
    request.thread_level = requested;
    ark::start(request, {});
    *provided = ark::thread_level();
    return 0;
  } catch (const ark::error& problem) {
    ark::logger().error("ark_init_thread({}): {}", requested, problem.what());
    return static_cast<int>(problem.code());
  }
}

void ark_query_thread(int* provided) { *provided = ark::thread_level(); }
